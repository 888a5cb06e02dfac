import {describe, expect, test} from 'vitest';
import type {Project, ProjectChanges} from '../../../src/api/types.ts';
import {
	absentText,
	checkDelaysMs,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	isDecided,
	unclearFinding,
	undecidable,
} from '../../../src/store/model/writes/reconcile.ts';
import {baseOf} from '../../../src/store/model/writes/write-intent.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {bareDeployment, deployment, project} from '../../present/records.ts';

const minute = 60_000;
const sentAt = Date.UTC(2026, 5, 1, 12);

describe('reconciling an added project', () => {
	const created = project({id: 'new', name: serviceText('docs'), createdAt: sentAt});
	const find = (projects: readonly Project[], {known = [] as readonly string[], isWhole = true} = {}) =>
		findCreated({kind: 'create', name: 'docs', known}, sentAt, projects, isWhole);

	test('confirms the only new project of that name in a complete list', () => {
		expect(find([project({id: 'other', createdAt: sentAt}), created])).toStrictEqual({
			kind: 'confirmed',
			text: 'Added docs (confirmed by the list)',
			project: created,
		});
	});

	test.each<[name: string, changes: Partial<Project>]>([
		['as long before the write as the clocks may differ', {createdAt: sentAt - 2 * minute}],
		['after the write', {createdAt: sentAt + 60 * minute}],
		['at an unknown time', {createdAt: undefined}],
	])('confirms a project that was created %s', (_when, changes) => {
		expect(find([{...created, ...changes}])).toMatchObject({kind: 'confirmed', project: {id: 'new'}});
	});

	test.each<[name: string, projects: readonly Project[], known: readonly string[]]>([
		['the list is empty', [], []],
		['the project of that name was known before', [created], ['new']],
		[
			'the project of that name is older than the clocks may differ',
			[{...created, createdAt: sentAt - 2 * minute - 1}],
			[],
		],
		[
			'names differ in case or are missing',
			[
				{...created, name: serviceText('Docs')},
				{...created, name: undefined},
			],
			[],
		],
	])('finds nothing if %s', (_why, projects, known) => {
		expect(find(projects, {known})).toStrictEqual({kind: 'absent'});
	});

	test('does not choose between two new projects of that name', () => {
		expect(find([created, {...created, id: 'new\x1b[2J'}])).toStrictEqual({
			kind: 'unclear',
			text: '2 new projects are named docs: one of them may be the one',
			candidates: ['new', 'new\ufffd[2J'],
		});
	});

	test('is not certain while more projects remain to be read', () => {
		expect(find([created], {isWhole: false})).toStrictEqual({
			kind: 'unclear',
			text: 'A new project is named docs: it may be the one',
			candidates: ['new'],
		});
		expect(find([created], {known: ['new'], isWhole: false})).toStrictEqual({
			kind: 'unclear',
			text: 'Not found so far (projects checked: 1), and there may be more',
			candidates: [],
		});
	});

	test('truncates a long name in its message', () => {
		const name = 'n'.repeat(400);
		const own = {...created, name: serviceText(name)};
		const textOf = (projects: readonly Project[]) => {
			const finding = findCreated({kind: 'create', name, known: []}, sentAt, projects, true);
			return finding.kind === 'absent' ? '' : finding.text;
		};
		expect(textOf([own])).toBe(`Added ${'n'.repeat(293)}…`);
		expect(textOf([own, {...own, id: 'b'}])).toBe(`2 new projects are named ${'n'.repeat(274)}…`);
	});
});

