import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment, Project} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import type {QuickFilter} from '../../src/model/arrangement.ts';
import {type DeploymentTable, noDeployments, withListRead} from '../../src/model/deployment-table.ts';
import {queryWithQuickFilter, quickFilterOf} from '../../src/model/project-filter.ts';
import {
	findIn,
	findProjects,
	highlightsOf,
	invalidityOf,
	parseQuery,
	problemSentence,
	projectPartOf,
	queryProblem,
} from '../../src/model/query.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
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

const recordOf = (...list: ReadonlyArray<Partial<Deployment>>) =>
	withListRead(noDeployments, listOf(list.map(deployment)), {readAt: 0, at: 0, skewMs: 0});

const table = new Map([
	['Marketing site', recordOf({conclusion: serviceText('failure')})],
	['billing-api', recordOf({environmentId: serviceText('Preview')})],
	['api docs', recordOf()],
	['(c) old [shop]', recordOf({status: serviceText('building'), conclusion: undefined, concludedAt: undefined})],
]);

const filters = new Map([
	['prod', 'env:prod @Mine'],
	['Mine', 'shop @prod'],
	['late "winter"', 'env:preview'],
	['typo', 'failed:prdo'],
	['blank', ' '],
]);

const context = {now, wordMeanings: noWordMeanings, table, filters};

const foundIn = (typed: string, rows: readonly Project[], known: DeploymentTable) =>
	findIn(rows, parseQuery(typed, {...context, table: known}));

const rowsWith = {
	fields: projects,
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
		project('prj_a', {name: serviceText('\u200b'), slug: serviceText('null-79')}),
		project('prj_79', {name: undefined, slug: undefined}),
		project('c', {slug: serviceText('79')}),
		project('d', {id: 'prj_d', slug: undefined}),
	],
	colons: [project('team:web')],
	statuses: [
		project('shop-eu', {status: serviceText('queued')}),
		project('docs', {status: serviceText('queued'), slug: undefined}),
	],
	'named after outcomes': [project('failed imports'), project('imports')],
	'quotation marks': [project('12" vinyl'), project('5" and 7" discs'), project('12 vinyl')],
};

test.each<[of: keyof typeof rowsWith, typed: string, ids: string]>([
	['fields', 'SITE mark', 'Marketing site'],
	['fields', 'api', 'billing-api, api docs'],
	['fields', 'kanji', '漢字 shop'],
	['fields', '[shop]', '(c) old [shop]'],
	['fields', '.*', ''],
	['fields', '!shop', 'Marketing site, billing-api, api docs'],
	['fields', 'status:failed', 'billing-api'],
	['fields', 'status:active !site', 'api docs, 漢字 shop'],
	['fields', 'mode:zip', 'api docs'],
	['fields', 'upload>=42', 'Marketing site, (c) old [shop]'],
	['fields', 'upload<41', 'billing-api'],
	['fields', 'upload<=41', 'billing-api, api docs'],
	['fields', 'upload=7', 'billing-api'],
	['fields', 'updated<1.25h', 'Marketing site, 漢字 shop'],
	['fields', 'updated>2d', 'billing-api'],
	['fields', 'colour:red', ''],
	['fields', 'upload>v41', 'Marketing site, (c) old [shop]'],
	['fields', 'outcome:failed', 'Marketing site'],
	['fields', 'outcome:s', 'billing-api'],
	['fields', 'outcome:in-progress', '(c) old [shop]'],
	['fields', 'env:prod', 'Marketing site, (c) old [shop]'],
	// Status words are not text: those have conditions.
	['fields', 'active', ''],
	['fields', '!active', 'Marketing site, billing-api, api docs, 漢字 shop, (c) old [shop]'],
	['statuses', 'eu', 'shop-eu'],
	['statuses', 'build', ''],
	// The name of an outcome also finds the outcome.
	['fields', 'failed', 'Marketing site'],
	['fields', 'failure env:prod', 'Marketing site'],
	['fields', 'running', '(c) old [shop]'],
	['fields', '"failed"', ''],
	['fields', 'succeeded', 'billing-api'],
	['fields', '!failed', 'billing-api, (c) old [shop]'],
	['named after outcomes', 'failed', 'failed imports'],
	['named after outcomes', '!failed', ''],
	['fields', '"old [shop]"', '(c) old [shop]'],
	['fields', '!"api docs" api', 'billing-api'],
	['fields', 'status:"build failed"', 'billing-api'],
	['fields', '"status:active"', ''],
	['fields', '"docs api', ''],
	['fields', 'api!', ''],
	['fields', 'v>x4 api', 'billing-api, api docs'],
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
	['urls', 'docs.example.com/', 'prj_9Zz4y'],
	['urls', 'prj_ .com/eu', 'prj_7Kq2x'],
	// Not its letters in order, and no one or two letters, which are in most ids by chance.
	['urls', 'p7q2', ''],
	['urls', 'q2', ''],
	['urls', '42', '42'],
	['urls', 'team:42', ''],
	['urls', 'https://docs.example.com/path?x=1', 'prj_9Zz4y'],
	// A word hides only what shows it.
	['urls', '!prj_7kq2x', 'prj_7Kq2x, prj_9Zz4y, 42'],
	['urls', '!example.com', 'prj_7Kq2x, prj_9Zz4y, 42'],
	['urls', '!id:prj_7kq2x', 'prj_9Zz4y, 42'],
	// The slug or id stands for the name.
	['no visible name', 'name:79', 'prj_a, prj_79'],
	['no visible name', '!prj', 'prj_a, c, prj_d'],
	['colons', 'team:web', 'team:web'],
	// Inside a word, a quotation mark is a letter.
	['quotation marks', '12" vinyl', '12" vinyl'],
	['quotation marks', '" and', '5" and 7" discs'],
	['quotation marks', '5" 7"', '5" and 7" discs'],
	['quotation marks', 'name:"12 v"', '12 vinyl'],
	['colons', '!team:web', ''],
])('among projects with %s, the query %j finds %j', {tags: ['fault-122']}, (of, typed, ids) => {
	const {found} = foundIn(typed, rowsWith[of], table);
	expect(found.map(({id}) => id).join(', ')).toBe(ids);
});

