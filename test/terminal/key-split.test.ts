import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createKeySplitter, type KeyToken} from '../../src/terminal/key-split.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

/** The text of a key. Other tokens are in angle brackets. */
const named = (token: KeyToken): string => {
	switch (token.kind) {
		case 'key':
			return token.text === '\u001B' ? '<escape>' : token.text;
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
	[
		'control characters, of which a line feed is enter',
		'a\u007F\u007F\r\n\tb',
		['a', '\u007F', '\u007F', '\r', '\r', '\t', 'b'],
	],
	['arrows', '\u001B[A\u001B[1;5C\u001BOB', ['\u001B[A', '\u001B[1;5C', '\u001BOB']],
	['keys of old consoles', '\u001B[[A\u001B[2$\u001B[5~', ['\u001B[[A', '\u001B[5~']],
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
	['the version of the terminal, a control string', 'a\u001BP>|tmux 3.5a\u001B\\j', ['a', 'j']],
	['the title of the window', '\u001B]lDelete\u001B\\j', ['j']],
	['control strings of programs', '\u001B_GOK\u001B\\\u001B^y\u001B\\\u001BXD\u0007y\u001B\\j', ['j']],
	['control strings that are aborted', '\u001BPy\u0018\u001B_y\u001A\u001B]y\u0018j', ['j']],
	['a control string that a key ends', '\u001BPy\u001B[Aj', ['\u001B[A', 'j']],
	['a control string without an end', 'a\u001BPyy', ['a']],
	['a report of the mouse, X10', 'a\u001B[M t!j\u001B[M#é!j', ['a', 'j', 'j']],
	['other reports of the mouse', '\u001B[<0;5;5M\u001B[35;5;5Mj', ['j']],
	['8-bit control strings', '\u0090y\u009C\u009Dy\u0007\u009Ey\u009C\u009Fy\u009C\u0098y\u009Cj', ['j']],
	['8-bit sequences', '\u009BA\u009B1;5C\u008FB\u009BIj', ['\u001B[A', '\u001B[1;5C', '\u001BOB', '<focus in>', 'j']],
	['other 8-bit control characters', 'a\u0084\u0085\u008D\u009Cj', ['a', 'j']],
	['an 8-bit paste, up to its own end', '\u009B200~y\u001B[201~D\u009B201~j', ['<paste y[201~D>', 'j']],
	['a paste that holds an 8-bit end', '\u001B[200~y\u009B201~D\u001B[201~j', ['<paste y201~D>', 'j']],
	['bytes that are not UTF-8', 'a\u0003caf\uFFFD D\u001B[Aj', ['a', '\u0003', 'caf\uFFFD D', '\u001B[A', 'j']],
	['a change of the colours', '\u001B[?997;2nj', ['<colors changed>', 'j']],
	['a paste between keys', 'a\u001B[200~x\u001B[Ay\u001B[201~b', ['a', '<paste x[Ay>', 'b']],
	['a paste of lines', '\u001B[200~one\r\ntwo\tthree\n\u001B[201~', ['<paste one two three>']],
	['a paste without an end', '\u001B[200~one', ['<paste one>']],
	['the end marker of an abandoned paste', '\u001B[201~a', ['a']],
];

test.each(cases)('the input splitter recognizes %s', (_name, input, tokens) => {
	expect(tokensOf([input])).toEqual(tokens);
});

function chunksOf(whole: string, lengths: Iterator<number>): readonly string[] {
	const chunks: string[] = [];
	for (let at = 0; at < whole.length; at += chunks.at(-1)?.length ?? 0) {
		chunks.push(whole.slice(at, at + 1 + (lengths.next().value ?? 0)));
	}

	return chunks;
}

const anyLengths = fc.infiniteStream(fc.nat(6));

test('chunk boundaries do not change how input is split', () => {
	const pieces = cases.map(([, input]) => input).filter(input => /^[\0-\u007F]*(?<!one|;|\u001B)$/.test(input));
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...pieces), {maxLength: 5}), anyLengths, (inputs, lengths) => {
			const whole = inputs.join('');
			expect(tokensOf(chunksOf(whole, lengths))).toEqual(tokensOf([whole]));
		}),
	);
});

