import type {Figures} from './figures.ts';

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
