import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Deployment, Project} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import type {QuickFilter} from '../../src/model/arrangement.ts';
import {type DeploymentTable, noDeployments, withListRead} from '../../src/model/deployment-table.ts';
import {quickFilterOf, withQuickFilter} from '../../src/model/project-filter.ts';
import {findIn, highlightsOf, parseQuery, problemSentence, queryProblem} from '../../src/model/query.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {listOf, newestRead} from '../kit/fixtures/deployment-reads.ts';
import {bareProject, deployment, now} from '../present/records.ts';

const hour = 3_600_000;

const project = (name: string, rest: Partial<Project> = {}): Project => ({
	...bareProject,
	id: name,
	name: serviceText(name),
	slug: serviceText(name.toLowerCase().replaceAll(' ', '-')),
	...rest,
});

const projects = [
	project('Marketing site', {status: serviceText('active'), latestUploadVersion: 42, updatedAt: now - hour}),
	project('billing-api', {status: serviceText('build failed'), latestUploadVersion: 7, updatedAt: now - 50 * hour}),
	project('api docs', {status: serviceText('active'), uploadMode: serviceText('zip'), latestUploadVersion: 41}),
	project('漢字 shop', {slug: serviceText('kanji'), status: serviceText('ACTIVE'), updatedAt: now}),
	project('(c) old [shop]', {latestUploadVersion: 100}),
];

const newest = (fields: Partial<Deployment> | undefined) => newestRead(fields && deployment(fields), now);

/** The newest deployments, loaded for all projects but one. */
const table = new Map([
	['Marketing site', newest({conclusion: serviceText('failure')})],
	['billing-api', newest({environmentId: serviceText('Preview')})],
	['api docs', newest(undefined)],
	['(c) old [shop]', newest({status: serviceText('building'), conclusion: undefined, concludedAt: undefined})],
]);

const context = {now, wordMeanings: noWordMeanings, table};

const foundIn = (typed: string, rows: readonly Project[], known: DeploymentTable) =>
	findIn(rows, parseQuery(typed, {...context, table: known}));

const found = (typed: string) => foundIn(typed, projects, table).found.map(({name}) => name?.exact);

