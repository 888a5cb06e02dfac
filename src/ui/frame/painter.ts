import {type LocalTime, toServiceTime} from '../../base/clock.ts';
import {isSameList} from '../../base/memo.ts';
import {bodyHeight, type Size, statusHeight} from '../../model/layout.ts';
import type {Line} from '../../present/line.ts';
import {type Fact, isAnswerOrRequest} from '../../state/facts.ts';
import {isListening, unpaintedQuestion, withPaintedQuestion} from '../../state/key-guard.ts';
import {resizeTo} from '../../state/lists.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Rectangle} from '../../terminal/screen/regions.ts';
import type {TerminalScreen} from '../../terminal/screen/screen.ts';
import type {Canvases, Draw, DrawContext, KeyContext, KeyScopes, Ticker} from '../contexts.ts';
import {always, anywhere} from '../keys/common-keys.ts';
import {projectsScope} from '../screens/project-keys.ts';
import {drawProjectDetails, projectCanvas, projectPanes} from '../screens/project-lines.ts';
import type {Theme} from '../themes.ts';
import {drawHints, drawStatus, statusLines} from './footer.ts';
import {drawHeader} from './header.ts';

/** Returns what lines are drawn from. `localNow` is by the local clock. */
export function drawContextOf(
	{store, scopes}: Pick<KeyContext, 'store' | 'scopes'>,
	{isAscii}: Theme,
	localNow: LocalTime,
): DrawContext {
	const state = store.get();
	const {isTimeAbsolute, isTwelveHour, wordMeanings} = state.preferences;
	const now = toServiceTime(localNow, state.polling.skewMs);
	const context = {now, localNow, isAscii, isTimeAbsolute, isTwelveHour, wordMeanings};
	return {state, context, scopes: scopes(), isListening: isListening(state)};
}

/** The size of the screen with the number of status lines that the current message needs. */
function neededSize(drawing: DrawContext): Size {
	const {size} = drawing.state.interface;
	return {...size, statusLines: statusLines(drawing, size.columns).length > 1 ? 2 : 1};
}

/** Returns where the parts of the whole screen are, from the top to the bottom. The screens and dialogs share the body. */
export function frameAreas(size: Size) {
	const full = {x: 0, width: size.columns};
	const header = {...full, y: 0, height: 1};
	const body = {...full, y: header.height, height: bodyHeight(size)};
	const status = {...full, y: body.y + body.height, height: statusHeight(size)};
	const hints = {...full, y: status.y + status.height, height: 1};
	return {header, body, status, hints} satisfies Record<string, Rectangle>;
}

type FirstCanvas = {readonly area: Rectangle; readonly draw: Draw};

/** What is painted until Ink has drawn: the header, the status, the list of projects, and its key hints unless the user has other keys, where Ink's layout will put them. */
function firstFrame(state: State, hasOwnKeys: boolean): readonly FirstCanvas[] {
	const {header, body, status, hints} = frameAreas(state.interface.size);
	const frame = [
		{area: header, draw: drawHeader},
		{area: status, draw: drawStatus},
	];
	if (currentScreen(state).name !== 'projects') return frame;
	const {list, details} = projectPanes(state);
	return [
		...frame,
		{area: {...body, width: list}, draw: projectCanvas.draw},
		{area: {...body, x: list, width: details}, draw: drawProjectDetails},
		...(hasOwnKeys ? [] : [{area: hints, draw: drawHints}]),
	];
}

/** What the first frame says about its screen. Keys that are pressed wait until Ink is loaded. */
export const firstScopes: KeyScopes = {
	screens: {projects: projectsScope},
	dialogs: {},
	anywhere,
	always,
};

/** How often the ages on the screen are updated. */
const tickMs = 1000;

/** Starts a ticker that ticks once a second while a service is connected and somebody is expected to look: the terminal is focused, or a screen is open that nobody sits at. */
export function startTicker({store, clock}: Pick<KeyContext, 'store' | 'clock'>): Ticker {
	const listeners = new Set<() => void>();
	let now = Number.NEGATIVE_INFINITY;
	let cancel: (() => void) | undefined;

	const secondNow = () => Math.floor(clock.now() / tickMs) * tickMs;
	const tick = () => {
		cancel = undefined;
		now = secondNow();
		for (const listener of listeners) listener();
		schedule();
	};
	const schedule = () => {
		const state = store.get();
		const isWatched = state.presence.isFocused || currentScreen(state).name === 'wall';
		const isTicking = isWatched && state.connection !== undefined;
		if (isTicking) {
			cancel ??= clock.after(tickMs, tick);
		} else {
			cancel?.();
			cancel = undefined;
		}
	};

	const unsubscribe = store.subscribe(schedule);
	schedule();
	return {
		now() {
			const second = secondNow();
			// A tick may be late.
			if (!cancel || second < now || second >= now + 2 * tickMs) now = second;
			return now;
		},

		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},

		stop() {
			unsubscribe();
			cancel?.();
		},
	};
}

