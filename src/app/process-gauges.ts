import type {Gauges} from '../store/effects/self-monitor.ts';
import type {Stopwatch} from '../ui/frame/stopwatch.ts';

/** The part of Node's histogram that is used. Values are in nanoseconds. */
type Histogram = {
	readonly max: number;
	readonly enable: () => unknown;
	readonly disable: () => unknown;
	readonly reset: () => void;
};

type GaugeOptions = {
	readonly process: Pick<NodeJS.Process, 'memoryUsage' | 'cpuUsage' | 'constrainedMemory'>;
	readonly monitorEventLoopDelay: (options: {readonly resolution: number}) => Histogram;
	readonly stopwatch: Stopwatch;
};

/** How often the event loop is watched. More often takes processor time from an idle computer: 0.04 % of a core at this rate, 0.4 % at 20 ms. */
const resolutionMs = 250;

/** Measures this process. The event loop is not watched before `watch`. */
export function createProcessGauges({process, monitorEventLoopDelay, stopwatch}: GaugeOptions): Gauges {
	let delays: Histogram | undefined;
	let used = process.cpuUsage();
	const watch = (isOn: boolean) => {
		if (isOn === (delays !== undefined)) return;
		delays?.disable();
		// One that is enabled again would count the time in between as a delay.
		delays = isOn ? monitorEventLoopDelay({resolution: resolutionMs}) : undefined;
		delays?.enable();
	};

	return {
		watch,
		residentBytes: () => process.memoryUsage.rss(),
		allowedBytes: process.constrainedMemory() || undefined,
		frames: stopwatch.read,

		// A process that is stopped, or that waits for an editor or a busy computer, is late without using the processor.
		maxBlockMs() {
			const {user, system} = process.cpuUsage(used);
			const usedMs = (user + system) / 1000;
			const lateMs = Math.max(0, (delays?.max ?? 0) / 1e6 - resolutionMs);
			// What was used in the rest of the time does not make a long wait work.
			return lateMs > 2 * usedMs ? 0 : Math.min(lateMs, usedMs);
		},

		reset() {
			delays?.reset();
			used = process.cpuUsage();
			stopwatch.reset();
		},

		stop: () => watch(false),
	};
}
