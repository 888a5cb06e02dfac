import type {Line} from '../../present/line.ts';
import {blanks} from '../../text.ts';

/** Returns the lines shifted right by a number of cells. */
export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
