import type {Line} from '../../present/line.ts';
import {cells} from '../../text.ts';

/** A line filled with blanks up to `width` cells. */
function filled(line: Line, width: number): Line {
	const missing = width - line.reduce((sum, {text}) => sum + cells(text), 0);
	return missing > 0 ? [...line, {text: ' '.repeat(missing), tone: 'plain'}] : line;
}

/** Lines that are at most `width` cells wide, and others at their right. */
export const beside = (left: readonly Line[], width: number, right: readonly Line[]): readonly Line[] =>
	Array.from({length: Math.max(left.length, right.length)}, (_, row) => [
		...filled(left[row] ?? [], width),
		...(right[row] ?? []),
	]);

/** Lines, and others that begin in line `height` below them. */
export const above = (upper: readonly Line[], height: number, lower: readonly Line[]): readonly Line[] => [
	...Array.from({length: height}, (_, row) => upper[row] ?? []),
	...lower,
];

/** Lines moved to the right. */
export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: ' '.repeat(by), tone: 'plain'}, ...line]);
