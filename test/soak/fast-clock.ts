/*
Loaded before a program, this makes time pass faster for it: its clock and its timers run at a multiple of their speed, given by SOAK_SPEED. Reports every ten seconds, in the file SOAK_REPORT, what the process holds.

Before it looks, it has V8 collect garbage and give back the pages that it keeps for more. V8 does that by itself once a program makes less than a megabyte of garbage a second, which landfall does at the speed of a watch on a wall, but not in a day of five minutes: there the pages alone come to 45 MB.
*/
import {appendFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

const speed = Number(process.env.SOAK_SPEED);
const report = process.env.SOAK_REPORT ?? '';
const realNow = Date.now.bind(Date);
const realTimeout = globalThis.setTimeout;
const begunAt = realNow();

setFlagsFromString('--expose-gc');
const collect: (options: {readonly type: string; readonly execution: string; readonly flavor: string}) => void =
	runInNewContext('gc');

Date.now = () => Math.round(begunAt + (realNow() - begunAt) * speed);
const faster = (then: () => void, delayMs = 0): NodeJS.Timeout => realTimeout(then, delayMs / speed);
globalThis.setTimeout = Object.assign(faster, realTimeout) as typeof setTimeout;

setInterval(() => {
	collect({type: 'major', execution: 'sync', flavor: 'last-resort'});
	const {heapUsed, rss} = process.memoryUsage();
	const resources = process.getActiveResourcesInfo();
	const count = (name: string) => resources.filter(resource => resource === name).length;
	const held = {
		passedMs: Date.now() - begunAt,
		heapUsed,
		rss,
		timers: count('Timeout'),
		sockets: count('TCPSocketWrap'),
	};
	appendFileSync(report, `${JSON.stringify(held)}\n`);
}, 10_000).unref();
