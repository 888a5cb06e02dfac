import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {
	type DeploymentTable,
	hasReadAllDeployments,
	isCoveredSince,
	newestOf,
	noDeployments,
	type ProjectDeployments,
	withListRead,
	withOneRead,
	withProjectDeployments,
	withRecalled,
} from '../../src/model/deployment-table.ts';
import {deploymentsOf} from '../../src/state/deployments.ts';
import {openProject} from '../../src/state/navigation.ts';
import {learned, watching} from '../kit/fixtures/changed.ts';
import {listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {bareDeployment, project} from '../present/records.ts';

/** Too old for the board. */
const hourAgo = now - 3_600_000;

const deployment = (projectId: string, number: number, word: string, isOver = false): Deployment => ({
	...bareDeployment,
	id: `${projectId}_${number}`,
	projectId,
	status: serviceText(word),
	createdAt: hourAgo + number,
	concludedAt: isOver ? hourAgo + number + 1 : undefined,
});

const remembered = (...deployments: readonly Deployment[]) =>
	deployments.map(each => ({deployment: each, project: plain`web`, seenAt: now}));

const history = (projectId: string, count: number): readonly Deployment[] =>
	Array.from({length: count}, (_, number) => deployment(projectId, number, 'live', true));

const arrived = (known: ProjectDeployments, deployments: readonly Deployment[], at: number, unreadable = 0) =>
	withListRead(known, {deployments, unreadable}, {readAt: at, at, skewMs: 0});

const full = (projectId: string, count = 99) => arrived(noDeployments, history(projectId, count), now);

const rememberKnown = (table: DeploymentTable, projectId: string, known: ProjectDeployments) =>
	withProjectDeployments(table, projectId, known, () => new Set());

/** The table after the lists of so many projects were read, each with so many deployments, but first `web`. */
function tableOf(projectCount: number, deploymentCount: number, web = full('web')) {
	const ids = Array.from({length: projectCount}, (_, number) => `p${number}`);
	const withList = (table: DeploymentTable, id: string) => rememberKnown(table, id, full(id, deploymentCount));
	return ids.reduce(withList, rememberKnown(new Map(), 'web', web));
}

test('keeps full lists of the 500 projects read last, and trims the others', () => {
	const few = tableOf(499, 20);
	expect(few.get('web')?.rows).toHaveLength(99);
	const again = rememberKnown(rememberKnown(few, 'web', full('web', 98)), 'p499', full('p499'));
	expect(['web', 'p0'].map(id => again.get(id)?.rows.length)).toEqual([98, 1]);
	const table = tableOf(501, 20);
	expect(['web', 'p0', 'p1', 'p500'].map(id => table.get(id)?.rows.length)).toEqual([1, 1, 20, 20]);
	const web = table.get('web') ?? noDeployments;
	expect(newestOf(web)?.id).toBe('web_98');
	expect([full('web'), web].map(hasReadAllDeployments)).toEqual([true, false]);
	// A trimmed list is complete from the newest dropped deployment on.
	const times = [hourAgo + 97, hourAgo + 98, undefined];
	expect(times.filter(createdAt => isCoveredSince(full('web').completeSince, {createdAt}))).toEqual(times);
	expect(times.filter(createdAt => isCoveredSince(web.completeSince, {createdAt}))).toEqual([hourAgo + 98]);
});

test('a trimmed project keeps deployments in progress and the newest of each outcome in each environment', () => {
	const old = [
		{...deployment('web', -5, 'building'), environmentId: serviceText('a')},
		{...deployment('web', -6, 'live', true), environmentId: serviceText('b')},
		{...deployment('web', -7, 'broken', true)},
		{...deployment('web', -8, 'broken', true)},
		{...deployment('web', -9, 'building'), environmentId: serviceText('a')},
	];
	const gone = arrived(noDeployments, [deployment('web', -10, 'building')], now - 1);
	const listed = arrived(gone, [...history('web', 60), ...old], now);
	const web = withRecalled(listed, remembered(deployment('web', -11, 'building')));
	const {rows} = tableOf(501, 1, web).get('web') ?? noDeployments;
	expect(rows.map(row => row.deployment.id)).toEqual(['web_59', 'web_-5', 'web_-6', 'web_-7', 'web_-9']);
});

test('never trims a project that is open, watched or on the board', () => {
	let state = watching('watched')(openProject(connected(), project({id: 'open'}), now));
	const read = (projectId: string, deployments: readonly Deployment[], ms = 0) => {
		state = learned(state, listRead(projectId, deployments, now + ms, now + ms + 1));
	};
	for (const id of ['open', 'watched']) read(id, history(id, 90));
	read('board', [deployment('board', 200, 'building'), ...history('board', 90)]);
	for (let number = 0; number < 502; number++) read(`p${number}`, history(`p${number}`, 20), number);
	const counts = ['open', 'watched', 'board', 'p1', 'p2'].map(id => deploymentsOf(state, id).recent.length);
	expect(counts).toEqual([90, 90, 91, 1, 20]);
});

test('a list with unreadable records does not prove that a deployment is gone', () => {
	const known = arrived(noDeployments, [deployment('web', 1, 'done', true)], 1);
	expect(arrived(known, [], 2, 1).rows).toMatchObject([{asOf: 1, isGone: false}]);
	const lists = [0, 1].map(unreadable => arrived(known, history('web', 99), 2, unreadable));
	expect(lists.map(hasReadAllDeployments)).toEqual([true, false]);
});

test('a list says nothing about a deployment that was read after the list was requested', () => {
	const [building, requestedBefore] = [deployment('web', 1, 'building'), {readAt: 5, at: 15, skewMs: 0}];
	const known = withOneRead(arrived(noDeployments, [], 1), building, requestedBefore);
	expect(arrived(known, [], 15).rows).toMatchObject([{asOf: undefined}]);
	const gone = arrived(known, [], 16);
	expect(gone).toMatchObject({recent: [], rows: [{isGone: true, asOf: 5}]});
	// An unlisted deployment stays so when it is read alone, and an older list says nothing.
	const readable = withOneRead(gone, building, {readAt: 20, at: 21, skewMs: 0});
	expect(readable).toMatchObject({recent: [], rows: [{isGone: true, asOf: 20}]});
	expect(arrived(gone, [building], 15)).toBe(gone);
});

test('recalls the newest 2,000 deployments of a project from the journal, and not as read', () => {
	const all = history('web', 2102);
	const known = arrived(noDeployments, all.slice(0, 1), now);
	const {rows, recent} = withRecalled(known, remembered(...all));
	expect(rows.map(row => row.deployment)).toEqual([...all.slice(102).toReversed(), ...all.slice(0, 1)]);
	expect(recent).toEqual(all.slice(0, 1));
	expect(withRecalled(known, remembered(...recent))).toBe(known);
});
