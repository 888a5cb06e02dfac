import {blanks, cells, cut, isOneCellEach, partOf, plain, type SafeText} from '../text.ts';

/** What a piece of text means. The theme decides what that looks like. */
export type Tone =
	| 'plain'
	/** What a row is called: strong where the row is selected. */
	| 'name'
	| 'strong'
	| 'quiet'
	| 'accent'
	| 'good'
	| 'bad'
	| 'busy'
	| 'stopped'
	| 'caret'
	/** The first cell of a selected row. */
	| 'gutter';

/** A piece of text with one meaning. It is shown as it is, so the compiler asks for one that is safe already. */
export type SafeSpan = {readonly text: SafeText; readonly tone: Tone};

/** One line of the screen. */
export type Line = readonly SafeSpan[];

/** Marks that something follows which has no room, where the last letter is one that can give its cell. */
function endCut(fitted: SafeSpan[]): void {
	const last = fitted.at(-1);
	// A sign at the beginning says more than that something is missing.
	if (!last || fitted.length < 2 || last.text === ' ' || !isOneCellEach(last.text)) return;
	fitted[fitted.length - 1] = {...last, text: plain`${partOf(last.text, 0, -1)}…`};
}

/** Spans cut or filled with spaces to exactly `width` cells together. What no longer fits is left out. */
export function fitSpans(spans: readonly SafeSpan[], width: number, align: 'left' | 'right' = 'left'): Line {
	const fitted: SafeSpan[] = [];
	let left = Math.max(0, width);
	for (const span of spans) {
		const {text, tone} = span;
		if (left <= 0) {
			if (text.trim() !== '') endCut(fitted);
			break;
		}

		const shown = cut(text, left);
		left -= cells(shown);
		fitted.push(shown === text ? span : {text: shown, tone});
		if (shown !== text) break; // A cut may leave one cell blank; the next span would look as if it went on there.
	}

	if (left <= 0) return fitted;
	const space: SafeSpan = {text: blanks(left), tone: 'plain'};
	return align === 'left' ? [...fitted, space] : [space, ...fitted];
}

/** A line of at most `width` cells, with `…` where something was cut off. */
export function cutLine(line: Line, width: number): Line {
	if (width === Number.POSITIVE_INFINITY) return line;
	let used = 0;
	for (const {text} of line) used += cells(text);
	if (used <= width) return line;
	let left = Math.max(0, width);
	return line.flatMap(({text, tone}): Line => {
		if (left <= 0) return [];
		const isLast = cells(text) > left;
		const shown = cut(text, left);
		left = isLast ? 0 : left - cells(shown);
		return [{text: shown, tone}];
	});
}

/** A text on as many lines as it needs, broken between words where that is possible. */
export function wrapped(text: SafeText, width: number): readonly SafeText[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const line = lines.at(-1);
		if (line !== undefined && cells(`${line} ${word}`) <= width) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}

	// A word that is wider than the screen goes on below.
	return lines.flatMap(line =>
		cells(line) <= width ? [line] : pieces(line, width),
	) as readonly string[] as readonly SafeText[];
}

/** A word cut into pieces of at most `width` cells. */
function pieces(text: string, width: number): readonly string[] {
	const points = [...text];
	const length = Math.max(1, Math.floor(width / (cells(text) > points.length ? 2 : 1)));
	return Array.from({length: Math.ceil(points.length / length)}, (_, at) =>
		points.slice(at * length, (at + 1) * length).join(''),
	);
}

/** A line with the parts marked that match a query, which is in lower case. What is not plain stays as it is. */
export function markedLine(line: Line, query: string, tone: Tone): Line {
	if (query === '') return line;
	const text = line.map(span => span.text).join('');
	const small = text.toLowerCase();
	if (!small.includes(query) || small.length !== text.length) return line;
	const found: Array<readonly [from: number, to: number]> = [];
	for (let at = small.indexOf(query); at >= 0; at = small.indexOf(query, at + query.length)) {
		found.push([at, at + query.length]);
	}

	let start = 0;
	return line.flatMap((span): Line => {
		const from = start;
		start += span.text.length;
		return isOneCellEach(span.text) ? markedSpan(span, found, from, tone) : [span];
	});
}

/** A span that begins at `start` of its line, cut at the ends of the ranges. */
export function markedSpan(
	{text, tone}: SafeSpan,
	ranges: ReadonlyArray<readonly [from: number, to: number]>,
	start: number,
	mark: Tone,
): Line {
	const within = ranges.map(([from, to]) => [Math.max(0, from - start), Math.min(text.length, to - start)] as const);
	const ends = within.filter(([from, to]) => from < to).flat();
	return [0, ...ends]
		.map((from, index) => ({
			text: partOf(text, from, ends[index] ?? text.length),
			tone: index % 2 === 1 ? mark : tone,
		}))
		.filter(piece => piece.text !== '');
}

/** The words of a line, each with its tones. */
export function wordsOf(line: Line): readonly Line[] {
	const words: SafeSpan[][] = [[]];
	for (const {text, tone} of line) {
		for (const [index, part] of text.split(' ').entries()) {
			if (index > 0) words.push([]);
			if (part !== '') words.at(-1)?.push({text: part as string as SafeText, tone});
		}
	}

	return words;
}