test('an empty, unfinished or mistaken query restricts nothing', () => {
	const queries = ['', '!', 'status:', 'outcome:', 'outcome:fial', 'updated<1x'];
	expect(queries.map(typed => foundIn(typed, projects, table).found)).toEqual(queries.map(() => projects));
});

test.each<[query: string, filter: string | undefined, other: QuickFilter, changed: string]>([
	['docs', undefined, 'in progress', 'docs outcome:in-progress'],
	['LATEST:Failed docs', 'failed', 'watched', 'docs is:watched'],
	['"two  words" latest:failed', 'failed', 'watched', '"two  words" is:watched'],
	['"is:watched"', undefined, 'in progress', '"is:watched" outcome:in-progress'],
	['"now is:watched"', undefined, 'in progress', '"now is:watched" outcome:in-progress'],
	['docs is:watched', 'watched', 'all', 'docs'],
])('another quick filter in %j keeps all other words as typed', (query, filter, other, changed) => {
	expect(quickFilterOf(query)).toBe(filter);
	expect(queryWithQuickFilter(query, other)).toBe(changed);
});

test.each<[typed: string, kind: string, text: RegExp]>([
	['foo:bar', 'mistake', /^foo: is not a condition, so .* as text\. Conditions: name: .* v> .* updated<$/],
	['outcome:fial', 'mistake', /^fial is not an outcome, so it is ignored\. It can be waiting, in-progress, suc/],
	['outcome=failed', 'mistake', /^outcome= is not a condition/],
	// A comparison is a part of the condition before it, or a mistake.
	['<2h', 'mistake', /^<2h follows no condition, so it is ignored\. Type it after one: failed:prod<2h, age<2h/],
	['docs >=41', 'mistake', /^>=41 follows no condition/],
	['env:prod <2h', 'mistake', /^<2h follows no condition/],
	['"age" <2h', 'mistake', /^<2h follows no condition/],
	['age<1h <2h', 'mistake', /^<2h follows no condition/],
	['age <', 'unfinished', /^age< needs a number/],
	['failed:,<2h', 'unfinished', /^env: needs an environment/],
	['""', 'unfinished', /^"" needs a word or a condition$/],
	['docs !!', 'unfinished', /^!! needs a word or a condition$/],
	// What occurs nowhere among what was read.
	['env:prdo', 'unknown value', /^no environment contains “prdo”; known: preview, production$/],
	['!env:prdo', 'unknown value', /^no environment contains “prdo”/],
	['failed:prod,prdo<2h', 'unknown value', /^no environment contains “prdo”/],
	['latest:failed env:prdo', 'unknown value', /^no environment contains “prdo”/],
	['@typo', 'unknown value', /^no environment contains “prdo”/],
	['status:pasued', 'unknown value', /^no status contains “pasued”; known: active, build failed$/],
	['mode:zpi', 'unknown value', /^no mode contains “zpi”; known: zip$/],
	['version:50', 'mistake', /^version: is not a condition/],
	['took>50s', 'mistake', /^took> is not a condition, so it is searched as text\. Conditions: name: .* v> age< /],
	['is:w', 'unfinished', /^is: can be watched$/],
	['is:wached', 'mistake', /^is:wached is unknown, so it is ignored\. Only is:watched is known$/],
	['age=2h', 'mistake', /^age= would match nothing, so it is ignored\. Ages are compared with < and >: age<2h$/],
	['failed:prod=2h', 'mistake', /^age= would match nothing/],
	['updated=2h', 'mistake', /^updated= would match nothing/],
	['"docs api', 'unfinished', /^"docs api needs a second quotation mark$/],
	['!"api docs" name:"docs', 'unfinished', /^name:"docs needs a second quotation mark$/],
	['age<1x', 'mistake', /^x is not a unit \(s, m, h, d, w or y\)/],
	['age<soon', 'mistake', /^soon is not an age such as 2h/],
	['v>4x', 'mistake', /^4x is not a version/],
	['age<', 'unfinished', /^age< needs a number and a unit/],
	['updated<10', 'unfinished', /^updated<10 needs a unit/],
	['latest:', 'unfinished', /^latest: can be waiting, in-progress/],
	['failed:prod<2', 'unfinished', /^age<2 needs a unit/],
	['failed:prod <2', 'unfinished', /^age<2 needs a unit/],
	['upload>', 'unfinished', /^upload> needs a version, such as upload>41/],
	['v>', 'unfinished', /^v> needs a version/],
	['behind:', 'unfinished', /^behind> needs a number, such as behind>3$/],
	['behind:prod', 'unfinished', /^behind:prod> needs a number, such as behind:prod>3$/],
	['!live:prod', 'unfinished', /^live:prod= needs a version, such as live:prod=41$/],
	['live:,=4', 'unfinished', /^env: needs an environment/],
	['behind:prod >x', 'mistake', /^x is not a number, so it is ignored$/],
	['live=4x', 'mistake', /^4x is not a version, so it is ignored$/],
	['behind:prdo>3', 'unknown value', /^no environment contains “prdo”; known: preview, production$/],
	['live:prod,prdo=41', 'unknown value', /^no environment contains “prdo”/],
	['status:', 'unfinished', /^status: needs a text/],
	['env:', 'unfinished', /^env: needs an environment/],
	['outcome:', 'unfinished', /^outcome: can be waiting, in-progress/],
	['outcome:fai', 'unfinished', /^outcome: can be waiting, in-progress/],
	['!', 'unfinished', /^! needs a word or a condition/],
	[
		'@nope',
		'mistake',
		/^@nope is not a saved filter, so it is .* as text\. Saved: @prod, @Mine, @"late winter", @typo, @blank$/,
	],
	['@pr', 'unfinished', /^@ needs the name of a saved filter\. Saved: @prod, @Mine, @"late winter", @typo, @blank$/],
	['!@mine', 'mistake', /^A saved filter cannot follow ! or refer to itself, so it is ignored$/],
	['@prod', 'mistake', /^A saved filter cannot follow ! or refer to itself, so it is ignored$/],
	['@late winter', 'unfinished', /needs the name/],
])('the query %j has a problem: %s', (typed, kind, text) => {
	const query = parseQuery(typed, context);
	const problem = queryProblem(query, 3, projects);
	expect(problem?.kind).toBe(kind);
	expect(problem && problemSentence(problem)).toMatch(text);
	// The beginning of an outcome restricts all the same.
	expect(invalidityOf(query, projects) === undefined).toBe(typed === 'outcome:fai');
});

test.each([
	...['', 'api', '\u001B[2J:x', '"api" name:"docs" !"old"', '12"', 'v', 'age', 'vercel'],
	...['https://docs.example.com/path?x=1', '"foo:bar"'],
	...['v>41', 'age<2h', '!env:prod', 'failed:prod,preview<2h', 'failed:prod <2h', 'age <2h', 'v >=41'],
	...['failed:prod<2h', 'failed<2h', 'failed:', 'behind:prod>3', 'behind:prod <=3', '!live:prod,prev=v41', 'live>4'],
	...['status:active', 'status:paused', 'status:archived', 'name:failed'],
])('the query %j has no problem', typed => {
	expect(queryProblem(parseQuery(typed, context), 0)).toBeUndefined();
});

const forDeployments = 'status: tests the project; for deployments use outcome:';

test.each([
	['status:failed', `${forDeployments}failed`],
	['status:success', `${forDeployments}succeeded`],
	['status:building', `${forDeployments}in-progress`],
	['!status:cancelled', `${forDeployments}stopped`],
])('the query %j hints, if it finds nothing: %s', (typed, text) => {
	const query = parseQuery(`failed: ${typed}`, context);
	expect(queryProblem(query, 0)).toMatchObject({kind: 'hint', text});
	expect([queryProblem(query, 1), invalidityOf(query)]).toEqual([undefined, undefined]);
});

test('searches “or” as text, says so if nothing is found, and rejects it in commands unless it is quoted', () => {
	const query = parseQuery('docs or shop', context);
	expect(queryProblem(query, 0)).toMatchObject({text: 'All words must match: “or” is searched as text too'});
	expect([queryProblem(query, 1), invalidityOf(query)]).toEqual([undefined, expect.stringContaining('“or”')]);
	expect(invalidityOf(parseQuery('docs "or" shop', context))).toBeUndefined();
});

test.each([
	...['failed production', 'queued', 'failed,stopped', 'failed|stopped', 'failed : prod', 'api "error"'],
	...['zzz outcome:f'],
])('names the unknown word of %j if nothing is found, and rejects the query in commands', typed => {
	const query = parseQuery(typed, context);
	const text = expect.stringMatching(/^no project contains “.*”; env:, status: and outcome: search other fields$/);
	expect(queryProblem(query, 0, projects)).toMatchObject({kind: 'unknown value', text});
	expect(invalidityOf(query, projects)).toContain('no project contains');
	expect(queryProblem(query, 1, projects)?.kind).not.toBe('unknown value');
	expect(queryProblem(query, 0, [])?.kind).not.toBe('unknown value');
});

test('knows a word that a project or a listed deployment has, and accepts any negated word', () => {
	const invalid = (typed: string, ...shown: readonly Deployment[]) =>
		invalidityOf(parseQuery(typed, context), projects, shown);
	expect(['docs API', '!zzz', 'docs failed', '(c)'].filter(typed => invalid(typed))).toEqual([]);
	const [shown] = deploymentsIn('docs');
	expect(['prod v12', 'dep_docs0 api'].filter(typed => shown && invalid(typed, shown))).toEqual([]);
	expect(shown && invalid('prod v13', shown)).toContain('“v13”');
});

/** The deployments of two projects, newest first: hours since the end, environment, version, outcome. */
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
			id: `dep_${projectId}${at}`,
			projectId,
			environmentId: serviceText(environment),
			uploadVersion,
			conclusion: serviceText(conclusion),
			createdAt: now - (500 + at) * hour,
			concludedAt: now - hours * hour,
		}),
	);

