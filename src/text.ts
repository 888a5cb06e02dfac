import {stripVTControlCharacters} from 'node:util';
import stringWidth from 'string-width';

declare const shownSafely: unique symbol;

/** Text that a terminal shows and never obeys. */
export type SafeText = string & {readonly [shownSafely]: true};

/** A string of the service: as it was sent, to compare and to send back; and as it may be shown. */
export type Said = {readonly exact: string; readonly shown: SafeText};

/** What a string must become before anything shows it: no control characters, one line, at most `max` characters. */
export function safe(text: string, max = 256): SafeText {
	return stripVTControlCharacters(text).slice(0, max) as SafeText;
}

export const said = (exact: string, max?: number): Said => ({exact, shown: safe(exact, max)});

/** How many cells of the terminal a text takes. */
export const cells = (text: string): number => stringWidth(text);

/** The beginning of a text that fits into `width` cells, with `…` where something was cut off. */
export function cut(text: SafeText, width: number): SafeText {
	return (cells(text) <= width ? text : `${text.slice(0, width - 1)}…`) as SafeText;
}

/** A text cut or filled with spaces to exactly `width` cells. */
export function fit(text: SafeText, width: number, align: 'left' | 'right' = 'left'): SafeText {
	const shown = cut(text, width);
	const space = ' '.repeat(Math.max(0, width - cells(shown)));
	return (align === 'left' ? shown + space : space + shown) as SafeText;
}
