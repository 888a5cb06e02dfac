import {expect, test} from 'vitest';
import {noPins} from '../../../src/status-words.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import type {State} from '../../../src/store/state/state.ts';
import {serviceText} from '../../../src/text.ts';
import {createLineMemo} from '../../../src/ui/render/line-memo.ts';
import {drawVersions} from '../../../src/ui/screens/versions/canvas.ts';
import {deploymentsArrived} from '../../kit/fixtures/deployment-reads.ts';
import {now, reading} from '../../kit/fixtures/moment.ts';
import {deployment} from '../../present/records.ts';

test('moving in the matrix of versions does not redraw the other rows', () => {
	const memo = createLineMemo();
	const context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
	/** Returns the row of the third project. A row that is not redrawn is the same object. */
	const third = (state: State) =>
		drawVersions({state, context, memo, layers: {screens: {}, dialogs: {}}, isListening: true}, 120, 20)[3];
	let state = reading();
	for (const projectId of 'abc') {
		const newest = deployment({id: `${projectId}_1`, projectId, conclusion: serviceText('success'), createdAt: now});
		state = reduce(state, deploymentsArrived(projectId, [newest], {askedAt: now, at: now}));
	}

	const drawn = third(state);
	const {position} = state.projects;
	expect(third({...state, projects: {...state.projects, position: {...position, index: 1}}})).toBe(drawn);
});
