import {expect, test} from 'vitest';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import {knownDeployment} from '../../../src/store/state/deployments/known-deployment.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {connected, now} from '../../kit/fixtures/moment.ts';
import {bareDeployment} from '../../present/records.ts';

const record = (status: string, concludedAt?: number) => ({
	...bareDeployment,
	id: 'd',
	projectId: 'a',
	status: serviceText(status),
	createdAt: now - 5000,
	concludedAt,
});

const withRead = (state: State, deployment: ReturnType<typeof record>): State =>
	reduce(state, {
		type: 'deployments-arrived',
		request: {connectionId: 0, kind: 'deployments', projectId: 'a'},
		list: {deployments: [deployment], requestId: undefined, unreadable: 0},
		askedAt: now - 2000,
		at: now - 1900,
	});

const triggered = (state: State): State =>
	reduce(state, {
		type: 'deployment-triggered',
		write: {id: 'w', connectionId: 0, projectId: 'a', project: 'a'},
		remark: plain``,
		deployment: record('queued'),
		body: '{}',
		at: now,
	});

test.each([
	['shows the deployment, and watches it', connected(), 'queued', 1],
	['does not set back what a read has shown since', withRead(connected(), record('building')), 'building', 1],
	['watches no deployment that has concluded', withRead(connected(), record('done', now - 3000)), 'done', 0],
])('the response to a trigger %s', (_what, before, status, watchCount) => {
	const state = triggered(before);
	expect(knownDeployment(state, 'a', 'd')?.deployment.status?.exact).toBe(status);
	expect(state.presence.watches.size).toBe(watchCount);
});
