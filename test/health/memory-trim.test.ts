import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {RequestRecord} from '../../src/api/request-record.ts';
import {noPins} from '../../src/status-words.ts';
import {trimParts} from '../../src/store/model/health/trimming.ts';
import {reduce} from '../../src/store/reducers/reduce.ts';
import type {State} from '../../src/store/state/state.ts';
import {createStore} from '../../src/store/store.ts';
import {plain} from '../../src/text.ts';
import {newestRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {alphabet, expectConsistent} from '../kit/fixtures/project-pages.ts';
import {type StateChanges, withChanges} from '../kit/fixtures/state-changes.ts';
import {deployment} from '../present/records.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

const request: RequestRecord = {
	method: 'GET',
	path: plain`/v1/projects`,
	attempt: 1,
	outcome: 'answered',
	startedAt: now,
	tookMs: 10,
	bytes: 0,
};

const context = {now, pins: noPins, table: new Map()};

const {list: noProjects} = connected().projects;

/** A team of 26 projects on as many pages. `index`: which row is selected. */
function team(index: number, changes: StateChanges = {}): State {
	const table = new Map(letters.map(id => [id, newestRead(deployment({id: `dep-${id}`, projectId: id}), now)]));
	const list = alphabet(letters.length);
	const position = {id: letters[index], index, top: index, newAbove: [], isAtStart: false};
	const state = connected({
		projects: {list: {...noProjects, ...list}, position},
		deployments: {table},
		polling: {requests: {made: 200, latest: Array.from({length: 200}, () => request)}},
		interface: {size: {columns: 80, rows: 10}},
	});
	return withChanges(state, changes);
}

const trim = (state: State, ...parts: ReadonlyArray<(typeof trimParts)[number]>) =>
	parts.reduce((before, part) => reduce(before, {type: 'memory-trimmed', part, at: now}), state);

const projectsIn = (state: State) => [...state.deployments.table.keys()].join('');

test('old requests are dropped first, without changing how many there were', () => {
	const {requests} = trim(team(0), 'records').polling;
	expect([requests.made, requests.latest.length]).toEqual([200, 50]);
});

test('the request log is kept while it is on the screen', () => {
	const open = team(0, {interface: {dialog: {name: 'request log', top: 0}, size: {columns: 80, rows: 10}}});
	expect(trim(open, 'records').polling.requests.latest.length).toBe(200);
});

test('deployments are kept where the user looks, has opened a project, or watches one', () => {
	const watch = {projectId: 'z', deploymentId: undefined, project: plain`z`, isMine: false};
	const state = team(5, {presence: {watches: new Map([['z', watch]])}});
	const visible = projectsIn(trim(team(5), 'deployments'));
	expect(visible).toMatch(/^fghi\w*$/);
	expect(visible.length).toBeLessThan(10);
	expect(projectsIn(trim(state, 'deployments'))).toBe(`${visible}z`);
});

test('a deployment on the board is kept, although its project is far away', () => {
	const entry = {projectId: 'y', deploymentId: 'dep-y', endedAt: undefined};
	const state = team(5, {deployments: {board: new Map([['y dep-y', entry]])}});
	const board = trim(state, 'deployments').deployments.board;
	expect(board).toBe(state.deployments.board);
});

test.each<[name: string, changes: StateChanges]>([
	[
		'the matrix of versions',
		{
			interface: {
				screens: [{name: 'projects'}, {name: 'versions', environment: undefined}],
				size: {columns: 80, rows: 10},
			},
		},
	],
	['a filter', {projects: {view: {query: 'outcome:failure', sort: undefined, rows: [], parts: [], context}}}],
])('%s keeps the deployments that it is computed from', (_name, changes) => {
	const state = withChanges(team(0), changes);
	const after = reduce(state, {type: 'memory-trimmed', part: 'deployments', at: now});
	expect(projectsIn(after)).toBe(letters.join(''));
});

test('the rows of far pages are dropped last, and a filtered list loads no more instead', () => {
	expect(trim(team(5), 'pages').projects.list.kept.length).toBe(10);
	const sorted = withChanges(team(5), {
		projects: {
			view: {query: '', sort: {by: 'name', isDescending: false}, rows: [], parts: [], context},
			loadAll: 'all',
		},
	});
	const {list, loadAll} = trim(sorted, 'pages').projects;
	expect([list.kept.length, list.capacity, loadAll]).toEqual([26, 26, undefined]);
});

test('whatever is dropped, the selected row stays selected, on its line and readable', () => {
	fc.assert(
		fc.property(
			fc.nat(letters.length - 1),
			fc.array(fc.constantFrom(...trimParts), {minLength: 1, maxLength: 5}),
			(index, parts) => {
				const before = team(index);
				const after = trim(before, ...parts);
				expectConsistent(after.projects.list);
				expect(after.projects.position).toMatchObject({id: letters[index], index, top: index});
				expect(after.projects.list.pages[index]?.rows).toBe(before.projects.list.pages[index]?.rows);
				expect(after.deployments.table.get(letters[index] ?? '')).toBe(
					before.deployments.table.get(letters[index] ?? ''),
				);
			},
		),
	);
});

test('what was dropped is remembered with its time', () => {
	const store = createStore(team(0));
	store.dispatch({type: 'memory-trimmed', part: 'records', at: now});
	expect(store.get().health.trims).toEqual(new Map([['records', now]]));
});
