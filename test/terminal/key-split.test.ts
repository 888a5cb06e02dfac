import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createKeySplitter, type KeyToken, maxPasteLength} from '../../src/terminal/key-split.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

/** Returns the text of a key, and any other token in angle brackets. */
const named = (token: KeyToken): string => {
	switch (token.kind) {
		case 'key':
			return token.text;
		case 'escape':
			return '<escape>';
		case 'paste':
			return `<paste ${token.text}>`;
		case 'focus':
			return token.isFocused ? '<focus in>' : '<focus out>';
		case 'background':
			return `<background ${token.color}>`;
		case 'colors-changed':
			return '<colors changed>';
	}
};

const tokensOf = (chunks: readonly string[]): readonly string[] => {
	const splitter = createKeySplitter();
	const tokens = chunks.flatMap(chunk => splitter.push(chunk));
	return [...tokens, ...(splitter.pending() === 'nothing' ? [] : splitter.flush())].map(named);
};

const cases: ReadonlyArray<readonly [string, string, readonly string[]]> = [
	['letters', 'jjq', ['j', 'j', 'q']],
	['letters with marks', 'e\u0301\u00E9', ['e\u0301', '\u00E9']],
	['emoji with several code points', '👍🏽👩‍👩‍👧🇩🇪', ['👍🏽', '👩‍👩‍👧', '🇩🇪']],
	['control characters', 'a\u007F\u007F\r\n\tb', ['a', '\u007F', '\u007F', '\r', '\n', '\t', 'b']],
	['arrows', '\u001B[A\u001B[1;5C\u001BOB', ['\u001B[A', '\u001B[1;5C', '\u001BOB']],
	['keys of old consoles', '\u001B[[A\u001B[2$\u001B[5~', ['\u001B[[A', '\u001B[2$', '\u001B[5~']],
	['alt with a letter', '\u001Bb\u001B🙂', ['\u001Bb', '\u001B🙂']],
	['a lone escape', '\u001B', ['<escape>']],
	['escape twice', '\u001B\u001B', ['<escape>', '<escape>']],
	['escape, then an arrow', '\u001B\u001B[A', ['<escape>', '\u001B[A']],
	['an incomplete sequence', 'a\u001B[1;', ['a']],
	['a sequence that is cut off by another key', '\u001B[1\u0003', ['\u0003']],
	['focus reports', 'a\u001B[Ib\u001B[O', ['a', '<focus in>', 'b', '<focus out>']],
	['the reported background', 'a\u001B]11;rgb:1e1e/1e1e/2e2e\u001B\\b', ['a', '<background 30,30,46>', 'b']],
	['a report that ends with a bell', '\u001B]11;rgb:ff/0/8\u0007j', ['<background 255,0,136>', 'j']],
	['other reports of the terminal', '\u001B]52;c;ZG9jcw==\u0007j', ['j']],
	['an incomplete report', 'a\u001B]11;rgb:1e1e/', ['a']],
	['alt with a bracket, then a digit', '\u001B]a1', ['\u001B]', 'a', '1']],
	['a change of the colours', '\u001B[?997;2nj', ['<colors changed>', 'j']],
	['a paste between keys', 'a\u001B[200~x\u001B[Ay\u001B[201~b', ['a', '<paste x[Ay>', 'b']],
	['a paste of lines', '\u001B[200~one\r\ntwo\tthree\n\u001B[201~', ['<paste one two three>']],
	['a paste without an end', '\u001B[200~one', ['<paste one>']],
	['the end marker of an abandoned paste', '\u001B[201~a', ['a']],
];

test.each(cases)('the input splitter recognizes %s', (_name, input, tokens) => {
	expect(tokensOf([input])).toEqual(tokens);
});

test('chunk boundaries do not change how input is split', () => {
	const pieces = cases.map(([, input]) => input).filter(input => /^[\0-\u007F]*(?<!one|;|\u001B)$/.test(input));
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...pieces), {maxLength: 5}),
			fc.infiniteStream(fc.nat(6)),
			(inputs, lengths) => {
				const whole = inputs.join('');
				const chunks: string[] = [];
				for (let at = 0; at < whole.length; at += chunks.at(-1)?.length ?? 0) {
					chunks.push(whole.slice(at, at + 1 + (lengths.next().value ?? 0)));
				}

				expect(tokensOf(chunks)).toEqual(tokensOf([whole]));
			},
		),
	);
});

test('any typed text passes through the splitter unchanged', () => {
	fc.assert(
		fc.property(fc.string({unit: 'grapheme'}), text => {
			const typed = text.replaceAll('\u001B', '');
			expect(tokensOf([typed]).join('')).toBe(typed);
		}),
	);
});

test('no input blocks the splitter or stays buffered after a flush', () => {
	fc.assert(
		fc.property(fc.array(anyText()), chunks => {
			const splitter = createKeySplitter();
			for (const chunk of chunks) splitter.push(chunk);
			if (splitter.pending() !== 'nothing') splitter.flush();
			return splitter.pending() === 'nothing';
		}),
	);
	const splitter = createKeySplitter();
	splitter.push('\u001B[');
	for (let i = 0; i < 100; i++) splitter.push('1');
	expect(splitter.pending()).toBe('nothing');
});

test.for<readonly [string, readonly string[], readonly string[]]>([
	['its end', ['rest\u001B[201~', 'D'], ['<paste one>', '<paste rest>', 'D']],
	['more of it', ['Dy', 'dd\u001B[201~', 'D'], ['<paste one>', '<paste Dydd>', 'D']],
	['its end marker alone', ['\u001B[201~', 'D'], ['<paste one>', 'D']],
	['a key', ['j', 'jj'], ['<paste one>', 'j', 'j', 'j']],
	['an arrow', ['\u001B[A', 'jj'], ['<paste one>', '\u001B[A', 'j', 'j']],
	['another paste', ['\u001B[200~two\u001B[201~', 'jj'], ['<paste one>', '<paste two>', 'j', 'j']],
])('a paste is interrupted for a second, then comes %s', ([, later, expected]) => {
	const splitter = createKeySplitter();
	const tokens = [...splitter.push('\u001B[200~one'), ...splitter.flush()];
	for (const chunk of later) tokens.push(...splitter.push(chunk));
	expect(tokens.map(named)).toEqual(expected);
});

test('a paste of many megabytes is truncated, and the keys after it still work', () => {
	const splitter = createKeySplitter();
	const tokens = [splitter.push('\u001B[200~')];
	for (let i = 0; i < 40; i++) tokens.push(splitter.push('x'.repeat(65_536)));
	tokens.push(splitter.push('\u001B[201~j'));
	const [paste, key] = tokens.flat();
	expect(paste).toEqual({kind: 'paste', text: 'x'.repeat(maxPasteLength)});
	expect(key).toEqual({kind: 'key', text: 'j'});
});
