import {cutLine, type Line, type Tone} from '../present/line.ts';

/** How lines are painted on this terminal. */
export type Theme = {
	readonly isAscii: boolean;
	readonly hasColor: boolean;
	/** Returns a line with escape sequences, cut to `width` cells if given. */
	readonly paint: (line: Line, width?: number) => string;
};

/** Uses the terminal's sixteen colours only, so that the user's palette applies. */
const styles: Readonly<Record<Tone, readonly [on: string, off: string] | undefined>> = {
	plain: undefined,
	name: undefined,
	strong: ['\u001B[1m', '\u001B[22m'],
	quiet: ['\u001B[2m', '\u001B[22m'],
	accent: ['\u001B[36m', '\u001B[39m'],
	good: ['\u001B[32m', '\u001B[39m'],
	bad: ['\u001B[31m', '\u001B[39m'],
	busy: ['\u001B[33m', '\u001B[39m'],
	stopped: ['\u001B[35m', '\u001B[39m'],
	caret: ['\u001B[7m', '\u001B[27m'],
	// Foreground and background are the same colour: the cell is filled, whatever its sign.
	gutter: ['\u001B[36;46m', '\u001B[39;49m'],
};

/** The styles without colour. The caret and the selected row must stay visible. */
const colorless: Partial<typeof styles> = {
	strong: styles.strong,
	quiet: styles.quiet,
	caret: styles.caret,
	gutter: styles.caret,
};

/** ASCII replacements for punctuation, each as wide as the original. */
const asciiSigns: ReadonlyMap<string, string> = new Map([
	['·', '-'],
	['…', '~'],
	['–', '-'],
	['↑', '^'],
	['↓', 'v'],
	['←', '<'],
	['→', '>'],
	['“', '"'],
	['”', '"'],
]);

const inAscii = (text: string): string => text.replace(/[·…–↑↓←→“”]/g, sign => asciiSigns.get(sign) ?? sign);

export function createTheme({hasColor, isAscii}: {readonly hasColor: boolean; readonly isAscii: boolean}): Theme {
	const paint = (line: Line): string => {
		let painted = '';
		for (const {text, tone} of line) {
			const style = hasColor ? styles[tone] : colorless[tone];
			const shown = isAscii ? inAscii(text) : text;
			painted += style ? style[0] + shown + style[1] : shown;
		}

		return painted;
	};

	return {
		isAscii,
		hasColor,

		paint: (line, width = Number.POSITIVE_INFINITY) => paint(cutLine(line, width)),
	};
}
