import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import type {Deployment} from '../../src/api/types.ts';
import {contentOf} from '../../src/store/model/deployments/deployment-records.ts';
import {deploymentRows} from '../../src/store/model/deployments/deployment-rows.ts';
import {deploymentKey} from '../../src/store/model/deployments/detected-changes.ts';
import {type Event, reduce} from '../../src/store/reducers/reduce.ts';
import {shownBoard} from '../../src/store/state/deployments/board-rows.ts';
import {
	deploymentsOf,
	knownDeployment,
	newestDeployment,
	recentDeployments,
} from '../../src/store/state/deployments/known-deployment.ts';
import type {State} from '../../src/store/state/state.ts';
import {plain, serviceText} from '../../src/text.ts';
import {deploymentsArrived, latestArrived} from '../kit/fixtures/deployment-reads.ts';
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

const singleRead = (read: Deployment, moment: Moment): Event => ({
	type: 'deployment-arrived',
	request: {connectionId: 0, kind: 'deployment', projectId: read.projectId, deploymentId: read.id},
	deployment: read,
	...moment,
});

const opened = (projectId: string): Event => ({type: 'project-opened', project: project({id: projectId}), at: now});

/** Returns the status of a deployment in the live view, on the board, in the project's row and in the details. */
const statuses = (state: State, {projectId, id}: Deployment) => ({
	list: deploymentRows(deploymentsOf(state, projectId)).find(row => row.deployment.id === id)?.deployment.status?.exact,
	board: shownBoard(state).rows.find(row => row.deployment?.id === id)?.deployment?.status?.exact,
	row: newestDeployment(state, projectId)?.status?.exact,
	screen: knownDeployment(state, projectId, id)?.deployment.status?.exact,
});

const everywhere = (word: string) => ({list: word, board: word, row: word, screen: word});

const building = deployment('web', 1, 'building');
const shown = [
	opened('web'),
	deploymentsArrived('web', [building], at(0)),
	latestArrived('web', [building], at(10)),
	singleRead(deployment('web', 1, 'uploading'), at(20)),
].reduce(reduce, connected());

test('a deployment read on its own has its new status in the list, on the board and in its project’s row', () => {
	expect(statuses(shown, building)).toEqual(everywhere('uploading'));
});

test.each<[name: string, late: Event]>([
	['a list of its project', deploymentsArrived('web', [building], {askedAt: now + 15, at: now + 30})],
	['the newest deployments of its project', latestArrived('web', [building], {askedAt: now + 15, at: now + 30})],
	['the deployment itself', singleRead(building, {askedAt: now + 15, at: now + 30})],
])('a late response to an earlier request for %s shows no older status anywhere', (_name, late) => {
	expect(statuses(reduce(shown, late), building)).toEqual(everywhere('uploading'));
});

test('a read without changes keeps the same record, so that its row is not redrawn', () => {
	const read = () => latestArrived('web', [deployment('web', 1, 'building')], at(40));
	const before = reduce(connected(), read());
	expect(newestDeployment(reduce(before, read()), 'web')).toBe(newestDeployment(before, 'web'));
	const changed = reduce(before, latestArrived('web', [deployment('web', 1, 'ready')], at(50)));
	expect(newestDeployment(changed, 'web')?.status?.exact).toBe('ready');
});

const projectId = fc.constantFrom(...'abc');
const someDeployments = fc.uniqueArray(fc.nat(6), {maxLength: 5});
const isOver = fc.boolean();
const moment = fc.integer({min: 0, max: 50}).map(at);

