import type {Clock} from '../clock.ts';
import type {Gauges, ReportHealth} from '../store/effects/self-monitor.ts';
import type {Store} from '../store/store.ts';
import type {Stopwatch} from '../ui/render/stopwatch.ts';

/** How a process is measured, and who is told. */
export type SelfMeasurement = {readonly gauges: Gauges; readonly report: ReportHealth};

/** Loads what measures this process. */
export type LoadMeasurement = (stopwatch: Stopwatch) => Promise<SelfMeasurement>;

type Options = {
	readonly store: Store;
	readonly clock: Clock;
	readonly stopwatch: Stopwatch;
	readonly loadMeasurement: LoadMeasurement;
};

/** The first screen does not wait for it. */
const startMs = 1000;

/** Starts the self-monitor once landfall has started. Returns a function that stops it. */
export function startMonitoring({store, clock, stopwatch, loadMeasurement}: Options): () => void {
	let isStopped = false;
	let stop = () => {};

	const start = async () => {
		const [{startSelfMonitor}, measurement] = await Promise.all([
			import('../store/effects/self-monitor.ts'),
			loadMeasurement(stopwatch),
		]);
		if (isStopped) measurement.gauges.stop();
		else stop = startSelfMonitor({store, clock, ...measurement});
	};

	const cancel = clock.after(startMs, () => void start());
	return () => {
		isStopped = true;
		cancel();
		stop();
	};
}
