import {statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connect} from '../kit/app/connect.ts';
import {openLeakSearch} from '../kit/app/leak-search.ts';
import {leakyKey} from '../kit/app/leaks.ts';
import type {OpenTerminal} from '../kit/app/terminal.ts';

type LeakSearch = Awaited<ReturnType<typeof openLeakSearch>>;
type Source = readonly [
	name: string,
	start: (search: LeakSearch) => OpenTerminal | Promise<OpenTerminal>,
	allowedFiles: readonly string[],
];

async function typeKey({start, faulty}: LeakSearch, storage: 'file' | 'session') {
	const terminal = start({});
	await connect(terminal, {address: faulty.baseUrl, key: leakyKey, storage});
	return terminal;
}

const sources: readonly Source[] = [
	[
		'in a file',
		({start, faulty, keyFile}) => start({args: ['--base-url', faulty.baseUrl, '--api-key-file', keyFile]}),
		[],
	],
	[
		'on standard input',
		({start, faulty, keyFile}) =>
			start({args: ['--base-url', faulty.baseUrl, '--api-key-stdin'], by: `exec "$@" <"${keyFile}"`}),
		[],
	],
	[
		'stored with a profile',
		({start, faulty, writeOwn}) => {
			writeOwn('config.json', {profiles: {acme: {baseUrl: faulty.baseUrl}}, lastProfile: 'acme'});
			writeOwn('credentials.json', {acme: {origin: faulty.baseUrl, apiKey: leakyKey}});
			return start({});
		},
		['credentials.json'],
	],
	[
		'printed by the command of a profile',
		({start, faulty, keyFile, writeOwn}) => {
			const acme = {baseUrl: faulty.baseUrl, apiKeyCommand: ['/bin/cat', keyFile]};
			writeOwn('config.json', {profiles: {acme}, lastProfile: 'acme'});
			return start({});
		},
		[],
	],
	['typed and saved', search => typeKey(search, 'file'), ['credentials.json']],
	['typed and not saved', search => typeKey(search, 'session'), []],
];

test.each(sources)(
	'a key %s appears nowhere else, even if the service rejects it',
	{tags: ['fault-70']},
	async (_name, start, allowedFiles) => {
		const search = await openLeakSearch();
		const {state, faulty, directory, readUntil, expectNoLeak} = search;
		const terminal = await start(search);
		await terminal.see('1 of 1');
		state.readFailure = 'accept this (422)';
		await readUntil('accept this (422)');
		state.readFailure = 401;
		await terminal.go('R', 'refused the key (401)');
		expect(faulty.seen.every(({headers}) => headers.authorization === `Bearer ${leakyKey}`)).toBe(true);
		expectNoLeak(allowedFiles);
		for (const name of allowedFiles) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
		await terminal.press('q', 'q');
		terminal.kill('SIGTERM');
		await terminal.exited;
		expectNoLeak(allowedFiles);
	},
);

test('the command of a profile cannot write to the terminal', async () => {
	const {start, faulty, keyFile, writeOwn} = await openLeakSearch();
	const apiKeyCommand = ['/bin/sh', '-c', `echo spoilt > /dev/tty; cat ${keyFile}`];
	writeOwn('config.json', {profiles: {acme: {baseUrl: faulty.baseUrl, apiKeyCommand}}});
	const terminal = start({env: {LANDFALL_PROFILE: 'acme'}});
	await terminal.see('1 of 1');
	expect(terminal.written()).not.toContain('spoilt');
});
