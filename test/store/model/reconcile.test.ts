import {describe, expect, test} from 'vitest';
import type {Project, ProjectChanges} from '../../../src/api/types.ts';
import type {DeploymentOrder} from '../../../src/store/model/deployments/deployment-order.ts';
import {
	absentText,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	isDecided,
	lookPausesMs,
} from '../../../src/store/model/writes/reconcile.ts';
import {baseOf} from '../../../src/store/model/writes/write-intent.ts';
import {plain, said} from '../../../src/text.ts';
import {bareDeployment, deployment, project} from '../../present/records.ts';

const minute = 60_000;
const sentAt = Date.UTC(2026, 5, 1, 12);

describe('a project that was to be added', () => {
	const made = project({id: 'new', name: said('docs'), createdAt: sentAt});
	const find = (projects: readonly Project[], {known = [] as readonly string[], isWhole = true} = {}) =>
		findCreated({kind: 'create', name: 'docs', known}, sentAt, projects, isWhole);

	test('is found if all projects were looked at and it is the only new one of its name', () => {
		expect(find([project({id: 'other', createdAt: sentAt}), made])).toStrictEqual({
			kind: 'confirmed',
			text: 'Added docs (confirmed by the list)',
			project: made,
		});
	});

	test.each<[name: string, changes: Partial<Project>]>([
		['as long before as the clocks may differ', {createdAt: sentAt - 2 * minute}],
		['later', {createdAt: sentAt + 60 * minute}],
		['at a time that is not said', {createdAt: undefined}],
	])('is found if it was made %s', (_when, changes) => {
		expect(find([{...made, ...changes}])).toMatchObject({kind: 'confirmed', project: {id: 'new'}});
	});

	test.each<[name: string, projects: readonly Project[], known: readonly string[]]>([
		['there is no project', [], []],
		['the one of its name was known before', [made], ['new']],
		['the one of its name is older than the clocks may differ', [{...made, createdAt: sentAt - 2 * minute - 1}], []],
		[
			'only the letters of a name are alike',
			[
				{...made, name: said('Docs')},
				{...made, name: undefined},
			],
			[],
		],
	])('is absent if %s', (_why, projects, known) => {
		expect(find(projects, {known})).toStrictEqual({kind: 'absent'});
	});

	test('is not told apart from others of its name', () => {
		expect(find([made, {...made, id: 'new\x1b[2J'}])).toStrictEqual({
			kind: 'unclear',
			text: '2 new projects are called docs: one of them may be it',
			candidates: ['new', 'new\ufffd[2J'],
		});
	});

	test('is not taken for certain while there are more projects to look at', () => {
		expect(find([made], {isWhole: false})).toStrictEqual({
			kind: 'unclear',
			text: '1 new projects are called docs: one of them may be it',
			candidates: ['new'],
		});
		expect(find([made], {known: ['new'], isWhole: false})).toStrictEqual({
			kind: 'unclear',
			text: 'It is not among the 1 projects that were looked at, and there are others',
			candidates: [],
		});
	});

	test('is told of in one line, however long its name is', () => {
		const name = 'n'.repeat(400);
		const own = {...made, name: said(name)};
		const textOf = (projects: readonly Project[]) => {
			const finding = findCreated({kind: 'create', name, known: []}, sentAt, projects, true);
			return finding.kind === 'absent' ? '' : finding.text;
		};
		expect(textOf([own])).toBe(`Added ${'n'.repeat(293)}…`);
		expect(textOf([own, {...own, id: 'b'}])).toBe(`2 new projects are called ${'n'.repeat(273)}…`);
	});
});

describe('a project that was to be changed', () => {
	const before = project({name: said('docs'), slug: said('d'), updatedAt: sentAt - minute});
	const find = (changes: ProjectChanges, now: Project) =>
		findEdited({kind: 'edit', projectId: before.id, changes, base: baseOf(before)}, now);

	test('is changed if it is now as it was to be, whatever else has become of it', () => {
		const now = {...before, name: said('Docs'), slug: said('elsewhere'), updatedAt: sentAt};
		expect(find({name: 'Docs'}, now)).toStrictEqual({kind: 'confirmed', text: 'Saved Docs (confirmed)', project: now});
	});

	test('goes by its slug where it has no name', () => {
		const now = {...before, name: undefined, slug: said('e')};
		expect(find({slug: 'e'}, now)).toMatchObject({kind: 'confirmed', text: 'Saved e (confirmed)'});
	});

	test('is told of in one line, however long its name is', () => {
		const name = 'n'.repeat(400);
		expect(find({name}, {...before, name: said(name)})).toMatchObject({
			text: `Saved ${'n'.repeat(255)}… (confirmed)`,
		});
	});

	test('is unchanged if nothing has touched it', () => {
		expect(find({name: 'Docs', slug: 'e'}, before)).toStrictEqual({kind: 'absent'});
	});

	test.each<[name: string, changes: ProjectChanges, now: Partial<Project>, candidates: readonly string[]]>([
		['it was touched, but not so', {name: 'Docs'}, {updatedAt: sentAt}, ['name: sent Docs, it is docs']],
		[
			'only one of two fields is as it was sent',
			{name: 'Docs', slug: 'e'},
			{name: said('Docs')},
			['name: sent Docs, it is Docs', 'slug: sent e, it is d'],
		],
		['somebody else was faster', {name: 'Docs'}, {name: said('Dox')}, ['name: sent Docs, it is Dox']],
		['a field is gone', {slug: 'e'}, {slug: undefined}, ['slug: sent e, it is nothing']],
		['what is there would steer the terminal', {slug: 'e'}, {slug: said('\x1b[2J')}, ['slug: sent e, it is \ufffd[2J']],
	])('is left to the reader where %s', (_why, changes, now, candidates) => {
		expect(find(changes, {...before, ...now})).toStrictEqual({
			kind: 'unclear',
			text: 'The project was changed, and not only as it was sent',
			candidates,
		});
	});

	test('counts a field that was to be emptied as sent, too', () => {
		expect(find({slug: ''}, {...before, slug: undefined})).toMatchObject({
			candidates: ['slug: sent , it is nothing'],
		});
	});
});

