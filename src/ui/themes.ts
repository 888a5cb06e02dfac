import {clamp} from '../base/clamp.ts';
import {accentNames, contrast, type Rgb, type ThemeName} from '../base/color.ts';
import {memo} from '../base/memo.ts';
import {blanks} from '../base/text.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone} from '../present/line.ts';
import {spokenLine} from '../present/spoken.ts';
import {linkTo} from '../terminal/web-address.ts';

/** How much each channel of the selected row's background differs from the terminal's background. */
const selectionContrast = {dark: 34, light: -20};

/** Returns the background of a selected row: a little lighter than a dark background, a little darker than a light one. */
export function selectionColor([red, green, blue]: Rgb): Rgb {
	// The weights are those of luma in ITU-R BT.601.
	const isDark = red * 0.299 + green * 0.587 + blue * 0.114 < 128;
	const shifted = (channel: number) =>
		clamp(channel + (isDark ? selectionContrast.dark : selectionContrast.light), 0, 255);
	return [shifted(red), shifted(green), shifted(blue)];
}

/** The channel values of the colour cube that 256-colour terminals have at the numbers 16 to 231. Greys follow. */
const cubeLevels = [0, 95, 135, 175, 215, 255];
const grayLevels = Array.from({length: 24}, (_, index) => 8 + 10 * index);

/** The colours of a 256-colour terminal from number 16 on: without those that users choose. */
const terminalColors: readonly Rgb[] = [
	...cubeLevels.flatMap(red => cubeLevels.flatMap(green => cubeLevels.map((blue): Rgb => [red, green, blue]))),
	...grayLevels.map((level): Rgb => [level, level, level]),
];

const colorDistance = ([red, green, blue]: Rgb, other: Rgb): number =>
	(red - other[0]) ** 2 + (green - other[1]) ** 2 + (blue - other[2]) ** 2;

const nearestTo = (color: Rgb): Rgb =>
	terminalColors.reduce((best, other) => (colorDistance(other, color) < colorDistance(best, color) ? other : best));

/** Returns the number of the nearest colour of a 256-colour terminal, apart from the 16 that users choose. */
const nearestColor = (color: Rgb): number => 16 + terminalColors.indexOf(nearestTo(color));

/** The least contrast of a theme's own colours with the background, as WCAG 2 asks for (level AA). */
const minContrast = 4.5;

/** Returns the theme's own colours that are easy to read on a background, also in the selected row. Undefined if there are none. */
export function ownColors({own}: ThemeStyle, background: Rgb | undefined, isTrueColor: boolean) {
	if (!background) return undefined;
	const selection = selectionColor(background);
	return own?.find(colors =>
		Object.values(colors)
			.map(color => (isTrueColor ? color : nearestTo(color)))
			.every(color => contrast(color, background) >= minContrast && contrast(color, selection) >= minContrast),
	);
}

/** The escape sequences around a text of each tone. A tone without an entry has none. */
type ToneCodes = ReadonlyMap<Tone, readonly [on: string, off: string]>;

/** The terminal draws its cursor on the caret, and an inverse cell would look plain below it. An underline is seen around every shape of cursor, and where an inactive terminal draws none. */
const caretCodes = ['\u001B[4m', '\u001B[24m'] as const;

const emphasisCodes = {bold: [1, 22], dim: [2, 22], underline: [4, 24], inverse: [7, 27]} as const;

/** Returns the parameters that select a colour of a theme; `ground` is 38 for the foreground and 48 for the background. */
const rgbCode = (color: Rgb, ground: 38 | 48, isTrueColor: boolean): string =>
	`${ground};${isTrueColor ? `2;${color.join(';')}` : `5;${nearestColor(color)}`}`;

const basicCode = (color: number, ground: 38 | 48): string => String(color + ground - 8 + (color < 8 ? 0 : 52));

/** The colours of profiles are those of the terminal, in every theme. */
const badgeColors: ReadonlyMap<Tone, number> = new Map(
	accentNames.map((name, at) => [`badge-${name}`, at + 1] as const),
);

