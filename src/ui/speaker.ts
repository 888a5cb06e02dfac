import {stripVTControlCharacters} from 'node:util';
import type {TerminalOutput} from '../terminal/output.ts';
import {createInkStdout} from '../terminal/screen/ink.ts';
import type {TerminalScreen} from '../terminal/screen/screen.ts';
import type {KeyContext, Ticker} from './contexts.ts';
import {createFrames, drawContextOf, type Painter} from './frame/painter.ts';
import type {Theme} from './themes.ts';

/** The size of the screen that is spoken. Nothing depends on the size of the window: the terminal wraps long lines. */
export const spokenSize = {columns: 100, rows: 30};

const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A line of Ink's output as one piece of text: without styles, and with single blanks. */
const spokenText = (line: string): string => stripVTControlCharacters(line).replaceAll(/ +/g, ' ').trim();

type SpeakerOptions = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'scopes'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	readonly output: Pick<TerminalOutput, 'write'>;
};

/** Announces the lines of Ink's screen-reader output that the last frame did not have, instead of painting. */
export function startSpeaking({
	keyContext,
	theme,
	ticker,
	output,
}: SpeakerOptions): Omit<Painter, 'canvases'> & {readonly canvases?: undefined} {
	let known: ReadonlySet<string> = new Set();
	let latest: ReadonlySet<string> = known;
	// Ink may need several frames for one change: only the last of a turn is spoken.
	const {paintWithin, stop} = createFrames(keyContext, () => {
		const fresh = [...latest].filter(line => !known.has(line));
		known = latest;
		if (fresh.length > 0) output.write(`${fresh.join('\r\n')}\r\n`);
		return true;
	});
	return {
		drawContext: () => drawContextOf(keyContext, theme, ticker.now()),
		inkDrew(lines) {
			latest = new Set(lines.map(spokenText).filter(isSpeakable));
			paintWithin(0);
		},
		painted: keyContext.store.get,
		flush() {},
		repaint() {
			known = new Set();
			paintWithin(0);
		},
		stop,
	};
}

/** A terminal that is only written to from top to bottom. It reports pasted text as such. Ink draws for one size, whatever that of the window. */
export const createSpokenScreen = (output: TerminalOutput): TerminalScreen => ({
	open: () => void output.write('\u001B[?2004h'),
	close: () => void output.write('\u001B[?2004l'),
	draw: () => true,
	region: () => () => {},
	forget() {},
	forInk: createInkStdout(spokenSize),
});
