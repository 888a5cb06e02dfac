import {describe, expect, test} from 'vitest';
import type {Project, ProjectChanges} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	baseOf,
	contestedFields,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	parseIntent,
} from '../../src/model/write-intent.ts';
import {minute, now as sentAt} from '../kit/fixtures/moment.ts';
import {deployment, project} from '../present/records.ts';

const unclear = (text: string, ...candidates: readonly string[]) => ({kind: 'unclear', text, candidates});
const absent = {kind: 'absent'};
const notSoFar = 'Not found in 1 project so far, and there may be more';

describe('reconciling an added project', () => {
	const created = project({id: 'new', name: serviceText('docs'), createdAt: sentAt});
	const find = (projects: readonly Project[], {name = 'docs', known = [] as readonly string[], isWhole = true} = {}) =>
		findCreated({kind: 'create', name, known}, sentAt, projects, isWhole);

	test('confirms the only new project of its name in a complete list', () => {
		expect(find([project({id: 'other', createdAt: sentAt}), created])).toStrictEqual({
			kind: 'confirmed',
			effect: {kind: 'created', name: 'docs', project: created, notice: 'Added docs (confirmed by the list)'},
		});
	});

	test.each<[name: string, changes: Partial<Project>, finding: object]>([
		['as long before the write as the clocks may differ', {createdAt: sentAt - 2 * minute}, {kind: 'confirmed'}],
		['after the write', {createdAt: sentAt + 60 * minute}, {kind: 'confirmed'}],
		['at an unknown time', {createdAt: undefined}, unclear('A new project is named docs: it may be yours', 'new')],
		['at a time that the service has wrong', {createdAt: sentAt - 5 * minute}, {candidates: ['new']}],
		['with a name in another case', {name: serviceText('Docs')}, {candidates: ['new']}],
		['with a name that the service has tidied up', {name: serviceText(' docs  ')}, {candidates: ['new']}],
		['without a name', {name: undefined}, {kind: 'unclear', candidates: ['new']}],
	])('judges a project that was created %s', (_when, changes, finding) => {
		expect(find([{...created, ...changes}])).toMatchObject(finding);
	});

	test('confirms a name in another Unicode form', {tags: ['fault-124']}, () => {
		const composed = {...created, name: serviceText('Café')};
		expect(find([composed], {name: 'Cafe\u0301'})).toMatchObject({kind: 'confirmed'});
	});

	const twoText = '2 new projects are named docs: one of them may be yours';
	const two = [created, {...created, id: 'new\x1b[2J'}];
	const seen = {known: ['new']};

	test.each<[name: string, finding: unknown, expected: object]>([
		['the list is empty', find([]), absent],
		['the project of that name was known before', find([created], seen), absent],
		['two are named so', find(two), unclear(twoText, 'new', 'new\ufffd[2J')],
		['more remain', find([created], {isWhole: false}), unclear('A new project is named docs: it may be yours', 'new')],
		['none is new so far', find([created], {...seen, isWhole: false}), unclear(notSoFar)],
	])('never chooses without proof: %s', (_why, finding, expected) => {
		expect(finding).toEqual(expected);
	});
});

describe('reconciling an edited project', () => {
	const before = project({name: serviceText('docs'), slug: serviceText('d'), updatedAt: sentAt - minute});
	const find = (changes: ProjectChanges, now: Project) =>
		findEdited({kind: 'edit', projectId: before.id, changes, base: baseOf(before)}, now);

	test('confirms an edit when the sent fields match, whatever else has changed', () => {
		const now = {...before, name: serviceText('Docs'), slug: serviceText('elsewhere'), updatedAt: sentAt};
		const [sent, earlier] = [{name: 'Docs'}, {name: 'docs'}];
		const effect = {kind: 'saved', sent, earlier, project: now, notice: 'Saved Docs (confirmed)'};
		expect(find(sent, now)).toStrictEqual({kind: 'confirmed', effect});
	});

	const text = (value: string) => serviceText(value);

	test.each<[name: string, changes: ProjectChanges, now: Partial<Project>, finding: object]>([
		['the project has not changed', {name: 'Docs', slug: 'e'}, {}, absent],
		['a field was cleared', {slug: ''}, {slug: undefined}, {kind: 'confirmed'}],
		['a field was cleared, as an empty text', {slug: ''}, {slug: text('')}, {kind: 'confirmed'}],
		['it has no name', {slug: 'e'}, {name: undefined, slug: text('e')}, {effect: {notice: 'Saved e (confirmed)'}}],
	])('decides if %s', (_why, changes, now, finding) => {
		expect(find(changes, {...before, ...now})).toMatchObject(finding);
	});

	test.each<[name: string, changes: ProjectChanges, now: Partial<Project>, candidates: string]>([
		['the project was updated, but not as sent', {name: 'Docs'}, {updatedAt: sentAt}, 'name: sent Docs, now docs'],
		['one of two is as sent', {name: 'a', slug: 'e'}, {name: text('a')}, 'name: sent a, now a|slug: sent e, now d'],
		['another client changed the same field', {name: 'Docs'}, {name: text('Dox')}, 'name: sent Docs, now Dox'],
		['a field is now empty', {slug: 'e'}, {slug: undefined}, 'slug: sent e, now empty'],
		['a cleared field has another value', {slug: ''}, {slug: text('e')}, 'slug: sent empty, now e'],
		['the value holds a control sequence', {slug: 'e'}, {slug: text('\x1b[2J')}, 'slug: sent e, now \ufffd[2J'],
		['the service names it otherwise', {uploadMode: 'a'}, {uploadMode: text('b')}, 'upload_mode: sent a, now b'],
	])('leaves the decision to the user if %s', (_why, changes, now, candidates) => {
		expect(find(changes, {...before, ...now})).toStrictEqual(
			unclear('The project has changed, but not to what was sent', ...candidates.split('|')),
		);
	});
});

