import type {Context} from '../../present/column.ts';
import {type Field, fieldLines} from '../../present/fields.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {focusedField} from '../../store/state/selected-row.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Returns fields as lines. While one has the focus, it is marked, and the lines are scrolled so that it is among the first `height`. */
export function focusableLines(fields: readonly Field[], state: State, width: number, height: number): readonly Line[] {
	const lines = fieldLines(fields, width);
	const focused = focusedField(state);
	if (focused === undefined) return lines;
	const at = Math.min(focused, lines.length - 1);
	return lines
		.map((line, index) => (index === at ? line.map((span): SafeSpan => ({...span, tone: 'caret'})) : line))
		.slice(Math.max(0, at - height + 1));
}

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
