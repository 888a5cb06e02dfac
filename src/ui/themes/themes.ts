import type {Rgb, ThemeName} from '../../base/color.ts';
import type {Tone} from '../../present/line.ts';

type Emphasis = 'bold' | 'dim' | 'underline' | 'inverse';

export type ThemeStyle = {
	/** Used with and without colours. */
	readonly emphasis: Partial<Readonly<Record<Tone, Emphasis>>>;
	/** Numbers of the terminal's sixteen colours. Undefined for a theme without colours. */
	readonly colors?: Partial<Readonly<Record<Tone, number>>>;
	/** Colours of its own, which replace `colors` on a background on which all of them are easy to read. */
	readonly own?: ReadonlyArray<Partial<Readonly<Record<Tone, Rgb>>>>;
};

/** The terminal's sixteen colours only, so that the user's palette applies. */
export const terminalTheme = {
	emphasis: {strong: 'bold', quiet: 'dim', caret: 'inverse', match: 'underline'},
	colors: {accent: 6, good: 2, bad: 1, busy: 3, stopped: 5, gutter: 6, match: 3},
} as const satisfies ThemeStyle;

/** Bright on dark, deep on light, and nothing is dimmed. */
const highContrastTheme: ThemeStyle = {
	emphasis: {
		strong: 'bold',
		accent: 'bold',
		bad: 'bold',
		busy: 'bold',
		caret: 'inverse',
		match: 'underline',
	},
	colors: {accent: 14, good: 10, bad: 9, busy: 11, stopped: 13, gutter: 14, match: 11},
	own: [
		{
			plain: [255, 255, 255],
			name: [255, 255, 255],
			strong: [255, 255, 255],
			quiet: [225, 225, 225],
			accent: [90, 255, 255],
			good: [120, 255, 120],
			bad: [255, 190, 190],
			busy: [255, 255, 90],
			stopped: [255, 190, 255],
			gutter: [90, 255, 255],
			match: [255, 255, 90],
		},
		{
			plain: [0, 0, 0],
			name: [0, 0, 0],
			strong: [0, 0, 0],
			quiet: [40, 40, 40],
			accent: [0, 50, 110],
			good: [0, 70, 0],
			bad: [130, 0, 0],
			busy: [85, 50, 0],
			stopped: [95, 0, 95],
			gutter: [0, 50, 110],
			match: [85, 50, 0],
		},
	],
};

/** Only blue and orange, which almost everybody can tell apart: blue for what is well, orange for what is not, bold for what is in progress. */
const colorBlindTheme: ThemeStyle = {
	emphasis: {strong: 'bold', quiet: 'dim', busy: 'bold', caret: 'inverse', match: 'underline'},
	colors: {accent: 4, good: 4, bad: 3, gutter: 4, match: 3},
	own: [
		{
			accent: [180, 215, 255],
			good: [135, 215, 255],
			bad: [255, 195, 85],
			gutter: [135, 215, 255],
			match: [255, 195, 85],
		},
		{accent: [0, 60, 120], good: [0, 85, 155], bad: [138, 72, 0], gutter: [0, 85, 155], match: [138, 72, 0]},
	],
};

/** No colours: what failed or is in progress is bold. */
const monochromeTheme: ThemeStyle = {
	emphasis: {
		strong: 'bold',
		quiet: 'dim',
		bad: 'bold',
		busy: 'bold',
		caret: 'inverse',
		gutter: 'inverse',
		match: 'underline',
	},
};

export const themes: Readonly<Record<ThemeName, ThemeStyle>> = {
	terminal: terminalTheme,
	'high-contrast': highContrastTheme,
	'color-blind': colorBlindTheme,
	monochrome: monochromeTheme,
};
