/*
Preloaded into a program, speeds up its clock and timers by the factor SOAK_SPEED. Every ten seconds, appends the memory of the process to the file SOAK_REPORT.

Before each report, makes V8 collect garbage and release unused pages. V8 does so by itself for a program that allocates less than a megabyte per second. That is true for landfall in real time, but not for a day in five minutes, where the unused pages alone take 45 MB.
*/
import {appendFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

const speed = Number(process.env.SOAK_SPEED);
const report = process.env.SOAK_REPORT ?? '';
const realNow = Date.now.bind(Date);
const realTimeout = globalThis.setTimeout;
const startedAt = realNow();

setFlagsFromString('--expose-gc');
const collect: (options: {readonly type: string; readonly execution: string; readonly flavor: string}) => void =
	runInNewContext('gc');

Date.now = () => Math.round(startedAt + (realNow() - startedAt) * speed);
const faster = (then: () => void, delayMs = 0): NodeJS.Timeout => realTimeout(then, delayMs / speed);
globalThis.setTimeout = Object.assign(faster, realTimeout) as typeof setTimeout;

setInterval(() => {
	collect({type: 'major', execution: 'sync', flavor: 'last-resort'});
	const {rss} = process.memoryUsage();
	const sample = {elapsedMs: Date.now() - startedAt, rss};
	appendFileSync(report, `${JSON.stringify(sample)}\n`);
}, 10_000).unref();
