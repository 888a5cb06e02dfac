import type {Clock, LocalTime} from '../../clock.ts';
import {plain, type SafeText} from '../../text.ts';
import {type Figures, type FrameTimes, framesTogether, noFrames} from '../model/health/figures.ts';
import {exceededLimits, type LimitName, outcomesOf} from '../model/health/limits.ts';
import {afterCheck, afterTrim, nextTrim, notTrimming} from '../model/health/trimming.ts';
import {healthSummary} from '../state/health-report.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {createNotify} from './notify.ts';

/** What a process knows about itself. Times are those since the last `reset`. */
export type Gauges = {
	readonly residentBytes: () => number;
	/** The memory that this process may use at all. Undefined if nothing but the computer limits it. */
	readonly allowedBytes: number | undefined;
	readonly maxBlockMs: () => number;
	/** Starts or stops to watch the event loop, which wakes the process up. */
	readonly watch: (isOn: boolean) => void;
	readonly frames: () => FrameTimes;
	readonly reset: () => void;
	/** Stops measuring. */
	readonly stop: () => void;
};

/** Tells other processes how this one is doing. Undefined for a demo, which leaves no trace. */
export type ReportHealth = (summary: {readonly says: SafeText; readonly isBad: boolean} | undefined) => void;

type MonitorOptions = {
	readonly store: Store;
	readonly clock: Clock;
	readonly gauges: Gauges;
	readonly report: ReportHealth;
};

/** The pause between two checks. Memory grows over hours, and a check wakes an idle process up. */
const checkMs = 30_000;

/** How often the figures are measured while the user looks at them. */
const shownMs = 2000;

const announcements: Readonly<Record<LimitName, SafeText>> = {
	memory: plain`High memory use, so landfall keeps less: see :health`,
	frames: plain`Drawing is slow, so landfall keeps less: see :health`,
	'event loop': plain`landfall was too busy, so it keeps less: see :health`,
	requests: plain`Most requests fail: see :health`,
};

const measure = (gauges: Gauges, at: LocalTime): Figures => ({
	at,
	residentBytes: gauges.residentBytes(),
	allowedBytes: gauges.allowedBytes,
	frames: gauges.frames(),
	maxBlockMs: gauges.maxBlockMs(),
});

/** Measures landfall itself, and trims what it keeps if it exceeds a limit. Returns a function that stops it. */
export function startSelfMonitor({store, clock, gauges, report}: MonitorOptions): () => void {
	const notify = createNotify({store, clock});
	const announced = new Set<LimitName>();
	let trimming = notTrimming;
	/** The figures of the last check. */
	let before: Figures | undefined;
	let checkAt = clock.now() + checkMs;
	let hasReported = false;
	let cancelTimer = () => {};

	/** Says of the first limit that is exceeded for the first time that it is. */
	function announce(exceeded: readonly LimitName[]) {
		const name = exceeded.find(each => !announced.has(each));
		if (!name) return;
		announced.add(name);
		notify(announcements[name], 'quiet');
	}

	/** Judges the time since the last check. */
	function check() {
		const figures = measure(gauges, clock.now());
		const {at, residentBytes} = figures;
		const exceeded = exceededLimits(figures, outcomesOf(store.get().polling.requests, at));
		store.dispatch({type: 'health-measured', figures, exceeded});
		announce(exceeded);
		before = figures;
		gauges.reset();
		trimming = afterCheck(trimming, exceeded);
		const part = nextTrim(trimming, exceeded, residentBytes);
		if (!part) return;
		trimming = afterTrim(part, residentBytes);
		store.dispatch({type: 'memory-trimmed', part, at});
	}

	/** Shows the figures since the check before the last one, so that they never cover just a moment. */
	function showFigures() {
		const now = measure(gauges, clock.now());
		const frames = framesTogether(before?.frames ?? noFrames, now.frames);
		const maxBlockMs = Math.max(before?.maxBlockMs ?? 0, now.maxBlockMs);
		store.dispatch({type: 'health-measured', figures: {...now, frames, maxBlockMs}, exceeded: undefined});
	}

	function run() {
		const now = clock.now();
		const isCheck = now >= checkAt || now < checkAt - checkMs;
		if (isCheck) checkAt = now + checkMs;
		if (isCheck) check();
		else showFigures();
		const state = store.get();
		const isPrivate = !state.connection || state.connection.isDemo;
		if (isCheck || isPrivate || !hasReported) report(isPrivate ? undefined : healthSummary(state));
		hasReported = true;
		schedule();
	}

	function schedule() {
		const isShown = store.get().interface.dialog?.name === 'health';
		cancelTimer();
		cancelTimer = clock.after(isShown ? shownMs : Math.max(0, checkAt - clock.now()), run);
	}

	const watch = ({presence}: State) => gauges.watch(presence.isFocused);
	const unsubscribe = store.subscribe((event, _before, after) => {
		if (event.type === 'focus-changed') watch(after);
		if (event.type === 'dialog-opened' && after.interface.dialog?.name === 'health') run();
	});
	// Without focus, nobody notices how long something takes.
	watch(store.get());
	run();
	return () => {
		unsubscribe();
		cancelTimer();
		gauges.stop();
	};
}
