import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {deploymentRows} from '../../src/store/model/deployments/deployment-rows.ts';
import {type Event, reduce} from '../../src/store/reducers/reduce.ts';
import {shownBoard} from '../../src/store/state/board-rows.ts';
import {
	deploymentsOf,
	knownDeployment,
	newestDeployment,
	recentDeployments,
} from '../../src/store/state/known-deployment.ts';
import {said} from '../../src/text.ts';
import {connected, now} from '../kit/fixtures/moment.ts';
import {bareDeployment} from '../present/records.ts';

type Answer = {readonly kind: 'deployments' | 'latest' | 'deployment'; readonly askedAt: number};

const projectId = 'prj_1';
const id = 'dep_1';

/** The deployment as the service describes it at a moment: its status names the moment. */
const deploymentAt = (askedAt: number): Deployment => ({
	...bareDeployment,
	id,
	projectId,
	status: said(`${askedAt}`),
	createdAt: now,
});

function arrived({kind, askedAt}: Answer, at: number): Event {
	const deployment = deploymentAt(askedAt);
	const list = {deployments: [deployment], requestId: undefined, unreadable: 0};
	const moment = {askedAt: now + askedAt, at: now + at};
	if (kind === 'deployment') {
		return {
			type: 'deployment-arrived',
			need: {connectionId: 0, kind, projectId, deploymentId: id},
			deployment,
			...moment,
		};
	}

	return kind === 'latest'
		? {type: 'latest-arrived', need: {connectionId: 0, kind, projectId}, list, limit: 100, ...moment}
		: {type: 'deployments-arrived', need: {connectionId: 0, kind, projectId}, list, limit: 100, ...moment};
}

const anyAnswer = fc.record({
	kind: fc.constantFrom('deployments', 'latest', 'deployment'),
	askedAt: fc.integer({min: 0, max: 50}),
}) as fc.Arbitrary<Answer>;

test('whatever order answers come in, every screen shows the look of a deployment that was asked for last', {
	tags: ['fault-41'],
}, () => {
	fc.assert(
		fc.property(fc.array(anyAnswer, {minLength: 1, maxLength: 6}), answers => {
			const events = answers.map((answer, index) => arrived(answer, 100 + index));
			const state = events.reduce(reduce, connected());
			const last = `${Math.max(...answers.map(({askedAt}) => askedAt))}`;
			const looks = [
				knownDeployment(state, projectId, id)?.deployment,
				...deploymentRows(deploymentsOf(state, projectId)).map(({deployment}) => deployment),
				...shownBoard(state).rows.map(({deployment}) => deployment),
				...(deploymentsOf(state, projectId).newest ? [newestDeployment(state, projectId)] : []),
				...recentDeployments(state, projectId),
			];
			expect(looks.map(deployment => deployment?.status?.exact)).toEqual(looks.map(() => last));
		}),
	);
});
