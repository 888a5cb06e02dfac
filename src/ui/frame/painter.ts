import {statusHeight} from '../../model/layout.ts';
import type {Line} from '../../present/line.ts';
import {resizeTo} from '../../state/movement.ts';
import type {State} from '../../state/state.ts';
import type {Rectangle} from '../../terminal/screen/regions.ts';
import type {Screen} from '../../terminal/screen/screen.ts';
import type {Canvases, Draw, DrawContext, KeyContext} from '../contexts.ts';
import type {Ticker} from '../lines/ticker.ts';
import type {Theme} from '../themes/paint.ts';
import {drawContextOf, firstFrame, neededSize} from './frame.ts';
import {createQuestionTimer, startFrameScheduler} from './frame-scheduler.ts';

type Options = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'scopes'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	readonly screen: Pick<Screen, 'draw' | 'region'>;
};

export type Painter = {
	/** Passes the lines of a frame that Ink has drawn. From the first one on, Ink's layout places the canvases. */
	readonly inkDrew: (lines: readonly string[]) => void;
	readonly canvases: Canvases;
	readonly drawContext: () => DrawContext;
	/** Paints a pending change as soon as Ink has drawn its part, instead of at the end of the turn. */
	readonly flush: () => void;
	/** Schedules a frame although nothing has changed. */
	readonly repaint: () => void;
	readonly painted: () => State;
	readonly stop: () => void;
};

/** Returns a function that paints a line. A line that is the same object as in an earlier frame, as most list rows are, is not painted again. */
function createLinePainter(theme: Theme): (line: Line, width: number) => string {
	let painted = new WeakMap<Line, {readonly text: string; readonly width: number}>();
	let codes: ReturnType<Theme['codes']> | undefined;
	return (line, width) => {
		if (codes !== theme.codes()) painted = new WeakMap();
		codes = theme.codes();
		const known = painted.get(line);
		if (known?.width === width) return known.text;
		const text = theme.paint(line, width);
		painted.set(line, {text, width});
		return text;
	};
}

/** Keeps the screen in step with the store: one frame for all changes in one turn of the event loop, and one a second for the ages. */
export function startPainting({keyContext, theme, ticker, screen}: Options): Painter {
	const {store, clock} = keyContext;
	const paintLine = createLinePainter(theme);
	let paintedState = store.get();
	let hasInkFrame = false;

	const contextNow = () => drawContextOf(keyContext, theme, ticker.now());
	/** All canvases of a frame are drawn from the same context. */
	let drawing = contextNow();

	const addCanvas = (layer: number, measure: () => Rectangle, canvas?: Draw) =>
		screen.region(
			layer,
			measure,
			canvas &&
				((width, height) =>
					canvas(drawing, width, height)
						.slice(0, height)
						.map(line => paintLine(line, width))),
		);

	const paint = () => {
		const state = store.get();
		drawing = contextNow();
		const size = neededSize(drawing);
		// A status of another height moves everything else, so the frame waits for the new layout.
		if (statusHeight(size) !== statusHeight(state.interface.size))
			return store.change(current => resizeTo(current, size));
		paintedState = state;
		const first = hasInkFrame ? [] : firstFrame(state);
		const removals = first.map(({area, draw: canvas}) => addCanvas(0, () => area, canvas));
		const isTaken = screen.draw(state.interface.size);
		for (const remove of removals) remove();
		// Before Ink has drawn, an open question is not on the screen.
		if (hasInkFrame) questions.framePainted(isTaken);
	};

	const {schedule, flush, stop} = startFrameScheduler({store, clock, ticker, paint});
	const questions = createQuestionTimer({store, clock}, schedule);
	paint();
	return {
		repaint: schedule,
		flush,
		painted: () => paintedState,
		drawContext: contextNow,

		canvases: {
			add(layer, measure, canvas) {
				schedule();
				const remove = addCanvas(layer, measure, canvas);
				return () => {
					schedule();
					remove();
				};
			},
		},

		inkDrew() {
			hasInkFrame = true;
			schedule();
		},

		stop() {
			stop();
			questions.stop();
		},
	};
}
