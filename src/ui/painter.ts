import {askingKey, isListening} from '../store/asking.ts';
import {isReading} from '../store/reading.ts';
import type {Event} from '../store/reduce.ts';
import type {State} from '../store/state.ts';
import type {ScreenLine} from '../terminal/frame-update.ts';
import {createLineMemo} from './components/line-memo.ts';
import type {Desk} from './desk.ts';
import {frame} from './frame.ts';
import {inkPartOf, isInkNeeded} from './layers.ts';
import type {Theme} from './theme.ts';

type Painting = {
	readonly desk: Pick<Desk, 'store' | 'clock'>;
	readonly theme: Theme;
	/** Shows the lines of a whole screen. Gives whether the terminal has taken them. */
	readonly draw: (lines: readonly ScreenLine[]) => boolean;
};

export type Painter = {
	/** Takes the lines that Ink has drawn of the body. */
	readonly inkDrew: (lines: readonly string[]) => void;
	/** Paints what has changed now, instead of at the end of the turn. Where Ink has a part in it, that is waited for. */
	readonly flush: () => void;
	/** Paints what is true now, although nothing has changed. */
	readonly repaint: () => void;
	/** What was true when the screen was last painted. */
	readonly painted: () => State;
	readonly stop: () => void;
};

/** How long a step of a walk through the pages stays unseen at most. */
const stepMs = 33;

/** How soon a question that the terminal has not taken is painted again. */
const retryMs = 100;

/** How often ages on the screen are brought up to date. */
const tickMs = 1000;

/**
Keeps the screen as the store says: one frame for all that changes in one turn of the loop, and one a second for the ages.

No clock runs while nobody looks, nor where nothing on the screen has an age.
*/
export function startPainting({desk, theme, draw}: Painting): Painter {
	const {store, clock} = desk;
	const memo = createLineMemo();
	let drawn: readonly string[] = [];
	let painted = store.get();
	/** What of the screen `drawn` shows. */
	let drawnPart: string | undefined;
	let localNow = Number.NEGATIVE_INFINITY;
	let isPlanned = false;
	let isStopped = false;
	let callOffTick: (() => void) | undefined;

	const tick = () => {
		const {isFocused, connection} = store.get();
		const isTicking = isFocused && connection !== undefined;
		if (isTicking && !callOffTick) {
			callOffTick = clock.after(tickMs, () => {
				callOffTick = undefined;
				paint();
			});
		} else if (!isTicking) {
			callOffTick?.();
			callOffTick = undefined;
		}
	};

	/** The time that the screen goes by: it moves on with the ticks, so that no key pays for the ages of all rows. */
	const shownNow = () => {
		const now = Math.floor(clock.now() / 1000) * 1000;
		if (callOffTick === undefined || now < localNow || now >= localNow + 2 * tickMs) localNow = now;
		return localNow;
	};

	const paint = () => {
		isPlanned = false;
		if (isStopped) return;
		const state = store.get();
		const part = inkPartOf(state);
		// The hints of a question come with the question: until Ink has drawn it, the frame before stays.
		if (part !== undefined && part !== drawnPart) return;
		painted = state;
		const listens = isListening(state, clock.now());
		const isTaken = draw(frame(state, {theme, memo, localNow: shownNow(), isListening: listens, drawn}));
		tick();
		if (isTaken) tellAsked(state);
		waitToListen(isTaken);
	};

	/** Says that what asks for an answer is on the screen now: from then on its time runs. */
	const tellAsked = (state: State) => {
		const key = askingKey(state);
		if (key === undefined || state.asked) return;
		store.dispatch({type: 'question-painted', key, at: clock.now()});
	};

	let callOffListening: (() => void) | undefined;
	/** Paints again once a question takes answers; and soon where the terminal has not taken it yet. */
	const waitToListen = (isTaken: boolean) => {
		callOffListening?.();
		callOffListening = undefined;
		const state = store.get();
		const now = clock.now();
		if (isListening(state, now) || (isTaken && !state.asked)) return;
		const waitMs = state.asked ? state.asked.listensAt - now : retryMs;
		callOffListening = clock.after(waitMs, () => plan());
	};

	let callOffStep: (() => void) | undefined;
	const plan = () => {
		callOffStep?.();
		callOffStep = undefined;
		if (isPlanned) return;
		isPlanned = true;
		// Ink draws in a microtask after the change, so that its part is there by then.
		setImmediate(() => {
			if (isPlanned) paint();
		});
	};

	/** What only says how far a walk through the pages has come is shown as often as somebody can see it. */
	const onEvent = (event: Event) => {
		// Ink rests while it has no part in the screen, so what it drew before is out of date.
		if (!isInkNeeded(store.get())) drawnPart = undefined;
		if (!store.get().walk || !isReading(event)) return plan();
		if (isPlanned) return;
		callOffStep ??= clock.after(stepMs, plan);
	};

	const unsubscribe = store.subscribe(onEvent);
	paint();
	return {
		repaint: plan,
		painted: () => painted,

		flush() {
			if (isPlanned && !isInkNeeded(store.get())) paint();
		},

		inkDrew(lines) {
			drawn = lines;
			drawnPart = inkPartOf(store.get());
			plan();
		},

		stop() {
			isStopped = true;
			unsubscribe();
			callOffTick?.();
			callOffStep?.();
			callOffListening?.();
		},
	};
}
