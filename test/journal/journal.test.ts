import {spawn} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Entry} from '../../src/journal/entry.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {plain, safe} from '../../src/text.ts';
import {temporaryDirectory} from '../kit/temporary-directory.ts';

const entry = (text: string): Entry => ({
	at: 1000,
	kind: 'saved',
	connection: plain`demo`,
	projectId: 'prj_1',
	deploymentId: '',
	project: plain`docs`,
	text: safe(text),
	requestId: undefined,
});

const textsOf = (path: string | undefined) => {
	const journal = openJournal({path, now: () => 0});
	const texts = journal.recent(100).map(({text}) => text);
	journal.close();
	return texts;
};

test('what was recorded is there after a restart, newest first', () => {
	const path = join(temporaryDirectory(), 'state', 'journal.sqlite');
	const journal = openJournal({path, now: () => 0});
	journal.record(entry('first'));
	journal.record(entry('second'));
	journal.close();
	expect(textsOf(path)).toEqual(['second', 'first']);
});

test('two landfalls write to the same file and lose nothing', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const [one, other] = [openJournal({path, now: () => 0}), openJournal({path, now: () => 0})];
	for (let index = 0; index < 20; index++) (index % 2 ? one : other).record(entry(`${index}`));
	expect(one.recent(100)).toHaveLength(20);
	one.close();
	other.close();
});

test.each([
	['is no database', (path: string) => writeFileSync(path, 'this is no database, whatever it is called'.repeat(50))],
	[
		'was written by a later landfall',
		(path: string) => {
			const database = new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path);
			database.exec('PRAGMA user_version = 99');
			database.close();
		},
	],
])('a file that %s is set aside, named, and a new one is begun', (_what, damage) => {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	damage(path);
	const journal = openJournal({path, now: () => 0});
	journal.record(entry('after'));
	expect(journal.takeNotice()).toMatch(/set aside as journal\.corrupt-1970/);
	expect(journal.recent(10)).toHaveLength(1);
	journal.close();
	expect(readdirSync(directory).filter(name => name.includes('corrupt'))).toHaveLength(1);
	expect(textsOf(path)).toEqual(['after']);
});

test('where no file can be made, it is kept in memory and that is said', () => {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'state'), 'a file where the directory should be');
	const journal = openJournal({path: join(directory, 'state', 'journal.sqlite'), now: () => 0});
	journal.record(entry('kept a while'));
	expect(journal.recent(10)).toHaveLength(1);
	expect(journal.takeNotice()).toContain('remembered only until landfall ends');
	journal.close();
});

test('every entry that was recorded is there after the process is killed', async () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const script = join(import.meta.dirname, 'fixtures/record-until-killed.ts');
	const child = spawn(process.execPath, [script, path], {stdio: ['ignore', 'pipe', 'inherit']});
	let recorded = 0;
	child.stdout.on('data', chunk => {
		recorded = Math.max(recorded, ...String(chunk).trim().split('\n').map(Number));
		if (recorded > 30) child.kill('SIGKILL');
	});
	await new Promise(resolve => child.on('close', resolve));
	expect(recorded).toBeGreaterThan(30);
	expect(textsOf(path).length).toBeGreaterThanOrEqual(Math.min(100, recorded));
});
