/*
Replaces the clock, timers and random numbers of a program that preloads it. Time begins at a fixed moment and stands still until the file CLOCK_FILE contains more milliseconds. When they have passed, the file CLOCK_FILE.passed contains them. So a recording does not depend on how busy the machine is.
*/
import {readFileSync, writeFileSync} from 'node:fs';

type Timer = {at: number; readonly delayMs: number; readonly repeats: boolean; readonly run: () => void};

const file = process.env.CLOCK_FILE ?? '';
const startedAt = Date.UTC(2026, 10, 24, 14);
const realInterval = globalThis.setInterval;
const timers = new Set<Timer>();
let passedMs = 0;

function addTimer(repeats: boolean, then: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
	const timer: Timer = {at: passedMs + Math.max(delayMs, 1), delayMs, repeats, run: () => then(...args)};
	timers.add(timer);
	return Object.assign(timer, {ref: () => timer, unref: () => timer, hasRef: () => true});
}

Date.now = () => startedAt + Math.floor(passedMs);
performance.now = () => passedMs;
let random = 1;
Math.random = () => {
	random = (random * 48_271) % 0x7fffffff;
	return random / 0x7fffffff;
};
const clear = (timer?: unknown) => void timers.delete(timer as Timer);
Object.assign(globalThis, {
	setTimeout: addTimer.bind(undefined, false),
	setInterval: addTimer.bind(undefined, true),
	clearTimeout: clear,
	clearInterval: clear,
});

/** Lets promises and React finish the work of a timer. */
async function settle() {
	for (let turn = 0; turn < 6; turn++) await new Promise(resolve => setImmediate(resolve));
}

let isPassing = false;
realInterval(async () => {
	const untilMs = Number(readFileSync(file, 'utf8'));
	if (isPassing || untilMs <= passedMs) return;
	isPassing = true;
	await settle();
	for (;;) {
		const [next] = [...timers].toSorted((a, b) => a.at - b.at);
		if (!next || next.at > untilMs) break;
		passedMs = next.at;
		if (next.repeats) next.at += Math.max(next.delayMs, 1);
		else timers.delete(next);
		next.run();
		await settle();
	}

	passedMs = untilMs;
	await settle();
	writeFileSync(`${file}.passed`, String(untilMs));
	isPassing = false;
}, 5);
