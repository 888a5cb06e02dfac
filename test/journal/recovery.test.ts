import {renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {plain, safe} from '../../src/base/text.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {activityEntry} from '../../src/model/activity-entry.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const service = 'acme host';

const entry = (text: string) => activityEntry({kind: 'saved', text: safe(text)}, plain`acme`, 1000);

const intent = (id: string) => ({id, at: 1, content: '{}'});

const watch = {projectId: 'prj_1', deploymentId: undefined, project: plain`docs`, isMine: false};

let path = '';
let journal: Journal;

beforeEach(() => {
	path = join(temporaryDirectory(), 'journal.sqlite');
	journal = openJournal({path, now: () => 0, busyTimeoutMs: 5});
});

afterEach(() => journal.close());

const beat = () => journal.saveWindow({id: 'w', service: 'fingerprint', weight: 1, perMinute: 60, at: 1});

/** What a later run finds. */
function found() {
	const later = openJournal({path, now: () => 0});
	const {watches, drafts, lastReadAt} = later.snapshot(service);
	const result = {
		entries: later.recent(10).map(({text}) => text),
		unsettled: later
			.unsettled(service)
			.map(({id}) => id)
			.toSorted(),
		watches: watches.length,
		drafts: [...drafts.keys()],
		lastReadAt,
		notice: later.takeNotice(),
	};
	later.close();
	return result;
}

/** Writes to the file until the returned function is called, as another process may do. */
function lock(): () => void {
	const other = new DatabaseSync(path, {timeout: 1000});
	other.exec('BEGIN IMMEDIATE');
	return () => {
		other.exec('ROLLBACK');
		other.close();
	};
}

function removeFiles() {
	for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, {force: true});
}

describe('a journal that was locked for a long time', () => {
	test('gets what was written meanwhile with the next write that is sent, and says that it works again', () => {
		journal.record(entry('before'));
		journal.saveIntent(service, intent('settled meanwhile'));
		const unlock = lock();
		journal.record(entry('meanwhile'));
		journal.saveIntent(service, intent('meanwhile'));
		journal.forgetIntent('settled meanwhile');
		journal.saveWatch(service, watch);
		journal.saveDraft(service, 'prj_1', {name: 'Docs'});
		journal.saveVisit(service, 5);
		expect(journal.takeNotice()).toMatch(/kept only until landfall exits.*locked/);
		beat();
		expect(journal.takeNotice()).toBeUndefined();
		expect(journal.failure()).toBeDefined();
		unlock();
		journal.saveIntent(service, intent('after'));
		expect(journal.takeNotice()).toContain('is saved again');
		expect(journal.failure()).toBeUndefined();
		expect(found()).toEqual({
			entries: ['meanwhile', 'before'],
			unsettled: ['after', 'meanwhile'],
			watches: 1,
			drafts: ['prj_1'],
			lastReadAt: 5,
			notice: undefined,
		});
	});

	test('gets all that was written meanwhile or nothing, if the disk is full by then', () => {
		journal.record(entry('before'));
		const unlock = lock();
		const ids = ['a', 'b', 'full', 'c'].map(text => journal.record(entry(text)).id);
		// Those of entries in memory are none that the file has or gets.
		expect(Number(ids[0])).toBeGreaterThan(1e12);
		unlock();
		const file = new DatabaseSync(path);
		// Fails as a full disk does, in the middle of the writes.
		file.exec(
			`CREATE TRIGGER full BEFORE INSERT ON entries WHEN NEW.text = 'full' BEGIN SELECT RAISE(ABORT, 'full'); END`,
		);
		journal.recover();
		expect(found().entries).toEqual(['before']);
		file.exec('DROP TRIGGER full');
		file.close();
		journal.recover();
		expect(found().entries).toEqual(['c', 'full', 'b', 'a', 'before']);
	});

	test('gets nothing twice that was written before old rows could not be deleted', () => {
		journal.record(entry('first'));
		const file = new DatabaseSync(path);
		file.exec(`UPDATE entries SET id = -20000;
			CREATE TRIGGER full BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'full'); END`);
		const names = Array.from({length: 1998}, (_, index) => ({id: `${index}`, name: undefined, slug: undefined}));
		journal.saveProjects(service, names, 1);
		journal.record(entry('deployed'));
		expect(journal.failure()).toBeDefined();
		file.exec('DROP TRIGGER full');
		file.close();
		journal.recover();
		expect(found().entries).toEqual(['deployed']);
	});

	test('gets the newest of more writes than can wait', () => {
		journal.saveDraft(service, 'web', {name: 'old'});
		const unlock = lock();
		for (let at = 0; at < 20_010; at++) journal.saveVisit(service, at);
		journal.saveDraft(service, 'web', {name: 'new'});
		unlock();
		journal.recover();
		expect(journal.snapshot(service).drafts.get('web')).toEqual({name: 'new'});
	});

	test('goes on without the file with the unsettled writes that it knows', () => {
		journal.saveIntent(service, intent('lost'));
		const unlock = lock();
		journal.record(entry('meanwhile'));
		expect(journal.unsettled(service).map(({id}) => id)).toEqual(['lost']);
		expect(journal.saveIntent(service, intent('next'), () => true)?.id).toBe('lost');
		unlock();
		journal.recover();
		expect(found().unsettled).toEqual(['lost']);
	});

	test('shows what earlier runs left, once it can be read', () => {
		journal.saveIntent(service, intent('earlier'));
		journal.close();
		const holder = new DatabaseSync(path);
		holder.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
		expect(journal.unsettled(service)).toEqual([]);
		expect(journal.failure()).toBeDefined();
		holder.exec('COMMIT');
		holder.close();
		expect(journal.unsettled(service)).toMatchObject([{id: 'earlier'}]);
		expect(journal.failure()).toBeUndefined();
	});
});

