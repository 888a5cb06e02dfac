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
The maximum growth of resident memory in MB: from the first hour to the end, and per day after the first day.

What grows, and when it stops, in MB after 1, 24 and 48 simulated hours (Node 24, Linux on x64):

| part of resident memory   |  1 h | 24 h | 48 h | it stops growing |
| ------------------------- | ---- | ---- | ---- | -------- |
| objects and code of V8    |  9.8 | 12.1 | 12.8 | when every list has its maximum length (2000 timelines, 500 activity entries, 400 rows of the board, the deployments of 20 projects) and every function is optimized |
| malloc arenas of V8       |  8.1 | 10.8 | 10.8 | when each V8 thread has done its largest job; see `keepHeapSmall` |
| malloc of the main thread | 11.8 | 11.8 | 11.8 | SQLite, OpenSSL and Node do not grow |
| executed code of Node     | 52.6 | 52.8 | 52.8 | it is mapped from the executable |
*/
const maxGrowthMb = {total: 12, perDay: 2};
const warmUpHours = 24;

/** Returns the growth of resident memory in MB per day after the first day, or undefined if the run was too short. */
function growthPerDay(all: readonly Sample[]): number | undefined {
	const warm = all.filter(({elapsedMs}) => elapsedMs > warmUpHours * hourMs);
	const [first, last] = [warm[0], warm.at(-1)];
	if (!first || !last || last.elapsedMs - first.elapsedMs < 6 * hourMs) return undefined;
	return ((last.rss - first.rss) / 1e6) * ((24 * hourMs) / (last.elapsedMs - first.elapsedMs));
}

const megabytes = (bytes = 0): string => (bytes / 1e6).toFixed(1);

/** Reads the samples of a run. Returns them as rows of a table, and whether memory and timers stayed flat after the first hour. */
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
	const heapGrowth = ((last?.heapUsed ?? Number.POSITIVE_INFINITY) - (first?.heapUsed ?? 0)) / 1e6;
	const rssGrowth = ((last?.rss ?? 0) - (first?.rss ?? 0)) / 1e6;
	const perDay = growthPerDay(all);
	return {
		rows: [
			['heap after the first hour, at the end', `${megabytes(first?.heapUsed)}, ${megabytes(last?.heapUsed)} MB`],
			[
				'resident at the same times, and the maximum',
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
			heapGrowth < 5 &&
			rssGrowth <= maxGrowthMb.total &&
			(perDay ?? 0) <= maxGrowthMb.perDay &&
			max(({timers}) => timers) <= 40,
	};
}
