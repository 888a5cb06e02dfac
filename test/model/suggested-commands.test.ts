import {execFileSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {curlFor} from '../../src/api/endpoint.ts';
import {pasteable, shellWord} from '../../src/base/text.ts';
import {parseOptions} from '../../src/cli/command-line.ts';
import {sortNames} from '../../src/model/arrangement.ts';
import {deploymentsCommand, listCommand, recordCommand} from '../../src/model/suggested-commands.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** Texts of signs that mean something to a shell or to landfall. */
const text = fc
	.oneof(
		fc.string({minLength: 1, maxLength: 12, unit: fc.constantFrom(...'$`"\'\\!#&|;<>(){}[]*?~=: -a/é%^,.@+_')}),
		fc.constantFrom('--json', '-', '--', '-x', "'", '$(id)', '`id`', '\n', 'landfall | x'),
		fc.string({minLength: 1}),
	)
	.filter(value => value.trim() !== '');

/** The services that commands name in different ways, and what each option means then. `profile` may be any text. */
const targets = (profile: string) =>
	[
		[
			{baseUrl: 'https://api.example.com', profile},
			{profile, baseUrl: undefined},
		],
		[
			{baseUrl: 'https://api.example.com', profile, isAtOtherAddress: true},
			{profile, baseUrl: 'https://api.example.com'},
		],
		[{baseUrl: 'https://api.example.com/a'}, {profile: undefined, baseUrl: 'https://api.example.com/a'}],
		[{baseUrl: 'http://demo.invalid', isDemo: true}, {isDemo: true}],
	] as const;

function optionsIn(words: readonly string[]) {
	const all = parseOptions(words, {});
	if (!all.ok || all.options.command !== 'headless') return all;
	return {ok: true, options: {command: all.options.name, ...all.options.options}};
}

const shells = ['bash', 'dash', 'zsh', 'fish'] as const;

/** Runs lines in a shell in which `landfall` and `curl` print their arguments. Returns these for each line. */
function run(path: string, lines: readonly string[]) {
	const directory = temporaryDirectory();
	for (const name of ['landfall', 'curl']) {
		const program = join(directory, name);
		writeFileSync(program, `#!/bin/sh\nprintf '%s\\0' "$#" "$@"\n`);
		chmodSync(program, 0o755);
	}

	const script = join(directory, 'script');
	const isBash = path.endsWith('bash');
	// As where the user types: an interactive bash replaces what follows an exclamation mark.
	writeFileSync(script, [...(isBash ? ['set -o history -o histexpand'] : []), ...lines, ''].join('\n'));
	const PATH = `${directory}${delimiter}${process.env.PATH}`;
	const env = {PATH, HOME: directory, LANDFALL_API_KEY: 'key', LC_ALL: 'C.UTF-8'};
	const printed = execFileSync(path, [script], {cwd: directory, input: '', encoding: 'utf8', env});
	const parts = printed.split('\0');
	const calls: string[][] = [];
	while (parts.length > 1) calls.push(parts.splice(0, Number(parts.shift())));
	return calls;
}

/** Ids and names that are hard to quote. */
const dangerous = [
	...[String.raw`\'; touch x; echo \'x`, '\\', String.raw`\\'`, "''", "it's", '%self', '%1', '=ls', '~root', '!!'],
	...['a!b', '{a,b}', '*', '$HOME', '(id)', '--yes', '-', '#x', 'a b', 'é–😀', '^x', '@x'],
];

const texts = [...dangerous, ...fc.sample(text, 60)];

for (const name of shells) {
	const path = findProgram(name);
	test.skipIf(path === undefined)(
		`${name} passes ids and names in suggested commands on unchanged`,
		{tags: ['fault-136']},
		() => {
			const expected: Array<{readonly line: string; readonly options: object}> = [];
			const expectOptions = (line: string | undefined, options: object) => {
				if (line !== undefined) expected.push({line, options});
			};
			for (const [index, projectId] of texts.entries()) {
				const other = texts[(index * 7 + 3) % texts.length] ?? '';
				const project = projectId;
				const sort = {by: sortNames[index % sortNames.length] ?? '', isDescending: index % 2 > 0};
				const order = `${sort.isDescending ? '-' : ''}${sort.by}`;
				const [given, service] = targets(other)[index % 4] ?? targets(other)[0];
				expectOptions(recordCommand(given, project, undefined, false), {command: 'get', project, ...service});
				const named = {command: 'wait', project, deployment: other};
				expectOptions(recordCommand(given, project, other, false), {...named, ...service});
				expectOptions(deploymentsCommand(given, project), {command: 'ls', project, ...service});
				const filter = project.trim();
				expectOptions(listCommand(given, project, sort), {project: undefined, filter, sort: order, ...service});
			}

			expect(expected.length).toBeGreaterThan(3 * dangerous.length);
			const calls = run(
				path ?? '',
				expected.map(({line}) => line),
			);
			expect(calls).toHaveLength(expected.length);
			for (const [index, {line, options}] of expected.entries()) {
				expect(optionsIn(calls[index] ?? []), line).toMatchObject({ok: true, options});
			}
		},
	);

	test.skipIf(path === undefined)(
		`${name} reads quoted words and curl addresses unchanged`,
		{tags: ['fault-136']},
		() => {
			const words = texts.filter(word => pasteable(word) === word);
			const urls = words.map(word => `https://api.example.com/${word.replaceAll(/[^!-~]/g, '')}`);
			const lines = words.map(word => `landfall ${shellWord(word)}`);
			const curls = urls.flatMap(url => curlFor(url, 'prj_1', undefined) ?? []);
			const calls = run(path ?? '', [...lines, ...curls]);
			const header = ['-H', 'Authorization: Bearer key'];
			expect(calls).toEqual([
				...words.map(word => [word]),
				...urls.map(url => [...header, `${url}/v1/projects/prj_1`]),
			]);
		},
	);
}