/** How soon a question is painted again after the terminal has not accepted it. */
const retryMs = 100;

/** Calls `paint` at the end of a turn of the event loop in which frames become due. `paint` returns whether the terminal has taken the frame, or undefined if Ink has no part in it. An open question takes answers only some time after that. */
export function createFrames({store, clock}: Pick<KeyContext, 'store' | 'clock'>, paint: () => boolean | undefined) {
	/** When the pending frame is painted, by the clock's elapsed time. Infinite if none is pending. */
	let dueAt = Number.POSITIVE_INFINITY;
	let cancel = () => {};
	let isStopped = false;

	const paintNow = () => {
		if (dueAt === Number.POSITIVE_INFINITY) return;
		cancel();
		dueAt = Number.POSITIVE_INFINITY;
		const isTaken = paint();
		if (isTaken !== undefined) watchQuestion(isTaken);
	};
	const paintWithin = (delayMs: number) => {
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
	const watchQuestion = (isTaken: boolean) => {
		const key = unpaintedQuestion(store.get());
		if (key === undefined) return;
		if (isTaken) store.change((state, now) => withPaintedQuestion(state, key, now));
		else paintWithin(retryMs);
	};
	return {
		paintWithin,
		/** Paints a pending frame as soon as React has rendered its part, for which it has already queued a microtask. */
		flush: () => queueMicrotask(paintNow),

		stop() {
			cancel();
			dueAt = Number.POSITIVE_INFINITY;
			isStopped = true;
		},
	};
}

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

/** Returns a function that paints the lines of a canvas. One that is the same object as in the frame before, as most list rows are, is not painted again. */
function createLinePainter(theme: Theme): (lines: readonly Line[], width: number) => readonly string[] {
	let painted = new Map<Line, string>();
	let how: readonly unknown[] = [];
	return (lines, width) => {
		const now = [theme.codes(), width];
		const known = isSameList(how, now) ? painted : undefined;
		how = now;
		painted = new Map();
		return lines.map(line => {
			const text = known?.get(line) ?? theme.paint(line, width);
			painted.set(line, text);
			return text;
		});
	};
}

type PainterOptions = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'scopes'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	readonly screen: Pick<TerminalScreen, 'draw' | 'region'>;
	/** Whether the user has changed keys, which is known in detail only when Ink is loaded. */
	readonly hasOwnKeys?: boolean | undefined;
};

/** Keeps the screen in step with the store: one frame for all changes in one turn of the event loop, and one a second for the ages. */
export function startPainting({keyContext, theme, ticker, screen, hasOwnKeys = false}: PainterOptions): Painter {
	const {store} = keyContext;
	const contextNow = () => drawContextOf(keyContext, theme, ticker.now());
	/** All canvases of a frame are drawn from the same context. */
	let drawing = contextNow();
	let painted = drawing.state;
	let hasInkFrame = false;

	const addCanvas = (layer: number, measure: () => Rectangle, draw: Draw) => {
		const paintLines = createLinePainter(theme);
		return screen.region(layer, measure, (width, height) =>
			paintLines(draw(drawing, width, height).slice(0, height), width),
		);
	};
	const paint = () => {
		drawing = contextNow();
		const {state} = drawing;
		const size = neededSize(drawing);
		// A status of another height moves everything else, so the frame waits for the new layout.
		if (statusHeight(size) !== statusHeight(state.interface.size)) {
			store.change(current => resizeTo(current, size));
			return undefined;
		}

		painted = state;
		const first = hasInkFrame ? [] : firstFrame(state, hasOwnKeys);
		const removals = first.map(({area, draw}) => addCanvas(0, () => area, draw));
		const isTaken = screen.draw(state.interface.size);
		for (const remove of removals) remove();
		return hasInkFrame ? isTaken : undefined;
	};
	const frames = createFrames(keyContext, paint);
	const repaint = () => frames.paintWithin(0);
	const stops = [
		store.subscribe((before, after, fact) => frames.paintWithin(delayAfter(before, after, fact))),
		ticker.subscribe(repaint),
		frames.stop,
	];
	repaint();
	return {
		repaint,
		flush: frames.flush,
		painted: () => painted,
		drawContext: contextNow,

		canvases: {
			add(layer, measure, draw) {
				repaint();
				const remove = draw ? addCanvas(layer, measure, draw) : screen.region(layer, measure);
				return () => {
					repaint();
					remove();
				};
			},
		},

		inkDrew() {
			hasInkFrame = true;
			repaint();
		},

		stop() {
			for (const stop of stops) stop();
		},
	};
}
