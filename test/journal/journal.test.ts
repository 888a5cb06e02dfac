import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, safe, serviceText} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {ActivityEntry} from '../../src/model/activity-entry.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {bareDeployment} from '../present/records.ts';

const entry = (text: string, fields: Partial<ActivityEntry> = {}): ActivityEntry => ({
	at: 1000,
	kind: 'saved',
	connection: plain`demo`,
	projectId: 'prj_1',
	deploymentId: '',
	project: plain`docs`,
	text: safe(text),
	requestId: undefined,
	...fields,
});

const textsOf = (path: string | undefined) => {
	const journal = openJournal({path, now: () => 0});
	const texts = journal.recent(100).map(({text}) => text);
	journal.close();
	return texts;
};

test.skipIf(process.platform === 'win32')('only the owner can read the journal, also one of an earlier version', () => {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	const modes = () => readdirSync(directory).map(name => statSync(join(directory, name)).mode & 0o777);
	const journal = openJournal({path, now: () => 0});
	journal.record(entry('first'));
	expect(modes().length).toBeGreaterThan(1);
	expect(new Set(modes())).toEqual(new Set([0o600]));
	for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
	expect(textsOf(path)).toEqual(['first']);
	expect(new Set(modes())).toEqual(new Set([0o600]));
	journal.close();
});

test.each([
	['from the start', []],
	['during use', ['before']],
])(
	'a journal that is not a database %s is set aside with one notice, and a new one is used by all windows',
	(_when, before) => {
		const directory = temporaryDirectory();
		const path = join(directory, 'journal.sqlite');
		const journal = openJournal({path, now: () => 0});
		for (const text of before) journal.record(entry(text));
		const other = new DatabaseSync(path);
		other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		other.close();
		writeFileSync(path, Buffer.alloc(Math.max(2000, statSync(path).size), 'no longer a database'));
		journal.record(entry('after'));
		expect(journal.takeNotice()).toMatch(/set aside as journal\.corrupt-1970/);
		expect(journal.takeNotice()).toBeUndefined();
		expect([journal.failure(), journal.isFailing()]).toEqual([expect.stringContaining('could not be read'), false]);
		expect(journal.recent(5).map(({text}) => text)).toEqual(['after']);
		journal.close();
		expect(readdirSync(directory).filter(name => name.includes('corrupt'))).toHaveLength(1);
		expect(textsOf(path)).toEqual(['after']);
	},
);

test('a journal of a newer landfall stays as it is, and the activity is kept in memory', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const newer = new DatabaseSync(path);
	newer.exec('CREATE TABLE intents (kept TEXT) STRICT; PRAGMA user_version = 99');
	newer.close();
	const content = readFileSync(path);
	const journal = openJournal({path, now: () => 0});
	journal.record(entry('meanwhile'));
	expect(journal.takeNotice()).toContain('a newer landfall wrote it');
	expect(journal.isFailing()).toBe(true);
	journal.recover();
	expect(journal.recent(10)).toHaveLength(1);
	journal.close();
	expect(readFileSync(path)).toEqual(content);
	expect(readdirSync(join(path, '..'))).toEqual(['journal.sqlite']);
});

