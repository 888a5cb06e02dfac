import type {AccentName} from '../base/color.ts';
import {blanks, caseless, cells, cut, isOneCellEach, partOf, plain, type SafeText, wrapped} from '../base/text.ts';

export type Tone =
	| 'plain'
	| 'name'
	| 'strong'
	| 'quiet'
	| 'accent'
	| 'good'
	| 'bad'
	| 'busy'
	| 'stopped'
	/** The cell with the terminal's cursor. */
	| 'caret'
	/** The current match of a search, or the focused field. */
	| 'current'
	| 'match'
	/** The first cell of a selected row. */
	| 'gutter'
	| `badge-${AccentName}`;

/** A piece of text with one tone. Its type makes it safe to print. */
export type SafeSpan = {
	readonly text: SafeText;
	readonly tone: Tone;
	/** Spoken instead of the text. Empty for a picture. */
	readonly spoken?: SafeText;
	/** An address as the service sent it. Painting checks it. */
	readonly link?: string | undefined;
};

export type Line = readonly SafeSpan[];

export const space: SafeSpan = {text: plain` `, tone: 'plain'};

export const quietLine = (text: SafeText): Line => [{text, tone: 'quiet'}];

export const silent = (line: Line): Line => line.map(span => ({...span, spoken: plain``}));

export const lineText = (line: Line): SafeText => line.map(({text}) => text).join('') as string as SafeText;

export function lineWidth(line: Line): number {
	let width = 0;
	for (const {text} of line) width += cells(text);
	return width;
}

export function caretColumn(line: Line): number | undefined {
	const at = line.findIndex(({tone}) => tone === 'caret');
	return at < 0 ? undefined : lineWidth(line.slice(0, at));
}

function endWithEllipsis(fitted: SafeSpan[]): void {
	const last = fitted.at(-1);
	// A sign at the start is worth more than the ellipsis.
	if (!last || fitted.length < 2 || last.text === ' ' || !isOneCellEach(last.text)) return;
	fitted[fitted.length - 1] = {...last, text: plain`${partOf(last.text, 0, -1)}…`};
}

function cutSpans(spans: readonly SafeSpan[], width: number): Line {
	const fitted: SafeSpan[] = [];
	let left = Math.max(0, width);
	for (const span of spans) {
		const {text} = span;
		if (left <= 0) {
			if (text.trim() !== '') endWithEllipsis(fitted);
			break;
		}

		const shown = cut(text, left);
		left -= cells(shown);
		fitted.push(shown === text ? span : {...span, text: shown});
		if (shown !== text) break; // A cut can leave one cell free, which the next span must not fill.
	}

	return fitted;
}

/** Cuts or pads the spans to exactly `width` cells. */
export function fitSpans(spans: readonly SafeSpan[], width: number, align: 'left' | 'right' = 'left'): Line {
	const fitted = cutLine(spans, width);
	const left = width - lineWidth(fitted);
	if (left <= 0) return fitted;
	const padding: SafeSpan = {text: blanks(left), tone: 'plain'};
	return align === 'left' ? [...fitted, padding] : [padding, ...fitted];
}

export const cutLine = (line: Line, width: number): Line => (lineWidth(line) <= width ? line : cutSpans(line, width));

export const wrappedLines = (text: SafeText, width: number, tone: Tone): readonly Line[] =>
	wrapped(text, width).map((line): Line => [{text: line, tone}]);

/** Highlights a query, given as comparable text. Spans with wide characters stay unchanged. */
export function markedLine(line: Line, query: string, tone: Tone): Line {
	if (query === '') return line;
	const text = line.map(span => span.text).join('');
	const searched = caseless(text);
	// Some letters change their length in that form, which would shift the matches.
	if (!searched.includes(query) || searched.length !== text.length) return line;
	const matches: Array<readonly [from: number, to: number]> = [];
	for (let at = searched.indexOf(query); at >= 0; at = searched.indexOf(query, at + query.length)) {
		matches.push([at, at + query.length]);
	}

	let start = 0;
	return line.flatMap((span): Line => {
		const from = start;
		start += span.text.length;
		return markedSpan(span, matches, from, tone);
	});
}

/** Splits a span and gives the parts within the ranges the tone `mark`. Ranges count from the start of the line, and the span begins at offset `start`. A span with wide characters stays unchanged. */
export function markedSpan(
	span: SafeSpan,
	ranges: ReadonlyArray<readonly [from: number, to: number]>,
	start: number,
	mark: Tone,
): Line {
	const {text, tone} = span;
	if (!isOneCellEach(text) || span.spoken !== undefined) return [span];
	const within = ranges.map(([from, to]) => [Math.max(0, from - start), Math.min(text.length, to - start)] as const);
	const ends = within.filter(([from, to]) => from < to).flat();
	return [0, ...ends]
		.map((from, index) => ({
			...span,
			text: partOf(text, from, ends[index] ?? text.length),
			tone: index % 2 === 1 ? mark : tone,
		}))
		.filter(piece => piece.text !== '');
}

/** The words of a line, for wrapping between them. A `·` stays with the word after it. */
export function unbrokenParts(line: Line): readonly Line[] {
	const words: SafeSpan[][] = [[]];
	for (const {text, tone} of line) {
		for (const [index, part] of text.split(' ').entries()) {
			const last = words.at(-1) ?? [];
			if (index > 0 && last.length === 1 && last[0]?.text === '·') last.push(space);
			else if (index > 0) words.push([]);
			if (part !== '') words.at(-1)?.push({text: part as string as SafeText, tone});
		}
	}

	return words;
}
