import {spawn} from 'node:child_process';
import {isAbsolute, join} from 'node:path';
import {createInterface} from 'node:readline';
import {rolldown} from 'rolldown';
import {faultsOf, spreadOf} from '../simulation/check.ts';
import type {Week} from '../simulation/week.ts';

type Line = Week & {readonly seed: number; readonly grownBytes: number};

/** Bundles the worker, because Node.js cannot load components. Returns the path of the bundle. */
async function bundleWorker(): Promise<string> {
	const bundle = await rolldown({
		input: join(import.meta.dirname, 'weeks-worker.ts'),
		platform: 'node',
		external: id => !id.startsWith('.') && !isAbsolute(id),
		transform: {jsx: {runtime: 'automatic'}},
	});
	// Below node_modules, from where it finds its dependencies.
	const dir = join(import.meta.dirname, '../../node_modules/.cache/soak');
	await bundle.write({dir, format: 'esm', entryFileNames: 'weeks-worker.mjs', chunkFileNames: '[name].mjs'});
	await bundle.close();
	return join(dir, 'weeks-worker.mjs');
}

const formatted = (times: readonly number[]) =>
	spreadOf(times)
		.map(seconds => `${seconds.toFixed(1)} s`)
		.join(' / ');

/** Simulates a week for each seed, in two processes. Prints a summary. Returns whether every week passed its checks. */
export async function soakWeeks({seeds, days}: {readonly seeds: number; readonly days: number}): Promise<boolean> {
	const lines: Line[] = [];
	let failedCount = 0;
	const worker = await bundleWorker();
	const half = Math.ceil(seeds / 2);
	const run = async (from: number, to: number) => {
		const child = spawn(process.execPath, ['--expose-gc', worker, `${from}`, `${to}`, `${days}`], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		for await (const text of createInterface({input: child.stdout})) {
			const line: Line = JSON.parse(text);
			lines.push(line);
			const faults = faultsOf(line, 60);
			failedCount += faults.length > 0 ? 1 : 0;
			for (const fault of faults) console.log(`  seed ${line.seed}: ${fault}`);
			if (lines.length % 20 === 0) console.log(`  ${lines.length} of ${seeds} weeks, ${failedCount} failed`);
		}
	};
	await Promise.all([run(1, half), run(half + 1, seeds)]);

	const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
	const max = (of: (line: Line) => number) => Math.max(...lines.map(of));
	console.log(`\n${lines.length} weeks of ${days} days, with the seeds 1 to ${seeds}`);
	console.log(`  requests                                ${sum(({requests}) => requests).toLocaleString('en')}`);
	console.log(
		`  writes received / intended              ${sum(({writes}) => writes)} / ${sum(({intents}) => intents)}`,
	);
	console.log(
		`  max requests per minute, in flight      ${max(week => week.maxInMinute)}, ${max(week => week.maxInFlight)}`,
	);
	console.log(
		`  max timers, and after the end           ${max(week => week.maxTimers)}, ${max(week => week.timersLeft)}`,
	);
	console.log(`  age of shown data, p50 / p99 / max      ${formatted(lines.flatMap(({ages}) => ages))}`);
	console.log(`  recovery from faults, p50 / p99 / max   ${formatted(lines.flatMap(({recoveries}) => recoveries))}`);
	console.log(
		`  heap growth after the first day: median ${(median(lines.map(({grownBytes}) => grownBytes)) / 1e6).toFixed(2)} MB, max ${(max(({grownBytes}) => grownBytes) / 1e6).toFixed(2)} MB`,
	);
	console.log(`  failed weeks                            ${failedCount}`);
	return failedCount === 0 && lines.length === seeds;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
