import {readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {leakyKey} from '../kit/app/leaks.ts';
import {runProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {settingsDirectory} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

/** A service that accepts every write, and the settings of a careful team, changed by `edit`. */
async function openGuarded(edit: (text: string) => string) {
	const service = await startFaulty(({method, target}) => {
		if (method !== 'GET') return reply(method === 'DELETE' ? 204 : 200, projectOnTheWire);
		if (target.includes('/deployments')) return reply(200, {deployments: [], request_id: 'req_1'});
		return reply(200, target.includes('/prj_') ? projectOnTheWire : {projects: [projectOnTheWire]});
	});
	const prod = {baseUrl: service.baseUrl, isReadOnly: true, protects: ['*']};
	const text = edit(JSON.stringify({profiles: {prod}}, undefined, '\t'));
	const directory = settingsDirectory(text);
	const writes = () => service.seen.filter(({method}) => method !== 'GET');
	return {service, directory, text, writes, env: service.env};
}

test.each([
	[
		'with broken syntax',
		(text: string) => text.replace(/(?=\n}$)/, ','),
		/config\.json cannot be understood in line 11, column 1: Expected double-quoted property name\./,
	],
	[
		'with a misspelt guard',
		(text: string) => text.replace('isReadOnly', 'isReadonly'),
		/There is no setting isReadonly\. Did you mean isReadOnly\? Correct profiles\.prod\.isReadonly in line 5 of .*config\.json\./,
	],
	[
		'with a guard among the filters',
		(text: string) => text.replace('"*"', '"x"').replace('"isReadOnly": true', '"filters": {"isReadOnly": true}'),
		/The value of isReadOnly is not understood\. Correct profiles\.prod\.filters\.isReadOnly in line 5 of /,
	],
	[
		'with a pattern that is a regular expression',
		(text: string) => text.replace('"*"', '"^prod-.*$"').replace('true', 'false'),
		/The pattern “\^prod-\.\*\$” is not understood: /,
	],
])('settings %s block every write, but no read', {tags: ['fault-117', 'fault-201']}, async (_what, edit, why) => {
	const {writes, directory, env} = await openGuarded(edit);
	const {id} = projectOnTheWire;
	const ends = async (line: string) => {
		const {code, stderr} = await runProgram(line.split(' '), {env, directory});
		return {code, stderr};
	};
	for (const line of [
		`delete ${id} --yes --profile prod --quiet`,
		`delete ${id} --yes --quiet`,
		`deploy ${id}`,
		'create docs --quiet',
		`edit ${id} --name other`,
		`api DELETE projects/${id} --quiet`,
	]) {
		expect(await ends(line), line).toEqual({code: 2, stderr: expect.stringMatching(why)});
	}

	expect(await ends('ls')).toEqual({code: 0, stderr: expect.stringMatching(why)});
	expect(await ends('api GET projects --quiet')).toEqual({code: 0, stderr: ''});
	const doctor = await runProgram(['doctor'], {env, directory});
	expect([doctor.code, doctor.stdout]).toEqual([2, expect.stringMatching(why)]);
	expect(writes()).toEqual([]);
});

test.each([
	[
		'that are broken',
		(text: string) => `${text.slice(0, -2)},}`,
		/Read-only: The settings were not used: .*config\.json cannot be understood in line 10/,
	],
	[
		'with a field that landfall does not know',
		(text: string) => text.replace('isReadOnly', 'isReadonly').replace('"*"', ''),
		/Read-only: There is no setting isReadonly\. Did you mean isReadOnly\?/,
	],
])(
	'with settings %s, the screens are read-only and say why',
	{tags: ['fault-117', 'fault-119', 'fault-201']},
	async (_what, edit, reason) => {
		const {writes, directory, env, text} = await openGuarded(edit);
		const terminal = openTerminal({env, directory, columns: 160});
		await terminal.see('1 of 1');
		await terminal.see(reason);
		expect(terminal.screen()).toMatch(/127\.0\.0\.1:\d+ +read-only/);
		for (const key of ['t', 'D', 'e', 'a']) {
			await terminal.go('w', /[Ww]atching/);
			await terminal.go(key, reason);
		}

		await terminal.press('q', 'q');
		await terminal.exited;
		expect(writes()).toEqual([]);
		expect([
			readFileSync(join(directory, 'config.json'), 'utf8'),
			readdirSync(directory).filter(name => name.includes('corrupt')),
		]).toEqual([text, []]);
	},
);

test.each([
	['an option', ['--profile', 'prdo'], {}],
	['a variable', [], {LANDFALL_PROFILE: 'prdo'}],
])('an unknown profile from %s is an error, also with an address', {tags: ['fault-118']}, async (_by, args, env) => {
	const {service, directory} = await openGuarded(text => text);
	const all = {env: {...env, LANDFALL_API_KEY: leakyKey}, directory};
	const given = [...args, '--base-url', service.baseUrl];
	const sentence = 'There is no profile prdo. Did you mean prod?';
	for (const command of [['ls'], ['delete', projectOnTheWire.id, '--yes', '--quiet']]) {
		const {code, stderr} = await runProgram([...command, ...given], all);
		expect([code, stderr]).toEqual([2, `${sentence}\n`]);
	}

	const terminal = openTerminal({args: given, ...all});
	expect((await terminal.exited).code).toBe(2);
	expect(terminal.written()).toContain(sentence);
	expect(service.seen).toEqual([]);
});

test('changes made while another process locks the settings are saved on quitting', {tags: ['fault-202']}, async () => {
	const {directory, env} = await openGuarded(text => text.replace('true', 'false'));
	const terminal = openTerminal({env, directory});
	await terminal.see('1 of 1');
	const release = holdJournal(join(directory, 'settings.lock'));
	await terminal.go(',', 'Connect to a service');
	await terminal.press('o', 'esc');
	await terminal.see('enter deployments');
	await terminal.press('q', 'q');
	await terminal.wrote(written => written.includes('\u001B[?1049l'));
	release();
	expect((await terminal.exited).code).toBe(0);
	expect(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')).profiles.prod.isReadOnly).toBe(true);
});

test('the built program says why it could not save a setting, and goes on', {tags: ['fault-77']}, async () => {
	const {directory, env} = await openGuarded(text => text.replace('true', 'false'));
	symlinkSync('/nowhere/at/all', join(directory, 'settings.lock'));
	const terminal = openTerminal({env, directory, columns: 160});
	await terminal.see('1 of 1');
	await terminal.go(',', 'Connect to a service');
	await terminal.go('o', /Settings last only until landfall ends: .*could not be\s+written \(E\w+\)/s);
	await terminal.go('esc', 'enter deployments');
	await terminal.press('q', 'q');
	expect((await terminal.exited).code).toBe(0);
});
