import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, onTestFinished, test} from 'vitest';
import {schema} from '../../src/commands/output-schemas.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {WindowCounts} from '../../src/model/journal-snapshot.ts';
import {lastingProcess} from '../../src/terminal/running-process.ts';
import {preloading, runProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {noCounts} from '../kit/fixtures/no-counts.ts';
import {settingsDirectory, temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

const service = 'staging staging.example.com';

const counted: WindowCounts = {failed: 2, running: 4, isComplete: true};

type Saved = {
	readonly ageMs?: number;
	readonly counts?: WindowCounts;
	readonly owner?: ReturnType<typeof lastingProcess>;
};

/** A directory with a journal in which this process counts as a window of the profile `staging`. */
function directoryWith({ageMs = 12_400, counts = counted, owner = lastingProcess(process.pid)}: Saved = {}) {
	const profiles = {staging: {baseUrl: 'https://staging.example.com'}, other: {baseUrl: 'https://other.example.com'}};
	const directory = settingsDirectory({profiles, lastProfile: 'staging'});
	const path = join(directory, 'state', 'journal.sqlite');
	const journal = openJournal({path, now: Date.now, owner});
	journal.saveLastRead(service, Date.now() - ageMs, counts);
	journal.close();
	return {directory, path};
}

test.each<[says: string, line: string, expected: RegExp, saved?: Saved]>([
	['what the window counts, and when it read', 'status', /^✖2 ◐4 · 1[2-9]s\n$/],
	['the same in ASCII', 'status --ascii', /^x2 o4 - 1[2-9]s\n$/],
	['where there may be more', 'status', /^◐4\+ · 1[2-9]s\n$/, {counts: {failed: 0, running: 4, isComplete: false}}],
	['that nothing was found yet', 'status', /^0\+ · 1[2-9]s\n$/, {counts: {failed: 0, running: 0, isComplete: false}}],
	['that there is nothing', 'status', /^0 · 1[2-9]s\n$/, {counts: {failed: 0, running: 0, isComplete: true}}],
	['that it is old', 'status', /^✖2 ◐4 · 1m 3\ds old\n$/, {ageMs: 91_000}],
	['a read of the future as of now, because clocks differ', 'status', /^✖2 ◐4 · 0s\n$/, {ageMs: -60_000}],
	[
		'it as JSON',
		'status --json',
		/^\{"failed":2,"running":4,"is_complete":true,"read_at":"\d{4}-\S+Z","age_ms":1[2-9]\d{3}\}\n$/,
	],
])('landfall status says %s', async (_says, line, expected, saved) => {
	const {directory} = directoryWith(saved);
	const env = {LANG: 'C.UTF-8'};
	expect(await runProgram(line.split(' '), {directory, env})).toEqual({
		code: 0,
		stdout: expect.stringMatching(expected),
		stderr: '',
	});
});

test('the schema describes what landfall status --json prints', async () => {
	const ajv = new Ajv2020({validateFormats: false, allowUnionTypes: true, strictRequired: false});
	ajv.addSchema(schema, 'landfall');
	const {stdout} = await runProgram(['status', '--json'], directoryWith());
	expect(ajv.validate('landfall#/$defs/status', JSON.parse(stdout)), ajv.errorsText()).toBe(true);
});

test.each<[line: string, code: number, says: RegExp]>([
	['--profile other', 4, /^No open window reads other\.\n$/],
	['--base-url https://api.example.com', 4, /^No open window reads https:\/\/api\.example\.com\.\n$/],
	['--profile nobody', 2, /^There is no such service\. .*\n$/],
	['--profile other --json', 4, /^\{"code":"E_NOT_FOUND","exit_code":4,.*\}\n$/],
])('landfall status %s ends with %i', async (line, code, says) => {
	const {directory} = directoryWith();
	expect(await runProgram(['status', ...line.split(' ')], {directory})).toEqual({
		code,
		stdout: '',
		stderr: expect.stringMatching(says),
	});
});

test('of several windows, the one that read last counts', async () => {
	const {directory, path} = directoryWith({ageMs: 5000});
	const other = openJournal({path, now: Date.now, owner: lastingProcess(process.ppid)});
	const status = async () => (await runProgram(['status', '--ascii'], {directory})).stdout;
	other.saveLastRead(service, Date.now() - 20_000, noCounts);
	expect(await status()).toMatch(/^x2 o4 - /);
	other.saveLastRead(service, Date.now(), noCounts);
	expect(await status()).toMatch(/^0 - /);
	other.close();
});

test('a window that was killed is no open window', {tags: ['fault-277']}, async () => {
	const ended = {id: 2 ** 22 + 1, isRunning: () => false};
	const {directory} = directoryWith({owner: ended});
	expect(await runProgram(['status'], {directory})).toMatchObject({code: 4, stdout: ''});
});

function lock(path: string): void {
	const other = new DatabaseSync(path);
	onTestFinished(() => other.close());
	other.prepare('SELECT * FROM last_reads').all();
	other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM places; COMMIT');
}

test.each<[what: string, spoil: (path: string) => void, code: number, says: RegExp]>([
	['missing', path => rmSync(path), 4, /^No open window reads staging\. There is no journal: \S+\n$/],
	['locked', lock, 2, /^The journal is locked by another process: \S+ .*\n$/],
	['damaged', path => writeFileSync(path, 'not a database'.repeat(999)), 2, /^The journal is damaged .*\n$/],
	[
		"a newer landfall's",
		path => new DatabaseSync(path).exec('PRAGMA user_version = 99'),
		2,
		/^A newer landfall wrote the journal: .*\n$/,
	],
])('landfall status says that the journal is %s', {tags: ['fault-278']}, async (_what, spoil, code, says) => {
	const {directory, path} = directoryWith();
	spoil(path);
	expect(await runProgram(['status'], {directory})).toEqual({code, stdout: '', stderr: expect.stringMatching(says)});
});

test('landfall status loads neither the screens nor the client', async () => {
	const {directory} = directoryWith();
	const code = `import {registerHooks} from 'node:module';
		registerHooks({load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); }});`;
	const {stderr} = await runProgram(['status'], {directory, env: preloading(code)});
	expect(stderr).toContain('/dist/status.js\n');
	expect(stderr).not.toMatch(/dist\/(?:app|commands|screens|conf)-/);
});

test('landfall status prints the counts of the title of an open window, until it quits', async () => {
	const {env} = await serveSandbox({world: 'busy'});
	const directory = temporaryDirectory();
	const status = () => runProgram(['status'], {directory, env: {...env, LANG: 'C.UTF-8'}});
	expect(await status()).toMatchObject({code: 4, stdout: ''});
	const terminal = openTerminal({env, directory});
	await terminal.go('2', 'FAILED');
	await expect
		.poll(async () => {
			const {stdout} = await status();
			const title = [...terminal.written().matchAll(/\u001B\]2;(.*?)landfall/g)].at(-1)?.[1];
			return title !== '' && stdout.startsWith(`${title}· `);
		})
		.toBe(true);
	await terminal.press('ctrl+c', 'ctrl+c');
	await terminal.exited;
	expect(await status()).toMatchObject({code: 4, stdout: ''});
});
