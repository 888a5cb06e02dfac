import {expect, test} from 'vitest';
import {isAway, runningReads, viewsOf} from '../../../src/store/polling/wants.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {deploymentsArrived} from '../../kit/fixtures/deployment-reads.ts';
import {connected, minute, now, reading} from '../../kit/fixtures/moment.ts';
import {bareDeployment, deployment} from '../../present/records.ts';

const watch = {projectId: 'w', deploymentId: 'd', project: plain`w`, isMine: false};

test('people look at the selected row, what they watch and the rows on the screen, but at no row while they scroll', () => {
	const state = reading({presence: {watches: new Map([['w d', watch]])}});
	expect(viewsOf(state, true)).toEqual({
		open: new Set(['a']),
		watched: new Set(['w']),
		visible: new Set(['a', 'b', 'c']),
	});
	expect(viewsOf(state, false)).toEqual({open: new Set(), watched: new Set(['w']), visible: new Set()});
});

test('a window without focus counts as away, unless all deployments are followed', () => {
	expect(isAway(reading())).toBe(false);
	const away = reading({presence: {isFocused: false}});
	expect(isAway(away)).toBe(true);
	expect(isAway({...away, presence: {...away.presence, rules: {...away.presence.rules, scope: 'any'}}})).toBe(false);
});

test('people look at the rows of the board that are on the screen', () => {
	const word = {conclusion: undefined, concludedAt: undefined, status: serviceText('building')};
	const read = (state: State, projectId: string) =>
		reduce(
			state,
			deploymentsArrived(projectId, [deployment({id: `${projectId}_1`, projectId, ...word})], {askedAt: now, at: now}),
		);
	const board = ['a', 'b'].reduce(read, reduce(reading(), {type: 'watch-opened'}));
	expect(viewsOf(board, true).visible).toEqual(new Set(['a', 'b']));
});

test('a deployment without a date counts as in progress since it came onto the board', () => {
	const running = {...bareDeployment, id: 'd', projectId: 'a', status: serviceText('building')};
	const readAt = [0, 20, 60].map(minutes => now + minutes * minute);
	const state = readAt.reduce(
		(before, at) => reduce(before, deploymentsArrived('a', [running], {askedAt: at - 1, at})),
		connected(),
	);
	expect(runningReads(state)).toMatchObject([{beganAt: now, readAt: now + 60 * minute - 1}]);
});
