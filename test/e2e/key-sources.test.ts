import {statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connect} from '../kit/app/connect.ts';
import {openLeakSearch} from '../kit/app/leak-search.ts';
import {leakyKey} from '../kit/app/leaks.ts';

/** How landfall gets the key: by options, by the profile acme and what is saved for it, or typed into the form. */
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
])(
	'a key %s appears nowhere else, even if the service rejects it',
	{tags: ['fault-70']},
	async (_name, source, mayHold) => {
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
		await terminal.go('R', 'refused the key (401)');
		expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
		expectNoLeak(holders);
		for (const name of holders) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
		await terminal.press('q', 'q');
		terminal.kill('SIGTERM');
		await terminal.exited;
		expectNoLeak(holders);
		expect(terminal.written()).not.toContain('spoilt');
	},
);
