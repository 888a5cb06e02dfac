import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {listedRows} from '../../src/model/project-filter.ts';
import {knownProject, projectNameOf, rowWithId} from '../../src/model/project-list.ts';
import {knownDeployment} from '../../src/state/deployments.ts';
import type {AnswerFact} from '../../src/state/facts.ts';
import {moveTo, stepMatch} from '../../src/state/lists.ts';
import {openProject} from '../../src/state/navigation.ts';
import {clearFilter, shownPages, withFilter} from '../../src/state/projects.ts';
import {patch, type State} from '../../src/state/state.ts';
import {withDone} from '../../src/state/writes.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {listed, page, project} from '../kit/fixtures/project-pages.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const named = (name: string, id = 'a'): Project => ({...bareProject, id, name: serviceText(name)});

const times = (ms: number) => ({requestedAt: now + ms, at: now + ms + 900});

const pageOf = (projects: readonly Project[], requestedAt: number): AnswerFact => ({
	type: 'projects-read',
	request: {connectionId: 0, kind: 'projects', cursor: undefined},
	answer: {projects, nextCursor: undefined, unreadable: 0},
	...times(requestedAt),
});

const recordOf = (project: Project, requestedAt: number): AnswerFact => ({
	type: 'project-read',
	request: {connectionId: 0, kind: 'project', projectId: project.id},
	answer: project,
	...times(requestedAt),
});

type Step = AnswerFact | ((state: State) => State);

const written = {ref: {id: 'w', connectionId: 0, projectId: 'a', project: 'a'}, notice: plain``};

const deleted: Step = state => withDone(state, {kind: 'deleted', ...written}, now + 200);

const after = (...steps: readonly Step[]): State =>
	steps.reduce<State>(
		(state, step) => (typeof step === 'function' ? changed(state, step) : learned(state, step)),
		connected(),
	);

const nameOf = ({projects: {list}}: State, id = 'a') => rowWithId(list, id)?.name?.exact;

test('a page that was requested before a listed project was opened brings what is new in it', () => {
	const before = after(pageOf([named('old')], 0));
	const [row] = before.projects.list.rows;
	const opened = openProject(before, row ?? named(''), now + 200);
	const state = learned(opened, pageOf([named('new')], 100));
	expect([nameOf(state), projectNameOf(state, 'a')]).toEqual(['new', 'new']);
});

test('a page that was requested before a project was deleted does not bring it back', () => {
	const first = pageOf([named('a'), named('b', 'b')], 0);
	const late = after(first, deleted, pageOf([named('a'), named('b', 'b')], 100));
	expect([nameOf(late), nameOf(late, 'b')]).toEqual([undefined, 'b']);
	expect(nameOf(after(first, deleted, pageOf([named('a'), named('b', 'b')], 300)))).toBe('a');
});

test('deployments that were requested before their project was deleted do not come back to the board', () => {
	const running = {...bareDeployment, id: 'd', projectId: 'a', status: serviceText('building'), createdAt: now};
	const late = listRead('a', [running], {requestedAt: now + 100, at: now + 900});
	const state = after(pageOf([named('a')], 0), deleted, late);
	expect(state.deployments.board.size).toBe(0);
	expect(knownDeployment(state, 'a', 'd')).toBeUndefined();
});

test('a project looks as in the answer that was requested last, in whatever order answers arrive', () => {
	const listedAt = (project: Project, at: number): Step => pageOf([project], at);
	const savedAt = (project: Project, at: number): Step => {
		return state => withDone(state, {kind: 'saved', project, sent: {}, earlier: {}, ...written}, now + at);
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

test("a filter by age uses the service's clock, which is two hours ahead", () => {
	const hour = 3_600_000;
	const updated = (ids: string) => {
		const projects = [...'abc'].map(id => ({...project(id), ...(ids.includes(id) && {updatedAt: 0})}));
		return listed([undefined, {...page(''), projects}]);
	};
	const shown = ({projects}: State) => listedRows(projects).map(({id}) => id);
	const state = patch(patch(connected(), 'projects', {list: updated('b')}), 'polling', {skewMs: 2 * hour});
	const searching = withFilter(state, {query: 'updated>1h', sort: undefined}, 0);
	expect(shown(searching)).toEqual(['b']);
	expect(shown(changed(searching, state => patch(state, 'projects', {list: updated('bc')}), 0))).toEqual(['b', 'c']);
});

test('of the projects that are not listed any more, the last 2,000 keep their names', () => {
	const many = Array.from({length: 2001}, (_, at) => named(`${at}`, `p${at}`));
	const {names} = after(pageOf(many, 0), pageOf([], 300)).projects;
	expect([names.size, names.get('p0'), names.get('p1')]).toEqual([2000, undefined, '1']);
});

test('the hundred records that were read last are kept, and that of an open project that the list does not hold', () => {
	const ids = ['p0', 'p1', 'p0', ...Array.from({length: 99}, (_, at) => `p${at + 2}`)];
	const opened = (state: State) => openProject(state, project('open'), now);
	const state = after(opened, ...ids.map((id, at) => recordOf(named(id, id), at)));
	expect(knownProject(state, 'open')).toEqual(project('open'));
	expect([...state.projects.records.keys()]).toEqual(['open', ...ids.slice(2)]);
});

test('n selects the next match below the selected project, N the one above, around the ends, whether other rows are shown or not', () => {
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
])('a filter %s reads further pages, or does not', (_which, query, count, loading) => {
	const projects = Array.from({length: count}, (_, at) => named('web', `p${at}`));
	const list = count === 0 ? listed() : listed([undefined, {...page('', 'next'), projects}]);
	const sort = {by: 'name', isDescending: false};
	const state = changed(connected({projects: {list}}), before => withFilter(before, {query, sort}, now));
	expect(state.projects.loading).toBe(loading);
});

test.each<readonly [which: string, change: (state: State) => State, shown: ReadonlyArray<string | undefined>]>([
	['the first at its top', state => state, [undefined]],
	['that of the selected project, then another with rows in the window', state => moveTo(state, 30), ['2', undefined]],
	['none above or below the window', state => moveTo(state, 50), ['2']],
	['the first if nothing matches', state => withFilter(state, {query: 'zzz', sort: undefined}, now), [undefined]],
])('of the pages of a list, the screen shows %s', (_which, change, shown) => {
	const ids = 'abcdefghijklmnopqrstuvwxyz';
	const list = listed([undefined, page(ids, '2')], ['2', page(ids.toUpperCase(), '3')], ['3', page('0123456789')]);
	expect(shownPages(change(connected({projects: {list}}))).map(({cursor}) => cursor)).toEqual(shown);
});