test.each<[typed: string, found: Partial<Record<keyof typeof records, readonly number[]>>]>([
	['outcome:failed env:prod age<2h', {shop: [1]}],
	['failed:prod<2h', {shop: [1]}],
	['failed:prod <2h', {shop: [1]}],
	['failed:prod,prev<2h', {shop: [1, 2]}],
	['failed env:preview', {shop: [2]}],
	['env:prod v <10', {shop: [3]}],
	['failed:prod', {shop: [1], docs: [0]}],
	['failed:prod<2', {shop: [1], docs: [0]}],
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
	['dep_docs1', {docs: [0, 1]}],
	// A saved filter stands for its words.
	['@prod', {shop: [0, 1, 3]}],
	['@PROD !"@prod"', {shop: [0, 1, 3]}],
	['!prod', {shop: [2], docs: [1]}],
	['@"late winter"', {shop: [2], docs: [1]}],
	['@"late winter" failed<2h', {shop: [2]}],
	['@"late winter" succeeded:', {docs: [1]}],
])('the query %j finds projects with a deployment that meets it all: %j', {tags: ['fault-93']}, (typed, expected) => {
	const ids = ['shop', 'docs'] as const;
	const known = new Map(ids.map(id => [id, recordOf(...deploymentsIn(id))] as const));
	const query = parseQuery(typed, {...context, table: known});
	const fitting = ids.flatMap(id => {
		const at = deploymentsIn(id).flatMap((each, index) => (query.testRow(project(id), each) === true ? [index] : []));
		return at.length > 0 ? [[id, at] as const] : [];
	});
	expect(Object.fromEntries(fitting)).toEqual(expected);
	const {found: shown} = findIn([project('shop'), project('docs')], query);
	expect(shown.map(({id}) => id)).toEqual(Object.keys(expected));
});

