import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import type {Deployment} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {shownBoard} from '../../src/model/board.ts';
import {hasReadAllDeployments} from '../../src/model/deployment-table.ts';
import {deploymentsOf, newestDeployment, recentDeployments} from '../../src/state/deployments.ts';
import {openProject} from '../../src/state/navigation.ts';
import {toggleWatch} from '../../src/state/preferences.ts';
import type {State} from '../../src/state/state.ts';
import {withDone} from '../../src/state/writes.ts';
import {learned} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {page} from '../kit/fixtures/project-pages.ts';
import {bareDeployment, project} from '../present/records.ts';

type Moment = {readonly askedAt: number; readonly at: number};

const at = (ms: number): Moment => ({askedAt: now + ms, at: now + ms + 1});

/** Deployments that concluded earlier than half an hour ago are not put on the board. */
const hourAgo = now - 3_600_000;

const deployment = (projectId: string, number: number, word: string, isOver = false): Deployment => ({
	...bareDeployment,
	id: `${projectId}_${number}`,
	projectId,
	status: serviceText(word),
	createdAt: hourAgo + number,
	concludedAt: isOver ? hourAgo + number + 1 : undefined,
});

/** What happens to the state, one after the other. */
type Step = (state: State) => State;

const after = (...steps: readonly Step[]): State => steps.reduce((state, step) => step(state), connected());

const read =
	(...[projectId, deployments, moment]: Parameters<typeof listRead>): Step =>
	state =>
		learned(state, listRead(projectId, deployments, moment));

const opened =
	(projectId: string): Step =>
	state =>
		openProject(state, project({id: projectId}), now);

const watched =
	(projectId: string): Step =>
	state =>
		toggleWatch(state, {projectId, deploymentId: undefined, project: plain`watched`, isMine: false});

const history = (projectId: string, count: number): readonly Deployment[] =>
	Array.from({length: count}, (_, number) => deployment(projectId, number, 'live', true));

const rowCount = ({deployments: {table}}: State): number =>
	[...table.values()].reduce((sum, {rows}) => sum + rows.length, 0);

test('deleting a project removes its deployments from the table', () => {
	const known = after(read('web', history('web', 5), at(0)));
	expect(rowCount(known)).toBe(5);
	const ref = {id: 'w', connectionId: 0, projectId: 'web', project: 'web'};
	const gone = withDone(known, {kind: 'deleted', ref, notice: plain`Deleted`}, now);
	expect(gone.deployments.table.size).toBe(0);
});

test('a project that is gone leaves no deployment in the table or on the board', () => {
	const running = deployment('web', 9, 'building');
	const error = new ApiError('E_NOT_FOUND', 'no', {phase: 'rejected', missing: 'project'});
	const request = {connectionId: 0, kind: 'project', projectId: 'web'} as const;
	const missing =
		(ms: number): Step =>
		state =>
			learned(state, {type: 'read-failed', request, error, at: now + ms});
	const missed = after(opened('web'), read('web', [...history('web', 5), running], at(0)), missing(10), missing(20));
	// The list of projects was not read, and might contain it.
	expect(rowCount(missed)).toBe(6);
	const gone = learned(missed, {
		type: 'page-read',
		request: {connectionId: 0, kind: 'projects', cursor: undefined},
		answer: page(''),
		...at(30),
	});
	expect(rowCount(gone)).toBe(0);
	expect(shownBoard(gone).rows).toEqual([]);
});

/** Reads these projects, each with so many deployments. */
const afterReading = (projectCount: number, deploymentCount: number): State => {
	let state = connected();
	for (let number = 0; number < projectCount; number++) {
		const id = `p${number}`;
		state = read(id, history(id, deploymentCount), at(number))(state);
	}

	return state;
};

const counts = (state: State, ...ids: readonly string[]) => ids.map(id => recentDeployments(state, id).length);

