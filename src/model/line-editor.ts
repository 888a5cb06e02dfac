/** `caret`: in code units, always at the edge of a grapheme. */
export type EditedLine = {readonly text: string; readonly caret: number};

export type Edit =
	| {readonly kind: 'insert'; readonly text: string}
	| {readonly kind: 'replace'; readonly text: string}
	| {readonly kind: keyof typeof edits};

/** In code units. Bounded, because a paste may be huge. */
const maxTextLength = 2_000_000;

const graphemeAt = (text: string, at: number) => new Intl.Segmenter().segment(text).containing(at);

const before = (text: string, caret: number): number => graphemeAt(text, caret - 1)?.index ?? 0;

function after(text: string, caret: number): number {
	const grapheme = graphemeAt(text, caret);
	return grapheme ? grapheme.index + grapheme.segment.length : caret;
}

const leftEdge = (text: string, at: number): number => graphemeAt(text, at)?.index ?? at;
const rightEdge = (text: string, at: number): number => (leftEdge(text, at) === at ? at : after(text, at));

function wordBefore(text: string, caret: number): number {
	const words = text.slice(0, caret).trimEnd();
	return leftEdge(text, words.length - (words.split(/\s/).at(-1)?.length ?? 0));
}

const wordAfter = (text: string, caret: number): number =>
	rightEdge(text, caret + (/^\s*[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0));

const accepted = (text: string): string =>
	text
		.replace(/[\r\n\t]+/g, ' ')
		.replace(/\p{Cc}/gu, '')
		.replace(/\p{Cs}/gu, '');

/** Puts the caret at `at`, or after the grapheme there if the edit joined both sides into one. */
const lineWithCaret = (text: string, at: number): EditedLine => ({text, caret: rightEdge(text, at)});

const without = (text: string, from: number, to: number): EditedLine =>
	lineWithCaret(text.slice(0, from) + text.slice(to), from);

const edits = {
	left: ({text, caret}) => ({text, caret: before(text, caret)}),
	right: ({text, caret}) => ({text, caret: after(text, caret)}),
	'word left': ({text, caret}) => ({text, caret: wordBefore(text, caret)}),
	'word right': ({text, caret}) => ({text, caret: wordAfter(text, caret)}),
	home: ({text}) => ({text, caret: 0}),
	end: ({text}) => ({text, caret: text.length}),
	'delete before': ({text, caret}) => without(text, before(text, caret), caret),
	'delete after': ({text, caret}) => without(text, caret, after(text, caret)),
	'delete word': ({text, caret}) => without(text, wordBefore(text, caret), caret),
	'delete next word': ({text, caret}) => without(text, caret, wordAfter(text, caret)),
	'delete to start': ({text, caret}) => without(text, 0, caret),
	'delete to end': ({text, caret}) => without(text, caret, text.length),
} as const satisfies Readonly<Record<string, (line: EditedLine) => EditedLine>>;

export function editLine(line: EditedLine, edit: Edit): EditedLine {
	if (!('text' in edit)) return edits[edit.kind](line);
	const {text, caret} = edit.kind === 'insert' ? line : {text: '', caret: 0};
	const inserted = accepted(edit.text).slice(0, Math.max(0, maxTextLength - text.length));
	return lineWithCaret(text.slice(0, caret) + inserted + text.slice(caret), caret + inserted.length);
}