const someEvent = fc.oneof(
	{
		weight: 3,
		arbitrary: fc
			.record({
				make: fc.constantFrom(deploymentsArrived, latestArrived),
				projectId,
				numbers: someDeployments,
				isOver,
				moment,
			})
			.map(({make, projectId, numbers, isOver, moment}) =>
				make(
					projectId,
					numbers.map(number => deployment(projectId, number, 'some', isOver)),
					moment,
				),
			),
	},
	fc
		.record({projectId, number: fc.nat(6), isOver, moment})
		.map(({projectId, number, isOver, moment}) => singleRead(deployment(projectId, number, 'other', isOver), moment)),
	projectId.map(opened),
	projectId.map((projectId): Event => {
		const write = {id: 'w', connectionId: 0, projectId, project: 'some'};
		return {type: 'project-deleted', write, remark: plain`Deleted`, at: now + 60} as Event;
	}),
	fc.record({projectId, number: fc.nat(6)}).map(
		({projectId, number}): Event => ({
			type: 'board-row-removed',
			id: deploymentKey(projectId, `${projectId}_${number}`),
		}),
	),
	projectId.map(
		(projectId): Event => ({
			type: 'project-recalled',
			projectId,
			snapshot: {
				observations: [
					{deployment: deployment(projectId, 9, 'earlier', true), project: plain`some`, seenAt: now - 1000},
				],
				changes: [],
			},
		}),
	),
);

/** Returns the keys of all deployments that a list, a row or the board shows. */
function referenced({deployments: {table, board}}: State): ReadonlySet<string> {
	const shownIn = [...table].flatMap(([projectId, {list, newest}]) =>
		[...list.ids, ...(list.remembered ?? []).map(({id}) => id), ...(newest?.ids ?? [])].map(id =>
			deploymentKey(projectId, id),
		),
	);
	return new Set([...shownIn, ...board.keys()]);
}

const recorded = ({deployments: {table}}: State): ReadonlySet<string> =>
	new Set([...table].flatMap(([projectId, {records}]) => [...records.keys()].map(id => deploymentKey(projectId, id))));

test('after any events the table contains exactly the deployments that a list, a row or the board refers to', () => {
	fc.assert(
		fc.property(fc.array(someEvent, {minLength: 20, maxLength: 120}), events => {
			let state = connected();
			for (const event of events) {
				state = reduce(state, event);
				expect(recorded(state)).toEqual(referenced(state));
			}
		}),
		{numRuns: 60},
	);
});

const history = (projectId: string, count: number): readonly Deployment[] =>
	Array.from({length: count}, (_, number) => deployment(projectId, number, 'live', true));

const recordCount = ({deployments: {table}}: State): number =>
	[...table.values()].reduce((sum, {records}) => sum + records.size, 0);

test('deleting a project removes its deployments from the table', () => {
	const read = reduce(connected(), deploymentsArrived('web', history('web', 5), at(0)));
	expect(recordCount(read)).toBe(5);
	const write = {id: 'w', connectionId: 0, projectId: 'web', project: 'web'};
	const gone = reduce(read, {type: 'project-deleted', write, remark: plain`Deleted`, at: now} as Event);
	expect(gone.deployments.table.size).toBe(0);
});

test('a project that is gone leaves no deployment in the table or on the board', () => {
	const running = deployment('web', 9, 'building');
	const error = new ApiError('E_NOT_FOUND', 'no', {phase: 'rejected', missing: 'project'});
	const missing = {type: 'read-failed', request: {connectionId: 0, kind: 'project', projectId: 'web'}, error} as const;
	const missed = [
		opened('web'),
		deploymentsArrived('web', [...history('web', 5), running], at(0)),
		{...missing, at: now + 10},
		{...missing, at: now + 20},
	].reduce(reduce, connected());
	// The list of projects was not read, and might contain it.
	expect(recorded(missed).size).toBe(6);
	const gone = reduce(missed, {
		type: 'projects-arrived',
		request: {connectionId: 0, kind: 'projects', cursor: undefined},
		page: page(''),
		...at(30),
	});
	expect(recorded(gone)).toEqual(new Set());
	expect(shownBoard(gone).rows).toEqual([]);
});