function codesOf(
	style: ThemeStyle,
	own: Partial<Record<Tone, Rgb>> | undefined,
	{hasColor, isTrueColor = false}: ThemeOptions,
): ToneCodes {
	const basic = hasColor ? style.colors : undefined;
	const colorOf = (tone: Tone, ground: 38 | 48): string | undefined => {
		const ownColor = own?.[tone];
		const number = basic && (badgeColors.get(tone) ?? (own ? undefined : basic[tone]));
		if (ownColor) return rgbCode(ownColor, ground, isTrueColor);
		return number === undefined ? undefined : basicCode(number, ground);
	};

	const emphasisOf = (tone: Tone) =>
		style.emphasis[tone] ?? (badgeColors.has(tone) || (tone === 'gutter' && !basic) ? 'inverse' : undefined);
	const styled = Object.keys({...style.emphasis, ...basic, ...own, gutter: true}) as readonly Tone[];
	return new Map(
		[...styled, ...badgeColors.keys()].flatMap(tone => {
			const emphasis = emphasisOf(tone);
			const [on, off] = emphasis ? emphasisCodes[emphasis] : [];
			const color = colorOf(tone, 38);
			// In the gutter, foreground and background are the same colour: the cell is filled, whatever its sign.
			const fill = tone === 'gutter' ? colorOf(tone, 48) : undefined;
			const begin = [on, color, fill].filter(code => code !== undefined);
			const end = [off, color && 39, fill && 49].filter(code => code !== undefined);
			return begin.length > 0 ? [[tone, [`\u001B[${begin.join(';')}m`, `\u001B[${end.join(';')}m`]] as const] : [];
		}),
	);
}

/** How tones differ in a row with reversed colours. */
const reversedCodes: ToneCodes = new Map([
	['strong', ['\u001B[1m', '\u001B[22m']],
	['match', ['\u001B[4m', '\u001B[24m']],
]);

export type Theme = {
	readonly isAscii: boolean;
	/** Whether lines are painted as words for a screen reader. */
	readonly isSpoken: boolean;
	/** Whether quiet text and borders are dimmed. */
	readonly isQuietDim: () => boolean;
	/** Returns the codes of the tones. They change when the theme or the terminal's background does. */
	readonly codes: () => ToneCodes;
	/** Returns a line with escape sequences, cut or padded with blanks to exactly `width` cells if given. */
	readonly paint: (line: Line, width?: number) => string;
};

