import type {Rgb} from '../color.ts';
import {cutLine, type Line, type SafeSpan, type Tone} from '../present/line.ts';

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

/** How much each channel of the selected row's background differs from the terminal's background. */
const selectionContrast = {dark: 34, light: -20};

/** Returns the background of a selected row: a little lighter than a dark background, a little darker than a light one. */
export function selectionColor([red, green, blue]: Rgb): Rgb {
	// The weights are those of luma in ITU-R BT.601.
	const isDark = red * 0.299 + green * 0.587 + blue * 0.114 < 128;
	const shifted = (channel: number) =>
		Math.max(0, Math.min(255, channel + (isDark ? selectionContrast.dark : selectionContrast.light)));
	return [shifted(red), shifted(green), shifted(blue)];
}

/** The channel values of the colour cube that 256-colour terminals have at the numbers 16 to 231. */
const cubeLevels = [0, 95, 135, 175, 215, 255];

const distance = ([red, green, blue]: Rgb, other: Rgb): number =>
	(red - other[0]) ** 2 + (green - other[1]) ** 2 + (blue - other[2]) ** 2;

/** Returns the number of the nearest colour of a 256-colour terminal, apart from the 16 that users choose. */
export function nearestColor(color: Rgb): number {
	const nearestLevel = (channel: number) =>
		cubeLevels.reduce(
			(best, level, index) => (Math.abs(level - channel) < Math.abs((cubeLevels[best] ?? 0) - channel) ? index : best),
			0,
		);
	const [red, green, blue] = color.map(nearestLevel) as [number, number, number];
	const inCube: Rgb = [cubeLevels[red] ?? 0, cubeLevels[green] ?? 0, cubeLevels[blue] ?? 0];
	const gray = Math.max(0, Math.min(23, Math.round(((color[0] + color[1] + color[2]) / 3 - 8) / 10)));
	const grayLevel = 8 + gray * 10;
	return distance(color, [grayLevel, grayLevel, grayLevel]) < distance(color, inCube)
		? 232 + gray
		: 16 + red * 36 + green * 6 + blue;
}

type ThemeOptions = {
	readonly hasColor: boolean;
	readonly isAscii: boolean;
	/** Whether the terminal has 24-bit colours instead of 256. */
	readonly isTrueColor?: boolean;
	/** Returns the terminal's background if it is known. Called whenever a selected row is painted. */
	readonly background?: () => Rgb | undefined;
};

export function createTheme({hasColor, isAscii, isTrueColor, background = () => undefined}: ThemeOptions): Theme {
	const paintSpan = ({text, tone}: SafeSpan): string => {
		const style = hasColor ? styles[tone] : colorless[tone];
		const shown = isAscii ? inAscii(text) : text;
		return style ? style[0] + shown + style[1] : shown;
	};

	const selectionOn = (color: Rgb): string => {
		const selection = selectionColor(color);
		return `\u001B[48;${isTrueColor ? `2;${selection.join(';')}` : `5;${nearestColor(selection)}`}m`;
	};

	const paint = (line: Line): string => {
		let painted = '';
		const color = hasColor && line[0]?.tone === 'gutter' ? background() : undefined;
		for (const [index, span] of line.entries()) {
			if (color && index === 1) painted += selectionOn(color);
			painted += paintSpan(span);
		}

		return color && line.length > 1 ? `${painted}\u001B[49m` : painted;
	};

	return {
		isAscii,
		hasColor,

		paint: (line, width = Number.POSITIVE_INFINITY) => paint(cutLine(line, width)),
	};
}
