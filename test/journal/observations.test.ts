import {join} from 'node:path';
import {expect, test} from 'vitest';
import {plain, serviceText} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {deployment} from '../present/records.ts';

const look = (status: string) => ({status: serviceText(status), conclusion: undefined, concludedAt: undefined});

const change = (after: number, before: number, [from, to] = ['queued', 'building'], deploymentId = 'dep_1') => ({
	projectId: 'prj_1',
	deploymentId,
	from: look(from),
	to: look(to),
	after,
	before,
});

const observation = (id: string, projectId: string, seenAt: number) => ({
	deployment: deployment({id, projectId, createdAt: seenAt}),
	project: plain`docs`,
	seenAt,
});

/** The journal as several processes have it open. */
function openThree() {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const open = () => openJournal({path, now: () => 0});
	return [open(), open(), open()] as const;
}

test('what was observed in all projects since a moment is known to every process, and nothing older or of another service', () => {
	const [one, two] = openThree();
	one.saveObservations(
		'acme',
		[observation('old', 'prj_1', 99), observation('a', 'prj_1', 100)],
		[change(98, 99, undefined, 'old'), change(99, 100, undefined, 'a')],
	);
	one.saveObservations('acme', [observation('b', 'prj_2', 200)], []);
	one.saveObservations('other', [observation('c', 'prj_1', 300)], [change(299, 300, undefined, 'c')]);
	const {observations, changes} = two.observedSince('acme', 100);
	expect(observations.map(({deployment: {id}}) => id)).toEqual(['b', 'a']);
	expect(changes.map(({deploymentId}) => deploymentId)).toEqual(['a']);
});

test('a change that several processes observe at the same time is saved once', () => {
	const [one, two, three] = openThree();
	one.saveObservations('acme', [], [change(100, 200)]);
	two.saveObservations('acme', [], [change(120, 210)]);
	three.saveObservations('acme', [], [change(90, 110)]);
	expect(three.observedSince('acme', 0).changes).toHaveLength(1);
});

test('changes of other deployments, services and statuses, and later ones, are saved', () => {
	const [one, two] = openThree();
	one.saveObservations('acme', [], [change(100, 200)]);
	two.saveObservations('acme', [], [change(100, 200, ['queued', 'building'], 'dep_2')]);
	two.saveObservations('acme', [], [change(100, 200, ['building', 'queued'])]);
	two.saveObservations('acme', [], [change(200, 300)]);
	two.saveObservations('other', [], [change(100, 200)]);
	expect(one.observedSince('acme', 0).changes).toHaveLength(4);
	expect(one.observedSince('other', 0).changes).toHaveLength(1);
});
