import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, safe, serviceText} from '../../src/base/text.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {type ActivityEntry, activityEntry} from '../../src/model/activity-entry.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {bareDeployment} from '../present/records.ts';

const entry = (text: string, fields: Partial<ActivityEntry> = {}): ActivityEntry => ({
	...activityEntry({kind: 'saved', projectId: 'prj_1', project: plain`docs`, text: safe(text)}, plain`demo`, 1000),
	...fields,
});

const textsIn = (journal: Journal) => journal.recent(100).map(({text}) => text);

/** A file that several processes open as a journal. */
function create() {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	const open = (owner = {id: 0, isRunning: (_id: number) => false}) => {
		const journal = openJournal({path, now: () => 0, owner});
		onTestFinished(journal.close);
		return journal;
	};
	return {directory, path, open};
}

const observation = (id: string, seenAt: number, fields: Partial<Deployment> = {}) => ({
	deployment: {...bareDeployment, id, status: serviceText('build\u001Bing'), createdAt: 1000, ...fields},
	project: plain`docs`,
	seenAt,
});

const status = (word: string) => ({status: serviceText(word), conclusion: undefined, concludedAt: undefined});

const change = (after: number, before: number, [from, to] = ['queued', 'building'], deploymentId = 'dep_1') => ({
	projectId: 'prj_1',
	deploymentId,
	from: status(from),
	to: status(to),
	after,
	before,
});

/** Removes lazy getters, so that texts are compared by what the service sent. */
const plainOf = (value: unknown) => JSON.parse(JSON.stringify(value));

test.skipIf(process.platform === 'win32')('only the owner can read the journal, also one of an earlier version', () => {
	const {directory, open} = create();
	const modes = () => readdirSync(directory).map(name => statSync(join(directory, name)).mode & 0o777);
	open().record(entry('first'));
	expect(modes().length).toBeGreaterThan(1);
	expect(new Set(modes())).toEqual(new Set([0o600]));
	for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
	expect(textsIn(open())).toEqual(['first']);
	expect(new Set(modes())).toEqual(new Set([0o600]));
});

test.each([
	['from the start', []],
	['during use', ['before']],
])(
	'a journal that is not a database %s is set aside with one notice, and a new one is used by all windows',
	(_when, before) => {
		const {directory, path, open} = create();
		const journal = open();
		for (const text of before) journal.record(entry(text));
		const other = new DatabaseSync(path);
		other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		other.close();
		writeFileSync(path, Buffer.alloc(Math.max(2000, statSync(path).size), 'no longer a database'));
		journal.record(entry('after'));
		expect(journal.takeNotice()).toMatch(/set aside as journal\.corrupt-1970/);
		expect(journal.takeNotice()).toBeUndefined();
		expect([journal.failure(), journal.isFailing()]).toEqual([expect.stringContaining('could not be read'), false]);
		journal.close();
		expect(readdirSync(directory).filter(name => name.includes('corrupt'))).toHaveLength(1);
		expect(textsIn(open())).toEqual(['after']);
	},
);

test('a journal of a newer landfall stays as it is, and the activity is kept in memory', () => {
	const {directory, path, open} = create();
	const newer = new DatabaseSync(path);
	newer.exec('CREATE TABLE intents (kept TEXT) STRICT; PRAGMA user_version = 99');
	newer.close();
	const content = readFileSync(path);
	const journal = open();
	journal.record(entry('meanwhile'));
	expect(journal.takeNotice()).toContain('a newer landfall wrote it');
	expect(journal.isFailing()).toBe(true);
	journal.recover();
	expect(textsIn(journal)).toEqual(['meanwhile']);
	journal.close();
	expect(readFileSync(path)).toEqual(content);
	expect(readdirSync(directory)).toEqual(['journal.sqlite']);
});

