/*
Loaded before a program, this makes time pass faster for it: its clock and its timers run at a multiple of their speed, given by SOAK_SPEED. Tells now and then, in the file SOAK_REPORT, what the process holds.
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
const collect: () => void = runInNewContext('gc');

Date.now = () => Math.round(begunAt + (realNow() - begunAt) * speed);
const faster = (then: () => void, delayMs = 0): NodeJS.Timeout => realTimeout(then, delayMs / speed);
globalThis.setTimeout = Object.assign(faster, realTimeout) as typeof setTimeout;

setInterval(() => {
	collect();
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