test.each<[typed: string, ids: string, unread: string, undecided: string]>([
	['behind:prod>3', 'far', 'cut, new', 'odd'],
	['behind:prod >3', 'far', 'cut, new', 'odd'],
	['behind:prod>4', '', 'cut, new', 'odd'],
	['behind>0', 'far, near', 'cut, new', 'odd'],
	['behind:prev>0', 'near', 'cut, new', ''],
	['behind:prod=0', 'near', 'cut, new', 'odd'],
	['live:prod=41', 'far', 'cut, new', 'odd'],
	['live:prod,prev<45', 'far, near', 'cut, new', 'odd'],
	['live>=v45', 'near', 'cut, new', 'odd'],
	['!behind:prod>3', 'near, none, unnumbered', 'cut, new', 'odd'],
	['!live=41', 'near, none, unnumbered', 'cut, new', 'odd'],
	// Each condition may be met in another environment, or by another deployment.
	['behind:prod=0 behind:prev>0', 'near', 'cut, new', ''],
	['failed:prod behind:prod>3', 'far', 'cut, new', 'odd'],
	['failed:preview behind:prod>3', '', 'cut, new', ''],
	['name:far behind:prod>3', 'far', '', ''],
	['name:near behind:prod>3', '', '', ''],
	['@far', 'far', 'cut, new', 'odd'],
])(
	'the query %j about live versions finds %j, unread are %j, undecided %j',
	{tags: ['fault-264']},
	(typed, ...expected) => {
		const deployed = (environment: string, version: number | undefined, conclusion = 'success', hours = 2) => ({
			environmentId: serviceText(environment),
			uploadVersion: version,
			conclusion: serviceText(conclusion),
			concludedAt: now - hours * hour,
		});
		const lists = {
			far: [
				deployed('production', 41),
				deployed('production', 42, 'failure', 1),
				deployed('production', 44, 'success', 9),
			],
			near: [deployed('production', 45), deployed('preview', 44)],
			none: [deployed('production', 45, 'failure')],
			unnumbered: [deployed('production', undefined)],
			odd: [deployed('production', 45, 'landed', 1), deployed('production', 41)],
			// The service lists no more, so an older success may be live.
			cut: Array.from({length: 100}, () => deployed('production', 44, 'failure')),
		};
		const known = new Map(
			Object.entries(lists).map(([id, list]) => [
				id,
				recordOf(...list.map((each, at) => ({...each, id: `${id}${at}`, projectId: id}))),
			]),
		);
		const rows = [...known.keys(), 'new'].map(id => project(id, {latestUploadVersion: 45}));
		const saved = new Map([['far', 'behind:prod>3']]);
		const query = parseQuery(typed, {...context, table: known, filters: saved});
		const {found, unread, undecided} = findIn(rows, query);
		const idsOf = (list: readonly Project[]) => list.map(({id}) => id).join(', ');
		expect([idsOf(found), idsOf(unread), idsOf(undecided)]).toEqual(expected);
		expect([query.looksAtDeployments, invalidityOf(query, rows)]).toEqual([true, undefined]);
	},
);

