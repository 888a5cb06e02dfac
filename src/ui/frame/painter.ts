import type {Line} from '../../present/line.ts';
import {statusHeight} from '../../store/model/layout.ts';
import {isListening} from '../../store/reducers/key-guard.ts';
import type {State} from '../../store/state/state.ts';
import {createCompositor} from '../../terminal/render/compositor.ts';
import type {ScreenRow} from '../../terminal/render/screen-row.ts';
import type {Canvases, Draw, DrawContext, KeyContext} from '../contexts.ts';
import type {Ticker} from '../lines/ticker.ts';
import {inAscii, type Theme} from '../themes/paint.ts';
import {contextOf, isStartFrame, neededSize, startFrame} from './frame.ts';
import {startFrameScheduler} from './frame-scheduler.ts';
import {createQuestionTimer} from './question-timer.ts';

type Options = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'layers'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Writes the rows of a whole screen. Returns whether the terminal has accepted them. */
	readonly draw: (rows: readonly ScreenRow[]) => boolean;
};

export type Painter = {
	/** Passes the lines of a frame that Ink has drawn. From the first one on, Ink's layout places the canvases. */
	readonly inkDrew: (lines: readonly string[]) => void;
	readonly canvases: Canvases;
	/** Returns what lines are drawn from at the moment. */
	readonly shown: () => DrawContext;
	/** Paints a pending change now, or as soon as Ink has drawn its part, instead of at the end of the turn. */
	readonly flush: () => void;
	/** Schedules a frame although nothing has changed. */
	readonly repaint: () => void;
	/** Returns the state of the last painted frame. */
	readonly painted: () => State;
	readonly stop: () => void;
};

/** Returns the painted lines of a canvas. */
type PaintCanvas = (shown: DrawContext, width: number, height: number) => readonly string[];

/** What a canvas showed last, and how it was painted. */
type Painted = {
	readonly lines: readonly Line[];
	readonly texts: readonly string[];
	readonly width: number;
	readonly codes: ReturnType<Theme['codes']>;
};

/** Returns a function that makes the painter of a canvas. A line that is the same object as in an earlier frame, as most list rows are, is not painted again. */
function createCanvasPainter(theme: Theme): (draw: Draw) => PaintCanvas {
	let painted = new WeakMap<Line, {readonly text: string; readonly width: number}>();
	let codes: ReturnType<Theme['codes']> | undefined;

	const textOf = (line: Line, width: number): string => {
		const known = painted.get(line);
		if (known?.width === width) return known.text;
		const text = theme.paint(line, width);
		painted.set(line, {text, width});
		return text;
	};

	return draw => {
		let last: Painted | undefined;
		return (shown, width, height) => {
			if (codes !== theme.codes()) painted = new WeakMap();
			codes = theme.codes();
			const all = draw(shown, width, height);
			const lines = all.length > height ? all.slice(0, height) : all;
			const known = last?.width === width && last.codes === codes ? last : undefined;
			const texts = lines.map((line, row) =>
				known && known.lines[row] === line ? (known.texts[row] ?? '') : textOf(line, width),
			);
			last = {lines, texts, width, codes};
			return texts;
		};
	};
}

/** Keeps the screen in step with the store: one frame for all changes in one turn of the event loop, and one a second for the ages. */
export function startPainting({keyContext, theme, ticker, draw}: Options): Painter {
	const {store, clock, layers} = keyContext;
	const compositor = createCompositor();
	const canvasPainter = createCanvasPainter(theme);
	let paintedState = store.get();
	let hasInkFrame = false;
	let hasPainted = false;

	const contextNow = (): DrawContext => {
		const state = store.get();
		const context = contextOf(state, theme, ticker.now());
		return {state, context, layers: layers(), isListening: isListening(state, clock.now())};
	};
	/** All canvases of a frame are drawn from the same context. */
	let shown = contextNow();

	const linesOf = (canvas: Draw) => {
		const paintCanvas = canvasPainter(canvas);
		return (width: number, height: number) => paintCanvas(shown, width, height);
	};

	/** Composes a frame with the canvases at fixed places, because Ink is not loaded yet. */
	const composeStartFrame = () => {
		const removals = startFrame(shown.state).map(({rectangle, draw: canvas}) =>
			compositor.add({layer: 0, measure: () => rectangle, draw: linesOf(canvas)}),
		);
		const rows = compositor.compose(shown.state.interface.size);
		for (const remove of removals) remove();
		return rows;
	};

	const paint = () => {
		const state = store.get();
		// Until Ink is loaded it cannot draw a question. The previous frame stays, so that its hints do not appear alone.
		if (!hasInkFrame && hasPainted && !isStartFrame(state)) return;
		shown = contextNow();
		const size = neededSize(shown);
		// A status of another height moves everything else, so the frame waits for the new layout.
		if (statusHeight(size) !== statusHeight(state.interface.size)) return store.dispatch({type: 'resized', size});
		hasPainted = true;
		paintedState = state;
		const isTaken = draw(hasInkFrame ? compositor.compose(state.interface.size) : composeStartFrame());
		questions.framePainted({isTaken, hasQuestion: hasInkFrame});
	};

	const scheduler = startFrameScheduler({store, clock, ticker, paint});
	const {schedule, flush} = scheduler;
	const questions = createQuestionTimer({store, clock}, schedule);
	paint();
	return {
		repaint: schedule,
		flush,
		painted: () => paintedState,
		shown: contextNow,

		canvases: {
			add(layer, measure, canvas) {
				schedule();
				const remove = compositor.add({layer, measure, ...(canvas && {draw: linesOf(canvas)})});
				return () => {
					schedule();
					remove();
				};
			},
			expectRender: scheduler.expectRender,
		},

		inkDrew(lines) {
			hasInkFrame = true;
			compositor.setFrame(theme.isAscii ? lines.map(inAscii) : lines);
			schedule();
		},

		stop() {
			scheduler.stop();
			questions.stop();
		},
	};
}
