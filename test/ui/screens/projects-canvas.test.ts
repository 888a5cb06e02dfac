import {expect, test} from 'vitest';
import type {Deployment} from '../../../src/api/types.ts';
import {noPins} from '../../../src/status-words.ts';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import type {State} from '../../../src/store/state/state.ts';
import {serviceText} from '../../../src/text.ts';
import {createLineMemo} from '../../../src/ui/render/line-memo.ts';
import {drawProjects} from '../../../src/ui/screens/projects/canvas.ts';
import {deploymentsArrived} from '../../kit/fixtures/deployment-reads.ts';
import {now, reading} from '../../kit/fixtures/moment.ts';
import {deployment} from '../../present/records.ts';

const read = (state: State, deployments: readonly Deployment[], at: number): State =>
	reduce(state, deploymentsArrived(deployments[0]?.projectId ?? '', deployments, {askedAt: now + at, at: now + at}));

test('a response redraws only the row whose newest deployment has changed', () => {
	const memo = createLineMemo();
	const context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
	/** Returns the rows below the selected one. A row that is not redrawn is the same object. */
	const drawn = (state: State) =>
		drawProjects({state, context, memo, layers: {screens: {}, dialogs: {}}, isListening: true}, 80, 20).slice(2);
	const newest = (projectId: string, word: string) =>
		deployment({id: `${projectId}_2`, projectId, conclusion: serviceText(word), createdAt: now});
	const older = deployment({id: 'b_1', projectId: 'b', conclusion: serviceText('failure'), createdAt: now - 1000});
	let state = reading();
	for (const id of 'abc') state = read(state, [newest(id, 'success')], 10);
	const [b, c] = drawn(state);
	state = read(state, [newest('b', 'success'), older], 20);
	expect(drawn(state)[0]).toBe(b);
	state = read(state, [newest('b', 'failure'), older], 30);
	expect(drawn(state)[0]).not.toBe(b);
	expect(drawn(state)[1]).toBe(c);
});
