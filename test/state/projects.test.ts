import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ErrorCode} from '../../src/api/errors.ts';
import type {Deployment, Project, ProjectPage} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {deploymentKey} from '../../src/model/deployment-changes.ts';
import {knownProject, projectNameOf, rowWithId} from '../../src/model/project-list.ts';
import {deploymentsAt, pageAt, type Read, recordAt} from '../../src/model/read-request.ts';
import {dialogOf, openDialog} from '../../src/state/dialogs.ts';
import {moveTo} from '../../src/state/lists.ts';
import {openProject} from '../../src/state/navigation.ts';
import {clearFilter, shownPages, stepMatch, toggleAllMarks, withFilter} from '../../src/state/projects.ts';
import type {BulkResult} from '../../src/state/screen.ts';
import {openProjectIds, patch, type State, withInterface} from '../../src/state/state.ts';
import {afterWrite, withBulkResult} from '../../src/state/writes.ts';
import {changed, type Step, stateAfter, watching} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {answered, failed} from '../kit/fixtures/facts.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {listed, page, project} from '../kit/fixtures/project-pages.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const named = (name: string, id = 'a'): Project => ({...bareProject, id, name: serviceText(name)});

const pageOf = (projects: readonly Project[], ms: number, rest: Partial<ProjectPage> = {}) =>
	answered(pageAt(undefined), {projects, nextCursor: undefined, unreadable: 0, ...rest}, now + ms, now + ms + 900);

const recordOf = (project: Project, ms: number) => answered(recordAt(project.id), project, now + ms, now + ms + 900);

const written = {ref: {id: 'w', connectionId: 0, projectId: 'a', project: 'a'}, notice: plain``};

const deleted: Step = state => afterWrite(state, {kind: 'deleted', ...written}, now + 200).state;

const after = (...steps: readonly Step[]): State => stateAfter(connected(), ...steps);

const nameOf = ({projects: {list}}: State, id = 'a') => rowWithId(list, id)?.name?.exact;

const open =
	(project?: Project): Step =>
	state =>
		openProject(state, project ?? state.projects.list.rows[0] ?? named(''), now + 200);

test.each<readonly [when: string, steps: readonly Step[], name: string]>([
	['before a listed project was opened updates it', [open()], 'new'],
	['before its project was read and opened changes nothing', [recordOf(named('read'), 150), open()], 'read'],
	['before its project was found elsewhere and opened changes nothing', [open(named('found'))], 'found'],
])('a page that was requested %s', (_when, steps, name) => {
	const state = after(pageOf([named('old')], 0), ...steps, pageOf([named('new')], 100));
	expect([nameOf(state), projectNameOf(state, 'a')]).toEqual([name, name]);
});

const running = (id: string): Deployment => ({...bareDeployment, id, projectId: id, createdAt: now});

const read =
	(id: string, ...deployments: readonly Deployment[]) =>
	(ms: number): Step =>
		listRead(id, deployments, now + ms, now + ms + 900);

const rejected =
	(read: Read, code: ErrorCode = 'E_NOT_FOUND') =>
	(ms: number): Step =>
		failed(read, code, now + ms);

const paged =
	(ids: string, rest?: Partial<ProjectPage>) =>
	(ms: number): Step =>
		pageOf(page(ids).projects, ms, rest);

const happenings: Readonly<Record<string, (ms: number) => Step>> = {
	listed: paged('ab'),
	'listed late': () => paged('ab')(100),
	unlisted: paged('b'),
	'listed later': paged('b', {nextCursor: 'next'}),
	'listed unreadably': paged('b', {unreadable: 1}),
	404: rejected(recordAt('a')),
	403: rejected(recordAt('a'), 'E_FORBIDDEN'),
	'list 404': rejected(deploymentsAt('a')),
	'list 403': rejected(deploymentsAt('a'), 'E_FORBIDDEN'),
	'followed 404': rejected(recordAt('a', 'a')),
	read: read('a', running('a')),
	'read without it': read('a'),
	'read late': () => read('a', running('a'))(100),
	concluded: read('a', {...running('a'), conclusion: serviceText('success'), concludedAt: now}),
	open: ms => state => openProject(state, named('a'), now + ms),
	watched: () => watching('a'),
	followed: () => watching('a', 'a'),
	'covered by the help': () => state => withInterface(state, {dialog: {name: 'help', top: 0}}),
	dismissed: () => state => withInterface(state, {notice: undefined}),
	created: ms => state =>
		afterWrite(state, {kind: 'created', name: 'a', project: named('a'), ...written}, now + ms).state,
	deleted: () => deleted,
};

