import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {finder, parseQuery, ranges, searched} from '../../src/store/query.ts';
import {said} from '../../src/text.ts';
import {bareProject, now} from '../present/records.ts';

const hour = 3_600_000;

const project = (name: string, rest: Partial<Project> = {}): Project => ({
	...bareProject,
	id: name,
	name: said(name),
	slug: said(name.toLowerCase().replaceAll(' ', '-')),
	...rest,
});

const projects = [
	project('Marketing site', {status: said('active'), latestUploadVersion: 42, updatedAt: now - hour}),
	project('billing-api', {status: said('build failed'), latestUploadVersion: 7, updatedAt: now - 50 * hour}),
	project('api docs', {status: said('active'), uploadMode: said('zip'), latestUploadVersion: 41}),
	project('漢字 shop', {slug: said('kanji'), status: said('ACTIVE'), updatedAt: now}),
	project('(c) old [shop]', {latestUploadVersion: 100}),
];

const found = (typed: string) =>
	finder(parseQuery(typed, now))(projects, projects.map(searched)).map(({name}) => name?.exact);

test.each<[typed: string, names: readonly string[]]>([
	['', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['mktsite', ['Marketing site']],
	['SITE mark', ['Marketing site']],
	['api', ['billing-api', 'api docs']],
	['docs api', ['api docs']],
	['bapi', ['billing-api']],
	['shop', ['漢字 shop', '(c) old [shop]']],
	['漢字', ['漢字 shop']],
	['kanji', ['漢字 shop']],
	['[shop]', ['(c) old [shop]']],
	['(c)', ['(c) old [shop]']],
	['.*', []],
	['constructor:x', []],
	['__proto__:x', []],
	['valueOf:x', []],
	['toString', []],
	['zzz', []],
	['!shop', ['Marketing site', 'billing-api', 'api docs']],
	['!', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['status:failed', ['billing-api']],
	['status:active !site', ['api docs', '漢字 shop']],
	['status:', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['mode:zip', ['api docs']],
	['v>41', ['Marketing site', '(c) old [shop]']],
	['v>=41', ['Marketing site', 'api docs', '(c) old [shop]']],
	['v<42 api', ['billing-api', 'api docs']],
	['v=7', ['billing-api']],
	['v>', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['age<2h', ['Marketing site', '漢字 shop']],
	['age>2d', ['billing-api']],
	['age<', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['colour:red', []],
])('%j finds %j', (typed, names) => {
	expect(found(typed)).toEqual(names);
});

describe('what was found is marked', () => {
	const parts = (typed: string, text: string) =>
		ranges(parseQuery(typed, now))(text).map(([from, to]) => text.slice(from, to));

	test.each<[typed: string, text: string, marked: readonly string[]]>([
		['site', 'Marketing site', ['site']],
		['mktsite', 'Marketing site', ['M', 'k', 't', 'site']],
		['site mark', 'Marketing site', ['Mark', 'site']],
		['mar mark', 'Marketing site', ['Mark']],
		['zzz', 'Marketing site', []],
		['status:active', 'Marketing site', []],
		['漢', '漢字', []],
		['i', 'İstanbul', []],
	])('%j in %j: %j', (typed, text, marked) => {
		expect(parts(typed, text)).toEqual(marked);
	});
});

test('no name and no query makes a search take long, or marks what is not there', () => {
	const long = 'a'.repeat(256);
	const [startedAt, slow] = [performance.now(), project(long)];
	expect(finder(parseQuery(`${'a'.repeat(60)}b`, now))([slow], [searched(slow)])).toEqual([]);
	// As a regular expression it would outlive the sun.
	expect(performance.now() - startedAt).toBeLessThan(1000);
	fc.assert(
		fc.property(fc.string({unit: 'binary'}), fc.string({unit: 'binary'}), (name, typed) => {
			const row = project(name);
			const query = parseQuery(typed, now);
			finder(query)([row], [searched(row)]);
			const marked = ranges(query)(name);
			for (const [index, [from, to]] of marked.entries()) {
				expect(from).toBeGreaterThanOrEqual(marked[index - 1]?.[1] ?? 0);
				expect(to).toBeGreaterThan(from);
				expect(to).toBeLessThanOrEqual(name.length);
			}
		}),
	);
});