test('five hundred projects keep full lists, and of more, those read longest ago keep their last twelve outcomes', () => {
	expect(counts(afterReading(500, 100), 'p0', 'p499')).toEqual([100, 100]);
	const more = afterReading(502, 100);
	expect(counts(more, 'p0', 'p501')).toEqual([12, 100]);
	expect(newestDeployment(more, 'p0')?.id).toBe('p0_99');
	expect(hasReadAllDeployments(deploymentsOf(more, 'p0'))).toBe(false);
	const reread = learned(more, listRead('p0', history('p0', 99), at(600)));
	expect(counts(reread, 'p0')).toEqual([99]);
	expect(hasReadAllDeployments(deploymentsOf(reread, 'p0'))).toBe(true);
});

test('a project read long ago keeps what is in progress, and of each environment the newest, the last outcomes and the last of each outcome', () => {
	const old = [
		{...deployment('web', -5, 'building'), environmentId: serviceText('a')},
		{...deployment('web', -6, 'live', true), environmentId: serviceText('b')},
		{...deployment('web', -7, 'broken', true), environmentId: serviceText('b')},
		{...deployment('web', -8, 'broken', true), environmentId: serviceText('b')},
	];
	let state = after(read('web', [...history('web', 60), ...old], at(0)));
	// What is on the board stays as it is.
	state = {...state, deployments: {...state.deployments, board: new Map()}};
	for (let number = 0; number < 501; number++)
		state = learned(state, listRead(`p${number}`, history(`p${number}`, 100), at(number)));
	const kept = recentDeployments(state, 'web').map(({id}) => id);
	expect(kept.slice(0, 12)).toEqual(Array.from({length: 12}, (_, index) => `web_${59 - index}`));
	expect(kept.slice(12)).toEqual(['web_-5', 'web_-6', 'web_-7', 'web_-8']);
});

test('watched projects with long lists leave room for the others', () => {
	const ids = Array.from({length: 26}, (_, number) => `w${number}`);
	const longLists = ids.flatMap(id => [watched(id), read(id, history(id, 2000), at(0))]);
	const others = ['a', 'b'].map(id => read(id, history(id, 100), at(1)));
	expect(counts(after(...longLists, ...others), 'w0', 'a', 'b')).toEqual([2000, 100, 100]);
});

test('an open or watched project, and one on the board, keeps its whole list', () => {
	const running = deployment('board', 200, 'building');
	const state = after(
		opened('open'),
		watched('watched'),
		...['open', 'watched'].map(id => read(id, history(id, 90), at(0))),
		read('board', [running, ...history('board', 90)], at(0)),
		...Array.from({length: 520}, (_, number) => read(`p${number}`, history(`p${number}`, 100), at(number))),
	);
	expect(counts(state, 'open', 'watched', 'board')).toEqual([90, 90, 91]);
});

test('the table forgets the projects read longest ago rather than growing without end', () => {
	const state = afterReading(4300, 1);
	expect(state.deployments.table.size).toBeLessThanOrEqual(50_000 / 12);
	expect(deploymentsOf(state, 'p0').askedAt).toBeUndefined();
	expect(deploymentsOf(state, 'p4299').askedAt).toBeDefined();
});

test('reading a list again leaves its deployments as they are, however many there are', () => {
	const all = [...history('web', 100), deployment('web', -5, 'building')];
	const first = after(read('web', all, at(0)));
	expect(rowCount(first)).toBe(101);
	const again = learned(first, listRead('web', all, at(10)));
	expect(recentDeployments(again, 'web')).toBe(recentDeployments(first, 'web'));
	expect(again.deployments.changes).toBe(first.deployments.changes);
});

test('reading a project that is not open saves its newest and its running deployments, but not old ones', () => {
	const running = deployment('web', -5, 'building');
	const list = read('web', [...history('web', 20), running], at(0));
	const saved = after(list).deployments.changes.deployments.map(({id}) => id);
	expect(saved.toSorted()).toEqual(['web_-5', 'web_17', 'web_18', 'web_19']);
	expect(after(opened('web'), list).deployments.changes.deployments).toHaveLength(21);
});
