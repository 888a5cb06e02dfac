/** A line being edited. `caret` is an offset in code units, always on a grapheme boundary. */
export type EditedLine = {readonly text: string; readonly caret: number};

export type Edit =
	| {readonly kind: 'insert'; readonly text: string}
	| {readonly kind: 'replace'; readonly text: string}
	| {
			readonly kind:
				| 'left'
				| 'right'
				| 'word left'
				| 'word right'
				| 'home'
				| 'end'
				| 'delete before'
				| 'delete after'
				| 'delete word'
				| 'delete to start'
				| 'delete to end';
	  };

/** In code units. Longer than any name, URL or request body, but bounded, because a paste may be huge. */
const maxLength = 2_000_000;

const graphemeAt = (text: string, at: number) => new Intl.Segmenter().segment(text).containing(at);

const before = (text: string, caret: number): number => graphemeAt(text, caret - 1)?.index ?? 0;

function after(text: string, caret: number): number {
	const grapheme = graphemeAt(text, caret);
	return grapheme ? grapheme.index + grapheme.segment.length : caret;
}

const leftEdge = (text: string, at: number): number => graphemeAt(text, at)?.index ?? at;
const rightEdge = (text: string, at: number): number => (leftEdge(text, at) === at ? at : after(text, at));

/** Returns the start of the word before `caret`, skipping spaces in between. */
function wordBefore(text: string, caret: number): number {
	const words = text.slice(0, caret).trimEnd();
	return leftEdge(text, words.length - (words.split(/\s/).at(-1)?.length ?? 0));
}

const wordAfter = (text: string, caret: number): number =>
	rightEdge(text, caret + (/^\s*[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0));

/** Converts text to what a field accepts: one line without control characters and lone surrogates. */
const accepted = (text: string): string =>
	text
		.replace(/[\r\n\t]+/g, ' ')
		.replace(/\p{Cc}/gu, '')
		.replace(/\p{Cs}/gu, '');

/** Places the caret at `at`, or after the grapheme there if the edit joined both sides into one grapheme. */
const withCaret = (text: string, at: number): EditedLine => ({text, caret: rightEdge(text, at)});

const without = (text: string, from: number, to: number): EditedLine =>
	withCaret(text.slice(0, from) + text.slice(to), from);

/** Returns the line after an edit. Text beyond the maximum length is dropped. */
export function editLine({text, caret}: EditedLine, edit: Edit): EditedLine {
	switch (edit.kind) {
		case 'insert': {
			const inserted = accepted(edit.text).slice(0, Math.max(0, maxLength - text.length));
			return withCaret(text.slice(0, caret) + inserted + text.slice(caret), caret + inserted.length);
		}

		case 'replace':
			return editLine({text: '', caret: 0}, {kind: 'insert', text: edit.text});
		case 'left':
			return {text, caret: before(text, caret)};
		case 'right':
			return {text, caret: after(text, caret)};
		case 'word left':
			return {text, caret: wordBefore(text, caret)};
		case 'word right':
			return {text, caret: wordAfter(text, caret)};
		case 'home':
			return {text, caret: 0};
		case 'end':
			return {text, caret: text.length};
		case 'delete before':
			return without(text, before(text, caret), caret);
		case 'delete after':
			return without(text, caret, after(text, caret));
		case 'delete word':
			return without(text, wordBefore(text, caret), caret);
		case 'delete to start':
			return without(text, 0, caret);
		case 'delete to end':
			return without(text, caret, text.length);
	}
}