test('removing a row of the board removes its deployment from the table if nothing else shows it', () => {
	const over = deployment('web', 1, 'live', true);
	const tracked = [singleRead(building, at(0)), singleRead(over, at(10))].reduce(reduce, connected());
	expect(recordCount(tracked)).toBe(1);
	const removed = reduce(tracked, {type: 'board-row-removed', id: deploymentKey('web', 'web_1')});
	expect(removed.deployments.table.size).toBe(0);
});

test('opening a project drops the deployment lists of all but the twenty projects read last', () => {
	const ids = Array.from({length: 25}, (_, number) => `p${number}`);
	const read = ids.map((id, number) => deploymentsArrived(id, history(id, 5), at(number))).reduce(reduce, connected());
	const kept = reduce(read, opened('web')).deployments.table;
	expect(ids.filter(id => kept.get(id)?.list.readAt !== undefined)).toEqual(ids.slice(5));
});

test('the five hundred projects read last keep the deployments of their rows, others only the newest one', () => {
	let state = connected();
	for (let number = 0; number < 520; number++)
		state = reduce(state, latestArrived(`p${number}`, history(`p${number}`, 40), at(number)));
	const counts = Array.from({length: 520}, (_, number) => recentDeployments(state, `p${number}`).length);
	expect(counts).toEqual([...Array.from({length: 20}, () => 1), ...Array.from({length: 500}, () => 30)]);
	expect(recordCount(state)).toBe(20 + 500 * 30);
	expect(newestDeployment(state, 'p0')?.id).toBe('p0_39');
	const reread = ['p20', 'p0'].map(id => latestArrived(id, history(id, 40), at(600))).reduce(reduce, state);
	expect(['p0', 'p20', 'p21'].map(id => recentDeployments(reread, id).length)).toEqual([30, 30, 1]);
});

test('reading the row of a project again leaves its records as they are, however many deployments it has', () => {
	const all = [...history('web', 100), deployment('web', -5, 'building')];
	const read = reduce(connected(), latestArrived('web', all, at(0)));
	expect(recordCount(read)).toBe(31);
	const again = reduce(read, latestArrived('web', all, at(10)));
	const contents = [read, again].map(state => contentOf(deploymentsOf(state, 'web').records));
	expect(contents[1]).toBe(contents[0]);
	expect(again.deployments.changes).toBe(read.deployments.changes);
});

test('the table keeps the rows of at most three thousand projects, with or without deployments', () => {
	let state = connected();
	for (let number = 0; number < 3100; number++)
		state = reduce(state, latestArrived(`p${number}`, history(`p${number}`, number % 2), at(number)));
	expect(state.deployments.table.size).toBe(3000);
	expect(deploymentsOf(state, 'p99').newest).toBeUndefined();
	expect(newestDeployment(state, 'p101')?.id).toBe('p101_0');
	expect(recorded(state)).toEqual(referenced(state));
});

test('reading the row of a project saves its newest and its running deployments, but not old ones', () => {
	const running = deployment('web', -5, 'building');
	const read = reduce(connected(), latestArrived('web', [...history('web', 20), running], at(0)));
	const saved = read.deployments.changes.deployments.map(({id}) => id);
	expect(saved.toSorted()).toEqual(['web_-5', 'web_17', 'web_18', 'web_19']);
	const listed = reduce(connected(), deploymentsArrived('web', history('web', 20), at(0)));
	expect(listed.deployments.changes.deployments).toHaveLength(20);
});

test('recent deployments come from the row of the project until its list is read, newest first', () => {
	const read = reduce(connected(), latestArrived('web', history('web', 3), at(0)));
	expect(recentDeployments(read, 'web').map(({id}) => id)).toEqual(['web_2', 'web_1', 'web_0']);
	const listed = reduce(read, deploymentsArrived('web', history('web', 40), at(10)));
	expect(recentDeployments(listed, 'web').map(({id}) => id)).toHaveLength(40);
	expect(recentDeployments(listed, 'web')[0]?.id).toBe('web_39');
	expect(recentDeployments(listed, 'docs')).toEqual([]);
});
