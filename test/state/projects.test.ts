import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {listedRows} from '../../src/model/project-filter.ts';
import {knownProject, projectNameOf, rowWithId} from '../../src/model/project-list.ts';
import {pageAt, recordAt} from '../../src/model/read-request.ts';
import {knownDeployment} from '../../src/state/deployments.ts';
import {openProject} from '../../src/state/navigation.ts';
import {withFilter} from '../../src/state/projects.ts';
import {patch, type State} from '../../src/state/state.ts';
import {withDone} from '../../src/state/writes.ts';
import {changed, learned, type Step, stateAfter} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {answered} from '../kit/fixtures/facts.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {listed, page, project} from '../kit/fixtures/project-pages.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const named = (name: string, id = 'a'): Project => ({...bareProject, id, name: serviceText(name)});

const pageOf = (projects: readonly Project[], ms: number) =>
	answered(pageAt(undefined), {projects, nextCursor: undefined, unreadable: 0}, now + ms, now + ms + 900);

const recordOf = (project: Project, ms: number) => answered(recordAt(project.id), project, now + ms, now + ms + 900);

const written = {ref: {id: 'w', connectionId: 0, projectId: 'a', project: 'a'}, notice: plain``};

const deleted: Step = state => withDone(state, {kind: 'deleted', ...written}, now + 200);

const after = (...steps: readonly Step[]): State => stateAfter(connected(), ...steps);

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
	const late = listRead('a', [running], now + 100, now + 900);
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

test('an open project that the list does not hold stays known however many others are deleted', () => {
	let state = openProject(connected(), project('open'), now);
	for (let number = 0; number < 150; number++) {
		const ref = {id: `w${number}`, connectionId: 0, projectId: `p${number}`, project: 'web'};
		state = withDone(state, {kind: 'deleted', ref, notice: plain`Deleted`}, now);
	}

	expect(knownProject(state, 'open')).toEqual(project('open'));
	expect(state.projects.records.size).toBe(101);
});
