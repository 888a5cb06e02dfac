import {stripVTControlCharacters} from 'node:util';
import type {TerminalOutput} from '../terminal/output.ts';
import {createInkStdout} from '../terminal/screen/ink.ts';
import type {TerminalScreen} from '../terminal/screen/screen.ts';
import type {Announcements, KeyContext, Ticker} from './contexts.ts';
import {createFrames, drawContextOf, type Painter} from './frame/painter.ts';
import type {Theme} from './themes.ts';

/** The size of the screen that is spoken. Nothing depends on the size of the window: the terminal wraps long lines. */
export const spokenSize = {columns: 100, rows: 30};

const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns a function that takes the lines of a frame and returns those that are new. `keyOf` returns what must change before a line is announced again. */
function createAnnouncer(keyOf: (line: string) => string): (lines: readonly string[]) => readonly string[] {
	let known: ReadonlySet<string> = new Set();
	return lines => {
		const spoken = new Map(lines.map(line => [keyOf(line), line] as const).filter(([key]) => isSpeakable(key)));
		const fresh = [...spoken].filter(([key]) => !known.has(key)).map(([, line]) => line);
		known = new Set(spoken.keys());
		return fresh;
	};
}

/** Holds what must change before a text is said again, as long as the component that shows the text is mounted. */
function createAnnouncements() {
	const held = new Set<ReadonlyMap<string, string>>();
	const announcements: Announcements = {
		add(texts, keys) {
			// If there are more texts than before, something other than the time has changed.
			const isSame = texts.length === keys.length;
			const keyed = new Map(texts.map((text, at) => [words(text), (isSame ? keys[at] : undefined) ?? text]));
			held.add(keyed);
			return () => held.delete(keyed);
		},
	};
	return {
		announcements,
		keyOf: (text: string) => [...held].map(keyed => keyed.get(text)).find(key => key !== undefined) ?? text,
	};
}

/** A line of Ink's output as one piece of text: without styles, and with single blanks. */
const words = (line: string): string => stripVTControlCharacters(line).replaceAll(/ +/g, ' ').trim();

type Options = {
	readonly keyContext: Pick<KeyContext, 'store' | 'clock' | 'scopes'>;
	readonly theme: Theme;
	readonly ticker: Ticker;
	readonly output: TerminalOutput;
};

/** Announces what Ink's screen-reader output says, line by line, instead of painting. */
export function startSpeaking({
	keyContext,
	theme,
	ticker,
	output,
}: Options): Omit<Painter, 'canvases'> & {readonly canvases?: undefined; readonly announcements: Announcements} {
	const {announcements, keyOf} = createAnnouncements();
	let announce = createAnnouncer(keyOf);
	let lastLines: readonly string[] = [];
	// Ink may need several frames for one change: only the last of a turn is spoken.
	const {paintWithin, stop} = createFrames(keyContext, () => {
		const fresh = announce(lastLines);
		if (fresh.length > 0) output.write(`${fresh.join('\r\n')}\r\n`);
		return true;
	});
	return {
		drawContext: () => drawContextOf(keyContext, theme, ticker.now()),
		announcements,
		inkDrew(lines) {
			lastLines = lines.map(words);
			paintWithin(0);
		},
		painted: keyContext.store.get,
		flush() {},
		repaint() {
			announce = createAnnouncer(keyOf);
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
