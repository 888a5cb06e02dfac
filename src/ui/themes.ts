import {clamp} from '../base/clamp.ts';
import {accentNames, contrast, type Rgb, type ThemeName} from '../base/color.ts';
import {memo} from '../base/memo.ts';
import {blanks} from '../base/text.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone} from '../present/line.ts';
import {spokenLine} from '../present/spoken.ts';
import {linkTo} from '../terminal/web-address.ts';

const selectionShift = {dark: 34, light: -20};

export function selectionColor([red, green, blue]: Rgb): Rgb {
	// These are the luma weights of ITU-R BT.601.
	const isDark = red * 0.299 + green * 0.587 + blue * 0.114 < 128;
	const shifted = (channel: number) => clamp(channel + (isDark ? selectionShift.dark : selectionShift.light), 0, 255);
	return [shifted(red), shifted(green), shifted(blue)];
}

const cubeLevels = [0, 95, 135, 175, 215, 255];
const grayLevels = Array.from({length: 24}, (_, index) => 8 + 10 * index);

/** Numbers 16 to 255 of a 256-colour terminal: a colour cube, then greys. Users choose the first 16 themselves. */
const terminalColors: readonly Rgb[] = [
	...cubeLevels.flatMap(red => cubeLevels.flatMap(green => cubeLevels.map((blue): Rgb => [red, green, blue]))),
	...grayLevels.map((level): Rgb => [level, level, level]),
];

const colorDistance = ([red, green, blue]: Rgb, other: Rgb): number =>
	(red - other[0]) ** 2 + (green - other[1]) ** 2 + (blue - other[2]) ** 2;

const nearestTo = (color: Rgb): Rgb =>
	terminalColors.reduce((best, other) => (colorDistance(other, color) < colorDistance(best, color) ? other : best));

const nearestColor = (color: Rgb): number => 16 + terminalColors.indexOf(nearestTo(color));

const wcagAaContrast = 4.5;

/** The first of the theme's palettes that is easy to read on the background, also in the selected row. */
export function ownColors({own}: ThemeStyle, background: Rgb | undefined, isTrueColor: boolean) {
	if (!background) return undefined;
	const selection = selectionColor(background);
	return own?.find(colors =>
		Object.values(colors)
			.map(color => (isTrueColor ? color : nearestTo(color)))
			.every(color => contrast(color, background) >= wcagAaContrast && contrast(color, selection) >= wcagAaContrast),
	);
}

type ToneCodes = ReadonlyMap<Tone, readonly [on: string, off: string]>;

/** Underlined, because the terminal's cursor covers the caret: an inverse cell would look plain under it. An inactive terminal may draw no cursor. */
const caretCodes = ['\u001B[4m', '\u001B[24m'] as const;

const emphasisCodes = {bold: [1, 22], dim: [2, 22], underline: [4, 24], inverse: [7, 27]} as const;

/** `ground`: 38 for the foreground, 48 for the background. */
const rgbCode = (color: Rgb, ground: 38 | 48, isTrueColor: boolean): string =>
	`${ground};${isTrueColor ? `2;${color.join(';')}` : `5;${nearestColor(color)}`}`;

const basicCode = (color: number, ground: 38 | 48): string => String(color + ground - 8 + (color < 8 ? 0 : 52));

/** In every theme, profiles keep the terminal's colours. */
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
			// The gutter has the same foreground and background colour, so the cell is filled, whatever its sign.
			const fill = tone === 'gutter' ? colorOf(tone, 48) : undefined;
			const begin = [on, color, fill].filter(code => code !== undefined);
			const end = [off, color && 39, fill && 49].filter(code => code !== undefined);
			return begin.length > 0 ? [[tone, [`\u001B[${begin.join(';')}m`, `\u001B[${end.join(';')}m`]] as const] : [];
		}),
	);
}

const reversedCodes: ToneCodes = new Map([
	['strong', ['\u001B[1m', '\u001B[22m']],
	['match', ['\u001B[4m', '\u001B[24m']],
]);

export type Theme = {
	readonly isAscii: boolean;
	readonly isSpoken: boolean;
	readonly isQuietDim: () => boolean;
	/** Cuts or pads the line to exactly `width` cells, if that is given. */
	readonly paint: (line: Line, width?: number) => string;
};

