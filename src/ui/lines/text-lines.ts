import {blanks, plain, type SafeText, safe} from '../../base/text.ts';
import type {Field} from '../../present/fields.ts';
import {cutLine, fitSpans, type Line} from '../../present/line.ts';
import type {Column, RowContext} from '../../present/table.ts';

/** Longer than any sentence. */
const maxLength = 2000;

/** The blanks between two columns, which are said as a comma. */
const columnGap = '  ';

/** Returns facts as one sentence, without those that are empty or have just been said. */
export const sentence = (facts: ReadonlyArray<string | undefined>): SafeText =>
	safe(
		facts
			.map(fact => fact?.trim() ?? '')
			.filter((fact, index, all) => fact !== '' && fact !== all[index - 1])
			.join(', '),
		maxLength,
	);

export const textOf = (line: Line): string => line.map(({text}) => text).join('');

/** Returns what a line of plain text says, with commas between its columns. Empty for a blank line. */
export const spokenLine = (line: Line): SafeText => sentence(textOf(line).split(columnGap));

/** Returns what lines of plain text say, without the blank ones. */
export const spokenLines = (lines: readonly Line[]): readonly SafeText[] =>
	lines.map(spokenLine).filter(text => text !== '');

/** Returns what a line says that begins with a sign. The sign comes last, because a user who moves through a list listens for the name. */
export const signLast = ([sign, ...rest]: Line): SafeText => sentence([spokenLine(rest), sign?.text]);

/** Returns the columns of a row in words, with the sign that the first one begins with at the end. */
export function spokenRow<Row>(columns: ReadonlyArray<Column<Row>>, row: Row, context: RowContext): SafeText {
	const [[sign, ...title] = [], ...rest] = columns.map(({cell}) => cell(row, context));
	return sentence([spokenLine(title), ...rest.map(spokenLine), sign?.text]);
}

/** Returns the titles of columns as a sentence. Empty if there is only one. */
export function spokenTitles<Row>(columns: ReadonlyArray<Column<Row>>): readonly SafeText[] {
	const titles = columns.map(({title}) => title.trim().toLowerCase()).filter(title => title !== '');
	return titles.length > 1 ? [plain`columns: ${sentence(titles)}`] : [];
}

/** Returns what a field says. Every answer has another request id, which is not worth saying again. */
export const spokenField = ({label, value}: Field, {isStill}: RowContext): SafeText =>
	sentence([label, isStill && label === 'request id' ? undefined : spokenLine([value])]);

/** Returns the lines of the items in view, with a mark at the right edge, `width` cells wide, where they continue. A cell stays free before the mark. */
export function scrolled<Item>(
	items: readonly Item[],
	{top, height, width}: {readonly top: number; readonly height: number; readonly width: number},
	lineOf: (item: Item, index: number) => Line,
): readonly Line[] {
	const end = top + height;
	const withMark = (line: Line, text: SafeText): Line => [
		...fitSpans(cutLine(line, width - 2), width - 1),
		{text, tone: 'quiet'},
	];
	return items.slice(top, end).map((item, at) => {
		const line = lineOf(item, top + at);
		if (end < items.length && top + at === end - 1) return withMark(line, plain`▼`);
		return top > 0 && at === 0 ? withMark(line, plain`▲`) : line;
	});
}

export const indented = (lines: readonly Line[], by: number): readonly Line[] =>
	lines.map(line => [{text: blanks(by), tone: 'plain'}, ...line]);
