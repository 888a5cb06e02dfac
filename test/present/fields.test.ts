import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cells, plain, safe} from '../../src/base/text.ts';
import {fieldLine, fieldLines, wrappedFieldLines} from '../../src/present/fields.ts';
import {textOf} from './records.ts';

const field = (label: string, text: string) => ({label, value: {text: safe(text), tone: 'plain'}}) as const;

test('values that are too long are cut, or continue on the next lines', () => {
	const fields = [field('url', 'https://docs.example'), field('created', '2026-06-01 12:00:00 UTC  4h ago')];
	expect(fieldLines(fields, 28).map(textOf)).toEqual(['url      https://docs.examp…', 'created  2026-06-01 12:00:0…']);
	expect(wrappedFieldLines(fields, 28).map(line => textOf(line).trimEnd())).toEqual([
		'url      https://docs.exampl',
		'         e',
		'created  2026-06-01 12:00:00',
		'         UTC  4h ago',
	]);
});

test('a cut label keeps a gap before its value', () => {
	expect(textOf(fieldLines([field('project id', 'p5')], 20)[0] ?? [])).toMatch(/^project … p5 +$/);
});

test('field lines fill their width exactly, and wrapping loses no word', () => {
	const words = fc.array(fc.constantFrom('a', 'word', 'longer', '漢字'), {maxLength: 12});
	fc.assert(
		fc.property(words, fc.integer({min: 20, max: 80}), (typed, width) => {
			const fields = [field('label', typed.join(' ')), field('', 'x')];
			const lines = wrappedFieldLines(fields, width).map(textOf);
			for (const line of [...lines, ...fieldLines(fields, width).map(textOf)]) expect(cells(safe(line))).toBe(width);
			expect(lines.slice(0, -1).join(' ').split(/\s+/).filter(Boolean)).toEqual(['label', ...typed]);
		}),
	);
});

const shown = (text: string, caret: number, width: number, hint = plain`hint`) =>
	fieldLine({text, caret}, hint, width)
		.map(({text: part, tone}) => (tone === 'caret' ? `[${part}]` : part))
		.join('');

test.each([
	['', 0, 20, '[ ](hint)'],
	['', 0, 5, '[ ](hi…'],
	['name', 4, 20, 'name[ ]'],
	['name', 0, 20, '[n]ame'],
	['0123456789', 10, 8, '…456789[ ]'],
	['0123456789', 0, 8, '[0]123456…'],
	['0123456789', 5, 8, '01234[5]6…'],
	['0123456789', 9, 8, '…345678[9]'],
	['漢字の名前', 5, 8, '…の名前[ ]'],
	['👩‍👩‍👧‍👦', 11, 20, '👩👩👧👦[ ]'],
])('a field shows %j with the caret at %i in %i cells', (text, caret, width, expected) => {
	expect(shown(text, caret, width)).toBe(expected);
});

test('parentheses tell a placeholder from typed text, and the caret splits no letter', {tags: ['fault-97']}, () => {
	const hint = safe('👩‍👩‍👧 docs');
	expect(shown('', 0, 20, hint)).toBe(`[ ](${hint})`);
	expect(shown(hint, 0, 20)).toBe(`[👩]${hint.slice(2)}`);
	expect(shown('', 0, 20, plain``)).toBe('[ ]');
});

test('a field always shows the caret, fits its width and marks cut text', () => {
	const typed = fc
		.tuple(
			fc.array(fc.string({unit: 'grapheme', maxLength: 1}), {maxLength: 60}),
			fc.nat(60),
			fc.integer({min: 6, max: 40}),
		)
		.map(([letters, at, width]) => ({
			text: letters.join(''),
			caret: letters.slice(0, at).join('').length,
			width,
		}));
	fc.assert(
		fc.property(typed, ({text, caret, width}) => {
			const spans = fieldLine({text, caret}, plain``, width);
			expect(spans.filter(({tone}) => tone === 'caret')).toHaveLength(1);
			const all = spans.reduce((sum, span) => sum + cells(span.text), 0);
			expect(all).toBeLessThanOrEqual(width + 1);
			const isMarked = spans.some(span => span.text === '…' && span.tone === 'quiet');
			const isWhole = all >= [...new Intl.Segmenter().segment(text)].length;
			expect(isMarked || isWhole || text === '').toBe(true);
		}),
	);
});
