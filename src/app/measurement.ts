import {createHealthFile} from '../settings/health-files.ts';
import {isRunning} from '../settings/running-process.ts';
import type {Stopwatch} from '../ui/frame/stopwatch.ts';
import {createProcessGauges} from './process-gauges.ts';
import type {SelfMeasurement} from './self-monitoring.ts';

type Options = {
	/** Where the windows leave their reports. */
	readonly directory: string;
	readonly process: NodeJS.Process;
	readonly stopwatch: Stopwatch;
	readonly now: () => number;
};

/** Measures this process, and leaves a report for `landfall doctor` while it runs. */
export function createMeasurement({directory, process, stopwatch, now}: Options): SelfMeasurement {
	const {monitorEventLoopDelay} = process.getBuiltinModule('node:perf_hooks');
	const report = createHealthFile({directory, isRunning, pid: process.pid, now});
	process.once('exit', () => report(undefined));
	return {gauges: createProcessGauges({process, monitorEventLoopDelay, stopwatch}), report};
}
