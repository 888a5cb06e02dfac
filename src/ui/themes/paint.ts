import type {Rgb} from '../../base/color.ts';
import {cutLine, type Line, type SafeSpan} from '../../present/line.ts';
import {linkTo} from '../../terminal/browser.ts';
import {type ThemeStyle, terminalTheme} from './themes.ts';
import {codesOf, type Depth, type Look, rgbCode, selectionColor, type ToneCodes} from './tone-codes.ts';

/** How lines are painted on this terminal. */
export type Theme = {
	readonly isAscii: boolean;
	readonly isSpoken: boolean;
	/** Whether quiet text and borders are dimmed. */
	readonly isQuietDim: () => boolean;
	/** Returns the codes of the tones. They change when the theme or the terminal's background does. */
	readonly codes: () => ToneCodes;
	/** Returns a line with escape sequences, cut to `width` cells if given. */
	readonly paint: (line: Line, width?: number) => string;
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

/** Replaces the punctuation that ASCII lacks, such as the ellipsis with which Ink ends what it cuts off. */
export const inAscii = (text: string): string => text.replace(/[·…–↑↓←→“”]/g, sign => asciiSigns.get(sign) ?? sign);

/** What separators and the names of keys are for a screen reader. */
const spokenSigns: ReadonlyMap<string, string> = new Map([
	[' · ', ', '],
	['↑', 'up'],
	['↓', 'down'],
	['←', 'left'],
	['→', 'right'],
]);

const inWords = (text: string): string => text.replace(/ · |[↑↓←→]/g, sign => spokenSigns.get(sign) ?? sign);

/** OSC 8: the address of the text that follows. Without one, the link ends. */
const [linkStart, linkEnd] = ['\u001B]8;;', '\u001B\\'];

type ThemeOptions = Depth & {
	readonly isAscii: boolean;
	/** Default: false. */
	readonly isSpoken?: boolean;
	/** Whether the terminal shows links. Default: false. */
	readonly hasLinks?: boolean;
	readonly style?: () => ThemeStyle;
	readonly background?: () => Rgb | undefined;
};

const unknown = (): undefined => undefined;

/** Returns how to paint lines. The functions in the options are called for every line, so a change of their results shows in the next frame. */
export function createTheme(options: ThemeOptions): Theme {
	const {hasColor, isAscii, isSpoken = false, isTrueColor = false, hasLinks = false} = options;
	const {style = () => terminalTheme, background = unknown} = options;
	let look: Look | undefined;
	let codes: ToneCodes = new Map();

	const codesNow = (): ToneCodes => {
		const [styleNow, backgroundNow] = [style(), background()];
		if (look?.style === styleNow && look.background === backgroundNow) return codes;
		look = {style: styleNow, background: backgroundNow};
		codes = codesOf(look, options);
		return codes;
	};

	const paintSpan = ({text, tone, link}: SafeSpan): string => {
		const code = codes.get(tone);
		const shown = isAscii ? inAscii(text) : text;
		const styled = code ? code[0] + shown + code[1] : shown;
		const address = hasLinks && link !== undefined ? linkTo(link) : undefined;
		return address === undefined ? styled : `${linkStart}${address}${linkEnd}${styled}${linkStart}${linkEnd}`;
	};

	const paint = (line: Line): string => {
		codesNow();
		let painted = '';
		const color = hasColor && line[0]?.tone === 'gutter' && look?.style.colors ? look.background : undefined;
		for (const [index, span] of line.entries()) {
			if (color && index === 1) painted += `\u001B[${rgbCode(selectionColor(color), 48, isTrueColor)}m`;
			painted += paintSpan(span);
		}

		return color && line.length > 1 ? `${painted}\u001B[49m` : painted;
	};

	return {
		isAscii,
		isSpoken,
		isQuietDim: () => style().emphasis.quiet === 'dim',
		codes: codesNow,
		paint: (line, width = Number.POSITIVE_INFINITY) =>
			isSpoken ? inWords(line.map(({text}) => text).join('')) : paint(cutLine(line, width)),
	};
}
