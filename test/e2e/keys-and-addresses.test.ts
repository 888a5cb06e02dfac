import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {leaksOf, leakyFiles, leakyKey} from '../kit/app/leaks.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {settingsDirectory, temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

test('a key saved for one address is not sent to another', {tags: ['fault-72']}, async () => {
	const other = await startFaulty(() => reply(200, {projects: [projectOnTheWire]}));
	const profiles = {acme: {baseUrl: other.baseUrl}};
	const acme = {origin: `http://127.0.0.1:${other.port + 1}`, apiKey: leakyKey};
	const directory = settingsDirectory({profiles, lastProfile: 'acme'}, {acme});
	for (const args of [['--profile', 'acme'], ['--base-url', other.baseUrl, '--profile', 'acme'], []]) {
		const terminal = openTerminal({args, directory, columns: 160});
		if (args.length === 0) await terminal.see('is not sent to');
		else expect((await terminal.exited).code).toBe(2);
		expect(terminal.written()).toMatch(/was saved for http:\/\/127\.0\.0\.1:\d+ and is not sent to/);
		expect(leaksOf(leakyKey, terminal.written())).toEqual([]);
		expect(leakyFiles(leakyKey, directory)).toEqual(['credentials.json']);
	}

	expect(other.seen).toEqual([]);
});

test('landfall reads and runs nothing from the current directory', async () => {
	const directory = temporaryDirectory();
	const here = join(directory, 'here');
	mkdirSync(here);
	const trap = `require('fs').writeFileSync('${directory}/sprung', '')`;
	for (const name of ['ink', 'react', 'conf', 'string-width']) {
		mkdirSync(join(here, 'node_modules', name), {recursive: true});
		writeFileSync(join(here, 'node_modules', name, 'index.js'), trap);
	}

	for (const name of ['xdg-open', 'vi', 'tell'])
		writeFileSync(join(here, name), `#!/bin/sh\ntouch "${directory}/sprung"\n`, {mode: 0o755});
	const profiles = {trap: {baseUrl: 'http://127.0.0.1:9'}};
	mkdirSync(join(here, 'landfall'));
	for (const name of ['config.json', 'landfall/config.json', 'landfall.json', '.landfallrc'])
		writePrivate(join(here, name), {profiles, lastProfile: 'trap'});
	writeFileSync(join(here, '.env'), 'LANDFALL_BASE_URL=http://127.0.0.1:9\nLANDFALL_API_KEY=a-key-of-a-trap\n');
	writeFileSync(
		join(here, 'package.json'),
		'{"type": "commonjs", "imports": {"#x": "./x"}, "landfall": {"baseUrl": "http://127.0.0.1:9"}}',
	);
	const before = readdirSync(here, {recursive: true});
	const terminal = openTerminal({
		by: 'unset LANDFALL_CONFIG_DIR; cd here && exec "$@"',
		directory,
		env: {XDG_CONFIG_HOME: '.', XDG_STATE_HOME: '.', XDG_CACHE_HOME: '.', NODE_COMPILE_CACHE: ''},
	});
	await terminal.see('Where are your projects?');
	expect(terminal.screen()).not.toContain('trap');
	await terminal.go(['down', 'enter'], '1 of 200+');
	await terminal.go('o', /could not open|Opened|not opened/);
	await terminal.go('e', 'Edit project');
	await terminal.go('esc', 'enter deployments');
	await terminal.press('q', 'q');
	await terminal.exited;
	expect(readdirSync(here, {recursive: true})).toEqual(before);
	expect(existsSync(join(directory, 'sprung'))).toBe(false);
});
