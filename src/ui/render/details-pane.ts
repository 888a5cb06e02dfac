import type {Context} from '../../present/column.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Details beside a list, `height` lines: a title, the fields, and a rule at the left that keeps them apart from the list. */
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

/** The line between a list and the details below it. */
export const ruleLine = (width: number, {isAscii}: Pick<Context, 'isAscii'>): Line => [
	{text: safe((isAscii ? '-' : '─').repeat(width), width), tone: 'quiet'},
];
