import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {listedRows} from '../../src/model/project-filter.ts';
import {knownProject, projectNameOf, rowWithId} from '../../src/model/project-list.ts';
import {knownDeployment} from '../../src/state/deployments.ts';
import type {AnswerFact} from '../../src/state/facts.ts';
import {openProject} from '../../src/state/navigation.ts';
import {withFilter} from '../../src/state/projects.ts';
import {patch, type State} from '../../src/state/state.ts';
import {toggleWatch} from '../../src/state/watches.ts';
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

const open =
	(project?: Project): Step =>
	state =>
		openProject(state, project ?? state.projects.list.rows[0] ?? named(''), now + 200);

test.each<readonly [when: string, steps: readonly Step[], name: string]>([
	['before a listed project was opened brings what is new in it', [open()], 'new'],
	['before its project was read and opened changes nothing', [recordOf(named('read'), 150), open()], 'read'],
	['before its project was found elsewhere and opened changes nothing', [open(named('found'))], 'found'],
])('a page that was requested %s', (_when, steps, name) => {
	const state = after(pageOf([named('old')], 0), ...steps, pageOf([named('new')], 100));
	expect([nameOf(state), projectNameOf(state, 'a')]).toEqual([name, name]);
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

test('an open project that the list does not hold stays known however many others are deleted, and a watched one by its name', () => {
	const watched = after(recordOf(named('far away', 'far'), 0));
	const watch = {projectId: 'far', deploymentId: undefined, project: projectNameOf(watched, 'far'), isMine: false};
	let state = openProject(toggleWatch(watched, watch), project('open'), now);
	for (let number = 0; number < 150; number++) {
		const ref = {id: `w${number}`, connectionId: 0, projectId: `p${number}`, project: 'web'};
		state = withDone(state, {kind: 'deleted', ref, notice: plain`Deleted`}, now);
	}

	expect(knownProject(state, 'open')).toEqual(project('open'));
	expect([knownProject(state, 'far'), projectNameOf(state, 'far')]).toEqual([undefined, 'far away']);
	expect(state.projects.records.size).toBe(101);
});
