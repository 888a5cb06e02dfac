import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {openCompletionNames, readWindows} from '../../src/journal/read-only.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** Returns a journal as 0.1.0 wrote it. */
function createFile(): string {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const database = new DatabaseSync(path);
	database.exec(readFileSync(join(import.meta.dirname, 'fixtures/journal-0.1.0.sql'), 'utf8'));
	database.close();
	return path;
}

const open = (path: string) => openJournal({path, now: () => 0});

const unsettledIn = (journal: Journal, service: string) =>
	journal
		.unsettled(service)
		.map(({id}) => id)
		.toSorted();

describe('a journal of 0.1.0', () => {
	test('keeps its unsettled writes as they were saved, without a notice', () => {
		const path = createFile();
		const before = new DatabaseSync(path);
		const intents = before.prepare('SELECT id, owner, at, content FROM intents ORDER BY id').all();
		before.close();
		const journal = open(path);
		expect(journal.unsettled('acme api.example.com')).toHaveLength(1);
		expect([journal.takeNotice(), journal.failure()]).toEqual([undefined, undefined]);
		journal.close();
		const after = new DatabaseSync(path);
		expect(after.prepare('SELECT id, owner, at, content FROM intents ORDER BY id').all()).toEqual(intents);
		expect(after.prepare('PRAGMA integrity_check').get()).toEqual({integrity_check: 'ok'});
		after.close();
	});

	test('keeps its entries, the text of forms, watches, timelines and what was announced', () => {
		const journal = open(createFile());
		const entries = journal.recent(10, plain`acme`);
		expect(entries.map(({kind, text, deploymentId}) => [kind, text, deploymentId])).toEqual([
			['concluded', 'success v41', 'dep_acme_done'],
			['saved', 'name: Docs', ''],
		]);
		for (const name of ['acme', 'zoo']) {
			const service = `${name} api.example.com`;
			const {drafts, watches, unfinished, lastReadAt, words} = journal.snapshot(service);
			expect(drafts.get('')).toEqual({name: 'A new project'});
			expect(drafts.get(`prj_${name}`)).toMatchObject({name: "the team's docs", uploadMode: 'manual'});
			expect(watches.map(({deploymentId}) => deploymentId)).toEqual([undefined, `dep_${name}`]);
			expect(unfinished.map(({deployment: {id}}) => id)).toEqual([`dep_${name}`]);
			expect(lastReadAt).toBe(Date.UTC(2026, 10, 21, 12));
			expect(words).toContain('zorp');
			expect(journal.bodyOf(service, `prj_${name}`)).toBe('{"ref":"main"}');
			const {changes, observations} = journal.projectSnapshot(service, `prj_${name}`);
			expect(observations.map(({deployment: {id}}) => id)).toEqual([`dep_${name}_done`, `dep_${name}`]);
			expect(changes.map(({from, to}) => [from.status?.exact, to.status?.exact])).toEqual([['queued', 'building']]);
		}

		journal.close();
	});

	test('is known by the same names as before once it is migrated, and looking them up changes nothing', () => {
		const path = createFile();
		const names = openCompletionNames(path);
		expect(names.watches('acme api.example.com').map(({projectId}) => projectId)).toEqual(['prj_acme', 'prj_acme']);
		expect([names.deployments('acme api.example.com', 'docs'), readWindows(path, 0)]).toEqual([[], []]);
		expect(readdirSync(join(path, '..'))).toEqual(['journal.sqlite']);
		const journal = open(path);
		journal.snapshot('acme api.example.com');
		expect(names.projects('acme api.example.com', 'do')).toEqual([{id: 'prj_acme', name: 'docs', slug: ''}]);
		const ids = names.deployments('acme api.example.com', 'docs').map(({id}) => id);
		expect(ids).toEqual(['dep_acme_done', 'dep_acme']);
		journal.close();
	});

	test('is not migrated twice, and by one of several that open it at once', () => {
		const path = createFile();
		const journals = [open(path), open(path), open(path)];
		expect(journals.map(journal => journal.recent(100).length)).toEqual(Array(3).fill(journals[0]?.recent(100).length));
		expect(journals.map(journal => unsettledIn(journal, 'acme api.example.com'))).toEqual(
			Array(3).fill(['of acme 0.1.0']),
		);
		for (const journal of journals) journal.close();
	});
});

test('writes that 0.1.0 left are found with every path of the host, until they are settled', () => {
	const journal = open(createFile());
	for (const path of ['', '/v1', '/v2']) {
		expect(unsettledIn(journal, `acme api.example.com${path}`)).toEqual(['of acme 0.1.0']);
	}

	expect(unsettledIn(journal, 'acme other.example.com')).toEqual([]);
	expect(unsettledIn(journal, 'other api.example.com')).toEqual([]);
	journal.forgetIntent('of acme 0.1.0');
	expect(unsettledIn(journal, 'acme api.example.com/v1')).toEqual([]);
	journal.close();
});

test('a renamed profile keeps the writes that 0.1.0 left, and a forgotten one loses them', () => {
	const renamed = open(createFile());
	renamed.rename('acme api.example.com', 'new api.example.com', {connection: 'acme', newConnection: 'new'});
	expect(unsettledIn(renamed, 'new api.example.com')).toEqual(['of acme 0.1.0']);
	expect(unsettledIn(renamed, 'acme api.example.com')).toEqual([]);
	expect(renamed.snapshot('new api.example.com')).toMatchObject({watches: {length: 2}, drafts: {size: 2}});
	renamed.close();

	const forgotten = open(createFile());
	forgotten.forget('acme api.example.com', 'acme');
	for (const path of ['', '/a']) expect(unsettledIn(forgotten, `acme api.example.com${path}`)).toEqual([]);
	expect(forgotten.snapshot('acme api.example.com').drafts.size).toBe(0);
	expect(unsettledIn(forgotten, 'zoo api.example.com')).toEqual(['of zoo 0.1.0']);
	forgotten.close();
});