function left(state: State, id: string): string {
	const {deployments, interface: shown, presence, projects} = state;
	return [
		knownProject(state, id) && 'record',
		deployments.table.has(id) && 'deployments',
		deployments.board.has(deploymentKey(id, id)) && 'board',
		projects.marks.has(id) && 'mark',
		[...presence.watches.values()].some(({projectId}) => projectId === id) && 'watch',
		openProjectIds(state).includes(id) && 'screen',
		shown.notice?.kind === 'message' && `${shown.notice.tone} notice`,
	]
		.filter(Boolean)
		.join(', ');
}

test.each([
	['concluded, unlisted', ''],
	['unlisted, concluded, unlisted', ''],
	['concluded, watched, unlisted', 'deployments, board, watch'],
	['open, 404, unlisted', 'deployments, board, screen'],
	['unlisted, open, listed later, 404, 404', 'record, deployments, board, screen'],
	['unlisted, open, listed unreadably, 404, 404', 'record, deployments, board, screen'],
	['open, 404, 404, unlisted', 'bad notice'],
	['open, unlisted, 403, 403, unlisted', 'deployments, board, screen'],
	['watched, unlisted, 404, 404', 'bad notice'],
	['unlisted, 404, 404', 'quiet notice'],
	['unlisted, 404, 404, dismissed, 404', ''],
	['open, covered by the help, unlisted, 404, 404', 'screen, quiet notice'],
	['unlisted, created, 404, 404', 'record, deployments, board, good notice'],
	['open, watched, deleted', 'good notice'],
	['open, unlisted, 404, 404, deleted', 'bad notice'],
	['unlisted, 404, 404, deleted', 'good notice'],
	['deleted, read late, listed late', 'good notice'],
	['deleted, listed', 'record, good notice'],
	['concluded, unlisted, created, read late', 'record, deployments, board, good notice'],
	['followed, followed 404, read without it', 'record, deployments, board, mark, watch'],
	['followed, followed 404, followed 404, read without it', 'record, deployments, mark, bad notice'],
	['followed, followed 404, followed 404, read', 'record, deployments, board, mark, watch'],
	['followed, read without it, followed 404, followed 404', 'record, deployments, board, mark, watch'],
	['followed, unlisted, list 404, followed 404, followed 404', 'deployments, bad notice'],
	['followed, unlisted, list 403, followed 404, followed 404', 'deployments, board, watch'],
])('what is left of a project after “%s” is: %s', {tags: ['fault-58', 'fault-85']}, (happened, expected) => {
	const before = [
		paged('ab'),
		...[...'ab'].map(id => read(id, running(id))),
		() => toggleAllMarks,
		() => watching('b'),
	];
	const all = [...before, ...happened.split(', ').map(word => happenings[word] as (ms: number) => Step)];
	const state = after(...all.map((happening, index) => happening(index * 1000)));
	expect(left(state, 'b')).toMatch(/^record, deployments, board, mark, watch/);
	expect(left(state, 'a')).toBe(expected);
});

const [started, declined] = [
	{kind: 'done', text: plain`started`} as const,
	{kind: 'rejected', text: plain`no`} as const,
];

const inBulk =
	(...results: ReadonlyArray<BulkResult | undefined>) =>
	(state: State): State => {
		const targets = ['a', 'b'].map((id, at) => ({id, title: plain`some`, labels: [], result: results[at]}));
		const progress = {isRunning: true, isStopped: false, problem: undefined, restCount: 0, typed: '', top: 0};
		return openDialog(state, {name: 'bulk', id: 'bulk', kind: 'deploy', targets, ...progress});
	};

const elsewhere: Step = state => ({...inBulk(declined)(state), connection: undefined});

test.each<[where: string, bulkId: string, open: Step, shown: object | undefined, isSaid: boolean, marks: string]>([
	['in its own', 'bulk', inBulk(undefined, declined), [started, declined], false, 'b'],
	['in a later one that has done that', 'old', inBulk(started, undefined), [started, undefined], true, 'b'],
	['in a later one that waits for it', 'old', inBulk(undefined, declined), [undefined, declined], false, 'b'],
	['in none', 'bulk', state => state, undefined, true, 'b'],
	['at another service', 'bulk', elsewhere, [declined, undefined], false, 'ab'],
])('the outcome of a bulk write answered %s is shown once', (_where, bulkId, open, shown, isSaid, marks) => {
	const executed: Step = state => afterWrite(state, {kind: 'executed', requestId: undefined, ...written}, now).state;
	const reported: Step = state => withBulkResult(state, bulkId, written.ref, started);
	const state = after(pageOf(page('ab').projects, 0), toggleAllMarks, open, executed, reported);
	expect(dialogOf(state, 'bulk')?.targets.map(({result}) => result)).toEqual(shown);
	expect([state.interface.notice !== undefined, state.projects.marks]).toEqual([isSaid, new Set(marks)]);
});

