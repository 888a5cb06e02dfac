import type {Line} from '../../present/line.ts';
import {blanks} from '../../text.ts';

/** Lines, and others that begin in line `height` below them. */
export const above = (upper: readonly Line[], height: number, lower: readonly Line[]): readonly Line[] => [
	...Array.from({length: height}, (_, row) => upper[row] ?? []),
	...lower,
];

/** Lines moved to the right. */
export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
