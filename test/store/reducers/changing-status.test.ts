import {expect, test} from 'vitest';
import {reduce} from '../../../src/store/reducers/reduce.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {connected, now} from '../../kit/fixtures/moment.ts';
import {bareDeployment} from '../../present/records.ts';

/** Returns the state after reads of one deployment whose status is another unknown word each time. */
function afterReads(count: number) {
	let state = connected();
	for (let index = 0; index < count; index++) {
		const at = now + index * 1000;
		const deployment = {
			...bareDeployment,
			id: 'd',
			projectId: 'a',
			status: serviceText(`step-${index}`),
			createdAt: now - 5000,
		};
		state = reduce(state, {
			type: 'deployments-arrived',
			request: {connectionId: 0, kind: 'deployments', projectId: 'a'},
			list: {deployments: [deployment], requestId: undefined, unreadable: 0},
			askedAt: at,
			at: at + 100,
		});
	}

	return state;
}

test('of a deployment whose status differs on every read, the last 200 changes are kept', () => {
	const [timeline = []] = afterReads(300).deployments.timelines.values();
	expect(timeline).toHaveLength(200);
	expect(timeline.at(-1)?.to.status?.exact).toBe('step-299');
});

test('after 500 unknown status words, further ones are not announced', () => {
	const state = afterReads(600);
	expect(state.deployments.announcedWords.size).toBe(500);
	expect(state.interface.newWord).toEqual(plain`step-499`);
});
