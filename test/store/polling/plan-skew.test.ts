import {expect, test} from 'vitest';
import {tellPlan} from '../../../src/store/polling/plan-answers.ts';
import {observePage} from '../../../src/store/polling/reading-plan/page-answers.ts';
import {createReadingKnowledge} from '../../../src/store/polling/reading-plan/reading-knowledge.ts';
import {createReadingPlan} from '../../../src/store/polling/reading-plan/reading-plan.ts';
import {type Event, reduce} from '../../../src/store/reducers/reduce.ts';
import {connected, minute, now} from '../../kit/fixtures/moment.ts';
import {bareProject} from '../../present/records.ts';

test('a corrected difference between the clocks does not look like a new deployment of every project', () => {
	const knowledge = createReadingKnowledge();
	const plan = {
		...createReadingPlan(),
		observePage: (answer: Parameters<typeof observePage>[1]) => observePage(knowledge, answer),
	};
	let state = connected();
	const hear = (updatedAt: number, askedAt: number, skewMs: number) => {
		const event: Event = {
			type: 'projects-arrived',
			request: {connectionId: 0, kind: 'projects', cursor: undefined},
			page: {
				projects: [{...bareProject, id: 'a', updatedAt}],
				nextCursor: undefined,
				requestId: undefined,
				unreadable: 0,
			},
			askedAt,
			at: askedAt + 40,
		};
		const before = {...state, polling: {...state.polling, skewMs}};
		state = reduce(before, event);
		tellPlan(plan, event, before, state);
	};

	hear(now - minute, now, 0);
	hear(now - minute, now + minute, 2500);
	hear(now - minute, now + 2 * minute, -3_600_000);
	expect([...knowledge.active]).toEqual([]);
	hear(now + 2 * minute, now + 3 * minute, -3_600_000);
	expect([...knowledge.active].map(({id}) => id)).toEqual(['a']);
});
