import type {Line} from '../../present/line.ts';
import {statusHeight} from '../../store/model/layout.ts';
import {isListening, openQuestionKey} from '../../store/reducers/key-guard.ts';
import {isReadEvent} from '../../store/reducers/reads.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import type {State} from '../../store/state/state.ts';
import {createCompositor} from '../../terminal/render/compositor.ts';
import type {ScreenRow} from '../../terminal/render/screen-row.ts';
import type {Draw, DrawContext, KeyContext} from '../contexts.ts';
import type {Canvases} from '../runtime.tsx';
import type {Theme} from '../theme.ts';
import {contextOf, isStartFrame, neededSize, startFrame} from './frame.ts';
import {createLineMemo} from './line-memo.ts';
import type {Ticker} from './ticker.ts';

type Painting = {
	readonly desk: Pick<KeyContext, 'store' | 'clock' | 'layers'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Shows the rows of a whole screen. Gives whether the terminal has taken them. */
	readonly draw: (rows: readonly ScreenRow[]) => boolean;
};

export type Painter = {
	/** Takes the lines of a frame that Ink has drawn. From the first one on, Ink says where everything is. */
	readonly inkDrew: (lines: readonly string[]) => void;
	readonly canvases: Canvases;
	/** What lines are drawn from, as of now. */
	readonly shown: () => DrawContext;
	/** Paints what has changed as soon as Ink has drawn its part of it, instead of at the end of the turn. */
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

/**
Keeps the screen as the store says: one frame for all that changes in one turn of the loop, and one a second for the ages.
*/
export function startPainting({desk, theme, ticker, draw}: Painting): Painter {
	const {store, clock, layers} = desk;
	const memo = createLineMemo();
	let paintedState = store.get();
	const compositor = createCompositor();
	/** Whether Ink has drawn anything. */
	let hasFrame = false;
	/** Whether anything is on the screen. */
	let hasShown = false;
	let isPlanned = false;
	let isStopped = false;

	const now = (): DrawContext => {
		const state = store.get();
		const context = contextOf(state, theme, ticker.now());
		return {state, context, memo, layers: layers(), isListening: isListening(state, clock.now())};
	};
	/** One for all regions of a frame. */
	let shown = now();

	/** What each canvas showed last. Nearly all lines of a list are the same objects on the next frame, and are not painted again. */
	const painted = new Map<Draw, {lines: readonly Line[]; texts: readonly string[]; width: number}>();
	const linesOf = (drawn: Draw) => (width: number, height: number) => {
		const lines = drawn(shown, width, height).slice(0, height);
		const last = painted.get(drawn);
		const before = last?.width === width ? last : undefined;
		const texts = lines.map(line => before?.texts[before.lines.indexOf(line)] ?? theme.paint(line, width));
		painted.set(drawn, {lines, texts, width});
		return texts;
	};

	/** Where everything is before Ink is there to say so. */
	const showStart = () => {
		const removals = startFrame(shown.state).map(({rectangle, draw: drawn}) =>
			compositor.add({layer: 0, measure: () => rectangle, draw: linesOf(drawn)}),
		);
		const isTaken = draw(compositor.compose(shown.state.interface.size));
		for (const remove of removals) remove();
		return isTaken;
	};

	const paint = () => {
		isPlanned = false;
		if (isStopped) return;
		const state = store.get();
		// The hints of a question come with the question: until Ink is there to draw it, the frame before stays.
		if (!hasFrame && hasShown && !isStartFrame(state)) return;
		shown = now();
		const size = neededSize(shown);
		// Another number of lines moves everything else: the frame comes once all that is laid out.
		if (statusHeight(size) !== statusHeight(state.interface.size)) return store.dispatch({type: 'resized', size});
		hasShown = true;
		paintedState = state;
		const isTaken = hasFrame ? draw(compositor.compose(state.interface.size)) : showStart();
		if (isTaken) tellAsked(state);
		waitToListen(isTaken);
	};

	/** Says that what asks for an answer is on the screen now: from then on its time runs. */
	const tellAsked = (state: State) => {
		const key = openQuestionKey(state);
		if (key === undefined || state.interface.confirmation || !hasFrame) return;
		store.dispatch({type: 'question-painted', key, at: clock.now()});
	};

	let cancelListening: (() => void) | undefined;
	/** Paints again once a question takes answers; and soon where the terminal has not taken it yet. */
	const waitToListen = (isTaken: boolean) => {
		cancelListening?.();
		cancelListening = undefined;
		const state = store.get();
		const at = clock.now();
		if (isListening(state, at) || (isTaken && !state.interface.confirmation)) return;
		cancelListening = clock.after(
			state.interface.confirmation ? state.interface.confirmation.listensAt - at : retryMs,
			plan,
		);
	};

	let cancelStep: (() => void) | undefined;
	const plan = () => {
		cancelStep?.();
		cancelStep = undefined;
		if (isPlanned) return;
		isPlanned = true;
		// React renders in a microtask after a change, so that Ink has drawn its part by then.
		setImmediate(() => {
			if (isPlanned) paint();
		});
	};

	/** What only says how far a walk through the pages has come is shown as often as somebody can see it. */
	const onEvent = (event: Event) => {
		if (!store.get().projects.loadAll || !isReadEvent(event)) return plan();
		if (isPlanned) return;
		cancelStep ??= clock.after(stepMs, plan);
	};

	const unsubscribe = store.subscribe(onEvent);
	const stopTicks = ticker.subscribe(plan);
	paint();
	return {
		repaint: plan,
		painted: () => paintedState,
		shown: now,

		canvases: {
			add(layer, measure, drawn) {
				plan();
				const remove = compositor.add({layer, measure, ...(drawn && {draw: linesOf(drawn)})});
				return () => {
					plan();
					remove();
				};
			},
		},

		flush() {
			queueMicrotask(() => {
				if (isPlanned) paint();
			});
		},

		inkDrew(lines) {
			hasFrame = true;
			compositor.setFrame(lines);
			plan();
		},

		stop() {
			isStopped = true;
			unsubscribe();
			stopTicks();
			cancelStep?.();
			cancelListening?.();
		},
	};
}
