import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {startFaulty} from '../kit/faulty.ts';
import {leaksOf, leakyFiles, leakyKey} from '../kit/leaks.ts';
import {createRepeatingService, troubles} from '../kit/repeating-service.ts';
import {type OpenTerminal, openTerminal, program} from '../kit/terminal.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

let terminal: OpenTerminal;
/** Where landfall keeps what it keeps, and what tests put beside it. */
let directory = '';
let outside = '';
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'landfall-'));
	outside = mkdtempSync(join(tmpdir(), 'landfall-key-'));
	writeFileSync(join(outside, 'key'), `${leakyKey}\n`, {mode: 0o600});
});
afterEach(() => {
	terminal.close();
	rmSync(directory, {recursive: true});
	rmSync(outside, {recursive: true});
});

/** Programs that write down what they were given, in the directory that is searched. */
function recordingPrograms(): Readonly<Record<string, string>> {
	const bin = join(outside, 'bin');
	mkdirSync(bin);
	for (const name of ['xdg-open', 'tell', 'an-editor']) {
		const path = join(bin, name);
		writeFileSync(path, `#!/bin/sh\n(env; cat /proc/self/environ; echo "$0 $@") >"${directory}/${name}.seen"\n`);
		chmodSync(path, 0o755);
	}

	return {PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, EDITOR: 'an-editor'};
}

const settings = (content: object) =>
	writeFileSync(join(directory, 'config.json'), JSON.stringify(content), {mode: 0o600});

/** Reads again until the screen shows a text: an answer that was on its way may be an older one. */
async function readUntil(text: string) {
	for (let isShown = false; !isShown; ) {
		await terminal.press('R');
		isShown = await terminal.see(text, 1000).then(
			() => true,
			() => false,
		);
	}
}

/** Waits for a file that somebody else writes. */
async function isThere(name: string | RegExp) {
	while (!readdirSync(directory).some(file => file.match(name))) await terminal.see('landfall');
}

/** Fails where anything of the key can be found; `mayHold` is the one file that may. */
function expectNoLeak(mayHold: readonly string[] = []) {
	expect(leaksOf(leakyKey, terminal.written())).toEqual([]);
	expect(leakyFiles(leakyKey, directory)).toEqual(mayHold);
	if (existsSync(`/proc/${terminal.pid}/cmdline`)) {
		expect(leaksOf(leakyKey, readFileSync(`/proc/${terminal.pid}/cmdline`, 'latin1'))).toEqual([]);
	}
}

async function service() {
	const {state, behave} = createRepeatingService();
	const faulty = await startFaulty(behave);
	return {state, faulty};
}

test('a service that repeats the key in all it says gets it onto no screen, into no file and to no program', {
	tags: ['fault-70'],
}, async () => {
	const {state, faulty} = await service();
	settings({rules: {scope: 'any', command: ['tell']}});
	const env = {
		...recordingPrograms(),
		LANDFALL_API_KEY: leakyKey,
		NODE_OPTIONS: `--report-on-signal --report-directory=${directory}`,
	};
	terminal = openTerminal({args: ['--base-url', faulty.baseUrl], env, directory, columns: 160, rows: 40});
	await terminal.see('1 of 1');
	// What is read, shown in every way and copied.
	await terminal.press('i');
	await terminal.see('As it was sent');
	await terminal.press('esc', 'Y');
	await terminal.see('curl');
	await terminal.press('j', 'j', 'enter');
	await terminal.see('Copied curl');
	await terminal.press('Y', 'j', 'j', 'j', 'enter');
	await terminal.see('Copied JSON');
	await terminal.press('o');
	await terminal.see('Opened');
	await terminal.press('E');
	await terminal.see('Edit project');
	await terminal.press('esc', 'enter');
	await terminal.see('ENVIRONMENT');
	state.isOver = true;
	await readUntil('success');
	await isThere('tell.seen');
	await terminal.press('enter', 'i');
	await terminal.see('As it was sent');
	await terminal.press('esc', 'q', 'q', '2', '3', '1');
	// What is written: refused, and without an answer.
	state.isRefusingWrites = true;
	await terminal.press('t', 'y');
	await terminal.see('accept this (422)');
	await terminal.press('esc', 'a');
	await terminal.see('New project');
	await terminal.type('new');
	await terminal.press('enter');
	await terminal.see('accept this (422)');
	await terminal.press('esc');
	// What cannot be read, one after the other.
	for (const trouble of Object.keys(troubles) as ReadonlyArray<keyof typeof troubles>) {
		state.trouble = trouble;
		await readUntil(trouble);
	}

	terminal.kill('SIGUSR2');
	await isThere(/^report\..*\.json$/);
	state.trouble = 401;
	await readUntil('refused the key (401)');
	for (const name of ['tell.seen', 'xdg-open.seen', 'an-editor.seen']) {
		expect(readFileSync(join(directory, name), 'utf8')).not.toContain('LANDFALL_API_KEY');
	}

	expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
	expectNoLeak();
	terminal.kill('SIGKILL');
	await terminal.exited;
	expectNoLeak();
	expect(readdirSync(join(directory, 'state'))).toContain('journal.sqlite');
});

