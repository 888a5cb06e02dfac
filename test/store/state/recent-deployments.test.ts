import {expect, test} from 'vitest';
import type {Deployment} from '../../../src/api/types.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import {concludedSince, recentDeployments} from '../../../src/store/state/deployments/known-deployment.ts';
import type {State} from '../../../src/store/state/state.ts';
import {serviceText} from '../../../src/text.ts';
import {deploymentsArrived} from '../../kit/fixtures/deployment-reads.ts';
import {connected, minute, now} from '../../kit/fixtures/moment.ts';
import {deployment} from '../../present/records.ts';

/** Returns a successful deployment that took a minute, some minutes ago. */
const success = (minutes: number, fields: Partial<Deployment> = {}): Deployment => {
	const createdAt = now - minutes * minute;
	return deployment({id: `dep_${minutes}`, projectId: 'web', createdAt, concludedAt: createdAt + minute, ...fields});
};

const arrived = (state: State, deployments: readonly Deployment[], at = now): State =>
	reduce(state, deploymentsArrived('web', deployments, {askedAt: at, at}));

const ids = (deployments: readonly Deployment[]) => deployments.map(({id}) => id);

test('a project that was never read has no recent deployments', () => {
	expect(recentDeployments(connected(), 'web')).toEqual([]);
});

test('recent deployments are sorted newest first, whatever the order of the response', () => {
	const all = Array.from({length: 40}, (_, index) => success(index + 5));
	const recent = recentDeployments(arrived(connected(), all.toReversed()), 'web');
	expect(ids(recent)).toEqual(ids(all));
});

test('the later of two reads of a recent deployment wins', () => {
	const running = success(2, {conclusion: undefined, concludedAt: undefined, status: serviceText('building')});
	const listed = arrived(connected(), [running, success(9)]);
	const [newest] = recentDeployments(arrived(listed, [success(2)], now + minute), 'web');
	expect(newest?.conclusion?.exact).toBe('success');
});

test('the list of recent deployments stays the same object until it changes', () => {
	const state = arrived(connected(), [success(9)]);
	const moved = reduce(state, {type: 'moved', by: 1});
	expect(recentDeployments(moved, 'web')).toBe(recentDeployments(state, 'web'));
	const again = arrived(state, [success(9)], now + minute);
	expect(recentDeployments(again, 'web')).toBe(recentDeployments(state, 'web'));
	const renamed = arrived(state, [success(9, {uploadVersion: 9000})], now + minute);
	expect(recentDeployments(renamed, 'web')).not.toBe(recentDeployments(state, 'web'));
	const later = arrived(state, [success(2)], now + minute);
	expect(recentDeployments(later, 'web')).not.toBe(recentDeployments(state, 'web'));
});

test('a concluded deployment is counted once, wherever it was read', () => {
	const building = success(2, {conclusion: undefined, concludedAt: undefined, status: serviceText('building')});
	const begun = arrived(arrived(connected(), [building, success(90)]), [building]);
	const state = arrived(begun, [success(2)], now + minute);
	expect(state.deployments.board.size).toBe(1);
	expect(ids(concludedSince(state, now - 60 * minute, now))).toEqual(['dep_2']);
	expect(ids(concludedSince(state, now - 24 * 60 * minute, now)).toSorted()).toEqual(['dep_2', 'dep_90']);
});
