import {median} from './row.ts';

/** Which of the two to measure: the lower bound, or landfall. */
export type Which = 'floor' | 'landfall';

type Both<Figures> = {readonly floor: Figures; readonly landfall: Figures};

/** Measures the floor and landfall in turns. Returns the median of each figure, and its maximum as `worst`. */
export async function measureBoth<Figures extends Readonly<Record<string, number>>>(
	rounds: number,
	measure: (which: Which) => Promise<Figures>,
): Promise<Both<Figures> & {readonly worst: Both<Figures>}> {
	const measured = {floor: [] as Figures[], landfall: [] as Figures[]};
	for (let round = 0; round < rounds; round++) {
		measured.floor.push(await measure('floor'));
		measured.landfall.push(await measure('landfall'));
	}

	const both = (aggregate: (values: readonly number[]) => number): Both<Figures> => {
		const of = (runs: readonly Figures[]) =>
			Object.fromEntries(
				Object.keys(runs[0] ?? {}).map(key => [key, aggregate(runs.map(run => run[key] ?? Number.NaN))]),
			) as Figures;
		return {floor: of(measured.floor), landfall: of(measured.landfall)};
	};

	return {...both(median), worst: both(values => Math.max(...values))};
}
