import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {confirmationFor} from '../../src/model/confirmation.ts';
import {isProtected} from '../../src/model/connection.ts';
import {bareProject} from '../present/records.ts';

const protects = (pattern: string, name: string, rest: Partial<Project> = {}): boolean => {
	const project = {...bareProject, id: 'prj_1', name: serviceText(name), ...rest};
	return isProtected({protects: [pattern], maxBulk: 20}, confirmationFor(project));
};

describe('a pattern protects', {tags: ['fault-122']}, () => {
	test.each<[what: string, pattern: string, name: string, isProtected: boolean]>([
		['a name in capitals whose last letter has another form', 'ΟΔΟΣ*', 'ΟΔΟΣΕΙΣ', true],
		['a name with characters that cannot be seen', 'prod-*', '\u2060pro\u200bd-\u00adeu', true],
		['a name with an accent where a pattern ends', 'cafe*', 'Café', true],
		['a name with another blank', 'prod eu', 'prod\u00a0eu', true],
		['a name with blanks around it', 'prod-*', ' \n\u2800prod-eu ', true],
		['a name whatever blanks are around the pattern', ' prod-* ', 'prod-eu', true],
		['an empty name, of which nobody knows', 'prod-*', '', true],
		['no name with another letter', 'Café*', 'Caffè', false],
	])('%s', (_what, pattern, name, expected) => {
		expect(protects(pattern, name)).toBe(expected);
	});

	test('what the row of the project shows, too: its slug or its id if its name cannot be seen', () => {
		const hidden = {name: serviceText('\u200b')};
		expect(protects('docs', '', {...hidden, slug: serviceText('docs')})).toBe(true);
		expect(protects('prj_*', '', {...hidden, slug: undefined})).toBe(true);
		expect(protects('prj_*', 'Docs')).toBe(false);
	});
});

/** Tries every length of text for each `*`. */
const isMatchBySearch = (name: string, pattern: string): boolean => {
	const [first = '', rest] = [pattern[0], pattern.slice(1)];
	if (pattern === '') return name === '';
	if (first !== '*') return name[0] === first && isMatchBySearch(name.slice(1), rest);
	return Array.from({length: name.length + 1}, (_, at) => name.slice(at)).some(end => isMatchBySearch(end, rest));
};

test('a pattern matches what trying all lengths of its stars would match', () => {
	const text = (letters: string) => fc.array(fc.constantFrom(...letters), {maxLength: 9}).map(parts => parts.join(''));
	fc.assert(
		fc.property(text('aab'), text('ab**'), (name, pattern) => {
			expect(protects(pattern, `x${name}`)).toBe(isMatchBySearch(`x${name}`, pattern));
			expect(protects(`x${pattern}`, `x${name}`)).toBe(isMatchBySearch(name, pattern));
		}),
		{numRuns: 500},
	);
});

test.each(['*prod*eu*', '*prod*prod*prod*x', `${'prod*'.repeat(20)}x`])(
	'the pattern %s is tried once on a name of 8 MB',
	{tags: ['fault-123']},
	pattern => {
		expect(protects(pattern, 'prod'.repeat(2_000_000))).toBe(false);
	},
);
