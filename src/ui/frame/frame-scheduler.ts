import type {ProjectDeployments} from '../../model/deployment-table.ts';
import {type Fact, isAnswerOrRequest} from '../../state/facts.ts';
import {isListening, openQuestionKey, withPaintedQuestion} from '../../state/key-guard.ts';
import type {State} from '../../state/state.ts';
import type {KeyContext} from '../contexts.ts';
import {awayMs, type Ticker} from '../lines/ticker.ts';

/** Whether two objects have the same values, except under these keys. */
function isSameExcept<Shape extends object>(a: Shape, b: Shape, ...changed: ReadonlyArray<keyof Shape>): boolean {
	if (a === b) return true;
	for (const key in b) if (a[key] !== b[key] && !changed.includes(key)) return false;
	return true;
}

/** Whether the same deployments are known in the same lists, whenever they were read. */
const saysTheSame = (a: ProjectDeployments | undefined, b: ProjectDeployments): boolean =>
	a !== undefined &&
	(a.askedAt === undefined) === (b.askedAt === undefined) &&
	isSameExcept(a, b, 'rows', 'byId', 'askedAt') &&
	a.rows.length === b.rows.length &&
	b.rows.every(({deployment, asOf, isGone}, at) => {
		const before = a.rows[at];
		const isAlike = (before?.asOf === undefined) === (asOf === undefined) && before?.isGone === isGone;
		return isAlike && before.deployment === deployment;
	});

function isSameTable(before: State['deployments']['table'], after: State['deployments']['table']): boolean {
	if (before === after) return true;
	if (before.size !== after.size) return false;
	for (const [projectId, known] of after) {
		const last = before.get(projectId);
		if (last !== known && !saysTheSame(last, known)) return false;
	}

	return true;
}

/** Whether nothing has happened between two states except that requests were served and said about deployments what was known. Only ages on the screen differ. */
export const isReadAgain = (before: State, after: State): boolean =>
	isSameExcept(before, after, 'deployments', 'polling') &&
	isSameExcept(before.polling, after.polling, 'throttle', 'requests') &&
	isSameExcept(before.polling.throttle, after.polling.throttle, 'recent', 'served', 'rate', 'rateAt') &&
	isSameExcept(before.deployments, after.deployments, 'table') &&
	isSameTable(before.deployments.table, after.deployments.table);

/** The minimum time between two frames that show the progress of loading all pages. */
const progressMs = 33;

/** How soon a question is painted again after the terminal has not accepted it. */
const retryMs = 100;

/** How long the frame after a change may wait: while all pages are loading, and while nobody looks and nothing is new. */
function delayOf(before: State, after: State, fact: Fact | undefined): number {
	if (!after.presence.isFocused && !after.interface.dialog && isReadAgain(before, after)) return awayMs;
	return after.projects.loading && isAnswerOrRequest(fact) ? progressMs : 0;
}

type Options = Pick<KeyContext, 'store' | 'clock'> & {readonly ticker: Ticker; readonly paint: () => void};

/** Calls `paint` once for all changes, ticks and calls of `schedule` in one turn of the event loop, at its end. */
export function startFrameScheduler({store, clock, ticker, paint}: Options) {
	/** When the pending frame is painted, by the clock's elapsed time. Infinite if none is pending. */
	let dueAt = Number.POSITIVE_INFINITY;
	let cancel = () => {};
	let isStopped = false;

	const paintNow = () => {
		if (dueAt === Number.POSITIVE_INFINITY) return;
		cancel();
		dueAt = Number.POSITIVE_INFINITY;
		paint();
	};
	const scheduleWithin = (delayMs: number) => {
		const at = clock.elapsed() + delayMs;
		if (isStopped || at >= dueAt) return;
		cancel();
		dueAt = at;
		if (delayMs > 0) {
			cancel = clock.after(delayMs, paintNow);
		} else {
			const immediate = setImmediate(paintNow);
			cancel = () => clearImmediate(immediate);
		}
	};
	const schedule = () => scheduleWithin(0);
	const unsubscribe = store.subscribe((before, after, fact) => scheduleWithin(delayOf(before, after, fact)));
	const stopTicks = ticker.subscribe(schedule);
	return {
		schedule,
		/** Paints a pending frame as soon as React has rendered its part, for which it has already queued a microtask. */
		flush: () => queueMicrotask(paintNow),

		stop() {
			unsubscribe();
			stopTicks();
			cancel();
			dueAt = Number.POSITIVE_INFINITY;
			isStopped = true;
		},
	};
}

/** Tells the store when an open question is on the screen, since it takes answers only some time after that, and calls `repaint` once it does. */
export function createQuestionTimer({store, clock}: Pick<KeyContext, 'store' | 'clock'>, repaint: () => void) {
	let cancel: (() => void) | undefined;

	const reportPainted = () => {
		const state = store.get();
		const key = openQuestionKey(state);
		if (key === undefined || state.interface.paintedQuestion) return;
		store.change((current, now) => withPaintedQuestion(current, key, now));
	};

	return {
		/** Call after each frame that Ink has drawn its part of. `isTaken`: the terminal has accepted it. */
		framePainted(isTaken: boolean) {
			cancel?.();
			cancel = undefined;
			if (isTaken) reportPainted();
			const state = store.get();
			const {paintedQuestion} = state.interface;
			const at = clock.now();
			if (isListening(state, at) || (isTaken && !paintedQuestion)) return;
			cancel = clock.after(paintedQuestion ? paintedQuestion.listensAt - at : retryMs, repaint);
		},
		stop: () => cancel?.(),
	};
}
