import type {Clock} from '../clock.ts';
import type {Gauges, ReportHealth} from '../store/effects/self-monitor.ts';
import type {Store} from '../store/store.ts';
import type {Stopwatch} from '../ui/frame/stopwatch.ts';

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

/** The first rows do not wait for it. */
const startMs = 1000;

/** Starts the self-monitor soon after a service is opened: until then, there is nothing to measure, and an idle process is not woken up. Returns a function that stops it. */
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

	let cancel: (() => void) | undefined;
	const startIfConnected = () => {
		if (store.get().connection) cancel ??= clock.after(startMs, () => void start());
	};
	const unsubscribe = store.subscribe(startIfConnected);
	startIfConnected();
	return () => {
		isStopped = true;
		unsubscribe();
		cancel?.();
		stop();
	};
}
