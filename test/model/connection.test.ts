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

describe('a pattern', {tags: ['fault-122']}, () => {
	test.each<[what: string, pattern: string, name: string, isProtected: boolean]>([
		['protects a name in capitals whose last letter has another form', 'ΟΔΟΣ*', 'ΟΔΟΣΕΙΣ', true],
		['protects a name with characters that cannot be seen', 'prod-*', '\u2060pro\u200bd-\u00adeu', true],
		['protects a name with an accent where a pattern ends', 'cafe*', 'Café', true],
		['protects a name with another blank', 'prod eu', 'prod\u00a0eu', true],
		['protects a name with blanks around it', 'prod-*', ' \n\u2800prod-eu ', true],
		['with blanks around it protects a name', ' prod-* ', 'prod-eu', true],
		['protects a project whose name is empty', 'prod-*', '', true],
		['spares a name with another letter', 'Café*', 'Caffè', false],
	])('%s', (_what, pattern, name, expected) => {
		expect(protects(pattern, name)).toBe(expected);
	});

	test('protects the slug or id that the row shows in place of an invisible name', () => {
		const hidden = {name: serviceText('\u200b')};
		expect(protects('docs', '', {...hidden, slug: serviceText('docs')})).toBe(true);
		expect(protects('prj_*', '', {...hidden, slug: undefined})).toBe(true);
		expect(protects('prj_*', 'Docs')).toBe(false);
	});
});

describe('a pattern with wildcards', {tags: ['fault-200']}, () => {
	test.each<[pattern: string, protectedNames: readonly string[], others: readonly string[]]>([
		['prod-?', ['prod-1', 'Prod-é', 'prod-한'], ['prod-', 'prod-12']],
		['stra??e', ['Straße', 'STRASSE'], ['strae']],
		['caf?', ['Café', 'cafe'], ['caffè']],
		['prod-[0-9]', ['prod-7'], ['prod-x', 'prod-77']],
		['prod-[A-Cx_]*', ['prod-b', 'PROD-X1', 'prod-_'], ['prod-d', 'prod-']],
		['prod-[!0-9]', ['prod-x', 'prod-é'], ['prod-7']],
		['prod-[^t]*', ['prod-eu'], ['prod-test']],
		['prod-[é]', ['prod-é', 'prod-E'], ['prod-a']],
		['{prod,live}-*', ['prod-eu', 'live-1'], ['prodlive-1', 'test-1']],
		['prod{,-{eu,us[12]}}', ['prod', 'prod-eu', 'prod-us2'], ['prod-us', 'prod-']],
		['{redirects, changelog }-*', ['redirects-1', 'changelog-1'], ['tour-1']],
		['playground-.*', ['playground-eu', 'playground-.x'], ['playground']],
		['prod..*', ['prod-eu', 'prod'], ['pro']],
		['.*prod.*', ['prod', 'my-prod-eu'], ['pro']],
		['team/*.api (eu)', ['team/.api (eu)', 'team/x/y.api (eu)'], ['team.api (eu)']],
	])('%s protects %j and spares %j', (pattern, protectedNames, others) => {
		expect(protectedNames.filter(name => !protects(pattern, name))).toEqual([]);
		expect(others.filter(name => protects(pattern, name))).toEqual([]);
	});

	test.each([
		...['^prod-.*$', 'prod|live', 'prod\\-eu', 'prod-[0-9', 'prod-0]', '{prod', 'prod}', '{prod}', '{1..3,x}'],
		...['prod-*,live-*', '', ' ', '\u200b', '!prod', '@(prod|live)', '+(prod)', '[0-9]+', '[z-a]', '[]', '[[:digit:]]'],
		...["'prod-*'", '"prod-*"', '“prod-*”', '`prod', 'prod-*"', '/prod-.*/', '/prod/i', 'prod-*;live-*'],
		...['prod-* live-*'],
		...['name:prod-*', '-env:prod', 'glob:prod-*', '(?i)prod', 'prod-%', '{,}', '{prod,}', '{"prod","live"}-*'],
		'{a,b}'.repeat(9),
	])('%j is not understood and protects everything', pattern => {
		expect(protects(pattern, 'docs')).toBe(true);
	});

	const plainNames = ['//docs', '/team/docs', 'docs: eu', 'the * of', "bob's", 'v1.2'];

	test.each(plainNames)('%j is understood and protects its own name only', pattern => {
		expect(protects(pattern, pattern)).toBe(true);
		expect(protects(pattern, 'api')).toBe(false);
	});
});

/** A pattern and its meaning as a regular expression, which may backtrack for any time. */
const anyPattern = fc
	.array(
		fc.oneof(
			fc.constantFrom(['a', 'a'], ['b', 'b'], ['-', '-'], ['*', '.*'], ['*', '.*'], ['?', '.'], ['[ab]', '[ab]']),
			fc.constantFrom(['[!a]', '[^a]'], ['{a,b*}', '(?:a|b.*)'], ['{,a-}', '(?:|a-)']),
		),
		{minLength: 1, maxLength: 7},
	)
	// A pattern that matches no name is not understood.
	.filter(parts => parts.some(([text]) => text !== '{,a-}'))
	.map(parts => ({
		text: parts.map(([text]) => text).join(''),
		meaning: new RegExp(`^${parts.map(([, meaning]) => meaning).join('')}$`),
	}));

test('a pattern matches the same names as its regular expression', {tags: ['fault-200']}, () => {
	const anyName = fc.array(fc.constantFrom('a', 'b', '-'), {minLength: 1, maxLength: 9}).map(parts => parts.join(''));
	fc.assert(
		fc.property(anyName, anyPattern, (name, {text, meaning}) => {
			expect(protects(text, name), `${text} on ${name}`).toBe(meaning.test(name));
		}),
		{numRuns: 1000},
	);
});

const slowPatterns = [
	'*prod*eu*',
	'*prod*prod*prod*x',
	`${'prod*'.repeat(20)}x`,
	'{*prod*x,*prod*[0-9]}',
	'*p*p*p*p*p*p*p?x',
];

test.each(slowPatterns)('the pattern %s does not backtrack on a name of 8 MB', {tags: ['fault-123']}, pattern => {
	expect(protects(pattern, 'prod'.repeat(2_000_000))).toBe(false);
});