test('a cut list proves only that no later deployment matches', {tags: ['fault-93']}, () => {
	const ends = Array.from({length: 100}, (_, at) => now - (1 + at) * hour);
	const hundred = ends.map((at, index) => ({id: `d${index}`, projectId: 'shop', createdAt: at, concludedAt: at}));
	const known = new Map([['shop', recordOf(...hundred)]]);
	const result = (typed: string) => parseQuery(typed, {...context, table: known}).testProject(project('shop'));
	expect(['failed<2h', 'failed: age<2h', 'latest:failed'].map(result)).toEqual([false, false, false]);
	expect(['failed:', 'failed<200h', 'failed: age>=2h'].map(result)).toEqual(['unread', 'unread', 'unread']);
	expect(result('outcome:succeeded')).toBe(true);
});

test('words find a row about a deployment by its environment, version and id', () => {
	const [each] = deploymentsIn('docs');
	const fits = (typed: string) => parseQuery(typed, context).testRow(project('docs'), each) === true;
	expect(['docs prod', 'failed', 'v12', 'dep', 'dep_docs0', '!preview'].filter(fits)).toHaveLength(6);
	expect(['v1', 'ep', 'preview', '!prod', 'shop', 'latest:failed', 'complet', 'ailu'].filter(fits)).toEqual([]);
	const fitsAlone = (typed: string) => parseQuery(typed, context).testRow(project('docs'), undefined) === true;
	expect(['docs', 'shop', '!env:prod'].filter(fitsAlone)).toEqual(['docs']);
});

