const step = 0.1;
const size = 36_000;

/** Counts numbers in steps of a tenth, so that percentiles of millions cost little. */
function createHistogram() {
	const counts = new Float64Array(size);
	let [count, sum, max] = [0, 0, 0];
	return {
		add(value: number) {
			const at = Math.min(size - 1, Math.floor(value / step));
			counts[at] = (counts[at] ?? 0) + 1;
			count++;
			sum += value;
			max = Math.max(max, value);
		},
		count: () => count,
		mean: () => sum / count,
		max: () => max,
		/** Infinity where it is an hour or more, or never. */
		percentile(share: number) {
			let left = share * count;
			for (let at = 0; at < size - 1; at++) {
				left -= counts[at] ?? 0;
				if (left <= 0) return at * step;
			}

			return Number.POSITIVE_INFINITY;
		},
	};
}

export const createFigures = () => ({
	live: createHistogram(),
	watched: createHistogram(),
	board: createHistogram(),
	discovery: createHistogram(),
	any: createHistogram(),
	seen: 0,
	begun: 0,
	/** Requests in each minute. */
	perMinute: createHistogram(),
	/** Seconds between two requests. */
	pause: createHistogram(),
});

export type Figures = ReturnType<typeof createFigures>;

/** The mean of several runs. One that is infinite in any run is so. */
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a plan reached on a team in several runs, in seconds: how stale what is open, watched and on the board is, how long it takes to discover a deployment, the share that is seen in progress, how stale everything is, and how many requests there are in a minute. */
export function summaryOf(runs: readonly Figures[]) {
	const mean = (of: (figures: Figures) => number) => meanOf(runs.map(of));
	return {
		live: mean(({live}) => live.percentile(0.95)),
		watched: mean(({watched}) => watched.percentile(0.95)),
		board: mean(({board}) => board.percentile(0.95)),
		discovery: mean(({discovery}) => discovery.percentile(0.5)),
		seen: mean(({seen, begun}) => seen / begun),
		any: mean(({any}) => any.mean()),
		perMinute: mean(({perMinute}) => perMinute.mean()),
		maxPause: Math.max(...runs.map(({pause}) => pause.max())),
	};
}
