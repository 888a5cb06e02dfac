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
	boardDelay: createHistogram(),
	discovery: createHistogram(),
	any: createHistogram(),
	seen: 0,
	begun: 0,
	/** Requests in each minute. */
	perMinute: createHistogram(),
	/** Seconds between two requests. */
	pause: createHistogram(),
	/** Microseconds that a decision took: the machine may be busy with other things in the middle of one, so only the median says something. */
	decision: createHistogram(),
});

export type Figures = ReturnType<typeof createFigures>;
