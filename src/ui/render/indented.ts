import type {Line} from '../../present/line.ts';
import {blanks} from '../../text.ts';

/** Lines moved to the right. */
export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
