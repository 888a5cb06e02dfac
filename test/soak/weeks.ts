import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {faultsOf, spreadOf} from '../simulation/check.ts';
import type {Week} from '../simulation/week.ts';

type Line = Week & {readonly seed: number; readonly grownBytes: number};

const worker = join(import.meta.dirname, 'weeks-worker.ts');
const shown = (times: readonly number[]) =>
	spreadOf(times)
		.map(seconds => `${seconds.toFixed(1)} s`)
		.join(' / ');

/** Simulates a week for each of so many seeds, in two processes. Prints what was seen, and gives whether every week went by as it should. */
export async function soakWeeks({seeds, days}: {readonly seeds: number; readonly days: number}): Promise<boolean> {
	const lines: Line[] = [];
	let broken = 0;
	const half = Math.ceil(seeds / 2);
	const run = async (from: number, to: number) => {
		const child = spawn(process.execPath, ['--expose-gc', worker, `${from}`, `${to}`, `${days}`], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		for await (const text of createInterface({input: child.stdout})) {
			const line: Line = JSON.parse(text);
			lines.push(line);
			const faults = faultsOf(line, 60);
			broken += faults.length > 0 ? 1 : 0;
			for (const fault of faults) console.log(`  seed ${line.seed}: ${fault}`);
			if (lines.length % 20 === 0) console.log(`  ${lines.length} of ${seeds} weeks, ${broken} not as they should`);
		}
	};
	await Promise.all([run(1, half), run(half + 1, seeds)]);

	const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
	const most = (of: (line: Line) => number) => Math.max(...lines.map(of));
	console.log(`\n${lines.length} weeks of ${days} days, with the seeds 1 to ${seeds}`);
	console.log(`  calls                                   ${sum(({calls}) => calls).toLocaleString('en')}`);
	console.log(
		`  writes that arrived / were meant        ${sum(({writes}) => writes)} / ${sum(({intents}) => intents)}`,
	);
	console.log(
		`  most calls in a minute, at once         ${most(week => week.maxInMinute)}, ${most(week => week.maxInFlight)}`,
	);
	console.log(
		`  most timers, and after the end          ${most(week => week.maxTimers)}, ${most(week => week.timersLeft)}`,
	);
	console.log(`  age of what is shown, p50 / p99 / max   ${shown(lines.flatMap(({ages}) => ages))}`);
	console.log(`  read again after a fault, the same      ${shown(lines.flatMap(({recoveries}) => recoveries))}`);
	console.log(
		`  heap after the last day, more than after the first: median ${(median(lines.map(({grownBytes}) => grownBytes)) / 1e6).toFixed(2)} MB, most ${(most(({grownBytes}) => grownBytes) / 1e6).toFixed(2)} MB`,
	);
	console.log(`  weeks that did not go by as they should ${broken}`);
	return broken === 0 && lines.length === seeds;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
