import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {plain, serviceText} from '../../src/text.ts';
import {deployment} from '../present/records.ts';

const look = (status: string) => ({status: serviceText(status), conclusion: undefined, concludedAt: undefined});

test('what was observed in all projects since a moment is there after a restart, and nothing older or of another service', () => {
	const journal = openJournal({path: undefined, now: () => 0});
	const observation = (id: string, projectId: string, seenAt: number) => ({
		deployment: deployment({id, projectId, createdAt: seenAt}),
		project: plain`docs`,
		seenAt,
	});
	const change = (deploymentId: string, before: number) => ({
		projectId: 'prj_1',
		deploymentId,
		from: look('queued'),
		to: look('building'),
		after: before - 1,
		before,
	});
	journal.saveObservations(
		'acme',
		[observation('old', 'prj_1', 99), observation('a', 'prj_1', 100)],
		[change('old', 99), change('a', 100)],
	);
	journal.saveObservations('acme', [observation('b', 'prj_2', 200)], []);
	journal.saveObservations('other', [observation('c', 'prj_1', 300)], [change('c', 300)]);
	const {observations, changes} = journal.observedSince('acme', 100);
	expect(observations.map(({deployment: {id}}) => id)).toEqual(['b', 'a']);
	expect(changes.map(({deploymentId}) => deploymentId)).toEqual(['a']);
	journal.close();
});