test('a project is shown as in the answer requested last, in whatever order answers arrive', () => {
	const listedAt = (project: Project, at: number): Step => pageOf([project], at);
	const savedAt = (project: Project, at: number): Step => {
		return state => afterWrite(state, {kind: 'saved', project, sent: {}, earlier: {}, ...written}, now + at).state;
	};
	const anyStep = fc.record({answer: fc.constantFrom(listedAt, recordOf, savedAt), at: fc.integer({min: 1, max: 50})});
	fc.assert(
		fc.property(fc.array(anyStep, {minLength: 1, maxLength: 6}), steps => {
			const state = after(pageOf([named('0')], 0), ...steps.map(({answer, at}) => answer(named(`${at}`), at)));
			const last = `${Math.max(...steps.map(({at}) => at))}`;
			expect([nameOf(state), projectNameOf(state, 'a')]).toEqual([last, last]);
		}),
	);
});

test('the last 2,000 unlisted projects keep their names', () => {
	const many = Array.from({length: 2001}, (_, at) => named(`${at}`, `p${at}`));
	const {names} = after(pageOf(many, 0), pageOf([], 300)).projects;
	expect([names.size, names.get('p0'), names.get('p1')]).toEqual([2000, undefined, '1']);
});

test('the last hundred records are kept, the record of an open project, and the name of a watched one', () => {
	const ids = ['p0', 'p1', 'p0', ...Array.from({length: 99}, (_, at) => `p${at + 2}`)];
	const opened = (state: State) => openProject(state, project('open'), now);
	const far = [recordOf(named('far away', 'far'), 0), watching('far')];
	const state = after(opened, ...far, ...ids.map((id, at) => recordOf(named(id, id), at)));
	expect(knownProject(state, 'open')).toEqual(project('open'));
	expect([knownProject(state, 'far'), projectNameOf(state, 'far')]).toEqual([undefined, 'some project']);
	expect([...state.projects.records.keys()]).toEqual(['open', ...ids.slice(2)]);
});

test('n selects the next match below the selected project and N the one above, around the ends', () => {
	const ids = [...'abcdef'];
	const rows = (found: readonly string[]) => ids.map(id => named(found.includes(id) ? 'x' : 'y', id));
	const by = fc.constantFrom(1 as const, -1 as const);
	fc.assert(
		fc.property(fc.subarray(ids), fc.constantFrom(...ids), fc.boolean(), by, (found, id, isFiltered, by) => {
			const state = after(
				pageOf(rows(ids), 0),
				state => withFilter(state, {query: 'x', sort: undefined}, now),
				state => moveTo(state, ids.indexOf(id)),
				pageOf(rows(found), 100),
				state => (isFiltered ? state : clearFilter(state, now)),
				state => stepMatch(state, by, now),
			);
			const order = by > 0 ? ids : ids.toReversed();
			const from = order.indexOf(id) + 1;
			const next = [...order.slice(from), ...order.slice(0, from)].find(other => found.includes(other));
			expect(state.projects.cursor.id).toBe(next ?? id);
		}),
	);
});

test.each([
	['whose matches leave a line empty', 'web', 19, 'matches'],
	['whose matches fill the screen', 'web', 20, undefined],
	['whose projects may all match once their deployments are read', 'outcome:failed', 20, undefined],
	['of blanks', ' ', 3, undefined],
	['before any page was read', 'web', 0, undefined],
])('a filter %s loads further pages, or does not', (_which, query, count, loading) => {
	const projects = Array.from({length: count}, (_, at) => named('web', `p${at}`));
	const list = count === 0 ? listed() : listed([undefined, {...page('', 'next'), projects}]);
	const sort = {by: 'name', isDescending: false};
	const state = changed(patch(connected(), 'projects', {list}), before => withFilter(before, {query, sort}, now));
	expect(state.projects.loading).toBe(loading);
});

test.each<readonly [which: string, change: (state: State) => State, shown: ReadonlyArray<string | undefined>]>([
	['the first at its top', state => state, [undefined]],
	[
		'the page of the selected project, then another with rows in the window',
		state => moveTo(state, 30),
		['2', undefined],
	],
	['none above or below the window', state => moveTo(state, 50), ['2']],
	['the first if nothing matches', state => withFilter(state, {query: 'zzz', sort: undefined}, now), [undefined]],
])('the screen shows of the pages %s', (_which, change, shown) => {
	const ids = 'abcdefghijklmnopqrstuvwxyz';
	const list = listed([undefined, page(ids, '2')], ['2', page(ids.toUpperCase(), '3')], ['3', page('0123456789')]);
	expect(shownPages(change(patch(connected(), 'projects', {list}))).map(({cursor}) => cursor)).toEqual(shown);
});