describe('reconciling an edited project', () => {
	const before = project({name: serviceText('docs'), slug: serviceText('d'), updatedAt: sentAt - minute});
	const find = (changes: ProjectChanges, now: Project) =>
		findEdited({kind: 'edit', projectId: before.id, changes, base: baseOf(before)}, now);

	test('confirms an edit when the sent fields match, whatever else has changed', () => {
		const now = {...before, name: serviceText('Docs'), slug: serviceText('elsewhere'), updatedAt: sentAt};
		expect(find({name: 'Docs'}, now)).toStrictEqual({kind: 'confirmed', text: 'Saved Docs (confirmed)', project: now});
	});

	test('names a project without a name by its slug', () => {
		const now = {...before, name: undefined, slug: serviceText('e')};
		expect(find({slug: 'e'}, now)).toMatchObject({kind: 'confirmed', text: 'Saved e (confirmed)'});
	});

	test('truncates a long name in its message', () => {
		const name = 'n'.repeat(400);
		expect(find({name}, {...before, name: serviceText(name)})).toMatchObject({
			text: `Saved ${'n'.repeat(255)}… (confirmed)`,
		});
	});

	test('finds nothing if the project has not changed', () => {
		expect(find({name: 'Docs', slug: 'e'}, before)).toStrictEqual({kind: 'absent'});
	});

	test.each<[name: string, changes: ProjectChanges, now: Partial<Project>, candidates: readonly string[]]>([
		['the project was updated, but not as sent', {name: 'Docs'}, {updatedAt: sentAt}, ['name: sent Docs, now docs']],
		[
			'only one of two fields matches what was sent',
			{name: 'Docs', slug: 'e'},
			{name: serviceText('Docs')},
			['name: sent Docs, now Docs', 'slug: sent e, now d'],
		],
		['another client changed the same field', {name: 'Docs'}, {name: serviceText('Dox')}, ['name: sent Docs, now Dox']],
		['a field is now empty', {slug: 'e'}, {slug: undefined}, ['slug: sent e, now empty']],
		[
			'the current value holds a control sequence',
			{slug: 'e'},
			{slug: serviceText('\x1b[2J')},
			['slug: sent e, now \ufffd[2J'],
		],
	])('leaves the decision to the user if %s', (_why, changes, now, candidates) => {
		expect(find(changes, {...before, ...now})).toStrictEqual({
			kind: 'unclear',
			text: 'The project has changed, but not to what was sent',
			candidates,
		});
	});

	test.each([undefined, serviceText('')])(
		'confirms that a field was cleared if the service now sends %o for it',
		slug => {
			expect(find({slug: ''}, {...before, slug})).toMatchObject({kind: 'confirmed'});
		},
	);

	test('leaves the decision to the user if a cleared field has another value', () => {
		expect(find({slug: ''}, {...before, slug: serviceText('e')})).toMatchObject({
			candidates: ['slug: sent empty, now e'],
		});
	});

	test('names the field in the words of the service', () => {
		expect(find({uploadMode: 'auto'}, {...before, uploadMode: serviceText('manual')})).toMatchObject({
			candidates: ['upload_mode: sent auto, now manual'],
		});
	});
});

