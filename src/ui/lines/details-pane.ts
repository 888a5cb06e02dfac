import {plain, type SafeText, safe} from '../../base/text.ts';
import {type Field, fieldLines} from '../../present/fields.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import type {RowContext} from '../../present/table.ts';
import {focusedField} from '../../state/lists.ts';
import type {DrawContext} from '../contexts.ts';
import {withScrollMarks} from './scroll-marks.ts';
import {spokenField} from './spoken-lines.ts';

/** The width of a scroll mark and the cell before it. */
const markWidth = 2;

/** Returns fields as `height` lines at most, with marks where they continue. The field that has the focus is marked, and scrolled into view. */
export function focusableLines(
	fields: readonly Field[],
	{state, context}: DrawContext,
	width: number,
	height: number,
): readonly Line[] {
	const lines = fieldLines(fields, fields.length > height ? width - markWidth : width);
	const focused = focusedField(state);
	const at = focused === undefined ? -1 : Math.min(focused, lines.length - 1);
	const top = Math.max(0, at - height + 1);
	const shown = lines
		.map((line, index) => (index === at ? line.map((span): SafeSpan => ({...span, tone: 'caret'})) : line))
		.slice(top, top + height);
	return withScrollMarks(shown, width, {isAbove: top > 0, isBelow: top + height < lines.length}, context);
}

/** Returns what a screen reader says about fields: the one that has the focus. */
export function spokenDetails(fields: readonly Field[], {state, context}: DrawContext): readonly SafeText[] {
	const focused = focusedField(state);
	const field = focused === undefined ? undefined : fields[Math.min(focused, fields.length - 1)];
	return field ? [spokenField(field, context)] : [];
}

/** Returns the details beside a list as `height` lines: a title, the fields, and a vertical rule at the left. */
export function detailsPane(
	title: SafeText,
	fields: readonly Line[],
	height: number,
	{isAscii}: RowContext,
): readonly Line[] {
	const rule: SafeSpan = {text: isAscii ? plain`| ` : plain`│ `, tone: 'quiet'};
	const lines: readonly Line[] = title === '' ? fields : [[{text: title, tone: 'strong'}], [], ...fields];
	return Array.from({length: height}, (_, index) => [rule, ...(lines[index] ?? [])]);
}

/** Returns the horizontal rule between a list and the details below it. */
export const ruleLine = (width: number, {isAscii}: Pick<RowContext, 'isAscii'>): Line => [
	{text: safe((isAscii ? '-' : '─').repeat(width), width), tone: 'quiet'},
];