test.skipIf(process.platform === 'win32')(
	'a journal that cannot be written, because the disk is full, stays in place with its unsettled writes',
	() => {
		const {directory, path, open} = create();
		const first = open();
		first.saveIntent('acme', {id: 'write_1', at: 1000, content: '{}'});
		first.close();
		// A limit for the size of files has the same effect as a full disk.
		const script = join(import.meta.dirname, 'fixtures/open-journal.ts');
		const notice = execFileSync('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, script, path]);
		expect(String(notice)).toContain('kept only until landfall exits');
		expect(readdirSync(directory).filter(name => name.includes('corrupt'))).toEqual([]);
		const later = open();
		expect(later.unsettled('acme')).toMatchObject([{id: 'write_1'}]);
		expect(later.failure()).toBeUndefined();
	},
);

test('deployments, changes and watches survive a restart in their latest version', () => {
	const {open} = create();
	const journal = open();
	const building = {createdAt: 2000, status: serviceText('building')};
	const concluded = {conclusion: serviceText('success'), concludedAt: 5000};
	journal.saveObservations('acme', [observation('a', 1), observation('b', 1, {createdAt: 2000})], []);
	journal.saveObservations('acme', [observation('b', 2, building)], [change(1, 2, undefined, 'b')]);
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

	const again = open();
	const {unfinished, watches, lastReadAt, words} = again.snapshot('acme');
	expect(unfinished.map(({deployment: {id}}) => id)).toEqual(['b', 'a']);
	expect(plainOf(unfinished[0])).toEqual(plainOf(observation('b', 2, building)));
	expect(new Set(watches)).toEqual(new Set([watch, {...watch, deploymentId: undefined, isMine: false}]));
	expect([lastReadAt, words]).toEqual([77, ['zorp']]);
	const {observations, changes} = again.projectSnapshot('acme', 'prj_1');
	expect(observations.map(({deployment: {id}}) => id)).toEqual(['b', 'c', 'a']);
	expect(plainOf(changes)).toEqual([plainOf(change(1, 2, undefined, 'b'))]);
	expect([again.bodyOf('acme', 'prj_1'), again.bodyOf('another', 'prj_1')]).toEqual(['{"a":1}', undefined]);
});

test('whenever one of several processes is killed, the database is intact and contains every reported deployment with its change', {
	timeout: 60_000,
}, async () => {
	const {path, open} = create();
	const script = join(import.meta.dirname, 'fixtures/observe-until-killed.ts');
	for (let round = 1; round <= 2; round++) {
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
		const journal = open();
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
	const {open} = create();
	const [one, two] = [open(), open()];
	const concluded = entry('success v12', {kind: 'concluded', deploymentId: 'dep_1'});
	const first = one.record(concluded);
	expect(two.record({...concluded, at: 2000}).id).toBe(first.id);
	two.record({...concluded, deploymentId: 'dep_2'});
	two.record({...concluded, at: 3_600_000});
	expect(one.recent(10)).toHaveLength(3);
	for (const journal of [one, two]) journal.record({...concluded, kind: 'deployed'});
	expect(one.recent(10)).toHaveLength(5);
});

test('what was observed since a moment is known to every process, and nothing older or of another service', () => {
	const {open} = create();
	const [one, two] = [open(), open()];
	const changes = [change(98, 99, undefined, 'old'), change(99, 100, undefined, 'a')];
	one.saveObservations('acme', [observation('old', 99), observation('a', 100)], changes);
	one.saveObservations('acme', [observation('b', 200, {projectId: 'prj_2', createdAt: 2000})], []);
	one.saveObservations('other', [observation('c', 300)], [change(299, 300, undefined, 'c')]);
	const since = two.observedSince('acme', 100);
	expect(since.observations.map(({deployment: {id}}) => id)).toEqual(['b', 'a']);
	expect(since.changes.map(({deploymentId}) => deploymentId)).toEqual(['a']);
});

test.each<[what: string, saved: number, service: string, changes: readonly ReturnType<typeof change>[]]>([
	['that several processes observe at the same time', 1, 'acme', [change(120, 210), change(90, 110)]],
	['of another deployment', 2, 'acme', [change(100, 200, undefined, 'dep_2')]],
	['of another status', 2, 'acme', [change(100, 200, ['building', 'queued'])]],
	['that is later', 2, 'acme', [change(200, 300)]],
	['at another service', 1, 'other', [change(100, 200)]],
])('with a change %s, there are %i', (_what, saved, service, changes) => {
	const {open} = create();
	open().saveObservations('acme', [], [change(100, 200)]);
	for (const each of changes) open().saveObservations(service, [], [each]);
	expect(open().observedSince(service, 0).changes).toHaveLength(saved);
});

test('the journal keeps the newest rows within its limits, also during one long run', {timeout: 60_000}, () => {
	const {path, open} = create();
	const journal = open();
	const thousand = Array.from({length: 1000}, (_, index) => index);
	for (let batch = 0; batch < 25; batch++) {
		const ids = thousand.map(index => `${batch} ${index}`);
		const observations = ids.map((id, index) => observation(id, batch * 1000 + index));
		journal.saveObservations('acme', observations, []);
		const projects = ids.map(id => ({id, name: 'Docs', slug: undefined}));
		journal.saveProjects('acme', projects, batch * 1000);
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
	const {path, open} = create();
	const script = join(import.meta.dirname, 'fixtures/hold-lock.ts');
	const child = spawn(process.execPath, [script, path], {stdio: ['ignore', 'pipe', 'inherit']});
	await once(child.stdout, 'data');
	const journal = open();
	journal.record(entry('kept'));
	expect(journal.takeNotice()).toBeUndefined();
	expect(textsIn(open())).toEqual(['kept']);
});

test('a write is held by the process that saved it, until that ends', () => {
	const {open} = create();
	const running = new Set([1, 2]);
	const [one, other] = [1, 2].map(id => open({id, isRunning: each => running.has(each)})) as [Journal, Journal];
	one.saveIntent('acme', {id: 'w', at: 1, content: '{}'});
	expect(other.unsettled('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: true}]);
	expect([one.claim('w'), other.claim('w'), other.claim('settled')]).toEqual([true, false, false]);
	running.delete(1);
	expect(other.unsettled('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: false}]);
	expect([other.claim('w'), one.claim('w')]).toEqual([true, false]);
});

test('after the clock was set back by hours, the last read is the latest one by the new time', () => {
	const journal = create().open();
	const hourMs = 3_600_000;
	const lastReads = [10 * hourMs, 10 * hourMs - 1000, 7 * hourMs].map(at => {
		journal.saveVisit('acme', at);
		return journal.snapshot('acme').lastReadAt;
	});
	expect(lastReads).toEqual([10 * hourMs, 10 * hourMs, 7 * hourMs]);
});

describe('of two services', () => {
	/** Returns a journal that knows something of every kind about both. */
	function journalOfTwo() {
		const journal = create().open();
		for (const name of ['acme', 'zoo']) {
			const service = `${name} host`;
			journal.record(entry('saved', {connection: safe(name)}));
			journal.saveVisit(service, 5);
			journal.saveWatch(service, {projectId: 'p', deploymentId: undefined, project: plain`docs`, isMine: false});
			journal.saveIntent(service, {id: `of ${name}`, at: 1, content: '{}'});
			journal.saveDraft(service, 'p', {name: 'draft'});
			journal.saveBody(service, 'p', '{}');
		}

		return journal;
	}

	const known = (journal: Journal, service: string) => {
		const {watches, drafts, lastReadAt} = journal.snapshot(service);
		return [watches.length, journal.unsettled(service).length, drafts.size, lastReadAt, journal.bodyOf(service, 'p')];
	};
	const nothing = [0, 0, 0, undefined, undefined];

	test('everything about one is forgotten, and nothing about the other', () => {
		const journal = journalOfTwo();
		journal.forget('acme host', 'acme');
		expect(known(journal, 'acme host')).toEqual(nothing);
		expect(known(journal, 'zoo host')).toEqual([1, 1, 1, 5, '{}']);
		expect(journal.recent(10).map(({connection}) => connection)).toEqual(['zoo']);
	});

	test('everything is kept if one is renamed, also where something is known under its new name', () => {
		const journal = journalOfTwo();
		journal.rename('acme host', 'zoo host', {connection: 'acme', newConnection: 'zoo'});
		expect(known(journal, 'acme host')).toEqual(nothing);
		expect(known(journal, 'zoo host')).toEqual([1, 2, 1, 5, '{}']);
		expect(journal.recent(10).map(({connection}) => connection)).toEqual(['zoo', 'zoo']);
	});
});