test('a condition and its negation partition all rows of known words, and a project is found by any of its deployments', {
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
				const known: DeploymentTable = new Map(isRead ? [['shop', recordOf(...list)]] : []);
				const judged = (typed: string) => {
					const {testRow} = parseQuery(typed, {...context, table: known});
					return list.map(each => testRow(shop, each));
				};
				for (const [, word] of [first, ...others]) {
					const opposite = judged(word).map(match => (match === 'undecided' ? match : !match));
					expect(judged(`!${word}`)).toEqual(opposite);
					expect(judged(`!!${word}`)).toEqual(judged(word));
				}

				const hasFirst = foundIn(first.join(''), [shop], known).found.length;
				const typed = [first, ...others].map(word => word.join('')).join(' ');
				const {found: shown, unread, undecided} = foundIn(typed, [shop], known);
				const [best] = [true, 'undecided'].filter(match => judged(typed).some(each => each === match));
				const expected = isRead ? [Number(best === true), 0, Number(best === 'undecided')] : [0, hasFirst, 0];
				expect([shown.length, unread.length, undecided.length]).toEqual(expected);
			},
		),
	);
});

test.each([
	['docs API', 'api docs', 'api, docs'],
	['ling bil', 'Billing', 'Billing'],
	['bill lin', 'billing-api', 'billin'],
	['ill billing', 'my billing', 'billing'],
	['!api env:pi web', 'api', ''],
	// Text of another width on some terminals, or of another length in its caseless form.
	['shop', '漢字 shop', ''],
	['strasse', 'straße', ''],
])('the query %j highlights in %j: %s', (typed, text, parts) => {
	const shown = highlightsOf(typed)(text).map(([from, to]) => text.slice(from, to));
	expect(shown.join(', ')).toBe(parts);
});

test.each([
	['shop', 'Shop,shop eu,my shop,workshop,prj_1'],
	['open  my shop ', 'my shop'],
	['my open shop', ''],
	['open ', ''],
])('typing %j finds the projects %j, best match first', (typed, ids) => {
	const unnamed = {...bareProject, url: serviceText('https://shop.example')};
	const rows = [unnamed, ...['workshop', 'my shop', 'shop eu', 'Shop'].map(name => project(name))];
	expect(String(findProjects(rows, projectPartOf(typed)).map(({id}) => id))).toBe(ids);
});

test.each<[what: string, queryOf: (index: number) => string]>([
	['the next one twice', index => (index === 7 ? 'shop' : `@f${index + 1} @f${index + 1}`)],
	['all', () => `shop ${Array.from({length: 8}, (_, index) => `@f${index}`).join(' ')}`],
])('a saved filter counts once in a query, also if each names %s', (_what, queryOf) => {
	const nested = new Map(Array.from({length: 8}, (_, index) => [`f${index}`, queryOf(index)]));
	const {texts, problems} = parseQuery('@f0', {...context, filters: nested});
	expect(new Set(texts)).toEqual(new Set(['shop']));
	expect(texts.length + problems.length).toBeLessThanOrEqual(8 * 9);
});

test('searches a long name fast and highlights only parts of it', () => {
	const long = 'a'.repeat(256);
	const [startedAt, slow] = [cpuTimeMs(), project(long)];
	expect(foundIn(`${'a'.repeat(60)}b`, [slow], new Map()).found).toEqual([]);
	// A regular expression would backtrack practically forever.
	expect(cpuTimeMs() - startedAt).toBeLessThan(1000);
	fc.assert(
		fc.property(anyText(), anyText(), (name, typed) => {
			foundIn(typed, [project(name)], new Map());
			const highlighted = highlightsOf(typed)(name);
			for (const [index, [from, to]] of highlighted.entries()) {
				expect(from).toBeGreaterThanOrEqual(highlighted[index - 1]?.[1] ?? 0);
				expect(to).toBeGreaterThan(from);
				expect(to).toBeLessThanOrEqual(name.length);
			}
		}),
	);
});