test.each<[typed: string, names: readonly string[]]>([
	['', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['SITE mark', ['Marketing site']],
	['api', ['billing-api', 'api docs']],
	['kanji', ['漢字 shop']],
	['[shop]', ['(c) old [shop]']],
	['.*', []],
	['!shop', ['Marketing site', 'billing-api', 'api docs']],
	['!', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['status:failed', ['billing-api']],
	['status:active !site', ['api docs', '漢字 shop']],
	['status:', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['mode:zip', ['api docs']],
	['upload>41', ['Marketing site', '(c) old [shop]']],
	['upload<42 api', ['billing-api', 'api docs']],
	['upload=7', ['billing-api']],
	['updated<2h', ['Marketing site', '漢字 shop']],
	['updated>2d', ['billing-api']],
	['colour:red', []],
	['upload>v41', ['Marketing site', '(c) old [shop]']],
	['outcome:failed', ['Marketing site']],
	['outcome:s', ['billing-api']],
	['outcome:in-progress', ['(c) old [shop]']],
	['env:prod', ['Marketing site', '(c) old [shop]']],
	['active', ['Marketing site', 'api docs', '漢字 shop']],
	['!failure', ['billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['"old [shop]"', ['(c) old [shop]']],
	['!"api docs" api', ['billing-api']],
	['status:"build failed"', ['billing-api']],
	['"status:active"', []],
	['outcome:fial', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['updated<1x', ['Marketing site', 'billing-api', 'api docs', '漢字 shop', '(c) old [shop]']],
	['v>x api', ['billing-api', 'api docs']],
])('the query %j finds %j', (typed, names) => {
	expect(found(typed)).toEqual(names);
});

/** Other projects, by what is special about them. */
const rowsWith = {
	accents: [
		project('Cafe\u0301 Zu\u0308rich', {id: 'accents', slug: serviceText('cafe\u0301-straße')}),
		project('Cafe Zurich', {id: 'none'}),
	],
	urls: [
		project('Shop', {id: 'prj_7Kq2x', url: serviceText('https://Store.example.com/eu')}),
		project('Docs', {id: 'prj_9Zz4y', url: serviceText('https://docs.example.com')}),
		project('Blog', {id: '42', url: undefined}),
	],
	'no visible name': [
		project('a', {name: serviceText('\u200b'), slug: serviceText('null-79')}),
		project('prj_79', {name: undefined, slug: undefined}),
		project('c', {slug: serviceText('79')}),
	],
	colons: [project('team:web')],
};

test.each<[of: keyof typeof rowsWith, typed: string, ids: string]>([
	// However the characters are composed.
	['accents', 'café', 'accents'],
	['accents', 'CAFE\u0301', 'accents'],
	['accents', '"café zürich"', 'accents'],
	['accents', 'name:Cafe\u0301', 'accents'],
	['accents', 'slug:café', 'accents'],
	['accents', 'strasse', 'accents'],
	['accents', 'STRAẞE', 'accents'],
	['accents', 'cafe', 'none'],
	['accents', '!café', 'none'],
	// A word also finds an id, a slug or a URL.
	['urls', 'prj_7Kq2x', 'prj_7Kq2x'],
	['urls', 'z4y', 'prj_9Zz4y'],
	['urls', 'https://store.example.com/eu', 'prj_7Kq2x'],
	['urls', 'https://docs.example.com/', 'prj_9Zz4y'],
	['urls', '"https://docs.example.com"', 'prj_9Zz4y'],
	['urls', 'docs.example', 'prj_9Zz4y'],
	['urls', 'prj_ .com/eu', 'prj_7Kq2x'],
	// Not its letters in order, and no one or two letters, which are in most ids by chance.
	['urls', 'p7q2', ''],
	['urls', 'q2', ''],
	['urls', 'https://docs.example.com/path?x=1', 'prj_9Zz4y'],
	// A word hides only what shows it.
	['urls', '!prj_7kq2x', 'prj_7Kq2x prj_9Zz4y 42'],
	['urls', '!example.com', 'prj_7Kq2x prj_9Zz4y 42'],
	['urls', '!id:prj_7kq2x', 'prj_9Zz4y 42'],
	// The slug or id stands for the name.
	['no visible name', 'name:79', 'a prj_79'],
	['colons', 'team:web', 'team:web'],
	['colons', '!team:web', ''],
])('of projects with %s, the query %j finds %j', {tags: ['fault-122']}, (of, typed, ids) => {
	const {found: shown} = foundIn(typed, rowsWith[of], new Map());
	expect(shown.map(({id}) => id).join(' ')).toBe(ids);
});

test.each<[query: string, filter: string | undefined, other: QuickFilter, changed: string]>([
	['docs', undefined, 'in progress', 'docs outcome:in-progress'],
	['LATEST:Failed docs', 'failed', 'watched', 'docs is:watched'],
	['"two  words" latest:failed', 'failed', 'watched', '"two  words" is:watched'],
	['"is:watched"', undefined, 'in progress', '"is:watched" outcome:in-progress'],
	['"now is:watched"', undefined, 'in progress', '"now is:watched" outcome:in-progress'],
	['is:watched', 'watched', 'all', ''],
])('in place of the quick filter of %j, another keeps all other words as typed', (query, filter, other, changed) => {
	expect(quickFilterOf(query)).toBe(filter);
	expect(withQuickFilter(query, other)).toBe(changed);
});

describe('the problem of a query while it is typed', () => {
	test.each<[typed: string, kind: string, text: RegExp]>([
		['foo:bar', 'mistake', /^foo: is not a condition, so .* as text\. Conditions: name: .* v> .* updated<$/],
		['outcome:fial', 'mistake', /^fial is not an outcome, so it is ignored\. It can be waiting, in-progress, suc/],
		['outcome=failed', 'mistake', /^outcome= is not a condition/],
		['version:50', 'mistake', /^version: is not a condition/],
		['took>50s', 'mistake', /^took> is not a condition, so it is searched as text\. Conditions: name: .* v> age< /],
		['is:w', 'unfinished', /^is: can be watched$/],
		['is:wached', 'mistake', /^is:wached is unknown, so it is ignored\. Only is:watched is known$/],
		['age<1x', 'mistake', /^x is not a unit \(s, m, h, d, w or y\)/],
		['age<soon', 'mistake', /^soon is not an age such as 2h/],
		['v>4x', 'mistake', /^4x is not a version/],
		['age<', 'unfinished', /^age< needs a number and a unit/],
		['updated<10', 'unfinished', /^updated<10 needs a unit/],
		['latest:', 'unfinished', /^latest: can be waiting, in-progress/],
		['failed:prod<2', 'unfinished', /^age<2 needs a unit/],
		['upload>', 'unfinished', /^upload> needs a version, such as upload>41/],
		['v>', 'unfinished', /^v> needs a version/],
		['status:', 'unfinished', /^status: needs a text/],
		['env:', 'unfinished', /^env: needs an environment/],
		['outcome:', 'unfinished', /^outcome: can be waiting, in-progress/],
		['outcome:fai', 'unfinished', /^outcome: can be waiting, in-progress/],
		['!', 'unfinished', /^! needs a word or a condition/],
		['\u001B[2J:x', 'none', /^$/],
	])('on %j is: %s', (typed, kind, text) => {
		const problem = queryProblem(parseQuery(typed, context), 3);
		expect(problem?.kind ?? 'none').toBe(kind);
		expect(problem ? problemSentence(problem) : '').toMatch(text);
	});

	test.each([
		...['', 'api', 'v', 'age', 'vercel', 'https://docs.example.com/path?x=1', '"foo:bar"', '""', '!!'],
		...['v>41', 'age<2h', '!env:x', 'failed:prod<2h', 'failed<2h', 'failed:'],
		...['status:active', 'status:paused', 'status:archived', 'status:x'],
	])('is absent for %j', typed => {
		expect(queryProblem(parseQuery(typed, context), 0)).toBeUndefined();
	});

	test.each([
		['status:failed', 'failed'],
		['status:success', 'succeeded'],
		['status:building', 'in-progress'],
		['!status:cancelled', 'stopped'],
	])('on %j suggests outcome:%s when nothing is found', (typed, outcome) => {
		const query = parseQuery(typed, context);
		expect(queryProblem(query, 0)?.text).toBe(`status: tests the project; for deployments use outcome:${outcome}`);
		expect(queryProblem(query, 1)).toBeUndefined();
	});
});

/** What two projects have deployed, the newest first: the hours since each ended, its environment, version and outcome. */
const records = {
	shop: [
		[1, 'production', 44, 'success'],
		[1.5, 'production', 43, 'failure'],
		[1, 'preview', 43, 'failure'],
		[400, 'production', 9, 'cancelled'],
	],
	docs: [
		[3, 'production', 12, 'failure'],
		[1, 'preview', 11, 'success'],
	],
} as const;

const deploymentsIn = (projectId: keyof typeof records): readonly Deployment[] =>
	records[projectId].map(([hours, environment, uploadVersion, conclusion], at) =>
		deployment({
			id: `dep_${projectId}_${at}`,
			projectId,
			environmentId: serviceText(environment),
			uploadVersion,
			conclusion: serviceText(conclusion),
			createdAt: now - (500 + at) * hour,
			concludedAt: now - hours * hour,
		}),
	);

const recordOf = (list: readonly Deployment[]) =>
	withListRead(noDeployments, listOf(list), {requestedAt: 0, at: 0, skewMs: 0});

test.each<[typed: string, found: Partial<Record<keyof typeof records, readonly number[]>>]>([
	['outcome:failed env:prod age<2h', {shop: [1]}],
	['failed:prod<2h', {shop: [1]}],
	['failed:prod', {shop: [1], docs: [0]}],
	['failed<2h', {shop: [1, 2]}],
	['failed:', {shop: [1, 2], docs: [0]}],
	['latest:failed', {docs: [0]}],
	['latest:failed env:preview', {}],
	['!latest:failed', {shop: [0]}],
	['latest:s', {shop: [0]}],
	['env:prod version<10', {shop: [3]}],
	['v=43 !env:prod', {shop: [2]}],
	['!failed:prod age<2h', {shop: [0, 2], docs: [1]}],
	['age>10d stopped:', {shop: [3]}],
	['docs age<2h', {docs: [1]}],
])(
	'the query %j finds the projects of which one deployment meets all conditions about deployments, and these: %j',
	{tags: ['fault-93']},
	(typed, expected) => {
		const ids = ['shop', 'docs'] as const;
		const known = new Map(ids.map(id => [id, recordOf(deploymentsIn(id))] as const));
		const query = parseQuery(typed, {...context, table: known});
		const fitting = ids.flatMap(id => {
			const at = deploymentsIn(id).flatMap((each, index) => (query.fits(project(id), each) ? [index] : []));
			return at.length > 0 ? [[id, at] as const] : [];
		});
		expect(Object.fromEntries(fitting)).toEqual(expected);
		const {found: shown} = findIn([project('shop'), project('docs')], query);
		expect(shown.map(({id}) => id)).toEqual(Object.keys(expected));
	},
);

test('a list that was cut proves only that nothing ended later than its end that matches', {tags: ['fault-93']}, () => {
	const created = (hours: number, at: number) =>
		deployment({id: `d${at}`, projectId: 'shop', createdAt: now - hours * hour, concludedAt: now - hours * hour});
	const hundred = Array.from({length: 100}, (_, at) => created(1 + at, at));
	const known = new Map([['shop', recordOf(hundred)]]);
	const result = (typed: string) => parseQuery(typed, {...context, table: known}).test(project('shop'));
	expect(['failed<2h', 'latest:failed'].map(result)).toEqual([false, false]);
	expect(['failed:', 'outcome:succeeded'].map(result)).toEqual([undefined, true]);
});

test('a row about a deployment also shows its environment, version and id, by which words find it', () => {
	const [each] = deploymentsIn('docs');
	const fits = (typed: string) => parseQuery(typed, context).fits(project('docs'), each);
	expect(['docs prod', 'failure', 'v12', 'dep_docs_0', '!preview'].filter(fits)).toHaveLength(5);
	expect(['v1', 'preview', '!prod', 'shop'].filter(fits)).toEqual([]);
	expect(parseQuery('docs', context).fits(project('docs'), undefined)).toBe(true);
	expect(parseQuery('!env:prod', context).fits(project('docs'), undefined)).toBe(false);
	expect(parseQuery('latest:failed', context).fits(project('docs'), each)).toBe(false);
});

test('the id of a known deployment finds its project', () => {
	const table = new Map([['shop', recordOf([deployment({id: 'dep_7', projectId: 'shop'})])]]);
	const query = parseQuery('dep_7', {...context, table});
	expect(['shop', 'docs'].map(id => query.test(project(id)))).toEqual([true, false]);
});

test('a condition and its negation partition all rows, and a project is found by any of its deployments', {
	tags: ['fault-93'],
}, () => {
	const text = (...words: readonly string[]) => optional(fc.constantFrom(...words).map(word => serviceText(word)));
	const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, {nil: undefined});
	const hoursAgo = optional(fc.nat(3).map(hours => now - hours * hour));
	const names = text('active', 'build failed', 'a', 'zip', '');
	const version = optional(fc.nat(3));
	const someProject = fc.record({
		...{name: names, slug: names, url: names, status: names, uploadMode: names},
		...{latestUploadVersion: version, updatedAt: hoursAgo},
	});
	const someDeployment = fc.record({
		environmentId: text('production', 'preview'),
		conclusion: text('success', 'failure', 'odd'),
		...{uploadVersion: version, createdAt: hoursAgo, concludedAt: hoursAgo},
	});
	const ofProject = 'name:a slug:zip url:a status:active status:failed mode:zip id:s upload>1 upload=0 UPDATED>=1h';
	const ofDeployment =
		'outcome:failed outcome:s outcome:unknown env:prod ENV:Prev v>1 version=0 age<2h age>=1h failed:prod failed:prod<2h succeeded<3h in-progress:';
	const words = (all: string) => fc.tuple(fc.constantFrom('', '!'), fc.constantFrom(...all.split(' ')));
	const queries = fc.tuple(words(ofProject), fc.array(words(ofDeployment), {minLength: 1, maxLength: 3}));
	fc.assert(
		fc.property(
			someProject,
			fc.array(someDeployment, {maxLength: 8}),
			fc.boolean(),
			queries,
			(fields, some, isRead, [first, others]) => {
				const shop = {...bareProject, ...fields, id: 'shop'};
				const list = some.map((rest, at) => deployment({...rest, id: `d${at}`, projectId: 'shop'}));
				const known: DeploymentTable = new Map(isRead ? [['shop', recordOf(list)]] : []);
				const fitting = (typed: string) => {
					const {fits} = parseQuery(typed, {...context, table: known});
					return list.filter(each => fits(shop, each));
				};
				for (const [, word] of [first, ...others]) {
					const [yes, no] = [fitting(word), fitting(`!${word}`)];
					expect(list.filter(each => yes.includes(each) !== no.includes(each))).toEqual(list);
					expect(fitting(`!!${word}`)).toEqual(yes);
				}

				const hasFirst = foundIn(first.join(''), [shop], known).found.length;
				const typed = [first, ...others].map(word => word.join('')).join(' ');
				const {found: shown, unread} = foundIn(typed, [shop], known);
				const expected = isRead ? [Math.min(1, fitting(typed).length), 0] : [0, hasFirst];
				expect([shown.length, unread.length]).toEqual(expected);
			},
		),
	);
});

describe('a saved filter in a query', () => {
	const indices = Array.from({length: 8}, (_, index) => index);

	test.each<[what: string, queryOf: (index: number) => string]>([
		['the next one twice', index => (index === 7 ? 'shop' : `@f${index + 1} @f${index + 1}`)],
		['all', () => ['shop', ...indices.map(index => `@f${index}`)].join(' ')],
	])('counts once, also if each names %s', (_what, queryOf) => {
		const nested = new Map(indices.map(index => [`f${index}`, queryOf(index)]));
		const {texts, problems} = parseQuery('@f0', {...context, filters: nested});
		expect(new Set(texts)).toEqual(new Set(['shop']));
		expect(texts.length + problems.length).toBeLessThanOrEqual(8 * 9);
	});

	const filters = new Map([
		['prod', 'env:prod @Mine'],
		['Mine', 'shop @prod'],
		['late winter', 'env:preview'],
	]);

	test.each<[typed: string, expected: readonly number[]]>([
		['@prod', [0, 1, 3]],
		['@PROD !"@prod"', [0, 1, 3]],
		['@"late winter"', [2]],
		['@"late winter" failed<2h', [2]],
		['@"late winter" succeeded:', []],
	])('%j stands for its words', (typed, expected) => {
		const query = parseQuery(typed, {...context, filters});
		const shop = project('shop');
		expect(deploymentsIn('shop').flatMap((each, at) => (query.fits(shop, each) ? [at] : []))).toEqual(expected);
	});

	test.each([
		['@nope', 'mistake', '@nope is not a saved filter, so it is searched as text. Saved: @prod, @Mine, @"late winter"'],
		['@pr', 'unfinished', '@ needs the name of a saved filter. Saved: @prod, @Mine, @"late winter"'],
		['!@mine', 'mistake', 'A saved filter cannot follow ! or refer to itself, so it is ignored'],
		['@prod', 'mistake', 'A saved filter cannot follow ! or refer to itself, so it is ignored'],
		['@late winter', 'unfinished', /needs the name/],
	])('%j is a problem: %s', (typed, kind, said) => {
		const problem = queryProblem(parseQuery(typed, {...context, filters}), 0);
		expect([problem?.kind, problem && problemSentence(problem)]).toEqual([
			kind,
			typeof said === 'string' ? said : expect.stringMatching(said),
		]);
	});
});

test('every query is fast and highlights only parts of the name', () => {
	const long = 'a'.repeat(256);
	const [startedAt, slow] = [cpuTimeMs(), project(long)];
	expect(foundIn(`${'a'.repeat(60)}b`, [slow], new Map()).found).toEqual([]);
	// A regular expression would backtrack practically forever.
	expect(cpuTimeMs() - startedAt).toBeLessThan(1000);
	fc.assert(
		fc.property(anyText(), anyText(), (name, typed) => {
			const row = project(name);
			foundIn(typed, [row], new Map());
			const highlighted = highlightsOf(typed)(name);
			for (const [index, [from, to]] of highlighted.entries()) {
				expect(from).toBeGreaterThanOrEqual(highlighted[index - 1]?.[1] ?? 0);
				expect(to).toBeGreaterThan(from);
				expect(to).toBeLessThanOrEqual(name.length);
			}
		}),
	);
});
