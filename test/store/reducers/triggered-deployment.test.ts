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

const statusOf = (state: State) => knownDeployment(state, 'a', 'd')?.deployment.status?.exact;

test('the response to a triggered deployment shows it, and watches it', () => {
	const state = triggered(connected());
	expect(statusOf(state)).toBe('queued');
	expect(state.presence.watches.size).toBe(1);
});

test('a late response to a triggered deployment does not set back what a read has shown since', () => {
	const state = triggered(withRead(connected(), record('building')));
	expect(statusOf(state)).toBe('building');
	expect(state.presence.watches.size).toBe(1);
});

test('a deployment that has concluded before the response to its request arrives is not watched', () => {
	const state = triggered(withRead(connected(), record('completed', now - 3000)));
	expect(statusOf(state)).toBe('completed');
	expect(state.presence.watches.size).toBe(0);
});
