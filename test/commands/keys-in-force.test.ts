import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {printKeys} from '../../src/app/keys-in-force.ts';
import {scopes} from '../../src/ui/app.tsx';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

function run(keys?: string | Buffer, config?: string, mode = 0o600) {
	const directory = temporaryDirectory();
	if (config !== undefined) writeFileSync(join(directory, 'config.json'), config, {mode: 0o600});
	if (keys !== undefined) {
		writeFileSync(join(directory, 'keys.json'), keys);
		chmodSync(join(directory, 'keys.json'), mode);
	}

	const [printed, complaints]: [string[], string[]] = [[], []];
	const exitCode = printKeys(
		scopes,
		{LANDFALL_CONFIG_DIR: directory},
		{print: text => printed.push(text), complain: text => complaints.push(text)},
	);
	return {exitCode, printed: printed.join(''), complaints};
}

test('keys prints the keys in force', () => {
	const {exitCode, printed, complaints} = run();
	expect([exitCode, complaints]).toEqual([0, []]);
	expect(printed).toMatch(/^deploy +t +deploy$/m);
	expect(run('{"deploy": ["ctrl+t", "T"]}').printed).toMatch(/^deploy +ctrl\+t T +deploy$/m);
	expect(run('{"deploy": null}').printed).toMatch(/^deploy +none +deploy$/m);
});

test.each<[what: string, content: string | Buffer, mode: number, why: string]>([
	[
		'is not JSON',
		'{\n"refresh": "x"\n"deploy": "y"\n}',
		0o600,
		'it cannot be understood in line 3, column 1: Expected',
	],
	['is not UTF-8', Buffer.from('{"\u00E9": "x"}', 'latin1'), 0o600, 'it is not UTF-8 text.'],
	['others can write', '{"deploy": "y"}', 0o666, 'it can be written by others.'],
])('keys says why it ignores a keys.json that %s', {tags: ['fault-142']}, (_what, content, mode, why) => {
	const {exitCode, printed, complaints} = run(content, undefined, mode);
	expect([exitCode, complaints]).toEqual([2, [expect.stringContaining(`keys.json was not used: ${why}`)]]);
	expect(printed).toMatch(/^deploy +t +deploy$/m);
});

test("keys lists the user's own commands, and what is wrong with the files, by line", {tags: ['fault-165']}, () => {
	const command = (key: string, name: string) => JSON.stringify({key, name, argv: ['x'], on: 'project', run: 'popup'});
	const {exitCode, printed, complaints} = run(
		'{\n"edit": null,\n"filter": 3,\n"depoly": "x"\n}',
		`{
"profiles": {
  "one": {"baseUrl": "https://one.example.com", "commands": [${command('e', 'logs')},
    ${command('X', 'of one')}, ${command('V', 'same as all')}]},
  "two": {"baseUrl": "https://two.example.com", "commands": [
    ${command('X', 'of two')},
    5]}
},
"commands": [
  ${command('V', 'all')}, ${command('t', 'taken')},
  ${command('ctrl+i', 'tab')}
]}`,
	);
	expect(exitCode).toBe(2);
	expect(complaints).toEqual([
		'keys.json, line 3: filter needs a key, a list of keys, or null\n',
		'keys.json, line 4: there is no command depoly; did you mean deploy?\n',
		'config.json, line 4: same as all: V is already “all” on Projects\n',
		'config.json, line 7: commands must be a list of objects\n',
		'config.json, line 10: taken: t is already “deploy” on Projects\n',
		'config.json, line 11: tab: terminals do not send “ctrl+i”; write x, ctrl+x, PgDn or F5\n',
	]);
	const listed = [...printed.matchAll(/^config\.json +(\S+) +(.+)$/gm)].map(([, key, name]) => `${key} ${name}`);
	expect(listed).toEqual(['V all', 'e logs', 'X of one', 'X of two']);
});
