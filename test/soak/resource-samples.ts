import {readFileSync} from 'node:fs';

/** What the process holds at a simulated time, as fast-clock.ts reports it. */
type Sample = {
	readonly elapsedMs: number;
	readonly heapUsed: number;
	readonly rss: number;
	readonly timers: number;
	readonly sockets: number;
};

export const hourMs = 3_600_000;

/**
The maximum heap and resident memory in MB, and how much the resident memory may grow per day once everything that is kept has its maximum length.

On a service that begins with 300 projects and gets ten more an hour, that takes two days: by then, the newest 30 deployments of 500 projects are kept, 2000 timelines, 500 activity entries and 20 whole lists of deployments. In MB, after so many simulated hours (Node 24, Linux on x64):

|          |   1 h |  24 h |  48 h |  72 h |  96 h |
| -------- | ----: | ----: | ----: | ----: | ----: |
| heap     |  21.4 |  33.5 |  39.7 |  41.7 |  40.6 |
| resident | 118.8 | 131.9 | 140.1 | 142.2 | 142.3 |
*/
const maxMb = {heap: 48, resident: 155, growthPerDay: 2};
const warmUpHours = 48;

/** Returns the growth of resident memory in MB per day after the warm-up, or undefined if the run was too short. */
function growthPerDay(all: readonly Sample[]): number | undefined {
	const warm = all.filter(({elapsedMs}) => elapsedMs > warmUpHours * hourMs);
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last || last.elapsedMs - first.elapsedMs < 6 * hourMs) return undefined;
	return ((last.rss - first.rss) / 1e6) * ((24 * hourMs) / (last.elapsedMs - first.elapsedMs));
}

const megabytes = (bytes = 0): string => (bytes / 1e6).toFixed(1);

/** Reads the samples of a run. Returns them as rows of a table, and whether memory and timers stayed within their limits. */
export function summarizeSamples(report: string): {
	readonly rows: ReadonlyArray<readonly [name: string, figure: string]>;
	readonly isFlat: boolean;
} {
	const all = readFileSync(report, 'utf8')
		.trim()
		.split('\n')
		.map((line): Sample => JSON.parse(line));
	const settled = all.filter(({elapsedMs}) => elapsedMs > hourMs);
	const [first, last] = [settled[0], settled.at(-1)];
	const max = (of: (sample: Sample) => number) => Math.max(...settled.map(of));
	const perDay = growthPerDay(all);
	return {
		rows: [
			[
				'heap after the first hour, at the end, and the maximum',
				`${megabytes(first?.heapUsed)}, ${megabytes(last?.heapUsed)}, ${megabytes(max(({heapUsed}) => heapUsed))} MB`,
			],
			[
				'resident at the same times',
				`${megabytes(first?.rss)}, ${megabytes(last?.rss)}, ${megabytes(max(({rss}) => rss))} MB`,
			],
			[
				`resident growth per day, after ${warmUpHours} hours`,
				perDay === undefined ? 'too short to tell' : `${perDay.toFixed(1)} MB`,
			],
			['timers, maximum after the first hour', `${max(({timers}) => timers)}`],
			['sockets, maximum after the first hour', `${max(({sockets}) => sockets)}`],
		],
		isFlat:
			last !== undefined &&
			max(({heapUsed}) => heapUsed) <= maxMb.heap * 1e6 &&
			max(({rss}) => rss) <= maxMb.resident * 1e6 &&
			(perDay ?? 0) <= maxMb.growthPerDay &&
			max(({timers}) => timers) <= 40,
	};
}
