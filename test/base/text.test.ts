import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import {
	caseless,
	cells,
	comparable,
	compareKeys,
	cut,
	fit as fitted,
	hasMixedScripts,
	isVisible,
	looksLike,
	pasteable,
	pieces,
	safe,
	serviceText,
	shellWord,
	spelledOut,
	visibleJson,
} from '../../src/base/text.ts';

/** Characters that must never reach a terminal: control, format and unassigned characters, line separators, and invisible ones. */
const forbidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const awkward = fc.constantFrom(
	...['\x1b[31m', '\x1b]0;title\x07', '\x9b2J', '\r\n', '\t', '\u202e', '\u200d', '\ufe0f', '\ud83d', '\udc69'],
	...['\u034f', '\u0301', '\u0344', '\u0958', '\u093f', '\u0d4e', '\uff9e', '\u20e3', '🏻', '🇩', '❤️'],
	...['👩‍👩‍👧', '日', 'ﬀ', '\u1100', '\u1161', '…'],
);
const anyText = fc
	.array(fc.oneof(awkward, fc.string({unit: 'binary', maxLength: 5}), fc.string({maxLength: 5})), {maxLength: 40})
	.map(parts => parts.join(''));
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;

/** One grapheme of `length` code units. */
const syllable = (length: number) => `${'\u1100'.repeat(length - 1)}\uac00`;

describe('safe', () => {
	test.each<[name: string, text: string, shown: string]>([
		['keeps letters of other scripts', 'Zürich 日本 Привет ไทย', 'Zürich 日本 Привет ไทย'],
		['disarms an escape sequence and makes it visible', 'a\x1b[31mred', 'a\ufffd[31mred'],
		['disarms a title sequence of C1 control characters', '\x9d0;me\x9c', '\ufffd0;me\ufffd'],
		['replaces line breaks and tabs by one space', 'one\r\n\ttwo', 'one two'],
		['makes a direction override visible', 'gpj\u202e.exe', 'gpj\ufffd.exe'],
		['makes a character without a glyph visible', 'a\u200bb\u3164c', 'a\ufffdb\ufffdc'],
		['splits joined emoji', '👩‍👩‍👧', '👩👩👧'],
		['makes a lone surrogate visible', 'a\ud83d', 'a\ufffd'],
		['keeps at most four marks of a letter', `a${'\u0316'.repeat(50)}b`, `a${'\u0316'.repeat(4)}b`],
		['puts a mark without a letter on a dotted circle', '\u0316x', '◌\u0316x'],
		['puts a letter that combines with the previous one on a dotted circle', '\u0e33x', '◌\u0e33x'],
		['makes a letter that combines with any next one visible', '\u0d4e b', '\ufffd b'],
		['composes letters and marks', 'e\u0301', 'é'],
		['counts a mark that decomposes as two', `a${'\u0344'.repeat(4)}b`, 'ä\u0301\u0308\u0301\u0308b'],
		['puts a skin tone without a hand on a dotted circle', '🏻', '◌🏻'],
	])('%s', (_name, text, shown) => {
		expect(safe(text)).toBe(shown);
	});

	test.each<[text: string, max: number, shown: string]>([
		['docs', 4, 'docs'],
		['docs', 1, '…'],
		['docs', 0, ''],
		['docs', -1, ''],
		['日本語', 3, '日本語'],
		['a\u0316b\u0316c\u0316', 3, 'a\u0316b\u0316c\u0316'],
		['a\u0316b\u0316c\u0316d', 3, 'a\u0316b\u0316…'],
		['🇩🇪🇫🇷🇮🇹', 2, '🇩🇪…'],
		[syllable(32).repeat(10), 10, syllable(32).repeat(10)],
		[syllable(33).repeat(10), 10, `${'\u1100'.repeat(9)}…`],
		[`${syllable(32).repeat(2)}ab`, 3, `${syllable(32).repeat(2)}…`],
		// `safe` examines only the beginning of an endless text.
		[`日本${'\u200d'.repeat(1000)}`, 3, '日本…'],
		[`日本語${'\u200d'.repeat(1000)}`, 3, '日本…'],
		[`日本語文${'\u200d'.repeat(1000)}`, 3, '日本…'],
		[`${'\u200d'.repeat(190)}ab`, 3, 'ab'],
		[`${'\u200d'.repeat(190)}abc`, 3, 'ab…'],
		[`${'\u200d'.repeat(192)}abc`, 3, '…'],
	])('truncates %j to %i graphemes as %j', (text, max, shown) => {
		expect(safe(text, max)).toBe(shown);
	});

	test('never returns a forbidden character', {tags: ['fault-60', 'fault-31']}, () => {
		fc.assert(
			fc.property(anyText, text => !forbidden.test(safe(text))),
			{numRuns: 500},
		);
	});

	test('leaves safe text unchanged and cuts it at the given number of graphemes', () => {
		fc.assert(
			fc.property(anyText, fc.integer({min: 0, max: 30}), (text, max) => {
				const once = safe(text, max);
				expect(safe(once, max)).toBe(once);
				expect(graphemes(once)).toBeLessThanOrEqual(max);
				if (max > 0 && once !== safe(text)) expect(once.endsWith('…')).toBe(true);
			}),
			{numRuns: 500},
		);
	});

	test.each(['\u0316', '\u200d', '\u1100', '\x1b['])('shortens a megabyte of %j', {tags: ['fault-31']}, part => {
		const shown = safe(`a${part.repeat(1e6 / part.length)}`);
		expect(shown.length).toBeLessThanOrEqual(256 * 32);
		expect(shown.endsWith('…')).toBe(true);
	});
});

