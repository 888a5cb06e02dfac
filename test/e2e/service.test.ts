import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const apiKey = 'the-key-of-the-sandbox';
const open: OpenTerminal[] = [];
let directory = '';
beforeEach(() => {
	directory = temporaryDirectory();
});
afterEach(() => {
	for (const terminal of open.splice(0)) terminal.close();
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): OpenTerminal {
	const terminal = openTerminal({args, env, directory});
	open.push(terminal);
	return terminal;
}

/** Starts the built-in service from the command line and returns its address. */
async function sandbox(): Promise<string> {
	const service = run(['sandbox', '--world', 'quiet'], {LANDFALL_API_KEY: apiKey});
	const shown = await service.see(/http:\/\/127\.0\.0\.1:\d+/);
	return /http:\/\/127\.0\.0\.1:\d+/.exec(shown)?.[0] ?? '';
}

async function connect(terminal: OpenTerminal, address: string, key: string) {
	await terminal.see('Where are your projects?');
	await terminal.press('enter');
	await terminal.see('▌ address');
	terminal.type(address);
	await terminal.press('enter');
	await terminal.see('▌ team API key');
	terminal.type(key);
	await terminal.press('enter');
	await terminal.see('▌ profile name');
	terminal.type('acme');
	await terminal.press('enter');
	await terminal.see('▌ in a file');
	await terminal.press('enter');
}

test('the address and key are typed once; the next start connects to the same service', async () => {
	const address = await sandbox();
	const first = run([]);
	await connect(first, address, apiKey);
	await first.see('1 of 12');
	await first.see('acme and its key are saved.');
	await first.press('q', 'q');
	await first.exited;
	expect(first.written()).not.toContain(apiKey);
	expect(statSync(join(directory, 'credentials.json')).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).not.toContain(apiKey);

	const second = run([]);
	await second.see('landfall  acme');
	await second.see('1 of 12');
});

test('activity survives a kill', async () => {
	const address = await sandbox();
	const first = run(['--base-url', address], {LANDFALL_API_KEY: apiKey});
	await first.see('1 of 12');
	await first.press('a');
	await first.see('New project');
	first.type('made before the kill');
	await first.press('enter');
	await first.see('No deployments yet');
	first.kill('SIGKILL');
	await first.exited;

	const second = run(['--demo']);
	await second.see('1 of 200+');
	await second.press('q', 'q');
	await second.exited;
	expect(second.written()).not.toContain('made before the kill');

	const third = run(['--base-url', address], {LANDFALL_API_KEY: apiKey});
	await third.see('1 of 13');
	await third.press('3');
	await third.see(/made before the kill/);
});

test('after a kill while a deployment is being triggered, the next start finds out whether it was', {
	tags: ['fault-46'],
}, async () => {
	const service = run(['sandbox', '--world', 'quiet', '--latency', '2000'], {LANDFALL_API_KEY: apiKey});
	const shown = await service.see(/http:\/\/127\.0\.0\.1:\d+/);
	const address = /http:\/\/127\.0\.0\.1:\d+/.exec(shown)?.[0] ?? '';
	const key = {LANDFALL_API_KEY: apiKey};
	const first = run(['--base-url', address], key);
	await first.see('1 of 12');
	await first.press('t');
	await first.see('y deploy');
	await first.press('y');
	await first.see('Triggering the deployment');
	// landfall reads the list first, so the write is sent one latency later. The service carries it out after half a latency.
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	const path = join(directory, 'state', 'journal.sqlite');
	const isIntended = () => {
		const database = new DatabaseSync(path, {readOnly: true});
		const {count} = database.prepare('SELECT count(*) AS count FROM intents').get() ?? {};
		database.close();
		return Number(count) > 0;
	};
	while (!existsSync(path) || !isIntended()) await first.press();
	await first.press('ctrl+c');
	await first.see('A change is unconfirmed. Press ctrl+c again');
	first.kill('SIGKILL');
	await first.exited;

	const second = run(['--base-url', address], key);
	await second.see("We don't know whether", 20_000);
	await second.see('landfall exited before the response arrived.');
	await second.see(/A deployment has started since|No sign of it/, 60_000);
});
