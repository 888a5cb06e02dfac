import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {readWindows} from '../../src/journal/windows.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const window = (id: string, at: number) => ({id, service: 'a', weight: 3, perMinute: 60, at});

test('a journal of the version before gets the table of windows, also while that version has it open', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const first = openJournal({path, now: () => 0});
	first.saveVisit('acme', 5);
	first.close();
	const earlier = new DatabaseSync(path);
	earlier.exec('DROP TABLE windows; PRAGMA user_version = 5');
	expect(readWindows(path, 1000)).toEqual([]);
	const journal = openJournal({path, now: () => 0});
	expect(journal.saveWindow(window('w', 1000))).toEqual([window('w', 1000)]);
	expect(journal.takeNotice()).toBeUndefined();
	earlier.exec("INSERT INTO visits VALUES ('zoo', 6)");
	earlier.close();
	expect([journal.snapshot('acme').lastReadAt, journal.snapshot('zoo').lastReadAt]).toEqual([5, 6]);
	journal.close();
});

test('windows are read with their processes, without those of more than 15 seconds ago or from the future', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path, now: () => 0});
	for (const at of [85_000, 95_000, 105_000]) journal.saveWindow(window(`at ${at}`, at));
	const idsAt = (now: number) =>
		readWindows(path, now)
			.map(({id}) => id)
			.toSorted();
	expect(idsAt(90_000)).toEqual(['at 105000', 'at 95000']);
	expect(idsAt(120_000)).toEqual(['at 105000']);
	expect(idsAt(80_000)).toEqual(['at 95000']);
	expect(readWindows(path, 100_000)[0]?.pid).toBe(process.pid);
	journal.deleteWindow('at 95000');
	expect(idsAt(100_000)).toEqual(['at 105000']);
	journal.close();
});

test('windows are looked for where there is no journal, without creating one', () => {
	const directory = temporaryDirectory();
	expect(readWindows(join(directory, 'journal.sqlite'), 0)).toEqual([]);
	expect(readdirSync(directory)).toEqual([]);
});
