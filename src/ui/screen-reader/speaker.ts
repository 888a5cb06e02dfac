import {isListening} from '../../store/state/key-guard.ts';
import type {Output} from '../../terminal/lifecycle/output.ts';
import {createInkStdout} from '../../terminal/screen/ink.ts';
import type {Screen} from '../../terminal/screen/screen.ts';
import type {DrawContext, KeyContext} from '../contexts.ts';
import {contextOf} from '../frame/frame.ts';
import {createQuestionTimer} from '../frame/frame-scheduler.ts';
import type {Painter} from '../frame/painter.ts';
import {createLineMemo} from '../render/line-memo.ts';
import {spokenText} from '../render/spoken-text.ts';
import type {Ticker} from '../render/ticker.ts';
import type {Theme} from '../theme.ts';

/** The size of the screen that is spoken. Nothing depends on the size of the window: the terminal wraps long lines. */
export const spokenSize = {columns: 100, rows: 30};

const moment = String.raw`(?:\d+:\d\d(?::\d\d)?|\d+(?:s|m|h|d|w|mo|y)\b(?: \d+[sm]\b)?)`;

/** Times that change without a key, also as ranges, request ids, and how much is still to be read. */
const fleeting = new RegExp(
	String.raw`[\d,]+ not loaded yet|\b(?:just now|${moment}(?:(?:\u2013| to )${moment})?(?: until now| ago)?)|\breq_\w+`,
	'g',
);

/** Returns what must change before a line is spoken again. Empty for a line that only tells the time. */
function identityOf(text: string): string {
	const identity = text.replaceAll(fleeting, '');
	return /[\p{L}\p{N}]/u.test(identity) ? identity : '';
}

/** Returns a function that takes the lines of a frame and returns those that are new, as text. */
export function createAnnouncer(): (lines: readonly string[]) => readonly string[] {
	let known: ReadonlySet<string> = new Set();
	return lines => {
		const spoken = new Map(
			lines
				.map(spokenText)
				.map(text => [identityOf(text), text] as const)
				.filter(([identity]) => identity !== ''),
		);
		const fresh = [...spoken].filter(([identity]) => !known.has(identity)).map(([, text]) => text);
		known = new Set(spoken.keys());
		return fresh;
	};
}

type Options = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'layers'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Writes to the terminal. */
	readonly output: Output;
};

/** Announces what Ink's screen-reader output says, line by line, instead of painting. */
export function startSpeaking({
	keyContext,
	theme,
	ticker,
	output,
}: Options): Omit<Painter, 'canvases'> & {readonly canvases?: undefined} {
	const {store, clock, layers} = keyContext;
	const memo = createLineMemo();
	let announce = createAnnouncer();
	let lastLines: readonly string[] = [];
	const shown = (): DrawContext => {
		const state = store.get();
		const context = contextOf(state, theme, ticker.now());
		return {state, context, memo, layers: layers(), isListening: isListening(state, clock.now())};
	};
	let isScheduled = false;
	let isStopped = false;
	const speak = () => {
		isScheduled = false;
		if (isStopped) return;
		const fresh = announce(lastLines);
		if (fresh.length > 0) output.write(`${fresh.join('\r\n')}\r\n`);
		questions.framePainted(true);
	};
	// Ink may need several frames for one change: only the last of a turn is spoken.
	const schedule = () => {
		if (!isScheduled) setImmediate(speak);
		isScheduled = true;
	};
	const questions = createQuestionTimer({store, clock}, schedule);
	return {
		shown,
		inkDrew(lines) {
			lastLines = lines;
			schedule();
		},
		painted: store.get,
		flush() {},
		repaint() {
			announce = createAnnouncer();
			schedule();
		},
		stop() {
			isStopped = true;
			questions.stop();
		},
	};
}

/** A terminal that is only written to from top to bottom. It reports pasted text as such. Ink draws for one size, whatever that of the window. */
export const createSpokenScreen = (output: Output, onInkFrame: (lines: readonly string[]) => void): Screen => ({
	open: () => void output.write('\u001B[?2004h'),
	close: () => void output.write('\u001B[?2004l'),
	draw: () => true,
	region: () => () => {},
	forget() {},
	forInk: createInkStdout(spokenSize, onInkFrame),
});
