import {expect, test} from 'vitest';
import type {Entry} from '../../src/journal/entries.ts';
import {createObserverJournal, openJournal} from '../../src/journal/journal.ts';
import {plain, serviceText} from '../../src/text.ts';
import {deployment} from '../present/records.ts';

const service = 'acme api.example.com';
const watch = (projectId: string, deploymentId?: string) => ({
	projectId,
	deploymentId,
	project: plain`docs`,
	isMine: false,
});
const observation = (projectId: string, id: string, conclusion?: string) => ({
	deployment: deployment({
		projectId,
		id,
		conclusion: conclusion ? serviceText(conclusion) : undefined,
		concludedAt: undefined,
	}),
	project: plain`docs`,
	seenAt: 100,
});
const entry = (kind: Entry['kind'], projectId = ''): Entry => ({
	at: 1000,
	kind,
	connection: plain`acme`,
	projectId,
	deploymentId: '',
	project: plain`docs`,
	text: plain`success v12`,
	requestId: undefined,
});

/** A journal in which the screens have watched one project and one deployment of another. */
function openBoth() {
	const journal = openJournal({path: undefined, now: () => 0});
	journal.saveWatch(service, watch('prj_watched'));
	journal.saveWatch(service, watch('prj_1', 'dep_watched'));
	journal.saveObservations(service, [observation('prj_1', 'dep_left')], []);
	journal.saveVisit(service, 50);
	const observer = createObserverJournal(journal);
	return {journal, observer, recalled: observer.snapshot(service)};
}

test('an observer recalls nothing that the screens take up again', () => {
	const {recalled} = openBoth();
	expect(recalled).toMatchObject({unfinished: [], watches: [], lastReadAt: undefined});
	expect(recalled.drafts.size).toBe(0);
});

test('an observer leaves watches, visits and announced words as they are', () => {
	const {journal, observer} = openBoth();
	observer.saveWatch(service, watch('prj_2'));
	observer.deleteWatch(service, watch('prj_watched'));
	observer.saveVisit(service, 900);
	observer.saveWord('gone-fishing');
	const {watches, lastReadAt, words} = journal.snapshot(service);
	expect(watches).toHaveLength(2);
	expect({lastReadAt, words}).toEqual({lastReadAt: 50, words: []});
});

test('an observer saves what it observes, except the conclusions of what the user watches', () => {
	const {journal, observer} = openBoth();
	const seen = [
		observation('prj_2', 'dep_2', 'success'),
		observation('prj_watched', 'dep_running'),
		observation('prj_watched', 'dep_over', 'success'),
		observation('prj_1', 'dep_watched', 'success'),
		observation('prj_1', 'dep_other', 'success'),
	];
	const look = (status: string, conclusion?: string) => ({
		status: serviceText(status),
		conclusion: conclusion ? serviceText(conclusion) : undefined,
		concludedAt: undefined,
	});
	const change = (from: ReturnType<typeof look>, to: ReturnType<typeof look>) => ({
		projectId: 'prj_watched',
		deploymentId: 'dep_running',
		from,
		to,
		after: 90,
		before: 100,
	});
	observer.saveObservations(service, seen, [
		change(look('queued'), look('building')),
		change(look('building'), look('completed', 'success')),
		change(look('completed', 'failure'), look('completed', 'success')),
	]);
	const {observations, changes} = journal.observedSince(service, 0);
	const ids = observations.map(({deployment: {id}}) => id).toSorted();
	expect(ids).toEqual(['dep_2', 'dep_left', 'dep_other', 'dep_running']);
	expect(changes.map(({to}) => to.status?.exact)).toEqual(['building']);
	expect(journal.snapshot(service).unfinished.map(({deployment: {id}}) => id)).toContain('dep_running');
});

test('an observer records conclusions, and leaves announcements and what is watched to the screens', () => {
	const {journal, observer} = openBoth();
	observer.record(entry('concluded', 'prj_2'));
	observer.record(entry('concluded', 'prj_watched'));
	observer.record(entry('deployed', 'prj_watched'));
	observer.record(entry('away'));
	observer.record(entry('new word'));
	expect(journal.recent(10).map(({kind, projectId}) => `${kind} ${projectId}`)).toEqual([
		'deployed prj_watched',
		'concluded prj_2',
	]);
});