describe('text for the clipboard', () => {
	test('is one line without control characters, and otherwise unchanged', () => {
		const long = 'e\u0301'.repeat(5000);
		expect(pasteable(`${long}\r\nrm -rf ~\u001B[201~\u009B\u202E\ud83d`)).toBe(
			`${long} rm -rf ~\ufffd[201~\ufffd\ufffd\ufffd`,
		);
		fc.assert(fc.property(anyText, text => !forbidden.test(pasteable(text))));
	});

	test('JSON has invisible characters escaped without changing its meaning', () => {
		fc.assert(
			fc.property(anyText, text => {
				const json = visibleJson(JSON.stringify({text}, null, 2));
				expect(json.replaceAll('\n', '')).not.toMatch(forbidden);
				expect(JSON.parse(json)).toEqual({text});
			}),
		);
		expect(visibleJson('"\u{E0001}"')).toBe(String.raw`"\udb40\udc01"`);
	});
});

test.each([
	['paypal', false],
	['раураl', true],
	['Αpple', true],
	['привет', false],
	['αβγ', false],
	['日本 docs', false],
	['12', false],
])('finds letters of several scripts in %s: %j', (name, isMixed) => {
	expect(hasMixedScripts(name)).toBe(isMixed);
});

describe('width', () => {
	test('is the same as in Ink', () => {
		fc.assert(
			fc.property(anyText, text => cells(text) === stringWidth(text)),
			{numRuns: 500},
		);
		const basic = Array.from({length: 0x3000}, (_, code) => String.fromCharCode(code));
		expect(basic.filter(character => cells(character) !== stringWidth(character))).toEqual([]);
	});

	test.each<[text: string, width: number, shown: string]>([
		['docs', 6, 'docs  '],
		['日本語', 5, '日本…'],
		['日本語', 4, '日… '],
		['日本語', 2, '… '],
		['日', 1, '…'],
		['abc', 0, ''],
		['abc', -3, ''],
	])('of %s fitted to %i cells: "%s"', (text, width, shown) => {
		expect(fitted(safe(text), width)).toBe(shown);
	});

	test('of a fitted text is exactly as requested', {tags: ['fault-61']}, () => {
		fc.assert(
			fc.property(anyText, fc.integer({min: 0, max: 30}), (text, width) => {
				for (const align of ['left', 'right'] as const) {
					expect(cells(fitted(safe(text), width, align))).toBe(width);
				}

				expect(cells(cut(safe(text), width))).toBeLessThanOrEqual(width);
			}),
			{numRuns: 500},
		);
	});
});

