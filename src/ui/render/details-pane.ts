import type {Context} from '../../present/column.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Returns the details beside a list as `height` lines: a title, the fields, and a vertical rule at the left. */
export function detailsPane(
	title: SafeText,
	fields: readonly Line[],
	height: number,
	{isAscii}: Context,
): readonly Line[] {
	const rule: SafeSpan = {text: isAscii ? plain`| ` : plain`│ `, tone: 'quiet'};
	const lines: readonly Line[] = title === '' ? fields : [[{text: title, tone: 'strong'}], [], ...fields];
	return Array.from({length: height}, (_, index) => [rule, ...(lines[index] ?? [])]);
}

/** Returns the horizontal rule between a list and the details below it. */
export const ruleLine = (width: number, {isAscii}: Pick<Context, 'isAscii'>): Line => [
	{text: safe((isAscii ? '-' : '─').repeat(width), width), tone: 'quiet'},
];