test.skipIf(process.platform === 'win32')(
	'a journal that cannot be written, because the disk is full, stays in place with its unsettled writes',
	() => {
		const directory = temporaryDirectory();
		const path = join(directory, 'journal.sqlite');
		const first = openJournal({path, now: () => 0});
		first.saveIntent('acme', {id: 'write_1', at: 1000, content: '{}'});
		first.close();
		// A limit for the size of files has the same effect as a full disk.
		const script = join(import.meta.dirname, 'fixtures/open-journal.ts');
		const notice = execFileSync('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, script, path]);
		expect(String(notice)).toContain('kept only until landfall exits');
		expect(readdirSync(directory).filter(name => name.includes('corrupt'))).toEqual([]);
		const later = openJournal({path, now: () => 0});
		expect(later.unsettled('acme')).toMatchObject([{id: 'write_1'}]);
		expect(later.failure()).toBeUndefined();
		later.close();
	},
);

const deployment = (id: string, fields: Partial<Deployment> = {}): Deployment => ({
	...bareDeployment,
	id,
	environmentId: serviceText('production'),
	status: serviceText('build\u001Bing'),
	uploadVersion: 42,
	url: serviceText('https://example.com'),
	createdAt: 1000,
	requestId: serviceText('req_1'),
	...fields,
});

/** Removes lazy getters, so that texts are compared by what the service sent. */
const plainOf = (value: unknown) => JSON.parse(JSON.stringify(value));

const observation = (id: string, seenAt: number, fields: Partial<Deployment> = {}) => ({
	deployment: deployment(id, fields),
	project: plain`docs`,
	seenAt,
});

test('deployments, changes and watches survive a restart in their latest version', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path, now: () => 0});
	const from = {status: serviceText('queued'), conclusion: undefined, concludedAt: undefined};
	const to = {status: serviceText('building'), conclusion: undefined, concludedAt: undefined};
	const change = {projectId: 'prj_1', deploymentId: 'b', from, to, after: 1, before: 2};
	const concluded = {conclusion: serviceText('success'), concludedAt: 5000};
	journal.saveObservations('acme', [observation('a', 1), observation('b', 1, {createdAt: 2000})], []);
	journal.saveObservations('acme', [observation('b', 2, {createdAt: 2000, status: serviceText('building')})], [change]);
	journal.saveObservations('acme', [observation('b', 1, {status: serviceText('older')})], []);
	journal.saveObservations('acme', [observation('c', 3, concluded)], []);
	journal.saveObservations('another', [observation('d', 9)], []);
	const watch = {projectId: 'prj_1', deploymentId: 'a', project: plain`docs`, isMine: true};
	journal.saveWatch('acme', watch);
	journal.saveWatch('acme', {...watch, deploymentId: undefined, isMine: false});
	journal.saveWatch('acme', {...watch, projectId: 'prj_2'});
	journal.deleteWatch('acme', {...watch, projectId: 'prj_2'});
	journal.saveVisit('acme', 77);
	journal.saveVisit('acme', 70);
	journal.saveWord('zorp');
	journal.saveBody('acme', 'prj_1', '{"a":1}');
	journal.close();

	const again = openJournal({path, now: () => 0});
	const snapshot = again.snapshot('acme');
	expect(snapshot.unfinished.map(({deployment: {id}}) => id)).toEqual(['b', 'a']);
	expect(plainOf(snapshot.unfinished[0])).toEqual(
		plainOf(observation('b', 2, {createdAt: 2000, status: serviceText('building')})),
	);
	expect(new Set(snapshot.watches)).toEqual(new Set([watch, {...watch, deploymentId: undefined, isMine: false}]));
	expect([snapshot.lastReadAt, snapshot.words]).toEqual([77, ['zorp']]);
	const project = again.projectSnapshot('acme', 'prj_1');
	expect(project.observations.map(({deployment: {id}}) => id)).toEqual(['b', 'c', 'a']);
	expect(plainOf(project.changes)).toEqual([plainOf(change)]);
	expect(again.bodyOf('acme', 'prj_1')).toBe('{"a":1}');
	expect(again.bodyOf('another', 'prj_1')).toBeUndefined();
	again.close();
});

test('whenever one of several processes is killed, the database is intact and contains every reported deployment with its change', {
	timeout: 60_000,
}, async () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const script = join(import.meta.dirname, 'fixtures/observe-until-killed.ts');
	for (let round = 1; round <= 4; round++) {
		const services = [1, 2, 3].map(index => ({service: `service ${round} ${index}`, reportedCount: round * index * 5}));
		const reported = services.map(async ({service, reportedCount}) => {
			const child = spawn(process.execPath, [script, path, service], {stdio: ['ignore', 'pipe', 'inherit']});
			let last = 0;
			child.stdout.on('data', chunk => {
				last = Math.max(last, ...String(chunk).trim().split('\n').map(Number));
				if (last > reportedCount) child.kill('SIGKILL');
			});
			await once(child, 'close');
			return {service, last};
		});
		const journal = openJournal({path, now: () => 0});
		for (const {service, last} of await Promise.all(reported)) {
			const {observations, changes} = journal.observedSince(service, 0);
			const seen = new Set(observations.map(({deployment: {id}}) => id));
			expect(seen).toEqual(new Set(changes.map(({deploymentId}) => deploymentId)));
			for (let count = 1; count <= last; count++) expect(seen.has(`dep_${count}`)).toBe(true);
		}

		expect(journal.takeNotice()).toBeUndefined();
		journal.close();
	}

	const database = new DatabaseSync(path);
	expect(database.prepare('PRAGMA integrity_check').get()).toEqual({integrity_check: 'ok'});
	database.close();
});

