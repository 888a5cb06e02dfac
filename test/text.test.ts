import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import {cells, cut, fit as fitted, pasteable, plain, safe, said, visibleJson} from '../src/text.ts';

/** What must never reach a terminal: controls, format characters, line separators, the unassigned, and what is invisible by design. */
const forbidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const awkward = fc.constantFrom(
	...[
		'\x1b[31m',
		'\x1b]0;title\x07',
		'\x9b2J',
		'\r\n',
		'\t',
		'\u202e',
		'\u200d',
		'\ufe0f',
		'\ud83d',
		'\udc69',
		'\u034f',
	],
	...[
		'\u0301',
		'\u0344',
		'\u0958',
		'\u093f',
		'\u0d4e',
		'\uff9e',
		'\u20e3',
		'🏻',
		'🇩',
		'❤️',
		'👩‍👩‍👧',
		'日',
		'ﬀ',
		'\u1100',
		'\u1161',
		'…',
	],
);
const anyText = fc
	.array(fc.oneof(awkward, fc.string({unit: 'binary', maxLength: 5}), fc.string({maxLength: 5})), {maxLength: 40})
	.map(parts => parts.join(''));
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('safe', () => {
	test.each<[name: string, text: string, shown: string]>([
		['plain text stays as it is', 'marketing-site v2', 'marketing-site v2'],
		['letters of other scripts stay', 'Zürich 日本 Привет ไทย', 'Zürich 日本 Привет ไทย'],
		['an escape sequence is seen and not obeyed', 'a\x1b[31mred', 'a\ufffd[31mred'],
		['a title, set by an old control character, is seen', '\x9d0;me\x9c', '\ufffd0;me\ufffd'],
		['line breaks and tabs become one space', 'one\r\n\ttwo', 'one two'],
		['a reversed direction is made visible', 'gpj\u202e.exe', 'gpj\ufffd.exe'],
		['a character without a glyph is made visible', 'a\u200bb\u3164c', 'a\ufffdb\ufffdc'],
		['joined emoji come apart', '👩‍👩‍👧', '👩👩👧'],
		['half a character is made visible', 'a\ud83d', 'a\ufffd'],
		['a letter keeps four marks', `a${'\u0316'.repeat(50)}b`, `a${'\u0316'.repeat(4)}b`],
		['a mark without a letter gets a circle to stand on', '\u0316x', '◌\u0316x'],
		['letters and their marks are composed', 'e\u0301', 'é'],
	])('%s', (_name, text, shown) => {
		expect(safe(text)).toBe(shown);
	});

	test('no forbidden character ever comes out', () => {
		fc.assert(
			fc.property(anyText, text => !forbidden.test(safe(text))),
			{numRuns: 2000},
		);
	});

	test('what is safe already stays as it is', () => {
		fc.assert(
			fc.property(anyText, fc.integer({min: 0, max: 30}), (text, max) => {
				const once = safe(text, max);
				expect(safe(once, max)).toBe(once);
			}),
			{numRuns: 2000},
		);
	});

	test('a text is at most as many graphemes long as asked for, and a cut one says so', () => {
		fc.assert(
			fc.property(anyText, fc.integer({min: 0, max: 12}), (text, max) => {
				const shown = safe(text, max);
				expect(graphemes(shown)).toBeLessThanOrEqual(max);
				if (max > 0 && shown !== safe(text)) expect(shown.endsWith('…')).toBe(true);
			}),
		);
	});

	test.each([
		['a megabyte of marks', `a${'\u0316'.repeat(1e6)}`],
		['a megabyte of joiners', '\u200d'.repeat(1e6)],
		['a megabyte that is one grapheme', '\u1100'.repeat(1e6)],
		['a megabyte of escapes', '\x1b['.repeat(5e5)],
	])('%s becomes a short text', (_name, text) => {
		expect(safe(text).length).toBeLessThanOrEqual(256 * 32);
		expect(safe(text).endsWith('…')).toBe(true);
	});

	test('what was said keeps its exact form beside the one that is shown', () => {
		expect(said('a\x1bb')).toMatchObject({exact: 'a\x1bb', shown: 'a\ufffdb'});
	});

	test('a sentence of ours takes safe values', () => {
		expect(plain`${safe('a\tb')} answered ${404}`).toBe('a b answered 404');
	});
});

describe('what is pasted elsewhere', () => {
	test('it is one line that no terminal obeys, and otherwise as it was sent', () => {
		const long = 'e\u0301'.repeat(5000);
		expect(pasteable(`${long}\r\nrm -rf ~\u001B[201~\u009B\u202E\ud83d`)).toBe(
			`${long} rm -rf ~\ufffd[201~\ufffd\ufffd\ufffd`,
		);
		fc.assert(fc.property(anyText, text => !forbidden.test(pasteable(text))));
	});

	test('JSON shows every hidden character by its number, and says the same', () => {
		fc.assert(
			fc.property(anyText, text => {
				const json = visibleJson(JSON.stringify({text}));
				expect(json).not.toMatch(forbidden);
				expect(JSON.parse(json)).toEqual({text});
			}),
		);
		expect(visibleJson('"\u{E0001}"')).toBe(String.raw`"\udb40\udc01"`);
	});
});

describe('width', () => {
	test('a text takes as many cells as Ink gives it', () => {
		fc.assert(
			fc.property(anyText, text => cells(text) === stringWidth(text)),
			{numRuns: 2000},
		);
		const basic = Array.from({length: 0x3000}, (_, code) => String.fromCharCode(code));
		expect(basic.filter(character => cells(character) !== stringWidth(character))).toEqual([]);
	});

	test.each<[text: string, width: number, shown: string]>([
		['docs', 6, 'docs  '],
		['marketing', 6, 'marke…'],
		['日本語', 6, '日本語'],
		['日本語', 5, '日本…'],
		['日本語', 4, '日… '],
		['日本語', 2, '… '],
		['日', 1, '…'],
		['abc', 0, ''],
		['abc', -3, ''],
	])('%s in %i cells is "%s"', (text, width, shown) => {
		expect(fitted(safe(text), width)).toBe(shown);
	});

	test('a fitted text takes exactly its cells, whatever it is', () => {
		fc.assert(
			fc.property(
				anyText,
				fc.integer({min: 0, max: 30}),
				fc.constantFrom('left' as const, 'right' as const),
				(text, width, align) => {
					expect(cells(fitted(safe(text), width, align))).toBe(width);
					expect(cells(cut(safe(text), width))).toBeLessThanOrEqual(width);
				},
			),
			{numRuns: 2000},
		);
	});

	test('numbers stand at the right', () => {
		expect(fitted(safe('v42'), 5, 'right')).toBe('  v42');
	});
});
