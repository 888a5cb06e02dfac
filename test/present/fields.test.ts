import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cells, safe} from '../../src/base/text.ts';
import {fieldLines, wrappedFieldLines} from '../../src/present/fields.ts';
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

test('a label that is cut has a gap behind it, too', () => {
	expect(textOf(fieldLines([field('project id', 'p5')], 20)[0] ?? [])).toMatch(/^project … p5 +$/);
});

test('lines of fields are exactly as wide as they are told, and wrapped ones lose no word', () => {
	const words = fc.array(fc.constantFrom('a', 'word', 'longer', '漢字'), {maxLength: 12});
	fc.assert(
		fc.property(words, fc.integer({min: 20, max: 80}), (said, width) => {
			const fields = [field('label', said.join(' ')), field('', 'x')];
			const lines = wrappedFieldLines(fields, width).map(textOf);
			for (const line of [...lines, ...fieldLines(fields, width).map(textOf)]) expect(cells(safe(line))).toBe(width);
			expect(lines.slice(0, -1).join(' ').split(/\s+/).filter(Boolean)).toEqual(['label', ...said]);
		}),
	);
});
