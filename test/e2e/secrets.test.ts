import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {expect, test} from 'vitest';
import {connect} from '../kit/app/connect.ts';
import {openLeakSearch} from '../kit/app/leak-search.ts';
import {leakyKey} from '../kit/app/leaks.ts';
import {echoingFailures} from '../kit/services/echoing-service.ts';

type Places = {readonly directory: string; readonly outside: string};

/** The variables that make landfall run programs which record their arguments and environment in the searched directory. */
function recordingPrograms({directory, outside}: Places): Readonly<Record<string, string>> {
	const bin = join(outside, 'bin');
	mkdirSync(bin);
	for (const name of ['xdg-open', 'notifier']) {
		const path = join(bin, name);
		writeFileSync(path, `#!/bin/sh\n(env; cat /proc/self/environ; echo "$0 $@") >"${directory}/${name}.seen"\n`);
		chmodSync(path, 0o755);
	}

	return {PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`};
}

test('the key reaches no screen, file or program, even if every response echoes it', {tags: ['fault-70']}, async () => {
	const search = await openLeakSearch();
	const {state, faulty, directory, readUntil, fileExists, expectNoLeak} = search;
	search.writeOwn('config.json', {rules: {scope: 'any', command: ['notifier']}});
	const env = {
		...recordingPrograms(search),
		LANDFALL_API_KEY: leakyKey,
		NODE_OPTIONS: `--report-on-signal --report-signal=SIGURG --report-directory=${directory}`,
	};
	const terminal = search.start({args: ['--base-url', faulty.baseUrl], env});
	await terminal.see('1 of 1');
	// Every view and copy of what was read.
	await terminal.go('i', 'As received');
	await terminal.go('esc', 'enter deployments');
	await terminal.go('Y', 'curl');
	await terminal.go(['j', 'j', 'enter'], 'Copied curl');
	await terminal.go(['Y', 'j', 'j', 'j', 'enter'], 'Copied JSON');
	await terminal.go('o', 'Opened');
	await terminal.go('e', 'Edit project');
	await terminal.go('esc', 'enter deployments');
	// A conclusion is a change only if the deployment was read before.
	await terminal.go('enter', 'dep-0');
	search.conclude();
	await readUntil('success');
	await fileExists('notifier.seen');
	await terminal.go(['enter', 'i'], 'As received');
	await terminal.go('esc', 'project id');
	await terminal.go(['2', '3', '1'], 'enter deployments');
	// Writes: rejected, and with an unknown outcome.
	state.isRejectingWrites = true;
	await terminal.go('t', 'y deploy');
	await terminal.go('y', '(422)');
	await terminal.endWord();
	await terminal.go('esc', 'enter deployments');
	await terminal.go('a', 'enter add project');
	await terminal.go(['new', 'enter'], '(422)');
	state.isRejectingWrites = false;
	await terminal.go(['er', 'enter'], 'landfall does not know whether');
	await terminal.go('esc', 'name');
	await terminal.go('esc', 'enter deployments');
	// Each kind of failed read.
	for (const failure of Object.keys(echoingFailures) as ReadonlyArray<keyof typeof echoingFailures>) {
		state.readFailure = failure;
		await readUntil(failure);
	}

	terminal.kill('SIGURG');
	await fileExists(/^report\..*\.json$/);
	state.readFailure = 401;
	await readUntil('rejected the key (401)');
	for (const name of ['notifier.seen', 'xdg-open.seen']) {
		expect(readFileSync(join(directory, name), 'utf8')).not.toContain('LANDFALL_API_KEY');
	}

	expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
	expectNoLeak();
	terminal.kill('SIGKILL');
	await terminal.exited;
	expectNoLeak();
	expect(readdirSync(join(directory, 'state'))).toContain('journal.sqlite');
});

/** The key comes from options, from the profile acme, or is typed into the form. */
type Source = {
	readonly args?: readonly string[];
	readonly by?: string;
	readonly acme?: object;
	readonly stored?: object;
	readonly typed?: 'file' | 'session';
};

test.each<[name: string, source: (baseUrl: string, keyFile: string) => Source, mayHold?: string]>([
	['in a file', (baseUrl, keyFile) => ({args: ['--base-url', baseUrl, '--api-key-file', keyFile]})],
	[
		'on standard input',
		(baseUrl, keyFile) => ({args: ['--base-url', baseUrl, '--api-key-stdin'], by: `exec "$@" <"${keyFile}"`}),
	],
	[
		'stored with a profile',
		baseUrl => ({acme: {baseUrl}, stored: {origin: baseUrl, apiKey: leakyKey}}),
		'credentials.json',
	],
	[
		'printed by the command of a profile, which cannot write to the terminal',
		(baseUrl, keyFile) => ({
			acme: {baseUrl, apiKeyCommand: ['/bin/sh', '-c', `echo spoilt > /dev/tty; cat ${keyFile}`]},
		}),
	],
	['typed and saved', () => ({typed: 'file'}), 'credentials.json'],
	['typed and not saved', () => ({typed: 'session'})],
])('a key %s appears nowhere else, even if it is rejected', {tags: ['fault-70']}, async (_name, source, mayHold) => {
	const {start, state, faulty, keyFile, directory, writeOwn, readUntil, expectNoLeak} = await openLeakSearch();
	const {acme, stored, typed, ...options} = source(faulty.baseUrl, keyFile);
	const holders = mayHold === undefined ? [] : [mayHold];
	if (acme) writeOwn('config.json', {profiles: {acme}, lastProfile: 'acme'});
	if (stored) writeOwn('credentials.json', {acme: stored});
	const terminal = start(options);
	if (typed) await connect(terminal, {address: faulty.baseUrl, key: leakyKey, storage: typed});
	await terminal.see('1 of 1');
	state.readFailure = '(422)';
	await readUntil('(422)');
	state.readFailure = 401;
	await terminal.go('R', 'rejected the key (401)');
	expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
	expectNoLeak(holders);
	for (const name of holders) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
	await terminal.press('q', 'q');
	terminal.kill('SIGTERM');
	await terminal.exited;
	expectNoLeak(holders);
	expect(terminal.written()).not.toContain('spoilt');
});
