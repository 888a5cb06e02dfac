import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {plain, safe, serviceText} from '../../src/base/text.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {JournalError, orJournalError} from '../../src/journal/journal-error.ts';
import {journalProblemAt, readPlace} from '../../src/journal/read-only.ts';
import {type ActivityEntry, activityEntry} from '../../src/model/activity-entry.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {noCounts} from '../kit/fixtures/no-counts.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {bareDeployment} from '../present/records.ts';

const entry = (text: string, fields: Partial<ActivityEntry> = {}): ActivityEntry => ({
	...activityEntry({kind: 'saved', projectId: 'prj_1', project: plain`docs`, message: safe(text)}, plain`demo`, 1000),
	...fields,
});

const textsIn = (journal: Journal) => journal.recent(100).map(({message}) => message);

/** `open` opens the file like another process. */
function create() {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	const open = (owner = {id: 0, isRunning: (_id: number) => false}) => {
		const journal = openJournal({path, now: () => 0, owner});
		onTestFinished(journal.close);
		return journal;
	};
	// Opens the file at its first use.
	const journal = open();
	return {directory, path, open, journal};
}

function execute(path: string, sql: string) {
	const database = new DatabaseSync(path);
	database.exec(sql);
	database.close();
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

test('closes the journal to others, even one that they could read', () => {
	const {directory, path, open} = create();
	const modes = () => readdirSync(directory).map(name => statSync(join(directory, name)).mode & 0o777);
	open().record(entry('first'));
	expect(modes().length).toBeGreaterThan(1);
	expect(new Set(modes())).toEqual(new Set([0o600]));
	for (const suffix of ['', '-wal', '-shm']) chmodSync(`${path}${suffix}`, 0o644);
	expect(textsIn(open())).toEqual(['first']);
	expect(new Set(modes())).toEqual(new Set([0o600]));
});

const watch = {projectId: 'p', deploymentId: undefined, project: plain`docs`, isMine: false};

const intent = (id: string) => ({id, service: 'acme', at: 1000, content: '{}'});

const never = () => false;

const idsOf = (journal: Journal) => journal.unconfirmed('acme').map(({id}) => id);

test('records nothing while another process holds the journal, and says so once', () => {
	const {path, journal} = create();
	journal.saveIntent('acme', intent('earlier'), never);
	const release = holdJournal(path);
	expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(expect.objectContaining({isBusy: true}));
	expect(() => journal.forgetIntent('earlier')).toThrow(/locked by another process: .*journal\.sqlite\. Close/);
	expect(idsOf(journal)).toEqual(['earlier']);
	expect([journal.record(entry('one')), journal.saveWatch('acme', watch)]).toEqual([undefined, false]);
	expect(journal.problem()).toContain('locked by another process');
	// The error has said it already.
	expect(journal.takeNotice()).toBeUndefined();
	release();
	journal.record(entry('after'));
	expect([journal.problem(), textsIn(journal), idsOf(journal)]).toEqual([undefined, ['after'], ['earlier']]);
	const releaseAgain = holdJournal(path);
	journal.record(entry('two'));
	expect(journal.takeNotice()).toMatch(/^Nothing can be sent, and nothing that landfall sees is kept\. .* locked by/);
	journal.record(entry('three'));
	expect(journal.takeNotice()).toBeUndefined();
	releaseAgain();
});

describe('a damaged journal', () => {
	const setAsideIn = (directory: string) => readdirSync(directory).filter(name => name.includes('corrupt'));

	test('is set aside with one notice, and all windows use the new one', () => {
		const {directory, path, open} = create();
		writeFileSync(path, 'no longer a database'.repeat(100));
		const journal = open();
		journal.record(entry('after'));
		expect(journal.takeNotice()).toMatch(/set aside as journal\.corrupt-1970/);
		expect(journal.takeNotice()).toBeUndefined();
		expect(journal.problem()).toBeUndefined();
		journal.close();
		expect(setAsideIn(directory)).toHaveLength(1);
		expect(textsIn(open())).toEqual(['after']);
	});

	test('counts as an unreadable write until that is dismissed', {tags: ['fault-189']}, () => {
		const {path, open} = create();
		writeFileSync(path, 'no longer a database'.repeat(100));
		open().record(entry('after'));
		const other = open();
		const [lost] = other.unconfirmed('acme');
		expect(lost).toMatchObject({id: expect.stringMatching(/^journal\.corrupt-1970/), content: ''});
		other.forgetIntent(lost?.id ?? '');
		expect(open().unconfirmed('acme')).toEqual([]);
	});

	test.each<[what: string, damage: (path: string) => void]>([
		['cut to nothing', path => truncateSync(path, 0)],
		['cut to one byte', path => truncateSync(path, 1)],
		[
			'a database without tables',
			path => {
				rmSync(path);
				execute(path, 'PRAGMA user_version = 1; PRAGMA user_version = 0');
			},
		],
		[
			'deleted, but not its log,',
			path => {
				rmSync(path);
				writeFileSync(`${path}-wal`, 'log', {mode: 0o600});
			},
		],
	])('that was %s counts as an unreadable write', {tags: ['fault-189']}, (_what, damage) => {
		const {directory, path, open, journal} = create();
		journal.saveIntent('acme', intent('earlier'), never);
		journal.close();
		damage(path);
		const next = open();
		expect(idsOf(next)).toEqual([expect.stringMatching(/^journal\.corrupt-1970/)]);
		expect(next.takeNotice()).toContain('set aside');
		expect(setAsideIn(directory)).not.toEqual([]);
	});

	test('is replaced or stays when the disk becomes full meanwhile', {tags: ['fault-189']}, () => {
		const script = join(import.meta.dirname, 'fixtures/record-write.ts');
		const outcomes = [16, 64, 80, 96, 112, 256].map(kilobytes => {
			const {directory, path, open} = create();
			writeFileSync(path, 'no longer a database'.repeat(100));
			const limited = `ulimit -f ${kilobytes * 2}; exec "$0" "$@"`;
			execFileSync('sh', ['-c', limited, process.execPath, script, path], {input: ''});
			const isReplaced = setAsideIn(directory).length === 1;
			expect(open().unconfirmed('acme')).toContainEqual(expect.objectContaining({content: ''}));
			expect(setAsideIn(directory)).toHaveLength(1);
			return isReplaced;
		});
		expect(new Set(outcomes)).toEqual(new Set([false, true]));
	});

	test('is replaced after a process was killed that had begun to', {tags: ['fault-189']}, () => {
		const {directory, path, open} = create();
		for (const suffix of ['', '.new', '.new-wal']) writeFileSync(path + suffix, 'no longer a database');
		expect(idsOf(open())).toEqual([expect.stringMatching(/^journal\.corrupt-1970/)]);
		expect(readdirSync(directory).filter(name => name.includes('.new'))).toEqual([]);
	});

	test('is left alone when another process has replaced it', {tags: ['fault-188']}, () => {
		const {directory, path, open} = create();
		writeFileSync(path, 'no longer a database'.repeat(100));
		const release = holdJournal(`${path}.lock`);
		const journal = open();
		expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(expect.objectContaining({isBusy: true}));
		const other = create();
		const replacement = other.open();
		replacement.saveIntent('acme', intent('new'), never);
		replacement.close();
		renameSync(other.path, path);
		release();
		expect([idsOf(journal), setAsideIn(directory)]).toEqual([['new'], []]);
	});

	test.each<[what: string, setAsideCount: number, prepare: (path: string) => void]>([
		['is set aside once by processes that find', 1, path => writeFileSync(path, 'no longer a database'.repeat(100))],
		['that is missing is begun once by processes that miss', 0, () => {}],
	])('%s it at the same time', {tags: ['fault-188']}, async (_what, setAsideCount, prepare) => {
		const {directory, path, open} = create();
		prepare(path);
		const script = join(import.meta.dirname, 'fixtures/record-write.ts');
		const children = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => {
			const child = spawn(process.execPath, [script, path, id], {stdio: ['pipe', 'pipe', 'inherit']});
			return {id, child, ready: once(child.stdout, 'data')};
		});
		await Promise.all(children.map(({ready}) => ready));
		const recorded = children.map(async ({id, child}) => {
			child.stdin.end();
			return String(await once(child.stdout, 'data')) === 'recorded' ? id : [];
		});
		const ids = (await Promise.all(recorded)).flat();
		expect(ids).not.toEqual([]);
		const intact = open()
			.unconfirmed('acme')
			.filter(({content}) => content !== '');
		expect([intact.map(({id}) => id).toSorted(), setAsideIn(directory).length]).toEqual([ids, setAsideCount]);
	});

	test('stays in place when it cannot be renamed', {tags: ['fault-127']}, () => {
		const {directory, path, open} = create();
		writeFileSync(path, 'no longer a database'.repeat(100));
		writeFileSync(`${path}-shm`, '');
		const inTheWay = 'journal.corrupt-1970-01-01T00-00-00-000Z.sqlite-shm';
		mkdirSync(join(directory, inTheWay));
		const journal = open();
		expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(/damaged/);
		expect(journal.takeNotice()).toBeUndefined();
		expect([setAsideIn(directory), statSync(path).size]).toEqual([[inTheWay], 2000]);
	});

	test('stays in place while it is open', {tags: ['fault-127']}, () => {
		const {directory, path, journal} = create();
		journal.record(entry('before'));
		execute(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
		writeFileSync(path, Buffer.alloc(Math.max(2000, statSync(path).size), 'no longer a database'));
		expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(/damaged .* Start landfall again/);
		expect(textsIn(journal)).toEqual([]);
		expect(setAsideIn(directory)).toEqual([]);
	});
});

describe('after damage of the files of a killed process', {tags: ['fault-185']}, () => {
	const saved = (journal: Journal, from: number) =>
		journal.saveObservations(
			'acme',
			Array.from({length: 40}, (_, index) => observation(`${from} ${index}`, from)),
			[],
		);

	/** The file and its log, with two unconfirmed writes between observations. */
	function left() {
		const {path, journal} = create();
		saved(journal, 1);
		for (const id of ['one', 'two', 'settled'])
			journal.saveIntent('acme', {...intent(id), content: contentOf(id)}, never);
		saved(journal, 2);
		journal.forgetIntent('settled');
		saved(journal, 3);
		return [readFileSync(path), readFileSync(`${path}-wal`)] as const;
	}

	const contentOf = (id: string) => JSON.stringify({project: id, known: 'known '.repeat(300)});

	/** Opens damaged files. The result is the writes of the two that the journal neither knows nor reports as damaged. */
	function missingIn(file: Buffer, log: Buffer | undefined) {
		const {path, open} = create();
		writeFileSync(path, file, {mode: 0o600});
		if (log) writeFileSync(`${path}-wal`, log, {mode: 0o600});
		const journal = open();
		const found = orJournalError(() => journal.unconfirmed('acme'));
		journal.snapshot('acme');
		journal.close();
		rmSync(dirname(path), {recursive: true});
		if (found instanceof JournalError || found.some(({id}) => id.includes('corrupt'))) return [];
		const damaged = found.filter(({content}) => content === '');
		const isKnown = (id: string) => found.some(row => row.id === id && row.content === contentOf(id));
		return ['one', 'two'].filter(id => !isKnown(id)).slice(damaged.length);
	}

	const flipped = (bytes: Buffer, bit: number) => {
		const damaged = Buffer.from(bytes);
		damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
		return damaged;
	};

	const anyOf = (count: number) => fc.integer({min: 0, max: count - 1});

	test('no unconfirmed write is missing silently when a bit of the file has flipped', () => {
		const [file, log] = left();
		const check = (bit: number) => {
			expect(missingIn(flipped(file, bit), log)).toEqual([]);
		};
		fc.assert(fc.property(anyOf(file.length * 8), check), {numRuns: 40});
		// The page of the schema, and the pages of the writes.
		const pages = [0, ...pagesOf(file, ['intents', 'intent_copies'])];
		fc.assert(
			fc.property(fc.constantFrom(...pages), anyOf(4096 * 8), (page, bit) => check(page * 4096 * 8 + bit)),
			{numRuns: 120},
		);
	});

	function pagesOf(file: Buffer, tables: readonly string[]) {
		const {path} = create();
		writeFileSync(path, file);
		const database = new DatabaseSync(path);
		const roots = database.prepare('SELECT name, rootpage FROM sqlite_schema').all();
		database.close();
		return roots.filter(({name}) => tables.includes(String(name))).map(({rootpage}) => Number(rootpage) - 1);
	}

	test('no unconfirmed write is missing when the log is damaged, cut or deleted', () => {
		const [file, log] = left();
		const check = (damaged: Buffer | undefined) => {
			expect(missingIn(file, damaged)).toEqual([]);
		};
		expect(log.length).toBeGreaterThan(4096);
		check(log);
		check(undefined);
		fc.assert(
			fc.property(anyOf(log.length * 8), bit => check(flipped(log, bit))),
			{numRuns: 60},
		);
		fc.assert(
			fc.property(anyOf(log.length), length => check(log.subarray(0, length))),
			{numRuns: 30},
		);
	});

	test.each([
		['id', "'onf'", 2],
		['id', "x'ff00'", 2],
		['id', "''", 2],
		['address', "'other'", 1],
		['at', '1 << 62', 1],
		['owner', '7', 1],
		['content', "replace(content, 'known', 'knowm')", 1],
		['content', 'NULL', 1],
	])('a write whose %s is %s forbids writes to all addresses until it is forgotten', (column, value, count) => {
		const {path, journal} = create();
		for (const id of ['one', 'two']) journal.saveIntent('acme', {...intent(id), content: contentOf(id)}, never);
		execute(path, `UPDATE intent_copies SET ${column} = ${value} WHERE id = 'one'`);
		const damaged = journal.unconfirmed('zoo');
		expect(damaged.map(({content}) => content)).toEqual(Array(count).fill(''));
		expect(journal.saveIntent('zoo', intent('next'), ({content}) => content === '')).toEqual(damaged[0]);
		for (const {id} of damaged) journal.forgetIntent(id);
		expect([journal.unconfirmed('zoo'), idsOf(journal)]).toEqual([[], ['two']]);
	});

	test.each(['intents', 'intent_copies'])('a write that vanished from %s counts as damaged', table => {
		const {path, open} = create();
		open().saveIntent('acme', intent('one'), never);
		execute(path, `DELETE FROM ${table}`);
		expect(open().unconfirmed('acme')).toMatchObject([{id: 'one', content: ''}]);
	});
});

function recordElsewhere(path: string, id: string) {
	const script = join(import.meta.dirname, 'fixtures/record-write.ts');
	expect(String(execFileSync(process.execPath, [script, path, id], {input: ''}))).toMatch(/recorded$/);
}

test.each<[what: string, change: (path: string) => void]>([
	['deleted', path => rmSync(path)],
	[
		'replaced',
		path => {
			renameSync(path, `${path}.old`);
			writeFileSync(path, readFileSync(`${path}.old`), {mode: 0o600});
		},
	],
	['without its index', path => rmSync(`${path}-shm`)],
	[
		'without its index, of which another process has begun a new one,',
		path => {
			rmSync(`${path}-shm`);
			recordElsewhere(path, 'other');
		},
	],
	[
		'without its index and log, of which another process has begun new ones,',
		path => {
			for (const suffix of ['-shm', '-wal']) rmSync(path + suffix);
			recordElsewhere(path, 'other');
		},
	],
])('records no write in a journal that is %s while it is open', {tags: ['fault-186']}, (_how, change) => {
	const {path, journal} = create();
	journal.saveIntent('acme', intent('earlier'), never);
	change(path);
	expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(
		/moved or replaced while it was open: .* Start/,
	);
	expect(journal.problem()).toContain('moved or replaced');
	recordElsewhere(path, 'after');
});

test('records no write while another process keeps it out of the file', {tags: ['fault-125']}, () => {
	const {path, journal} = create();
	journal.saveIntent('acme', intent('earlier'), never);
	const other = new DatabaseSync(path);
	other.exec('BEGIN');
	other.prepare('SELECT * FROM intents').all();
	expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(expect.objectContaining({isBusy: true}));
	expect(() => journal.saveIntent('acme', intent('earlier'), never)).toThrow(expect.objectContaining({isBusy: true}));
	expect(idsOf(journal)).toEqual(['earlier']);
	other.close();
	journal.saveIntent('acme', intent('next'), never);
	expect(idsOf(journal)).toEqual(['earlier', 'next']);
});

test.each([
	['a newer landfall', 99, 'A newer landfall wrote the journal'],
	['an earlier landfall', 8, 'An earlier landfall wrote the journal'],
])('leaves a journal of %s alone', {tags: ['fault-127']}, (_whose, version, reason) => {
	const {directory, path, open} = create();
	execute(path, `CREATE TABLE intents (kept TEXT) STRICT; PRAGMA user_version = ${version}`);
	const content = readFileSync(path);
	const journal = open();
	expect(journal.record(entry('meanwhile'))).toBeUndefined();
	expect(journal.takeNotice()).toContain(reason);
	expect(() => journal.saveIntent('acme', intent('next'), never)).toThrow(reason);
	expect(() => journal.unconfirmed('acme')).toThrow(reason);
	expect([textsIn(journal), journalProblemAt(path)]).toEqual([[], expect.stringContaining(reason)]);
	journal.close();
	expect(readFileSync(path)).toEqual(content);
	expect(readdirSync(directory)).toEqual(['journal.sqlite']);
});

describe('a journal that others may have put there', {tags: ['fault-128']}, () => {
	const elsewhere = (path: string) => join(dirname(path), 'elsewhere');
	const putElsewhere = (path: string) => {
		renameSync(path, elsewhere(path));
		symlinkSync(elsewhere(path), path);
	};
	const give = (path: string) => chownSync(path, 12345, 12345);
	const dangers: ReadonlyArray<readonly [what: string, RegExp, spoil: (path: string) => void]> = [
		['whose folder others can write', /by others\..* chmod go-w/, path => chmodSync(dirname(path), 0o777)],
		['that others can write', /can be written by others/, path => chmodSync(path, 0o666)],
		['that is a link', /journal\.sqlite is not a file/, putElsewhere],
		['whose log is a link', /sqlite-wal is not a file/, path => symlinkSync(elsewhere(path), `${path}-wal`)],
	];
	const ofOthers: typeof dangers = [
		['whose folder belongs to another user', /belongs to another user/, path => give(dirname(path))],
		['that belongs to another user', /belongs to another user/, give],
	];

	test.each(process.getuid?.() === 0 ? [...dangers, ...ofOthers] : dangers)(
		'or change, %s, is neither used nor changed',
		(_what, reason, spoil) => {
			const {directory, path, open} = create();
			const first = open();
			first.savePlace('acme', 'somewhere');
			first.close();
			expect(readPlace(path, 'acme')).toBe('somewhere');
			spoil(path);
			const modes = () => readdirSync(directory).map(name => [name, lstatSync(join(directory, name)).mode]);
			const before = modes();
			expect(() => open().saveIntent('acme', intent('next'), never)).toThrow(reason);
			expect([journalProblemAt(path), readPlace(path, 'acme')]).toEqual([expect.stringMatching(reason), undefined]);
			expect(modes()).toEqual(before);
		},
	);

	test('is used in a folder that is a link of the user', () => {
		const {directory, open} = create();
		open().record(entry('kept'));
		const link = `${directory}-link`;
		symlinkSync(directory, link);
		onTestFinished(() => rmSync(link));
		const journal = openJournal({path: join(link, 'journal.sqlite'), now: () => 0});
		onTestFinished(journal.close);
		expect(textsIn(journal)).toEqual(['kept']);
	});
});

test('closes only the folder of the journal itself to others', () => {
	const path = join(temporaryDirectory(), '.local', 'state', 'landfall', 'journal.sqlite');
	const script = join(import.meta.dirname, 'fixtures/record-write.ts');
	const modesWith = (umask: string) => {
		execFileSync('sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, script, path]);
		const folders = [dirname(path), dirname(dirname(path)), dirname(dirname(dirname(path)))];
		const modes = folders.map(folder => (statSync(folder).mode & 0o777).toString(8));
		rmSync(folders.at(-1) ?? '', {recursive: true});
		return modes.join(' ');
	};
	expect(['022', '000', '077'].map(modesWith)).toEqual(['700 755 755', '700 755 755', '700 700 700']);
});

test('keeps the latest of what was seen, watched and typed', () => {
	const {open, journal} = create();
	const building = {createdAt: 2000, status: serviceText('building')};
	const concluded = {conclusion: serviceText('success'), concludedAt: 5000};
	journal.saveObservations('acme', [observation('a', 1), observation('b', 1, {createdAt: 2000})], []);
	journal.saveObservations('acme', [observation('b', 2, building)], [change(1, 2, undefined, 'b')]);
	journal.saveObservations('acme', [observation('b', 1, {status: serviceText('older')})], []);
	journal.saveObservations('acme', [observation('c', 3, concluded)], []);
	journal.saveObservations('another', [observation('d', 9)], []);
	const mine = {...watch, deploymentId: 'a', isMine: true};
	for (const each of [mine, watch, {...mine, projectId: 'prj_2'}]) journal.saveWatch('acme', each);
	journal.deleteWatch('acme', {...mine, projectId: 'prj_2'});
	for (const at of [77, 70]) journal.saveLastRead('acme', at, noCounts);
	journal.saveWord('zorp');
	journal.saveBody('acme', 'prj_1', '{"a":1}');
	journal.close();

	const again = open();
	const {unfinished, watches, lastReadAt, words} = again.snapshot('acme');
	const {observations, changes} = again.projectSnapshot('acme', 'prj_1');
	expect([unfinished, observations].map(rows => rows.map(({deployment: {id}}) => id))).toEqual([
		['b', 'a'],
		['b', 'c', 'a'],
	]);
	expect(plainOf([unfinished[0], ...changes])).toEqual(
		plainOf([observation('b', 2, building), change(1, 2, undefined, 'b')]),
	);
	expect(new Set(watches)).toEqual(new Set([mine, watch]));
	expect([lastReadAt, words, again.bodyOf('acme', 'prj_1')]).toEqual([77, ['zorp'], '{"a":1}']);
	expect(again.bodyOf('another', 'prj_1')).toBeUndefined();
	const since = [2, 3].map(at => again.observedSince('acme', at));
	expect(since.map(known => [known.observations.length, known.changes.length])).toEqual([
		[2, 1],
		[1, 0],
	]);
});

describe('a row that cannot be read', {tags: ['fault-187']}, () => {
	const untimely = '8640000000000001';
	/** Each table, one of its rows, what is known without that row, and malformed values of its columns. */
	const tables: ReadonlyArray<
		readonly [string, row: string, left: ReadonlyArray<number | undefined>, Readonly<Record<string, readonly string[]>>]
	> = [
		['drafts', "project_id = 'p'", [2, 1, 2, 2, 2, 5], {content: ["'{'", "'null'", "'[]'", "'7'", `'{"name": 7}'`]}],
		[
			'observations',
			"deployment_id = 'a'",
			[1, 2, 1, 2, 2, 5],
			{
				record: ["''", "'null'", "'[]'", "'{'", `'{"id": "other"}'`, `'{"id": {}}'`],
				seen_at: [untimely, '1 << 62'],
			},
		],
		[
			'changes',
			"deployment_id = 'a'",
			[2, 2, 2, 1, 2, 5],
			{from_status: ["'{'", "'null'", "'7'"], to_status: ["'{'", `'"building"'`], before: [untimely, '1 << 62']},
		],
		['entries', "message = 'one'", [2, 2, 2, 2, 1, 5], {at: [untimely, `-${untimely}`, '1 << 62']}],
		['last_reads', 'TRUE', [2, 2, 2, 2, 2, undefined], {read_at: [untimely, '1 << 62']}],
	];
	const malformed = tables.flatMap(([table, row, left, columns]) =>
		Object.entries(columns).flatMap(([column, values]) =>
			values.map(value => [table, column, value, row, left] as const),
		),
	);

	test.each(malformed)('of %s, whose %s is %s, is left out', (table, column, value, row, left) => {
		const {path, journal} = create();
		journal.saveObservations('acme', [observation('a', 1)], [change(1, 2, undefined, 'a')]);
		journal.saveObservations('acme', [observation('b', 1)], [change(1, 2, undefined, 'b')]);
		for (const id of ['p', 'q']) journal.saveDraft('acme', id, {name: id});
		for (const text of ['one', 'two']) journal.record(entry(text));
		journal.saveLastRead('acme', 5, noCounts);
		const known = () => {
			const {unfinished, drafts, lastReadAt} = journal.snapshot('acme');
			const {observations, changes} = journal.projectSnapshot('acme', 'prj_1');
			const lists = [unfinished, [...drafts], observations, changes, textsIn(journal)];
			return [...lists.map(({length}) => length), lastReadAt];
		};
		expect(known()).toEqual([2, 2, 2, 2, 2, 5]);
		execute(path, `UPDATE ${table} SET ${column} = ${value} WHERE ${row}`);
		expect(known()).toEqual(left);
	});

	test('does not block later rows when its number is too large', () => {
		const {path, journal} = create();
		journal.record(entry('one'));
		execute(path, 'UPDATE entries SET id = 1 << 62');
		expect(journal.record(entry('two'))?.id).toMatch(/^\d+$/);
		expect(textsIn(journal)).toEqual(['two', 'one']);
	});

	test.each([
		['created_at', 'createdAt', '"yesterday"'],
		['created_at', 'createdAt', '{}'],
		['upload_version', 'uploadVersion', '"7"'],
	])('in one field of a deployment, %s, lacks only %s', (field, name, value) => {
		const {path, journal} = create();
		journal.saveObservations('acme', [observation('a', 1, {uploadVersion: 3})], []);
		execute(path, `UPDATE observations SET record = json_set(record, '$.${field}', json('${value}'))`);
		const [found] = journal.projectSnapshot('acme', 'prj_1').observations;
		const {[name]: _, ...others} = plainOf(observation('a', 1, {uploadVersion: 3}).deployment);
		expect(plainOf(found?.deployment)).toEqual(others);
	});
});

test('keeps every reported deployment when processes are killed', {timeout: 60_000}, async () => {
	const {path, open} = create();
	const script = join(import.meta.dirname, 'fixtures/observe-until-killed.ts');
	const reported = [5, 10, 15, 20].map(async reportedCount => {
		const service = `service ${reportedCount}`;
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
	const database = new DatabaseSync(path);
	expect(database.prepare('PRAGMA integrity_check').get()).toEqual({integrity_check: 'ok'});
	database.close();
});

test('records a conclusion once and repeated deployments twice', () => {
	const {open} = create();
	const [one, two] = [open(), open()];
	const concluded = entry('', {kind: 'concluded', deploymentId: 'dep_1', word: serviceText('success'), version: 12});
	const first = one.record(concluded);
	expect(two.record({...concluded, at: 2000})?.id).toBe(first?.id);
	two.record({...concluded, deploymentId: 'dep_2'});
	two.record({...concluded, word: serviceText('failure')});
	expect(one.recent(10)).toHaveLength(3);
	for (const journal of [one, two]) journal.record({...concluded, kind: 'deployed'});
	expect(one.recent(10)).toHaveLength(5);
});

test.each<[what: string, saved: number, service: string, changes: readonly ReturnType<typeof change>[]]>([
	['that several processes observe at the same time', 1, 'acme', [change(120, 210), change(90, 110)]],
	['of another deployment', 2, 'acme', [change(100, 200, undefined, 'dep_2')]],
	['of another status', 2, 'acme', [change(100, 200, ['building', 'queued'])]],
	['that is later', 2, 'acme', [change(200, 300)]],
	['at another service', 1, 'other', [change(100, 200)]],
])('keeps with a change %s: %i', (_what, saved, service, changes) => {
	const {open} = create();
	open().saveObservations('acme', [], [change(100, 200)]);
	for (const each of changes) open().saveObservations(service, [], [each]);
	expect(open().observedSince(service, 0).changes).toHaveLength(saved);
});

test('keeps the newest rows within its limits, even during one long run', {timeout: 60_000}, () => {
	const {path, open, journal} = create();
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

test('waits for a journal that another process is creating', async () => {
	const {path, open} = create();
	const script = join(import.meta.dirname, 'fixtures/hold-lock.ts');
	const child = spawn(process.execPath, [script, `${path}.lock`], {stdio: ['ignore', 'pipe', 'inherit']});
	await once(child.stdout, 'data');
	const journal = open();
	journal.record(entry('kept'));
	expect(journal.takeNotice()).toBeUndefined();
	expect(textsIn(open())).toEqual(['kept']);
});

test('lets a process claim a write when the one that saved it has ended', () => {
	const {open} = create();
	const running = new Set([1, 2]);
	const [one, other] = [1, 2].map(id => open({id, isRunning: each => running.has(each)})) as [Journal, Journal];
	one.saveIntent('acme', {...intent('w'), at: 1}, never);
	expect(other.unconfirmed('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: true}]);
	expect([one.claim('w'), other.claim('w'), other.claim('settled')]).toEqual([true, false, false]);
	running.delete(1);
	expect(other.unconfirmed('acme')).toMatchObject([{id: 'w', isClaimedElsewhere: false}]);
	expect([other.claim('w'), one.claim('w')]).toEqual([true, false]);
});

test('takes the last read by the new time after the clock was set back', () => {
	const {journal} = create();
	const hourMs = 3_600_000;
	const lastReads = [10 * hourMs, 10 * hourMs - 1000, 7 * hourMs].map(at => {
		journal.saveLastRead('acme', at, noCounts);
		return journal.snapshot('acme').lastReadAt;
	});
	expect(lastReads).toEqual([10 * hourMs, 10 * hourMs, 7 * hourMs]);
});

test('keeps the fifty newest places', () => {
	const {path, journal} = create();
	for (let index = 0; index < 51; index++) journal.savePlace(`p${index}`, `${index}`);
	for (let index = 0; index < 60; index++) journal.savePlace('p1', 'again');
	expect(['p0', 'p1', 'p2'].map(each => readPlace(path, each))).toEqual([undefined, 'again', '2']);
});

test('moves everything about a service to its new name', () => {
	const {journal} = create();
	for (const name of ['acme', 'zoo']) {
		const service = `${name} host`;
		journal.record(entry('saved', {connection: safe(name)}));
		journal.saveLastRead(service, 5, noCounts);
		journal.saveWatch(service, watch);
		journal.saveIntent(service, {...intent(`of ${name}`), service}, never);
		journal.saveDraft(service, 'p', {name: 'draft'});
		journal.saveBody(service, 'p', '{}');
	}

	journal.rename('acme host', 'zoo host', {connection: 'acme', newConnection: 'zoo'});
	const known = (service: string) => {
		const {watches, drafts, lastReadAt} = journal.snapshot(service);
		return [watches.length, journal.unconfirmed(service).length, drafts.size, lastReadAt, journal.bodyOf(service, 'p')];
	};
	expect([known('acme host'), known('zoo host')]).toEqual([
		[0, 1, 0, undefined, undefined],
		[1, 1, 1, 5, '{}'],
	]);
	expect(journal.recent(10).map(({connection}) => connection)).toEqual(['zoo', 'zoo']);
});
