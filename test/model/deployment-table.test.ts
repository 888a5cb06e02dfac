import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	type DeploymentTable,
	hasReadAllDeployments,
	newestOf,
	noDeployments,
	type ProjectDeployments,
	withListRead,
	withOneRead,
	withProjectDeployments,
} from '../../src/model/deployment-table.ts';
import {recentDeployments} from '../../src/state/deployments.ts';
import {openProject} from '../../src/state/navigation.ts';
import {learned, watching} from '../kit/fixtures/changed.ts';
import {listOf, listRead} from '../kit/fixtures/deployment-reads.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {bareDeployment, project} from '../present/records.ts';

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

const history = (projectId: string, count: number): readonly Deployment[] =>
	Array.from({length: count}, (_, number) => deployment(projectId, number, 'live', true));

const full = (projectId: string, deployments = history(projectId, 99)) =>
	withListRead(noDeployments, listOf(deployments), {requestedAt: now, at: now, skewMs: 0});

/** The table after the lists of so many projects were read, each with so many deployments, but first `web` with those given. */
function tableOf(projectCount: number, deploymentCount: number, web = history('web', 99)) {
	let table: DeploymentTable = withProjectDeployments(new Map(), 'web', full('web', web), () => new Set());
	for (let number = 0; number < projectCount; number++) {
		const id = `p${number}`;
		table = withProjectDeployments(table, id, full(id, history(id, deploymentCount)), () => new Set());
	}

	return table;
}

test('five hundred projects keep full lists, and of more, those read longest ago keep their newest outcome', () => {
	expect(tableOf(499, 20).get('web')?.rows).toHaveLength(99);
	const table = tableOf(501, 20);
	const counts = ['web', 'p0', 'p1', 'p500'].map(id => table.get(id)?.rows.length);
	expect(counts).toEqual([1, 1, 20, 20]);
	const web = table.get('web') ?? noDeployments;
	expect(newestOf(web)?.id).toBe('web_98');
	expect([full('web'), web].map(hasReadAllDeployments)).toEqual([true, false]);
	// What was dropped is not missing from what is newer.
	expect(web.completeSince).toBe(hourAgo + 97);
});

test('a project read long ago keeps what is in progress, and of each environment the newest of each outcome', () => {
	const old = [
		{...deployment('web', -5, 'building'), environmentId: serviceText('a')},
		{...deployment('web', -6, 'live', true), environmentId: serviceText('b')},
		{...deployment('web', -7, 'broken', true)},
		{...deployment('web', -8, 'broken', true)},
	];
	const {rows} = tableOf(501, 1, [...history('web', 60), ...old]).get('web') ?? noDeployments;
	expect(rows.map(row => row.deployment.id)).toEqual(['web_59', 'web_-5', 'web_-6', 'web_-7']);
});

test('an open or watched project, and one on the board, keeps its whole list', () => {
	let state = watching('watched')(openProject(connected(), project({id: 'open'}), now));
	const read = (projectId: string, deployments: readonly Deployment[], ms = 0) => {
		state = learned(state, listRead(projectId, deployments, now + ms, now + ms + 1));
	};
	for (const id of ['open', 'watched']) read(id, history(id, 90));
	read('board', [deployment('board', 200, 'building'), ...history('board', 90)]);
	for (let number = 0; number < 502; number++) read(`p${number}`, history(`p${number}`, 20), number);
	const counts = ['open', 'watched', 'board', 'p1', 'p2'].map(id => recentDeployments(state, id).length);
	expect(counts).toEqual([90, 90, 91, 1, 20]);
});

/** Merges a list that was requested and arrived at `at`. */
const arrived = (known: ProjectDeployments, deployments: readonly Deployment[], at: number, unreadable = 0) =>
	withListRead(known, {deployments, unreadable}, {requestedAt: at, at, skewMs: 0});

test('a list with unreadable records does not prove that a deployment is gone', () => {
	const known = arrived(noDeployments, [deployment('web', 1, 'done', true)], 1);
	expect(arrived(known, [], 2, 1).rows).toMatchObject([{asOf: 1, isGone: false}]);
});

test('a deployment reported after a list was requested is not gone when the list lacks it', () => {
	const requestedBefore = {requestedAt: 5, at: 15, skewMs: 0};
	const known = withOneRead(arrived(noDeployments, [], 1), deployment('web', 1, 'building'), requestedBefore);
	expect(arrived(known, [], 15).rows).toMatchObject([{asOf: undefined}]);
	expect(arrived(known, [], 16).rows).toMatchObject([{isGone: true, asOf: 5}]);
});