test('a conclusion that several processes observe is one entry of the activity, and what a user does twice is two', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const [one, two] = [openJournal({path, now: () => 0}), openJournal({path, now: () => 0})];
	const concluded = entry('success v12', {kind: 'concluded', deploymentId: 'dep_1'});
	const first = one.record(concluded);
	expect(two.record({...concluded, at: 2000}).id).toBe(first.id);
	two.record({...concluded, deploymentId: 'dep_2'});
	two.record({...concluded, at: 3_600_000});
	expect(one.recent(10)).toHaveLength(3);
	for (const journal of [one, two]) journal.record({...concluded, kind: 'deployed'});
	expect(one.recent(10)).toHaveLength(5);
});

test('the journal keeps the newest rows within its limits, also during one long run', {timeout: 60_000}, () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const open = () => openJournal({path, now: () => 0});
	const journal = open();
	const thousand = Array.from({length: 1000}, (_, index) => index);
	for (let batch = 0; batch < 25; batch++) {
		const ids = thousand.map(index => `${batch} ${index}`);
		journal.saveObservations(
			'acme',
			ids.map((id, index) => observation(id, batch * 1000 + index)),
			[],
		);
		journal.saveProjects(
			'acme',
			ids.map(id => ({id, name: 'Docs', slug: undefined})),
			batch * 1000,
		);
		for (const id of ids.slice(0, 100)) journal.saveWord(id);
	}

	journal.close();
	const database = new DatabaseSync(path);
	const rowsOf = (table: string, key: string) =>
		database.prepare(`SELECT count(*) AS count, min(${key}) AS first FROM ${table}`).get();
	expect(Number(rowsOf('observations', 'seen_at')?.count)).toBeLessThanOrEqual(22_000);
	expect(statSync(path).size).toBeLessThan(20_000_000);
	open().snapshot('acme');
	expect(rowsOf('observations', 'seen_at')).toEqual({count: 20_000, first: 5000});
	expect(rowsOf('projects', 'seen_at')).toMatchObject({first: 15_000});
	expect(rowsOf('announced_words', 'word')?.count).toBe(500);
	database.close();
});

test('a journal that another process is just creating is waited for', async () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const script = join(import.meta.dirname, 'fixtures/hold-lock.ts');
	const child = spawn(process.execPath, [script, path], {stdio: ['ignore', 'pipe', 'inherit']});
	await once(child.stdout, 'data');
	const journal = openJournal({path, now: () => 0});
	journal.record(entry('kept'));
	expect(journal.takeNotice()).toBeUndefined();
	journal.close();
	const again = openJournal({path, now: () => 0});
	expect(again.recent(5).map(({text}) => text)).toEqual(['kept']);
	again.close();
});

test('a write is held by the process that saved it, until that ends', () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const running = new Set([1, 2]);
	const open = (id: number) => openJournal({path, now: () => 0, owner: {id, isRunning: other => running.has(other)}});
	const [one, other] = [open(1), open(2)];
	one.saveIntent('acme', {id: 'w', at: 1, content: '{}'});
	expect(other.unsettled('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: true}]);
	expect([one.claim('w'), other.claim('w'), other.claim('settled')]).toEqual([true, false, false]);
	running.delete(1);
	expect(other.unsettled('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: false}]);
	expect(other.claim('w')).toBe(true);
	expect(one.claim('w')).toBe(false);
	one.close();
	other.close();
});

test('after the clock was set back by hours, the last read is the latest one by the new time', () => {
	const journal = openJournal({path: undefined, now: () => 0});
	const lastReadAt = () => journal.snapshot('acme').lastReadAt;
	const hourMs = 3_600_000;
	journal.saveVisit('acme', 10 * hourMs);
	journal.saveVisit('acme', 10 * hourMs - 1000);
	expect(lastReadAt()).toBe(10 * hourMs);
	journal.saveVisit('acme', 7 * hourMs);
	expect(lastReadAt()).toBe(7 * hourMs);
	journal.close();
});
