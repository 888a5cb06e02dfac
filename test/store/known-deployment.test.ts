import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {shownBoard} from '../../src/store/model/board.ts';
import {deploymentRows} from '../../src/store/model/deployments/project-deployments.ts';
import {type Event, reduce} from '../../src/store/reducers/reduce.ts';
import {
	concludedSince,
	deploymentsOf,
	knownDeployment,
	newestDeployment,
	recentDeployments,
} from '../../src/store/state/deployments/known-deployment.ts';
import type {State} from '../../src/store/state/state.ts';
import {serviceText} from '../../src/text.ts';
import {deploymentsArrived} from '../kit/fixtures/deployment-reads.ts';
import {connected, minute, now} from '../kit/fixtures/moment.ts';
import {bareDeployment, deployment} from '../present/records.ts';

type Response = {readonly kind: 'deployments' | 'deployment'; readonly askedAt: number};

const projectId = 'prj_1';
const id = 'dep_1';

/** The deployment as the service would return it at `askedAt`. Its status is that time. */
const deploymentAt = (askedAt: number): Deployment => ({
	...bareDeployment,
	id,
	projectId,
	status: serviceText(`${askedAt}`),
	createdAt: now,
});

function arrived({kind, askedAt}: Response, at: number): Event {
	const deployment = deploymentAt(askedAt);
	const times = {askedAt: now + askedAt, at: now + at};
	if (kind === 'deployment') {
		return {
			type: 'deployment-arrived',
			request: {connectionId: 0, kind, projectId, deploymentId: id},
			deployment,
			...times,
		};
	}

	return deploymentsArrived(projectId, [deployment], times);
}

const anyResponse = fc.record({
	kind: fc.constantFrom('deployments', 'deployment'),
	askedAt: fc.integer({min: 0, max: 50}),
}) as fc.Arbitrary<Response>;

test('all screens show the deployment as it was last requested, in whatever order responses arrive', {
	tags: ['fault-41'],
}, () => {
	fc.assert(
		fc.property(fc.array(anyResponse, {minLength: 1, maxLength: 6}), responses => {
			const events = responses.map((response, index) => arrived(response, 100 + index));
			const state = events.reduce(reduce, connected());
			const last = `${Math.max(...responses.map(({askedAt}) => askedAt))}`;
			const versions = [
				knownDeployment(state, projectId, id)?.deployment,
				...deploymentRows(deploymentsOf(state, projectId)).map(({deployment}) => deployment),
				...shownBoard(state).rows.map(({deployment}) => deployment),
				...(deploymentsOf(state, projectId).askedAt !== undefined ? [newestDeployment(state, projectId)] : []),
				...recentDeployments(state, projectId),
			];
			expect(versions.map(deployment => deployment?.status?.exact)).toEqual(versions.map(() => last));
		}),
	);
});

/** Returns a successful deployment that took a minute, some minutes ago. */
const success = (minutes: number, fields: Partial<Deployment> = {}): Deployment => {
	const createdAt = now - minutes * minute;
	return deployment({id: `dep_${minutes}`, projectId: 'web', createdAt, concludedAt: createdAt + minute, ...fields});
};

const read = (state: State, deployments: readonly Deployment[], at = now): State =>
	reduce(state, deploymentsArrived('web', deployments, {askedAt: at, at}));

const ids = (deployments: readonly Deployment[]) => deployments.map(({id}) => id);

test('a concluded deployment is counted once, wherever it was read', () => {
	const building = success(2, {conclusion: undefined, concludedAt: undefined, status: serviceText('building')});
	const begun = read(read(connected(), [building, success(90)]), [building]);
	const state = read(begun, [success(2)], now + minute);
	expect(state.deployments.board.size).toBe(1);
	expect(ids(concludedSince(state, now - 60 * minute, now))).toEqual(['dep_2']);
	expect(ids(concludedSince(state, now - 24 * 60 * minute, now)).toSorted()).toEqual(['dep_2', 'dep_90']);
});
