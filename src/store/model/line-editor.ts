/** A line that is typed, and where in it the next letter goes, in code units: always between two letters as people count them. */
export type EditedLine = {readonly text: string; readonly caret: number};

export type Edit =
	| {readonly kind: 'insert'; readonly text: string}
	/** The line becomes this one. */
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

/** More than any name, address or JSON; a paste may be a megabyte. */
const maxLength = 2_000_000;

/** The letter that a code unit is part of. */
const letterAt = (text: string, at: number) => new Intl.Segmenter().segment(text).containing(at);

/** Where the letter before `caret` begins. */
const before = (text: string, caret: number): number => letterAt(text, caret - 1)?.index ?? 0;

/** Where the letter after `caret` ends. */
function after(text: string, caret: number): number {
	const letter = letterAt(text, caret);
	return letter ? letter.index + letter.segment.length : caret;
}

/** The nearest place that is not within a letter, to the left or to the right. */
const leftEdge = (text: string, at: number): number => letterAt(text, at)?.index ?? at;
const rightEdge = (text: string, at: number): number => (leftEdge(text, at) === at ? at : after(text, at));

/** Where the word before `caret` begins, with the blanks between. */
const wordBefore = (text: string, caret: number): number =>
	leftEdge(text, caret - (/[^\s]*\s*$/.exec(text.slice(0, caret))?.[0].length ?? 0));

const wordAfter = (text: string, caret: number): number =>
	rightEdge(text, caret + (/^\s*[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0));

/** A text as a field takes it: one line of well-formed letters. */
const accepted = (text: string): string =>
	text
		.replace(/[\r\n\t]+/g, ' ')
		.replace(/\p{Cc}/gu, '')
		.replace(/\p{Cs}/gu, '');

/** A text with the caret behind `at`: what now stands on both sides of it may have become one letter. */
const withCaret = (text: string, at: number): EditedLine => ({text, caret: rightEdge(text, at)});

/** The line without what lies between two places. */
const without = (text: string, from: number, to: number): EditedLine =>
	withCaret(text.slice(0, from) + text.slice(to), from);

/** The line after an edit. What does not fit any more is left out. */
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

/** What is typed now: which field it is, where its caret stands, and what it was before. */
export type LineEditing = {
	readonly field: string;
	readonly caret: number;
	/** Earlier lines, the last one last. */
	readonly past: readonly EditedLine[];
};
