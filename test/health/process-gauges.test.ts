import {expect, test} from 'vitest';
import {createProcessGauges} from '../../src/app/process-gauges.ts';
import {createStopwatch} from '../../src/ui/frame/stopwatch.ts';

type Measured = {readonly delayMs?: number; readonly cpuMs?: number; readonly allowed?: number};

function gauges({delayMs = 250, cpuMs = 0, allowed = 0}: Measured) {
	let now = 0;
	let max = 0;
	let used = 0;
	const log: string[] = [];
	const stopwatch = createStopwatch(() => now);
	const made = createProcessGauges({
		stopwatch,
		process: {
			memoryUsage: Object.assign(process.memoryUsage, {rss: () => 90e6}),
			constrainedMemory: () => allowed,
			cpuUsage: before => ({user: used - (before?.user ?? 0), system: 0}),
		},
		monitorEventLoopDelay: ({resolution}) => {
			log.push(`every ${resolution} ms`);
			return {
				get max() {
					return max;
				},
				enable: () => log.push('enabled'),
				disable: () => log.push('disabled'),
				reset() {
					max = 0;
				},
			};
		},
	});
	[max, used] = [delayMs * 1e6, cpuMs * 1000];
	const paint = (tookMs: number) =>
		stopwatch.timed(() => {
			now += tookMs;
		})();
	return {made, paint, log};
}

test('the event loop is watched only on demand, because that wakes the process up', () => {
	const {made, log} = gauges({});
	expect(made.maxBlockMs()).toBe(0);
	made.watch(true);
	made.watch(true);
	made.watch(false);
	expect(log).toEqual(['every 250 ms', 'enabled', 'disabled']);
	made.watch(true);
	made.stop();
	expect(log.slice(3)).toEqual(['every 250 ms', 'enabled', 'disabled']);
});

test.each([
	['an idle process was never busy', {delayMs: 251, cpuMs: 4}, 1],
	['work shows as a late timer', {delayMs: 850, cpuMs: 700}, 600],
	['work on a busy computer takes longer, but is no more work', {delayMs: 1250, cpuMs: 700}, 700],
	['a process that was stopped or waited was not busy', {delayMs: 60_000, cpuMs: 3}, 0],
	['a process that was in use before it waited for an editor was not busy', {delayMs: 6250, cpuMs: 900}, 0],
	['nothing is known before the first timer', {delayMs: 0, cpuMs: 90}, 0],
])('%s', (_name, measured, busyMs) => {
	const {made} = gauges(measured);
	made.watch(true);
	expect(made.maxBlockMs()).toBe(busyMs);
});

test('frames are counted, timed and forgotten after a reset', () => {
	const {made, paint} = gauges({delayMs: 900, cpuMs: 900});
	made.watch(true);
	paint(2);
	paint(6);
	expect(made.frames()).toEqual({count: 2, totalMs: 8, maxMs: 6});
	made.reset();
	expect(made.frames().count).toBe(0);
	expect(made.maxBlockMs()).toBe(0);
});

test('the memory that a container allows is known, and none is no limit', () => {
	expect(gauges({allowed: 256e6}).made.allowedBytes).toBe(256e6);
	expect(gauges({}).made.allowedBytes).toBeUndefined();
});