const visible = ['a', '0', '-', 'é', '日', 'م', '👩', '\u0301', ' x ', '\u200bx', '\ufffdx'];
const invisible = [
	...['', ' ', '\t\n', '\u00a0', '\u1680', '\u2003', '\u3000', '\u2028', '\u00ad', '\u034f', '\u200b\u200c\u200d'],
	...['\u2060\ufeff', '\u2800', '\u3164', '\uffa0', '\u115f\u1160', '\u180e', '\u{e0041}', '\ufe0f', '\u0000\u001b'],
	...['\ud83d', '\ue000', '\ufffc', '\ufffd', '…', '\u{1d159}', '\u{13441}'],
];

test.each([...visible.map(text => [text, true] as const), ...invisible.map(text => [text, false] as const)])(
	'accepts %j as a name: %j',
	(text, isEnough) => {
		expect(isVisible(text)).toBe(isEnough);
		expect(isVisible(safe(text))).toBe(isEnough);
	},
);

test('spells a text out in printable ASCII', () => {
	expect(spelledOut('do cs\u200b👩\ud83d')).toBe('do\\u{20}cs\\u{200b}\\u{1f469}\\u{d83d}');
});

describe('texts are compared as they are shown', () => {
	test.each<[what: string, one: string, other: string, isSame: boolean]>([
		['an accent that is a character of its own', 'Cafe\u0301 Zu\u0308rich', 'Café Zürich', true],
		['the sign for Kelvin', '\u212a', 'K', true],
		['a syllable and its letters', '\u1112\u1161\u11ab', '한', true],
		['a blank of another width', 'new\u00a0docs', 'new docs', true],
		['a joiner, which is not shown', 'prod\u200d-eu', 'prod-eu', true],
		['a letter without its accent', 'Cafe', 'Café', false],
		['a look-alike of another script', 'p\u0430y', 'pay', false],
		['another case', 'Docs', 'docs', false],
		['two blanks', 'new  docs', 'new docs', false],
	])('%s', (_what, one, other, isSame) => {
		expect(looksLike(one)(serviceText(other))).toBe(isSame);
		expect(comparable(one) === comparable(other)).toBe(isSame);
	});

	const sameWords = ['STRASSE straße STRAẞE Straße', 'ΟΔΟΣ οδος οδοσ', 'CAFÉ cafe\u0301', '\u00b5 Μ'];

	test.each(sameWords)('%s are the same where case does not count', words => {
		expect(new Set(words.split(' ').map(caseless)).size).toBe(1);
	});

	const letters = fc.constantFrom(...'aZ09 -_éßẞÅΣσςİıЖ漢', 'e\u0301', '\u0308', '\u1100\u1161', 'ﬁ', '🏻', '\u200b');
	const words = fc.array(letters, {maxLength: 12}).map(parts => parts.join(''));

	test('in any form of their characters, and the comparable form is stable', () => {
		fc.assert(
			fc.property(words, text => {
				for (const form of [comparable, caseless]) {
					expect(form(text.normalize('NFD'))).toBe(form(text.normalize('NFC')));
					expect(form(form(text))).toBe(form(text));
				}

				expect(caseless(text)).toBe(caseless(comparable(text)));
			}),
		);
	});
});

test.each([
	['docs', 'docs'],
	['a,b', "'a,b'"],
	['@prod', "'@prod'"],
	["it's $5", String.raw`'it'\''s $5'`],
])('quotes the word %s as %s for POSIX shells and fish', (word, quoted) => {
	expect(shellWord(word)).toBe(quoted);
});

test('sorts keys as a collator does', () => {
	const {compare} = new Intl.Collator('en');
	const key = fc.string({unit: fc.constantFrom(...' -./09:@_`aAzZé'), maxLength: 3});
	fc.assert(
		fc.property(key, key, (a, b) => compareKeys(a, b) === compare(a, b)),
		{numRuns: 2000},
	);
});

test('breaks a text to lines of the given width and loses nothing', () => {
	fc.assert(
		fc.property(anyText, fc.integer({min: 2, max: 12}), (text, width) => {
			const shown = safe(text, 200);
			const lines = pieces(shown, width);
			expect(lines.join('')).toBe(shown);
			for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(width);
		}),
	);
});
