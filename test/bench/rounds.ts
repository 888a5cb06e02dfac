import {median} from './row.ts';

/** Which of the two is measured: what the figure is compared with, or what is judged. */
export type Which = 'floor' | 'landfall';

type Both<Figures> = {readonly floor: Figures; readonly landfall: Figures};

/** Both one after the other, round by round: the medians of each figure, and the greatest, for what must never happen. */
export async function besides<Figures extends Readonly<Record<string, number>>>(
	rounds: number,
	measure: (which: Which) => Promise<Figures>,
): Promise<Both<Figures> & {readonly worst: Both<Figures>}> {
	const taken = {floor: [] as Figures[], landfall: [] as Figures[]};
	for (let round = 0; round < rounds; round++) {
		taken.floor.push(await measure('floor'));
		taken.landfall.push(await measure('landfall'));
	}

	const both = (pick: (values: readonly number[]) => number): Both<Figures> => {
		const of = (runs: readonly Figures[]) =>
			Object.fromEntries(
				Object.keys(runs[0] ?? {}).map(key => [key, pick(runs.map(run => run[key] ?? Number.NaN))]),
			) as Figures;
		return {floor: of(taken.floor), landfall: of(taken.landfall)};
	};

	return {...both(median), worst: both(values => Math.max(...values))};
}
