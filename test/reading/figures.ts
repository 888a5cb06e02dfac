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

const columns = ['L', 'W', 'B p95 (max)', 'dB', 'D p50/p95', 'seen', 'any', 'a minute', 'pause', 'µs'];
const widths = [5, 5, 13, 6, 13, 6, 6, 9, 6, 6];
const nameWidth = 26;
const planWidth = 12;

const line = (name: string, plan: string, cells: readonly string[]) =>
	name.padEnd(nameWidth) +
	plan.padEnd(planWidth) +
	cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join(' ');

export const title = line('team, hints', 'plan', columns);

/** The mean of several runs; the maximum of what is a maximum. One that is infinite in any run is so. */
export const meanOf = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

const short = (value: number) => (Number.isFinite(value) ? value.toFixed(value < 20 ? 1 : 0) : '–');

/** What a plan reached on a team: the mean of several seeds, or of each figure the worst. */
export function rowOf(name: string, plan: string, runs: readonly Figures[], isWorst = false): string {
	const mean = (of: (figures: Figures) => number) => short(isWorst ? Math.max(...runs.map(of)) : meanOf(runs.map(of)));
	const seen = runs.map(({seen, begun}) => (100 * seen) / begun);
	const p95 = (key: 'live' | 'watched' | 'board' | 'boardDelay' | 'discovery') =>
		mean(figures => figures[key].percentile(0.95));
	return line(name, plan, [
		p95('live'),
		p95('watched'),
		`${p95('board')} (${short(Math.max(...runs.map(({board}) => board.max())))})`,
		p95('boardDelay'),
		`${mean(({discovery}) => discovery.percentile(0.5))}/${p95('discovery')}`,
		`${short(isWorst ? Math.min(...seen) : meanOf(seen))}%`,
		mean(({any}) => any.mean()),
		mean(({perMinute}) => perMinute.mean()),
		short(Math.max(...runs.map(({pause}) => pause.max()))),
		mean(({decision}) => decision.percentile(0.5)),
	]);
}