describe('a journal whose file was deleted while it is open', () => {
	test('goes on in a new file with the unsettled writes, watches and drafts, and says so', () => {
		journal.saveIntent(service, intent('before'));
		journal.saveWatch(service, watch);
		journal.saveDraft(service, '', {name: 'New'});
		removeFiles();
		journal.saveIntent(service, intent('after'));
		expect(journal.takeNotice()).toContain('deleted or replaced');
		journal.forgetIntent('before');
		expect(found()).toMatchObject({unsettled: ['after'], watches: 1, drafts: [''], notice: undefined});
	});

	test('lets two windows go on in the same file', () => {
		const other = openJournal({path, now: () => 0});
		journal.saveIntent(service, intent('one'));
		other.saveIntent(service, intent('other'));
		removeFiles();
		journal.record(entry('one'));
		other.record(entry('other'));
		journal.record(entry('one again'));
		expect(found()).toMatchObject({entries: ['one again', 'other', 'one'], unsettled: ['one', 'other']});
		other.close();
		expect(found()).toMatchObject({entries: ['one again', 'other', 'one'], unsettled: ['one', 'other']});
	});

	test('does not get back a write that one window has settled before the other one goes on', () => {
		const other = openJournal({path, now: () => 0, owner: {id: 2, isRunning: () => true}});
		journal.saveIntent(service, intent('settled'));
		journal.saveIntent(service, intent('unsettled'));
		other.recent(1);
		removeFiles();
		journal.forgetIntent('settled');
		expect(other.unsettled(service).map(({id}) => id)).toEqual(['unsettled']);
		expect(found().unsettled).toEqual(['unsettled']);
		other.close();
	});

	test('goes on in the file that was put there', () => {
		journal.saveIntent(service, intent('before'));
		const backup = openJournal({path: `${path}.backup`, now: () => 0});
		backup.record(entry('of the backup'));
		backup.saveIntent(service, intent('of the backup'));
		backup.close();
		removeFiles();
		renameSync(`${path}.backup`, path);
		expect(journal.unsettled(service).map(({id}) => id)).toEqual(['before', 'of the backup']);
		expect(found()).toMatchObject({entries: ['of the backup'], unsettled: ['before', 'of the backup']});
	});

	test('is kept in memory if no file can be created, until one can be', () => {
		const directory = join(path, '..');
		journal.saveIntent(service, intent('before'));
		rmSync(directory, {recursive: true});
		writeFileSync(directory, 'a file where the directory should be');
		journal.record(entry('meanwhile'));
		expect(journal.takeNotice()).toContain('kept only until landfall exits');
		rmSync(directory);
		beat();
		expect(found()).toMatchObject({entries: ['meanwhile'], unsettled: ['before']});
	});
});

test('whatever happens to the file, it ends up with the writes that are unsettled', () => {
	const step = fc.oneof(
		fc.record({do: fc.constant('save' as const), id: fc.constantFrom('a', 'b', 'c', 'd')}),
		fc.record({do: fc.constant('settle' as const), id: fc.constantFrom('a', 'b', 'c', 'd')}),
		fc.record({do: fc.constantFrom('lock' as const, 'unlock' as const, 'delete' as const, 'beat' as const)}),
	);
	fc.assert(
		fc.property(fc.array(step, {maxLength: 25}), steps => {
			path = join(temporaryDirectory(), 'journal.sqlite');
			const tested = openJournal({path, now: () => 0, busyTimeoutMs: 0});
			tested.record(entry('before'));
			const expected = new Set<string>();
			let unlock = () => {};
			const free = () => {
				unlock();
				unlock = () => {};
			};
			for (const each of steps) {
				if (each.do === 'save') {
					tested.saveIntent(service, intent(each.id));
					expected.add(each.id);
				} else if (each.do === 'settle') {
					tested.forgetIntent(each.id);
					expected.delete(each.id);
				} else if (each.do === 'delete') {
					// A lock on a file that is deleted while it is not open keeps nobody from the next one.
					if (tested.failure() === undefined) removeFiles();
				} else if (each.do === 'beat') {
					tested.saveWindow({id: 'w', service: 'f', weight: 1, perMinute: 60, at: 1});
				} else {
					free();
					if (each.do === 'lock') {
						tested.recent(1);
						unlock = lock();
					}
				}
			}

			free();
			tested.unsettled(service);
			expect(found().unsettled).toEqual([...expected].toSorted());
			tested.close();
		}),
		{numRuns: 60},
	);
});
