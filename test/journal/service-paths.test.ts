import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {plain} from '../../src/text.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const intent = (id: string) => ({id, at: 1, content: '{}'});

/** Returns a journal as a version wrote it that did not tell the paths of services apart. It knows something about each of these services. */
function journalOfEarlierVersion(...services: readonly string[]): Journal {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path, now: () => 0});
	for (const service of services) {
		journal.saveVisit(service, 5);
		journal.saveWatch(service, {projectId: 'p', deploymentId: undefined, project: plain`docs`, isMine: false});
		journal.saveIntent(service, intent(`of ${service}`));
		journal.saveBody(service, 'p', '{}');
	}

	journal.close();
	const earlier = new DatabaseSync(path);
	earlier.exec(
		'DROP TABLE windows; DROP TABLE pathless; ALTER TABLE intents DROP COLUMN knows_path; PRAGMA user_version = 4',
	);
	earlier.close();
	return openJournal({path, now: () => 0});
}

const unsettledIn = (journal: Journal, service: string) => journal.unsettled(service).map(({id}) => id);

test('services whose addresses differ in their path share nothing', () => {
	const journal = openJournal({path: undefined, now: () => 0});
	for (const service of ['acme host', 'acme host/a', 'acme host/b']) journal.saveIntent(service, intent(service));
	journal.saveVisit('acme host/a', 5);
	expect(unsettledIn(journal, 'acme host')).toEqual(['acme host']);
	expect(unsettledIn(journal, 'acme host/a')).toEqual(['acme host/a']);
	expect(unsettledIn(journal, 'acme host/c')).toEqual([]);
	expect(journal.snapshot('acme host/b').lastReadAt).toBeUndefined();
	expect(journal.snapshot('acme host').lastReadAt).toBeUndefined();
});

test('what an earlier version knew about an address with a path belongs to the service that is opened first', () => {
	const journal = journalOfEarlierVersion('acme host', 'zoo host');
	const {watches, lastReadAt} = journal.snapshot('acme host/a');
	expect([watches.length, lastReadAt, journal.bodyOf('acme host/a', 'p')]).toEqual([1, 5, '{}']);
	for (const other of ['acme host', 'acme host/b']) expect(journal.snapshot(other).watches).toEqual([]);
	expect(journal.snapshot('zoo host').watches).toHaveLength(1);
	expect(journal.snapshot('zoo host/a').watches).toEqual([]);
});

test('unsettled writes of an earlier version are found with every path, until they are settled', () => {
	const journal = journalOfEarlierVersion('acme host');
	journal.saveIntent('acme host', intent('new'));
	expect(unsettledIn(journal, 'acme host/a')).toEqual(['of acme host']);
	expect(unsettledIn(journal, 'acme host/b')).toEqual(['of acme host']);
	expect(unsettledIn(journal, 'acme host').toSorted()).toEqual(['new', 'of acme host']);
	expect(unsettledIn(journal, 'acme other/a')).toEqual([]);
	journal.settle('of acme host');
	expect(unsettledIn(journal, 'acme host/b')).toEqual([]);
});

test('a renamed profile keeps what an earlier version knew, and a forgotten one loses it', () => {
	const names = {connection: 'acme', newConnection: 'new'};
	const renamed = journalOfEarlierVersion('acme host');
	renamed.rename('acme host/a', 'new host/a', names);
	expect(renamed.snapshot('new host/a').watches).toHaveLength(1);
	expect(unsettledIn(renamed, 'new host/a')).toEqual(['of acme host']);
	expect(unsettledIn(renamed, 'acme host/a')).toEqual([]);

	const forgotten = journalOfEarlierVersion('acme host');
	forgotten.forget('acme host/a', 'acme');
	for (const service of ['acme host', 'acme host/a']) {
		expect(forgotten.snapshot(service).watches).toEqual([]);
		expect(unsettledIn(forgotten, service)).toEqual([]);
	}
});
