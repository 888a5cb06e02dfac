import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {readWindows} from '../../src/journal/names.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const window = (id: string, at: number) => ({id, service: 'a', weight: 3, perMinute: 60, at});

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
