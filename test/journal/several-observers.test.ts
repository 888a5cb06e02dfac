import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Entry} from '../../src/journal/entries.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {plain, serviceText} from '../../src/text.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const look = (status: string) => ({status: serviceText(status), conclusion: undefined, concludedAt: undefined});
const change = (after: number, before: number, [from, to] = ['queued', 'building'], deploymentId = 'dep_1') => ({
	projectId: 'prj_1',
	deploymentId,
	from: look(from),
	to: look(to),
	after,
	before,
});

/** The journal as several processes have it open. */
function openThree() {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const open = () => openJournal({path, now: () => 0});
	return [open(), open(), open()] as const;
}

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

const entry = (kind: Entry['kind'], at: number, deploymentId = 'dep_1'): Entry => ({
	at,
	kind,
	connection: plain`acme`,
	projectId: 'prj_1',
	deploymentId,
	project: plain`docs`,
	text: plain`success v12`,
	requestId: undefined,
});

test('a conclusion that several processes observe is one entry of the activity', () => {
	const [one, two] = openThree();
	const first = one.record(entry('concluded', 1000));
	expect(two.record(entry('concluded', 2000)).id).toBe(first.id);
	two.record(entry('concluded', 2000, 'dep_2'));
	two.record(entry('concluded', 3_600_000));
	expect(one.recent(10)).toHaveLength(3);
});

test('what a user does twice is two entries', () => {
	const [one, two] = openThree();
	one.record(entry('deployed', 1000));
	two.record(entry('deployed', 1000));
	expect(one.recent(10)).toHaveLength(2);
});