describe('reconciling a deployment', () => {
	const find = (known: readonly string[] | undefined, ids: readonly string[], unreadable = 0) => {
		const deployments = ids.map(id => deployment({id, uploadVersion: 7}));
		const write = {kind: 'deploy', projectId: 'prj_1', body: '{}', known} as const;
		return findDeployed(write, {deployments, unreadable});
	};
	const hundred = Array.from({length: 100}, (_, index) => `d${index}`);

	const unknownText = 'Not all earlier deployments were known, so landfall cannot tell which is new';
	const oneText = 'A deployment has started since it was sent. It may be yours';
	const twoText = '2 deployments have started since it was sent. One of them may be yours';
	const fullText = 'The service lists at most 100 deployments: a new one may not be among them';
	const unreadableText = '2 deployments could not be read: a new one may be among them';

	test.each<[name: string, finding: unknown, expected: object]>([
		['is unclear if the earlier ones were not known', find(undefined, ['a']), unclear(unknownText)],
		['finds nothing if only known ones are listed', find(['a', 'b'], ['b', 'a']), absent],
		['finds nothing in an empty list', find([], []), absent],
		['never attributes a new one to the write', find(['a'], ['b', 'a']), unclear(oneText, 'b  v7')],
		['names all new ones', find(['a'], ['c', 'b', 'a']), unclear(twoText, 'c  v7', 'b  v7')],
		['may miss one in a list of a hundred', find(hundred, hundred), unclear(fullText)],
		['misses none in a shorter list', find(hundred, hundred.slice(1)), absent],
		['may miss one among unreadable records', find(['a'], ['a'], 2), unclear(unreadableText)],
	])('%s', (_rule, finding, expected) => {
		expect(finding).toStrictEqual(expected);
	});
});

test('a delete is confirmed when the service no longer has the project', () => {
	expect(findDeleted(false, 'docs')).toStrictEqual(absent);
	expect(findDeleted(undefined, 'docs')).toStrictEqual(
		unclear('Its record was not found, but not all projects could be read'),
	);
	expect(findDeleted(true, 'docs')).toStrictEqual({
		kind: 'confirmed',
		effect: {kind: 'deleted', notice: 'Deleted docs (confirmed)'},
	});
});

const journaled = (kind: string) => JSON.stringify({serviceAt: 5, project: 'docs', write: {kind, projectId: 'prj_1'}});

const unknownKinds = ['publish', 'constructor', 'toString', '__proto__'];

test.each(unknownKinds)('a journaled write of the unknown kind %s may be any write', {tags: ['fault-84']}, kind => {
	expect(parseIntent({id: 'id', at: 7, content: journaled(kind)})).toMatchObject({
		id: 'id',
		write: {kind: 'unreadable'},
	});
});

test.each<[what: string, sent: string, before: string | undefined, now: string | undefined, isContested: boolean]>([
	['cleared here and elsewhere', '', 'https://docs.example', undefined, false],
	['cleared here and changed elsewhere', '', 'https://docs.example', 'https://new.example', true],
	['changed here and cleared elsewhere', 'https://mine.example', 'https://docs.example', undefined, true],
	['changed here, and sent as null and then as empty', 'https://mine.example', undefined, '', false],
])('a field that was %s is contested only if both have changed it', (_what, sent, before, now, isContested) => {
	const withUrl = (url: string | undefined) => baseOf(project({url: url === undefined ? url : serviceText(url)}));
	expect(contestedFields({url: sent}, withUrl(before), withUrl(now))).toEqual(isContested ? ['url'] : []);
});