describe('reconciling a deployment', () => {
	/** The deployments begin one after the other, in the order of their ids. */
	const find = (known: readonly string[] | undefined, ids: readonly string[]) => {
		const deployments = ids.map(id => deployment({id, uploadVersion: 7, createdAt: Number(id.slice(1)) || 0}));
		return findDeployed(
			{kind: 'deploy', projectId: 'prj_1', body: '{}', known},
			{deployments, requestId: undefined, unreadable: 0},
		);
	};
	const oldestFirst = Array.from({length: 100}, (_, index) => `d${index}`);
	const newestFirst = oldestFirst.toReversed();

	test('cannot tell a new deployment apart if the earlier ones were not known', () => {
		expect(find(undefined, ['a'])).toStrictEqual({
			kind: 'unclear',
			text: "Earlier deployments were not known, so a new one can't be told apart",
			candidates: [],
		});
	});

	test('finds nothing if only known deployments are listed', () => {
		expect(find(['a', 'b'], ['b', 'a'])).toStrictEqual({kind: 'absent'});
		expect(find([], [])).toStrictEqual({kind: 'absent'});
	});

	test('never attributes a new deployment to the write, because other clients deploy as well', () => {
		expect(find(['a'], ['b', 'a'])).toStrictEqual({
			kind: 'unclear',
			text: "A deployment has started since it was sent. We can't tell whether it is yours",
			candidates: ['b  v7'],
		});
		expect(find(['a'], ['c', 'b', 'a'])).toStrictEqual({
			kind: 'unclear',
			text: "2 deployments have started since it was sent. We can't tell whether one is yours",
			candidates: ['c  v7', 'b  v7'],
		});
	});

	test('shows a new deployment that has no version', () => {
		const list = {deployments: [{...bareDeployment, id: 'x'}], requestId: undefined, unreadable: 0};
		const finding = findDeployed({kind: 'deploy', projectId: 'prj_1', body: '{}', known: []}, list);
		expect(finding).toMatchObject({candidates: ['x  v?']});
	});

	test.each([
		['sent oldest first', oldestFirst],
		['in no order', ['d7', ...newestFirst.filter(id => id !== 'd7')]],
	])('may be missing from a full list that is %s', (_how, ids) => {
		expect(find(ids, ids)).toStrictEqual({
			kind: 'unclear',
			text: 'The service lists only some deployments, and not the newest first: a new one may not be among them',
			candidates: [],
		});
		expect(find(ids, ids.slice(1))).toStrictEqual({kind: 'absent'});
	});

	test('may be among the unreadable records', () => {
		const list = {deployments: [deployment({id: 'a'})], requestId: undefined, unreadable: 2};
		const write = {kind: 'deploy', projectId: 'prj_1', body: '{}', known: ['a']} as const;
		expect(findDeployed(write, list)).toStrictEqual({
			kind: 'unclear',
			text: '2 deployments could not be read: a new one may be among them',
			candidates: [],
		});
	});

	test('finds nothing in a full list with the newest first', () => {
		expect(find(newestFirst, newestFirst)).toStrictEqual({kind: 'absent'});
	});
});

test('a delete is confirmed when the service no longer has the project', () => {
	expect(findDeleted(project(), 'docs')).toStrictEqual({kind: 'absent'});
	expect(findDeleted(undefined, 'docs')).toStrictEqual({
		kind: 'confirmed',
		text: 'Deleted docs (confirmed)',
		project: undefined,
	});
	expect(findDeleted(undefined, 'n'.repeat(400))).toMatchObject({text: `Deleted ${'n'.repeat(291)}…`});
});

test.each([
	['the service refuses to be read', unclearFinding(plain`not for you`), 'The service cannot tell: not for you'],
	['no read can show it', undecidable, 'Reading the service does not show it'],
])('the outcome of a write is left to the user at once if %s', (_why, finding, text) => {
	expect(finding).toStrictEqual({kind: 'unclear', text, candidates: []});
	expect(isDecided(finding, 0)).toBe(true);
});

test('a write counts as absent only after the last check; any other outcome is final at once', () => {
	expect(checkDelaysMs).toStrictEqual([2000, 5000, 10_000, 20_000]);
	expect([0, 3, 4, 5].map(looks => isDecided({kind: 'absent'}, looks))).toStrictEqual([false, false, true, true]);
	expect(isDecided({kind: 'confirmed', text: plain``, project: undefined}, 0)).toBe(true);
	expect(isDecided({kind: 'unclear', text: plain``, candidates: []}, 0)).toBe(true);
});

test.each([
	[37_499, 37],
	[37_500, 38],
	[-5000, 0],
])('an absent write %d ms after it was sent is reported with %d s', (elapsedMs, seconds) => {
	const write = {kind: 'delete', projectId: 'prj_1'} as const;
	const intended = {id: 'w', at: sentAt, serviceAt: sentAt, project: 'docs', write};
	expect(absentText(intended, sentAt + elapsedMs)).toBe(`No sign of it ${seconds} s after it was sent`);
});
