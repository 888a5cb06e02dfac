import {cutLine, type Line, type Tone} from '../present/line.ts';

/** How tones look on this terminal. */
export type Theme = {
	readonly isAscii: boolean;
	readonly hasColor: boolean;
	/** A line as the terminal understands it, cut to `width` cells if that is given. */
	readonly paint: (line: Line, width?: number) => string;
};

/** The terminal's own sixteen colours, so that the person's palette decides. */
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
	// A cell full of colour, whichever sign stands in it.
	gutter: ['\u001B[36;46m', '\u001B[39;49m'],
};

/** What is left of it without colours: where the next letter goes and what is selected must be seen all the same. */
const colorless: Partial<typeof styles> = {
	strong: styles.strong,
	quiet: styles.quiet,
	caret: styles.caret,
	gutter: styles.caret,
};

/** What stands for the signs of punctuation on a terminal that knows only ASCII, as wide as they are. */
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
		let all = '';
		for (const {text, tone} of line) {
			const style = hasColor ? styles[tone] : colorless[tone];
			const shown = isAscii ? inAscii(text) : text;
			all += style ? style[0] + shown + style[1] : shown;
		}

		return all;
	};

	return {
		isAscii,
		hasColor,

		paint: (line, width = Number.POSITIVE_INFINITY) => paint(cutLine(line, width)),
	};
}
