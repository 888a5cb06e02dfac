import {type Fact, isAnswerOrRequest} from '../../state/facts.ts';
import {unshownQuestion, withShownQuestion} from '../../state/key-guard.ts';
import {isScreenCovered, type State} from '../../state/state.ts';
import type {AppContext, Ticker} from '../contexts.ts';

/** The minimum time between two frames that show the progress of loading all pages. */
const progressMs = 33;

/** The minimum time between two frames that show answers while the terminal is not focused: with news, and where only ages have changed. */
const awayMs = {news: 1000, ages: 5000};

/** How long the frame after a change may wait. */
function delayAfter(before: State, after: State, fact: Fact | undefined): number {
	const {
		presence,
		projects,
		interface: {dialog},
	} = after;
	if (!isAnswerOrRequest(fact)) return 0;
	const hasNews = projects !== before.projects || fact?.detected !== undefined;
	if (!presence.isFocused && !dialog) return hasNews ? awayMs.news : awayMs.ages;
	return projects.loading ? progressMs : 0;
}

type FramesOptions = Pick<AppContext, 'store' | 'clock'> & {
	readonly ticker: Ticker;
	/** Shows what has changed: what Ink has drawn, and the rows that are drawn without it. */
	readonly show: () => void;
};

/** Shows one frame for all changes of a turn of the event loop, and knows what the user has seen. */
export function startFrames({store, clock, ticker, show}: FramesOptions) {
	/** When the pending frame is shown, by the clock's elapsed time. Infinite if none is pending. */
	let dueAt = Number.POSITIVE_INFINITY;
	let cancel = () => {};
	let isStopped = false;
	/** The state that Ink has drawn last, and that of the last frame, whether or not the terminal has taken it. */
	let drawn = store.get();
	let painted = drawn;

	const showNow = () => {
		dueAt = Number.POSITIVE_INFINITY;
		// Ink draws each change then, so a frame has all of it.
		if (isScreenCovered(store.get()) && drawn !== store.get()) return;
		painted = store.get();
		show();
	};
	const showWithin = (delayMs: number) => {
		const at = clock.elapsed() + delayMs;
		if (isStopped || at >= dueAt) return;
		cancel();
		dueAt = at;
		if (delayMs > 0) {
			cancel = clock.after(delayMs, showNow);
		} else {
			const immediate = setImmediate(showNow);
			cancel = () => clearImmediate(immediate);
		}
	};
	const showSoon = () => showWithin(0);
	const stops = [
		store.subscribe((before, after, fact) => showWithin(delayAfter(before, after, fact))),
		ticker.subscribe(showSoon),
	];
	return {
		showSoon,
		painted: () => painted,

		/** Ink has drawn all that React has committed. */
		inkHasDrawn() {
			drawn = store.get();
			showSoon();
		},

		/** The terminal has taken the last frame. An open question takes answers only some time after that. */
		onShown() {
			const question = unshownQuestion(drawn);
			if (question === undefined || drawn !== store.get()) return;
			store.change((state, now) => withShownQuestion(state, question, now));
		},

		stop() {
			cancel();
			isStopped = true;
			for (const stop of stops) stop();
		},
	};
}