const between = fc.constantFrom('j', '\u001B[A', '\r', 'é', '\u001Bb');
const nonKey = fc.oneof(
	fc
		.tuple(
			fc.constantFrom('\u001BP', '\u001B_', '\u001B^', '\u001BX', '\u0090', '\u009F', '\u009E', '\u0098'),
			anyText(),
		)
		.map(([start, content]) => `${start}${content.replaceAll(/[\u0018\u001A\u001B\u009C]/g, '')}\u001B\\`),
	anyText().map(content => `\u001B]${content.replaceAll(/[\u0007\u0018\u001A\u001B\u009C]/g, '')}\u0007`),
	fc.stringMatching(/^\u001B\[M[ -~]{3}$/),
	fc.stringMatching(/^\u001B\[[<=>?][0-9;]{0,9}[a-z]$/),
);

test('no sequence that is not a key becomes one, wherever it is cut', {tags: ['fault-140']}, () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(between, nonKey)), anyLengths, (parts, lengths) => {
			const chunks = chunksOf(parts.flat().join(''), lengths);
			const keys = tokensOf(chunks).filter(text => !text.startsWith('<'));
			expect(keys).toEqual(parts.map(([key]) => key));
		}),
	);
});

test.each<[what: string, spelling: string, ...tokens: string[]]>([
	['ctrl+c of kitty', '\u001B[99;5u', '\u0003'],
	['ctrl+c of xterm', '\u001B[27;5;99~', '\u0003'],
	['ctrl+c with its alternate keys, held', '\u001B[99:67:99;5:2u', '\u0003'],
	['ctrl+c with caps lock and num lock', '\u001B[99;197u', '\u0003'],
	['ctrl+space', '\u001B[32;5u', '\u0000'],
	['ctrl+alt+d', '\u001B[100;7u', '\u001B\u0004'],
	['a letter', '\u001B[106u', 'j'],
	['a letter with its text', '\u001B[106;;106u', 'j'],
	['a letter with shift', '\u001B[100;2u', 'D'],
	['a letter with shift, of xterm', '\u001B[27;2;68~', 'D'],
	['a sign with shift', '\u001B[47:63;2u', '?'],
	['a letter with alt', '\u001B[98;3u', '\u001Bb'],
	['enter of the keypad', '\u001B[57414u', '\r'],
	['enter of an application keypad', '\u001BOM', '\r'],
	['enter with shift', '\u001B[13;2u', '\r'],
	['tab with shift', '\u001B[9;2u', '\u001B[Z'],
	['backspace', '\u001B[127u', '\u007F'],
	['Escape', '\u001B[27u', '<escape>'],
	['an arrow that is held', '\u001B[1;1:2B', '\u001B[1;1B'],
	['a key that is released', '\u001B[100;1:3u'],
	['an arrow that is released', '\u001B[1;1:3A'],
	['a key with super', '\u001B[100;9u'],
	['a sign above a digit that nobody knows', '\u001B[49;2u'],
	['a modifier alone', '\u001B[57441;2u'],
	['a key without a code', '\u001B[u'],
	['a code beyond Unicode', '\u001B[99999999u'],
])('in a keyboard protocol, %s is the same key, or none', {tags: ['fault-141']}, (_, spelling, ...keys) => {
	expect(tokensOf([spelling])).toEqual(keys);
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
			// A second flush also gives up on a late rest.
			for (let wait = 0; wait < 2 && splitter.pending() !== 'nothing'; wait++) splitter.flush();
			return splitter.pending() === 'nothing';
		}),
	);
});

/** The tokens of a first chunk, and of later ones that come too late. */
function afterPause(first: string, later: readonly string[]): readonly string[] {
	const splitter = createKeySplitter();
	const tokens = [...splitter.push(first), ...splitter.flush(), ...later.flatMap(chunk => splitter.push(chunk))];
	return [...tokens, ...(splitter.pending() === 'paste' ? splitter.flush() : [])].map(named);
}