const sgr = /\u001B\[[\d;]+m/g;

/** Neighbouring texts of one style with a few blanks between them, as in most cells of a table. One pair of codes is enough for all of them. */
const interruptedStyle = /(\u001B\[(?:2|[39]\d|38;[\d;]+)m)[^\u001B]*(?:\u001B\[[\d;]+m {0,5}\1[^\u001B]*)+/g;

const [signs, asciiSigns] = ['·…–↑↓←→“”▌▲▼•◌─│╭╮╰╯', '-~-^v<>"">^v*.-|++++'];
const signPattern = new RegExp(`[${signs}]`, 'g');

export const inAscii = (text: string): string =>
	text.replace(signPattern, sign => asciiSigns[signs.indexOf(sign)] ?? sign);

/** OSC 8. The link ends with an empty address. */
const [linkStart, linkEnd] = ['\u001B]8;;', '\u001B\\'];

type ThemeOptions = {
	readonly hasColor: boolean;
	readonly isTrueColor?: boolean;
	readonly isAscii: boolean;
	readonly isSpoken?: boolean;
	readonly hasLinks?: boolean;
	readonly style?: () => ThemeStyle;
	readonly background?: () => Rgb | undefined;
};

/** Calls `style` and `background` for every line, so a change shows in the next frame. */
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

	/** The codes around a selected row. If the background is unknown, its colours are reversed, and most tones are dropped because they may be hard to read there. */
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
		paint(line, width) {
			if (isSpoken) return spokenLine(line);
			return width === undefined ? paintWhole(line) : paint(line, width);
		},
	};
}

type Emphasis = 'bold' | 'dim' | 'underline' | 'inverse';

type ThemeStyle = {
	readonly emphasis: Partial<Readonly<Record<Tone, Emphasis>>>;
	/** Numbers of the terminal's sixteen colours, so that the user's palette applies. A theme without them has no colours. */
	readonly colors?: Partial<Readonly<Record<Tone, number>>>;
	/** Palettes that replace `colors` on a background where all their colours are easy to read. */
	readonly own?: ReadonlyArray<Partial<Readonly<Record<Tone, Rgb>>>>;
};

const emphasis = {strong: 'bold', current: 'inverse', match: 'underline'} as const;

const addMarks = <Color>(colors: {readonly accent: Color; readonly bad: Color} & Partial<Record<Tone, Color>>) => ({
	...colors,
	gutter: colors.accent,
	match: colors.busy ?? colors.bad,
});

const addTextColor = (text: Rgb, colors: Parameters<typeof addMarks<Rgb>>[0]) =>
	addMarks({plain: text, name: text, strong: text, ...colors});

export const themes: Readonly<Record<ThemeName, ThemeStyle>> = {
	terminal: {
		emphasis: {...emphasis, quiet: 'dim'},
		colors: addMarks({accent: 6, good: 2, bad: 1, busy: 3, stopped: 5}),
	},
	'high-contrast': {
		emphasis: {...emphasis, accent: 'bold', bad: 'bold', busy: 'bold'},
		colors: addMarks({accent: 14, good: 10, bad: 9, busy: 11, stopped: 13}),
		own: [
			addTextColor([255, 255, 255], {
				quiet: [225, 225, 225],
				accent: [90, 255, 255],
				good: [120, 255, 120],
				bad: [255, 190, 190],
				busy: [255, 255, 90],
				stopped: [255, 190, 255],
			}),
			addTextColor([0, 0, 0], {
				quiet: [40, 40, 40],
				accent: [0, 50, 110],
				good: [0, 70, 0],
				bad: [130, 0, 0],
				busy: [85, 50, 0],
				stopped: [95, 0, 95],
			}),
		],
	},
	/** Nearly everybody can tell blue (good) from orange (bad). In progress is bold. */
	'color-blind': {
		emphasis: {...emphasis, quiet: 'dim', busy: 'bold'},
		colors: addMarks({accent: 4, good: 4, bad: 3}),
		own: [
			addMarks({accent: [180, 215, 255], good: [135, 215, 255], bad: [255, 195, 85]}),
			addMarks({accent: [0, 60, 120], good: [0, 85, 155], bad: [138, 72, 0]}),
		],
	},
	monochrome: {
		emphasis: {...emphasis, quiet: 'dim', bad: 'bold', busy: 'bold', gutter: 'inverse'},
	},
};