type Source = readonly [where: string, start: (address: string) => void | Promise<void>, mayHold: readonly string[]];

const stored = (origin: string) =>
	writeFileSync(join(directory, 'credentials.json'), JSON.stringify({acme: {origin, apiKey: leakyKey}}), {mode: 0o600});

const openWith = (args: readonly string[], env = {}) => {
	terminal = openTerminal({args, env, directory, columns: 160});
};

async function typeKey(address: string, where: 'file' | 'session') {
	openWith([]);
	await terminal.see('Where are your projects?');
	await terminal.press('enter');
	await terminal.see('▌ address');
	terminal.type(address);
	await terminal.press('enter');
	await terminal.see('▌ team API key');
	terminal.paste(leakyKey);
	await terminal.press('enter');
	await terminal.see('▌ call it');
	terminal.type('acme');
	await terminal.press('enter');
	await terminal.see('▌ in a file');
	if (where === 'session') {
		await terminal.press('down');
		await terminal.see('▌ only until');
	}

	await terminal.press('enter');
}

const sources: readonly Source[] = [
	['in a file', address => openWith(['--base-url', address, '--api-key-file', join(outside, 'key')]), []],
	[
		'on standard input',
		address => {
			const args = [join(outside, 'key'), process.execPath, program, '--base-url', address, '--api-key-stdin'];
			terminal = openTerminal({
				command: '/bin/sh',
				script: join(fixtures, 'with-key-on-input.sh'),
				args,
				directory,
				columns: 160,
			});
		},
		[],
	],
	[
		'stored with a profile',
		address => {
			settings({profiles: {acme: {baseUrl: address}}, lastProfile: 'acme'});
			stored(address);
			openWith([]);
		},
		['credentials.json'],
	],
	['typed, to be kept', address => typeKey(address, 'file'), ['credentials.json']],
	['typed, not to be kept', address => typeKey(address, 'session'), []],
];

test.each(sources)(
	'a key %s is nowhere else, whatever the service makes of it',
	{tags: ['fault-70']},
	async (_where, start, mayHold) => {
		const {state, faulty} = await service();
		await start(faulty.baseUrl);
		await terminal.see('1 of 1');
		state.trouble = 'accept this (422)';
		await readUntil('accept this (422)');
		state.trouble = 401;
		await terminal.press('R');
		await terminal.see('refused the key (401)');
		expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
		expectNoLeak(mayHold);
		for (const name of mayHold) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
		await terminal.press('q', 'q');
		terminal.kill('SIGTERM');
		await terminal.exited;
		expectNoLeak(mayHold);
	},
);

test('a bug that holds the key ends with one sentence and a file, and neither holds it', {
	tags: ['fault-70'],
}, async () => {
	const {faulty} = await service();
	const bug = {NODE_OPTIONS: `--import ${join(fixtures, 'throwing.mjs')}`, BUG_KEY_FILE: join(outside, 'key')};
	openWith(['--base-url', faulty.baseUrl], {...bug, LANDFALL_API_KEY: leakyKey});
	await terminal.see('1 of 1');
	terminal.kill('SIGUSR2');
	expect((await terminal.exited).code).toBe(70);
	await terminal.see('landfall met a bug');
	const name = readdirSync(join(directory, 'state')).find(file => file.startsWith('crash-')) ?? '';
	const path = join(directory, 'state', name);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(readFileSync(path, 'utf8')).toMatch(/no row for \[key\] .*\n(?:.*\n)*Caused by: Error: \[key\]\S* \[key\]/);
	expectNoLeak();
});