test.for<readonly [string, readonly string[], readonly string[]]>([
	['an arrow', ['\u001B[', 'D', 'D'], ['D']],
	['an arrow with a modifier', ['\u001B[1;', '5', 'A', 'j'], ['j']],
	['an arrow in application mode', ['\u001BO', 'A', 'j'], ['j']],
	['an arrow, which an interrupt cuts off', ['\u001B[', '\u0003', 'j'], ['\u0003', 'j']],
	['an arrow of which only the escape was in time', ['\u001B', '[D', 'D'], ['<escape>', 'D']],
	['a key beginning with Escape, then a key', ['\u001B', '[', 'D'], ['<escape>', '[', 'D']],
	['a control string', ['\u001BP>|tm', 'ux D', ' 3.5a\u001B\\', 'j'], ['j']],
	['a control string, cut in its end', ['\u001B]y', 'yy\u001B', '\\', 'j'], ['j']],
	['a control string, then a key', ['\u001BPy', 'j', 'jj'], ['j', 'j', 'j']],
	['a control string, then an arrow', ['\u001BPy', '\u001B[A', 'jj'], ['\u001B[A', 'j', 'j']],
	['a report of the mouse', ['\u001B[M', ' t!', 'j'], ['j']],
	['a control string, cut before its last character', ['\u001BP>|tmux 3.', '5\u001B\\', 'j'], ['j']],
	['a control string of which only the escape was in time', ['\u001B', 'P>|Dy\u001B\\', 'j'], ['<escape>', 'j']],
	['the title of a window, likewise', ['\u001B', ']lDy\u001B\\', 'j'], ['<escape>', 'j']],
	['the beginning of a paste', ['\u001B[2', '00~Dy\u001B[201~', 'j'], ['<paste Dy>', 'j']],
	['a paste of which only the escape was in time', ['\u001B', '[200~Dy\u001B[201~'], ['<escape>', '<paste Dy>']],
	['a paste', ['\u001B[200~one', 'rest\u001B[201~', 'D'], ['<paste one>', '<paste rest>', 'D']],
	['a paste, in two parts,', ['\u001B[200~one', 'Dy', 'dd\u001B[201~', 'D'], ['<paste one>', '<paste Dydd>', 'D']],
	['a paste, its end marker alone,', ['\u001B[200~one', '\u001B[201~', 'D'], ['<paste one>', 'D']],
	['a paste, one character and the end,', ['\u001B[200~one', 'D\u001B[2', '01~j'], ['<paste one>', '<paste D>', 'j']],
	['a paste, one letter at a time,', ['\u001B[200~one', 'D', 'y'], ['<paste one>', '<paste Dy>']],
	['a paste, one letter and its end,', ['\u001B[200~one', 'y', '\u001B[201~', 'j'], ['<paste one>', '<paste y>', 'j']],
	['a paste, its line break,', ['\u001B[200~one', '\r', 'D\u001B[201~', 'j'], ['<paste one>', '<paste  D>', 'j']],
	['a paste, after ctrl+c,', ['\u001B[200~one', '\u0003', 'j'], ['<paste one>', '\u0003', 'j']],
	['a paste, after an arrow,', ['\u001B[200~one', '\u001B[A', 'jj'], ['<paste one>', '\u001B[A', 'j', 'j']],
	[
		'a paste, after another one,',
		['\u001B[200~one', '\u001B[200~two\u001B[201~', 'jj'],
		['<paste one>', '<paste two>', 'j', 'j'],
	],
])('the rest of %s comes too late', {tags: ['fault-139']}, ([, [first = '', ...later], expected]) => {
	expect(afterPause(first, later)).toEqual(expected);
});

test('an unfinished sequence of any length is forgotten, and keys after it work', {tags: ['fault-139']}, () => {
	const splitter = createKeySplitter();
	splitter.push('\u001B[');
	for (let i = 0; i < 100; i++) splitter.push('1');
	expect(splitter.push('Aj').map(named)).toEqual(['j']);
	splitter.push('\u001B]52;c;');
	for (let i = 0; i < 100; i++) splitter.push('y'.repeat(65_536));
	expect([...splitter.push('\u001B'), ...splitter.push('\\j')].map(named)).toEqual(['j']);
});

test('an interrupted end marker is neither pasted nor a key', {tags: ['fault-139']}, () => {
	const marker = '\u001B[201~';
	for (let cut = 1; cut < marker.length; cut++) {
		const tokens = afterPause(`\u001B[200~one${marker.slice(0, cut)}`, [`${marker.slice(cut)}j`]);
		expect(tokens).toEqual(['<paste one>', 'j']);
	}
});

test('a paste of many megabytes is truncated, and the keys after it still work', () => {
	const splitter = createKeySplitter();
	const tokens = [splitter.push('\u001B[200~')];
	for (let i = 0; i < 40; i++) tokens.push(splitter.push('x'.repeat(65_536)));
	tokens.push(splitter.push('\u001B[201~j'));
	const [paste, key] = tokens.flat();
	expect(paste).toEqual({kind: 'paste', text: 'x'.repeat(1024 * 1024)});
	expect(key).toEqual({kind: 'key', text: 'j'});
});
