import type {Rgb} from '../../color.ts';
import type {Tone} from '../../present/line.ts';
import {accentNames} from '../../theme-names.ts';
import {nearestColor, ownColors} from './theme-colors.ts';
import type {ThemeStyle} from './theme-style.ts';

/** The escape sequences around a text of each tone. A tone without an entry has none. */
export type ToneCodes = ReadonlyMap<Tone, readonly [on: string, off: string]>;

const emphasisCodes = {bold: [1, 22], dim: [2, 22], underline: [4, 24], inverse: [7, 27]} as const;

/** What the codes depend on, besides the terminal. */
export type Look = {
	readonly style: ThemeStyle;
	readonly background: Rgb | undefined;
};

/** How many colours the terminal has. */
export type Depth = {
	readonly hasColor: boolean;
	/** Whether the terminal has 24-bit colours instead of 256. */
	readonly isTrueColor?: boolean;
};

/** Returns the parameters that select a colour of a theme; `ground` is 38 for the foreground and 48 for the background. */
export const rgbCode = (color: Rgb, ground: 38 | 48, isTrueColor: boolean): string =>
	`${ground};${isTrueColor ? `2;${color.join(';')}` : `5;${nearestColor(color)}`}`;

const basicCode = (color: number, ground: 38 | 48): string => String(color + ground - 8 + (color < 8 ? 0 : 52));

/** The colours of profiles are those of the terminal, in every theme. */
const badgeColors: ReadonlyMap<Tone, number> = new Map(
	accentNames.map((name, at) => [`badge-${name}`, at + 1] as const),
);

/** Returns how each tone is painted. */
export function codesOf({style, background}: Look, {hasColor, isTrueColor = false}: Depth): ToneCodes {
	const own = hasColor ? ownColors(style, background, isTrueColor) : undefined;
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
