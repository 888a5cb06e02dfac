import {simulateWeek} from '../simulation/week.ts';

/** Simulates a week for each seed from `from` to `to`, and prints a line of JSON for each. With `--expose-gc`, the line includes the heap growth after the first day. */
const [from = '1', to = '1', days = '7'] = process.argv.slice(2);
for (let seed = Number(from); seed <= Number(to); seed++) {
	const heap: number[] = [];
	const week = await simulateWeek({
		seed,
		days: Number(days),
		onDay() {
			globalThis.gc?.();
			heap.push(process.memoryUsage().heapUsed);
		},
	});
	const grownBytes = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
	process.stdout.write(`${JSON.stringify({seed, grownBytes, ...week})}\n`);
}
