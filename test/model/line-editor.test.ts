import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Edit, type EditedLine, editLine} from '../../src/model/line-editor.ts';

const line = (marked: string): EditedLine => ({text: marked.replace('|', ''), caret: marked.indexOf('|')});
const marked = ({text, caret}: EditedLine) => `${text.slice(0, caret)}|${text.slice(caret)}`;

test.each<[string, Edit['kind'], string]>([
	['one| two', 'left', 'on|e two'],
	['|one', 'left', '|one'],
	['on|e', 'right', 'one|'],
	['one|', 'right', 'one|'],
	['one two |three', 'word left', 'one |two three'],
	['one| two three', 'word right', 'one two| three'],
	['one two|', 'home', '|one two'],
	['|one two', 'end', 'one two|'],
	['one|', 'delete before', 'on|'],
	['|one', 'delete before', '|one'],
	['|one', 'delete after', '|ne'],
	['one|', 'delete after', 'one|'],
	['one two|', 'delete word', 'one |'],
	['one two  |', 'delete word', 'one |'],
	['one |two three', 'delete next word', 'one | three'],
	['one|  two', 'delete next word', 'one|'],
	['one |two', 'delete to start', '|two'],
	['one |two', 'delete to end', 'one |'],
	['🇫x|🇮', 'delete before', '🇫🇮|'],
	['👩\u200dx|👩', 'delete before', '👩\u200d👩|'],
])('in the line "%s", %s gives "%s"', (before, kind, after) => {
	expect(marked(editLine(line(before), {kind} as Edit))).toBe(after);
});

test('inserts text as one line without control characters', () => {
	const insert = (text: string) => marked(editLine(line('a|b'), {kind: 'insert', text}));
	expect(insert('xy')).toBe('axy|b');
	expect(insert('x\r\ny\tz')).toBe('ax y z|b');
	expect(insert('\u001B[2J\u0007')).toBe('a[2J|b');
	expect(insert('\ud800')).toBe('a|b');
});

const moves = ['left', 'right', 'word left', 'word right', 'home', 'end'] as const;
const deletions = [
	'delete before',
	'delete after',
	'delete word',
	'delete next word',
	'delete to start',
	'delete to end',
] as const;
const letter = fc.oneof(
	fc.string({unit: 'grapheme', minLength: 1, maxLength: 1}),
	fc.constantFrom(...'🇫🇮\u200d👩\u0301'),
);
const someEdit: fc.Arbitrary<Edit> = fc.oneof(
	fc.constantFrom(...moves, ...deletions).map(kind => ({kind})),
	fc.string({unit: letter, maxLength: 6}).map(text => ({kind: 'insert', text}) as const),
);

test('after any edits the caret is on a grapheme boundary, and moving it never changes the text', () => {
	fc.assert(
		fc.property(fc.array(someEdit, {maxLength: 40}), edits => {
			let now: EditedLine = {text: '', caret: 0};
			for (const edit of edits) {
				const next = editLine(now, edit);
				expect(next.caret).toBeGreaterThanOrEqual(0);
				expect(next.caret).toBeLessThanOrEqual(next.text.length);
				expect(next.text.isWellFormed()).toBe(true);
				const edges = [...new Intl.Segmenter().segment(next.text)].map(({index}) => index);
				expect([...edges, next.text.length]).toContain(next.caret);
				if (/left|right|home|^end/.test(edit.kind)) expect(next.text).toBe(now.text);
				if (edit.kind.startsWith('delete')) expect(next.text.length).toBeLessThanOrEqual(now.text.length);
				now = next;
			}
		}),
	);
});
