import {expect, test} from 'vitest';
import {ApiError} from '../../../src/api/errors.ts';
import {boardReads} from '../../../src/store/polling/board-reads.ts';
import {scheduledReads} from '../../../src/store/polling/foreground-reads.ts';
import {type Event, reduce} from '../../../src/store/reducers/reduce.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {now, reading} from '../../kit/fixtures/moment.ts';
import {deployment} from '../../present/records.ts';

const request = {connectionId: 0, kind: 'latest', projectId: 'a'} as const;
const building = {conclusion: undefined, concludedAt: undefined, status: serviceText('building')};
const read = (at: number): Event => ({
	type: 'latest-arrived',
	request,
	list: {deployments: [deployment({id: 'a_1', projectId: 'a', ...building})], requestId: undefined, unreadable: 0},
	limit: 30,
	askedAt: now + at,
	at: now + at,
});

const board = (): State => [read(10), {type: 'watch-opened'} as const].reduce<State>(reduce, reading());

test('the reads of the board are made by the reading plan alone', () => {
	expect(boardReads(board(), 0)).toEqual([
		{request, priority: 'planned', dueAt: Number.POSITIVE_INFINITY, askedAt: now + 10},
	]);
	expect(scheduledReads(board(), 0)).toEqual([]);
});

test('the reads of the board are collected once for each answer and each failure', () => {
	const state = board();
	const reads = boardReads(state, 0);
	expect(boardReads(reduce(state, {type: 'moved', by: 1}), 0)).toBe(reads);
	expect(boardReads(reduce(state, read(20)), 0)).toMatchObject([{askedAt: now + 20}]);
	const error = new ApiError('E_HTTP', plain`Not found.`, {phase: 'rejected', status: 404});
	expect(boardReads(reduce(state, {type: 'read-failed', request, error, at: now + 20}), 0)).not.toBe(reads);
	expect(boardReads(state, 1)).toMatchObject([{request: {connectionId: 1}}]);
});
