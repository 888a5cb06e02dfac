import {quantile} from '../kit/fixtures/quantile.ts';

/** In seconds. */
export const createFigures = () => ({
	live: [] as number[],
	watched: [] as number[],
	board: [] as number[],
	discovery: [] as number[],
	any: [] as number[],
	seen: 0,
	begun: 0,
	rpm: [] as number[],
	pause: [] as number[],
});

export type Figures = ReturnType<typeof createFigures>;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means in seconds, `seen` a share of deployments, `rpm` a number of requests. `live`, `watched` and `board` are 95th percentiles, `discovery` is the median. */
export function summaryOf(runs: readonly Figures[]) {
	// A team that deploys seldom may have no sample of a kind in a run.
	const mean = (of: (figures: Figures) => number) => meanOf(runs.map(of).filter(value => !Number.isNaN(value)));
	return {
		live: mean(({live}) => quantile(live, 0.95)),
		watched: mean(({watched}) => quantile(watched, 0.95)),
		board: mean(({board}) => quantile(board, 0.95)),
		discovery: mean(({discovery}) => quantile(discovery, 0.5)),
		seen: mean(({seen, begun}) => seen / begun),
		any: mean(({any}) => meanOf(any)),
		rpm: mean(({rpm}) => meanOf(rpm)),
		maxPause: Math.max(...runs.map(({pause}) => pause.reduce((a, b) => Math.max(a, b), 0))),
	};
}
