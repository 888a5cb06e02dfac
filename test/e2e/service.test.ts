import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {connect} from '../kit/app/connect.ts';
import {startProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {localKey, serveSandbox} from '../kit/services/local-services.ts';

/** Opens windows that have their settings and their state in common. */
function openWindows() {
	const directory = temporaryDirectory();
	return {directory, open: (env: Readonly<Record<string, string>> = {}) => openTerminal({env, directory})};
}

test('the address and key are typed once; the next start connects to the same service', async () => {
	const service = startProgram(['sandbox', '--world', 'quiet'], {env: {LANDFALL_API_KEY: localKey}});
	const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await service.see(/:\d+\n/)) ?? [];
	const {directory, open} = openWindows();
	const first = open();
	await connect(first, {address, key: localKey});
	await first.see('1 of 12');
	await first.see('acme and its key are saved.');
	await first.press('q', 'q');
	await first.exited;
	expect(first.written()).not.toContain(localKey);
	expect(statSync(join(directory, 'credentials.json')).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).not.toContain(localKey);

	const second = open();
	await second.see('landfall  acme');
	await second.see('1 of 12');
	service.kill('SIGTERM');
	expect(await service.ended).toBe(143);
});

test('activity survives a kill', async () => {
	const {env} = await serveSandbox();
	const {directory, open} = openWindows();
	const first = open(env);
	await first.see('1 of 12');
	await first.go('a', 'New project');
	await first.go(['made before the kill', 'enter'], 'No deployments yet');
	first.kill('SIGKILL');
	await first.exited;

	const second = openTerminal({args: ['--demo'], directory});
	await second.see('1 of 200+');
	await second.press('q', 'q');
	await second.exited;
	expect(second.written()).not.toContain('made before the kill');

	const third = open(env);
	await third.see('1 of 13');
	await third.go('3', /made before the kill/);
});

test('after a kill while a deployment is being triggered, the next start finds out whether it was', {
	tags: ['fault-46'],
}, async () => {
	const {env} = await serveSandbox({latencyMs: 2000});
	const {directory, open} = openWindows();
	const first = open(env);
	await first.see('1 of 12');
	await first.go('t', 'y deploy');
	await first.go('y', 'Triggering the deployment');
	// landfall reads the list first, so the write is sent one latency later. The service carries it out after half a latency.
	const path = join(directory, 'state', 'journal.sqlite');
	const isIntended = () => {
		const database = new DatabaseSync(path, {readOnly: true});
		const {count} = database.prepare('SELECT count(*) AS count FROM intents').get() ?? {};
		database.close();
		return Number(count) > 0;
	};
	while (!existsSync(path) || !isIntended()) await first.see(/\S/);
	await first.go('ctrl+c', 'A change is unconfirmed. Press ctrl+c again');
	first.kill('SIGKILL');
	await first.exited;

	const second = open(env);
	await second.see("landfall doesn't know whether");
	await second.see('landfall exited before the response arrived.');
	await second.see(/A deployment has started since|No sign of it/);
});
