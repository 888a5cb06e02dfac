import {cells, isOneCellEach, type SafeText, safe} from '../../text.ts';
import {cutLine, type Line, type Tone} from '../line.ts';
import {wholeCells} from './drawing.ts';

type Glyph = readonly [top: string, middle: string, bottom: string];

const unicodeGlyphs: ReadonlyMap<string, Glyph> = new Map([
	['0', ['█▀█', '█ █', '▀▀▀']],
	['1', ['▀█ ', ' █ ', '▀▀▀']],
	['2', ['▀▀█', '█▀▀', '▀▀▀']],
	['3', ['▀▀█', ' ▀█', '▀▀▀']],
	['4', ['█ █', '▀▀█', '  ▀']],
	['5', ['█▀▀', '▀▀█', '▀▀▀']],
	['6', ['█▀▀', '█▀█', '▀▀▀']],
	['7', ['▀▀█', '  █', '  ▀']],
	['8', ['█▀█', '█▀█', '▀▀▀']],
	['9', ['█▀█', '▀▀█', '▀▀▀']],
	[':', ['▄', '▄', ' ']],
	['.', [' ', ' ', '▀']],
	['-', ['  ', '▀▀', '  ']],
	['+', [' ▄ ', '▀█▀', '   ']],
	['%', ['▀ █', '▄▀ ', '▀ ▀']],
	[' ', [' ', ' ', ' ']],
]);

const asciiGlyphs: ReadonlyMap<string, Glyph> = new Map([
	['0', [' _ ', '| |', '|_|']],
	['1', ['   ', '  |', '  |']],
	['2', [' _ ', ' _|', '|_ ']],
	['3', [' _ ', ' _|', ' _|']],
	['4', ['   ', '|_|', '  |']],
	['5', [' _ ', '|_ ', ' _|']],
	['6', [' _ ', '|_ ', '|_|']],
	['7', [' _ ', '  |', '  |']],
	['8', [' _ ', '|_|', '|_|']],
	['9', [' _ ', '|_|', ' _|']],
	[':', [' ', '.', '.']],
	['.', [' ', ' ', '.']],
	['-', ['  ', '__', '  ']],
	['+', ['   ', '_|_', ' | ']],
	['%', ['   ', 'o/ ', '/o ']],
	[' ', [' ', ' ', ' ']],
]);

/** A number or a time in characters three lines high, for a screen on a wall. Without enough room, it is the middle line in normal characters. */
export function largeText(
	text: SafeText,
	{width, tone}: {readonly width: number; readonly tone: Tone},
	{isAscii}: {readonly isAscii: boolean},
): readonly [top: Line, middle: Line, bottom: Line] {
	const font = isAscii ? asciiGlyphs : unicodeGlyphs;
	const drawn = isOneCellEach(text) ? [...text].map(sign => font.get(sign) ?? ([' ', sign, ' '] as const)) : [];
	const row = (at: 0 | 1 | 2): SafeText => safe(drawn.map(glyph => glyph[at]).join(' '), 4 * text.length);
	const room = wholeCells(width);
	if (drawn.length === 0 || cells(row(0)) > room) return [[], cutLine([{text, tone}], room), []];
	return [[{text: row(0), tone}], [{text: row(1), tone}], [{text: row(2), tone}]];
}