describe('a deployment that was to begin', () => {
	const find = (known: readonly string[] | undefined, ids: readonly string[], order: DeploymentOrder = 'unknown') => {
		const deployments = ids.map(id => deployment({id, uploadVersion: 7}));
		return findDeployed(
			{kind: 'deploy', projectId: 'prj_1', body: '{}', known},
			{deployments, requestId: undefined, unreadable: 0},
			order,
		);
	};
	const hundred = Array.from({length: 100}, (_, index) => `d${index}`);

	test('cannot be told apart where those before it were not known', () => {
		expect(find(undefined, ['a'])).toStrictEqual({
			kind: 'unclear',
			text: 'The deployments before it were not known, so nothing can be told apart',
			candidates: [],
		});
	});

	test('is absent if there are only those that were known', () => {
		expect(find(['a', 'b'], ['b', 'a'])).toStrictEqual({kind: 'absent'});
		expect(find([], [])).toStrictEqual({kind: 'absent'});
	});

	test('is never said to be the one that has begun, because others deploy as well', () => {
		expect(find(['a'], ['b', 'a'])).toStrictEqual({
			kind: 'unclear',
			text: 'A deployment has begun since it was sent. Whether that was this one cannot be told',
			candidates: ['b  v7'],
		});
		expect(find(['a'], ['c', 'b', 'a'])).toStrictEqual({
			kind: 'unclear',
			text: '2 deployments have begun since it was sent. Whether that was this one cannot be told',
			candidates: ['c  v7', 'b  v7'],
		});
	});

	test('is shown without a version if it has none', () => {
		const list = {deployments: [{...bareDeployment, id: 'x'}], requestId: undefined, unreadable: 0};
		const finding = findDeployed({kind: 'deploy', projectId: 'prj_1', body: '{}', known: []}, list, 'unknown');
		expect(finding).toMatchObject({candidates: ['x  v?']});
	});

	test.each(['unknown', 'oldest first', 'unordered'] as const)(
		'may be missing from a full list in an order that is %s',
		order => {
			expect(find(hundred, hundred, order)).toStrictEqual({
				kind: 'unclear',
				text: 'The service lists at most 100 deployments in no known order: a new one may not be among them',
				candidates: [],
			});
			expect(find(hundred, hundred.slice(1), order)).toStrictEqual({kind: 'absent'});
		},
	);

	test('may be one that could not be read', () => {
		const list = {deployments: [deployment({id: 'a'})], requestId: undefined, unreadable: 2};
		const write = {kind: 'deploy', projectId: 'prj_1', body: '{}', known: ['a']} as const;
		expect(findDeployed(write, list, 'newest first')).toStrictEqual({
			kind: 'unclear',
			text: '2 deployments could not be read: a new one may be among them',
			candidates: [],
		});
	});

	test('is absent from a full list with the newest first', () => {
		expect(find(hundred, hundred, 'newest first')).toStrictEqual({kind: 'absent'});
	});
});

test('a project that was to be deleted is gone if the service does not know it any more', () => {
	expect(findDeleted(project(), 'docs')).toStrictEqual({kind: 'absent'});
	expect(findDeleted(undefined, 'docs')).toStrictEqual({
		kind: 'confirmed',
		text: 'Deleted docs (confirmed)',
		project: undefined,
	});
	expect(findDeleted(undefined, 'n'.repeat(400))).toMatchObject({text: `Deleted ${'n'.repeat(291)}…`});
});

test('no sign of a write is believed only after the last look, anything else at once', () => {
	expect(lookPausesMs).toStrictEqual([2000, 5000, 10_000, 20_000]);
	expect([0, 3, 4, 5].map(looks => isDecided({kind: 'absent'}, looks))).toStrictEqual([false, false, true, true]);
	expect(isDecided({kind: 'confirmed', text: plain``, project: undefined}, 0)).toBe(true);
	expect(isDecided({kind: 'unclear', text: plain``, candidates: []}, 0)).toBe(true);
});

test.each([
	[37_499, 37],
	[37_500, 38],
	[-5000, 0],
])('%d ms after it was sent, no sign of it is told of as %d s', (laterMs, seconds) => {
	const write = {kind: 'delete', projectId: 'prj_1'} as const;
	const intended = {id: 'w', at: sentAt, serviceAt: sentAt, project: 'docs', write};
	expect(absentText(intended, sentAt + laterMs)).toBe(`No sign of it ${seconds} s after it was sent`);
});
