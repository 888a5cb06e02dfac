import {type Fact, isAnswerOrRequest} from '../../state/facts.ts';
import {unshownQuestion, withShownQuestion} from '../../state/key-guard.ts';
import {isScreenCovered, type State} from '../../state/state.ts';
import type {AppContext, Ticker} from '../contexts.ts';

const minProgressFrameMs = 33;

/** Pauses between frames while the terminal is not focused. `ages`: only ages have changed. */
const minUnfocusedFrameMs = {news: 1000, ages: 5000};

function delayAfter(before: State, after: State, fact: Fact | undefined): number {
	const {
		presence,
		projects,
		interface: {dialog},
	} = after;
	if (!isAnswerOrRequest(fact)) return 0;
	const hasNews = projects !== before.projects || fact?.detected !== undefined;
	if (!presence.isFocused && !dialog) return hasNews ? minUnfocusedFrameMs.news : minUnfocusedFrameMs.ages;
	return projects.loading ? minProgressFrameMs : 0;
}

type FramesOptions = Pick<AppContext, 'store' | 'clock'> & {
	readonly ticker: Ticker;
	readonly show: () => void;
};

/** Shows one frame for all changes of a turn of the event loop. Knows what the user has seen. */
export function startFrames({store, clock, ticker, show}: FramesOptions) {
	/** By the clock's elapsed time. Infinite if no frame is pending. */
	let dueAt = Number.POSITIVE_INFINITY;
	let cancel = () => {};
	let isStopped = false;
	/** The states that Ink drew last and that the last frame shows. The terminal may not have taken that frame yet. */
	let drawn = store.get();
	let painted = drawn;

	const showNow = () => {
		dueAt = Number.POSITIVE_INFINITY;
		// Ink draws every change of a covered screen: the frame waits for the latest one.
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

		inkHasDrawn() {
			drawn = store.get();
			showSoon();
		},

		/** Call it when the terminal has taken the last frame. An open question takes answers only some time later. */
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
