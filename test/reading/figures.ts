import {quantile} from '../kit/fixtures/quantile.ts';

/** What a simulation measures, in seconds: how stale each sample is, how long each discovery takes, and the pauses between two requests. */
export const createFigures = () => ({
	live: [] as number[],
	watched: [] as number[],
	board: [] as number[],
	discovery: [] as number[],
	any: [] as number[],
	seen: 0,
	begun: 0,
	/** Requests in each minute. */
	perMinute: [] as number[],
	pause: [] as number[],
});

export type Figures = ReturnType<typeof createFigures>;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The means of several runs, in seconds: how stale what is open, watched and on the board is, how long it takes to discover a deployment, the share that is seen in progress, how stale everything is, and how many requests there are in a minute. One that is infinite in any run is so. */
export function summaryOf(runs: readonly Figures[]) {
	const mean = (of: (figures: Figures) => number) => meanOf(runs.map(of));
	return {
		live: mean(({live}) => quantile(live, 0.95)),
		watched: mean(({watched}) => quantile(watched, 0.95)),
		board: mean(({board}) => quantile(board, 0.95)),
		discovery: mean(({discovery}) => quantile(discovery, 0.5)),
		seen: mean(({seen, begun}) => seen / begun),
		any: mean(({any}) => meanOf(any)),
		perMinute: mean(({perMinute}) => meanOf(perMinute)),
		maxPause: Math.max(...runs.flatMap(({pause}) => pause)),
	};
}