const sgr = /\u001B\[[\d;]+m/g;

/** Texts of one style, dim or coloured, with a few blanks between them that look the same in it: most cells of a table are quiet. */
const interruptedStyle = /(\u001B\[(?:2|[39]\d|38;[\d;]+)m)[^\u001B]*(?:\u001B\[[\d;]+m {0,5}\1[^\u001B]*)+/g;

/** Punctuation and marks, and what replaces each in ASCII, as wide as the original. */
const [signs, asciiSigns] = ['·…–↑↓←→“”▌▲▼•◌─│╭╮╰╯', '-~-^v<>"">^v*.-|++++'];
const signPattern = new RegExp(`[${signs}]`, 'g');

/** Replaces what ASCII lacks, also in what Ink draws: borders, and the ellipsis where it cuts text. */
export const inAscii = (text: string): string =>
	text.replace(signPattern, sign => asciiSigns[signs.indexOf(sign)] ?? sign);

/** OSC 8: the address of the text that follows. Without one, the link ends. */
const [linkStart, linkEnd] = ['\u001B]8;;', '\u001B\\'];

type ThemeOptions = {
	readonly hasColor: boolean;
	/** Whether the terminal has 24-bit colours instead of 256. */
	readonly isTrueColor?: boolean;
	readonly isAscii: boolean;
	readonly isSpoken?: boolean;
	readonly hasLinks?: boolean;
	readonly style?: () => ThemeStyle;
	readonly background?: () => Rgb | undefined;
};

/** Returns how to paint lines. The functions in the options are called for every line, so a change of their results shows in the next frame. */
export function createTheme(options: ThemeOptions): Theme {
	const {hasColor, isAscii, isSpoken = false, isTrueColor = false, hasLinks = false} = options;
	const {style = () => themes.terminal, background = () => undefined} = options;
	const codesFor = memo((styleNow: ThemeStyle, backgroundNow: Rgb | undefined) => {
		const own = hasColor ? ownColors(styleNow, backgroundNow, isTrueColor) : undefined;
		return codesOf(styleNow, own, options);
	});
	const codesNow = () => codesFor(style(), background());

	const paintSpan = ({text, tone, link}: SafeSpan, codes: ToneCodes): string => {
		const code = tone === 'caret' ? caretCodes : codes.get(tone);
		const shown = isAscii ? inAscii(text) : text;
		const styled = code ? code[0] + shown + code[1] : shown;
		const address = hasLinks && link !== undefined ? linkTo(link) : undefined;
		return address === undefined ? styled : `${linkStart}${address}${linkEnd}${styled}${linkStart}${linkEnd}`;
	};

	/** What fills a selected row: a background that goes with the terminal's, else its colours reversed, in which other colours may be hard to read. Undefined without colours. */
	const selectionOf = (line: Line): readonly [on: string, off: string, codes: ToneCodes] | undefined => {
		if (!hasColor || line[0]?.tone !== 'gutter' || !style().colors) return undefined;
		const color = background();
		if (color) return [`\u001B[${rgbCode(selectionColor(color), 48, isTrueColor)}m`, '\u001B[49m', codesNow()];
		return ['\u001B[7m', '\u001B[27m', reversedCodes];
	};

	const paintSpans = (spans: Line, codes: ToneCodes): string =>
		spans
			.map(span => paintSpan(span, codes))
			.join('')
			.replace(interruptedStyle, (text, on: string) => on + text.replaceAll(sgr, ''));

	const paintWhole = (line: Line): string => {
		const codes = codesNow();
		const selection = selectionOf(line);
		if (!selection) return paintSpans(line, codes);
		const [on, off, selectedCodes] = selection;
		return paintSpans(line.slice(0, 1), codes) + on + paintSpans(line.slice(1), selectedCodes) + off;
	};

	const paint = (line: Line, width: number): string => {
		const left = width - lineWidth(line);
		return left < 0 ? paint(cutLine(line, width), width) : paintWhole(line) + blanks(left);
	};

	return {
		isAscii,
		isSpoken,
		isQuietDim: () => style().emphasis.quiet === 'dim',
		codes: codesNow,
		paint(line, width) {
			if (isSpoken) return spokenLine(line);
			return width === undefined ? paintWhole(line) : paint(line, width);
		},
	};
}

type Emphasis = 'bold' | 'dim' | 'underline' | 'inverse';

export type ThemeStyle = {
	/** Used with and without colours. */
	readonly emphasis: Partial<Readonly<Record<Tone, Emphasis>>>;
	/** Numbers of the terminal's sixteen colours. Undefined for a theme without colours. */
	readonly colors?: Partial<Readonly<Record<Tone, number>>>;
	/** Colours of its own, which replace `colors` on a background on which all of them are easy to read. */
	readonly own?: ReadonlyArray<Partial<Readonly<Record<Tone, Rgb>>>>;
};

/** What all themes emphasize. */
const emphasis = {strong: 'bold', current: 'inverse', match: 'underline'} as const;

/** Adds what has the colour of something else: the gutter and the matches of a search. */
const withMarks = <Color>(colors: {readonly accent: Color; readonly bad: Color} & Partial<Record<Tone, Color>>) => ({
	...colors,
	gutter: colors.accent,
	match: colors.busy ?? colors.bad,
});

/** Text, and everything that is told apart by its colour. */
const withTextColor = (text: Rgb, colors: Parameters<typeof withMarks<Rgb>>[0]) =>
	withMarks({plain: text, name: text, strong: text, ...colors});

export const themes: Readonly<Record<ThemeName, ThemeStyle>> = {
	/** The terminal's sixteen colours only, so that the user's palette applies. */
	terminal: {
		emphasis: {...emphasis, quiet: 'dim'},
		colors: withMarks({accent: 6, good: 2, bad: 1, busy: 3, stopped: 5}),
	},
	/** Bright on dark, deep on light, and nothing is dimmed. */
	'high-contrast': {
		emphasis: {...emphasis, accent: 'bold', bad: 'bold', busy: 'bold'},
		colors: withMarks({accent: 14, good: 10, bad: 9, busy: 11, stopped: 13}),
		own: [
			withTextColor([255, 255, 255], {
				quiet: [225, 225, 225],
				accent: [90, 255, 255],
				good: [120, 255, 120],
				bad: [255, 190, 190],
				busy: [255, 255, 90],
				stopped: [255, 190, 255],
			}),
			withTextColor([0, 0, 0], {
				quiet: [40, 40, 40],
				accent: [0, 50, 110],
				good: [0, 70, 0],
				bad: [130, 0, 0],
				busy: [85, 50, 0],
				stopped: [95, 0, 95],
			}),
		],
	},
	/** Only blue and orange, which almost everybody can tell apart: blue for what is well, orange for what is not, bold for what is in progress. */
	'color-blind': {
		emphasis: {...emphasis, quiet: 'dim', busy: 'bold'},
		colors: withMarks({accent: 4, good: 4, bad: 3}),
		own: [
			withMarks({accent: [180, 215, 255], good: [135, 215, 255], bad: [255, 195, 85]}),
			withMarks({accent: [0, 60, 120], good: [0, 85, 155], bad: [138, 72, 0]}),
		],
	},
	/** No colours: what failed or is in progress is bold. */
	monochrome: {
		emphasis: {...emphasis, quiet: 'dim', bad: 'bold', busy: 'bold', gutter: 'inverse'},
	},
};
