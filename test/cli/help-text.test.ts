import {describe, expect, test} from 'vitest';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {parseOptions} from '../../src/cli/command-line.ts';
import {cliCommands as allCommands, commandNamed} from '../../src/cli/command-table.ts';
import {helpText} from '../../src/cli/help-text.ts';
import {worstLast} from '../../src/commands/command-error.ts';
import {sortNames} from '../../src/model/arrangement.ts';
import {commandsIn} from '../kit/fixtures/shell-commands.ts';

const linesOf = (text: string) => text.trimEnd().split('\n');
/** Not `help` and `version`, which answer whatever follows. */
const commands = allCommands.map(({name}) => name).filter(name => name !== 'help' && name !== 'version');

const codesOf = (name: string) =>
	(helpText(name).split('Exit codes\n')[1] ?? '')
		.split('\n')
		.filter(line => line !== '')
		.map(line => Number.parseInt(line, 10));

test('the overview names every command and fits on the smallest terminal', () => {
	for (const {name} of allCommands) expect(helpText()).toMatch(new RegExp(`\\b${name}\\b`));
	expect(linesOf(helpText()).length).toBeLessThanOrEqual(24);
	expect(Math.max(...linesOf(helpText()).map(line => line.length))).toBeLessThanOrEqual(79);
});

describe.each(['screens', ...commands])('the help of %s', name => {
	test('fits in 79 columns and explains each option once', () => {
		const lines = linesOf(helpText(name));
		expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(79);
		const named = lines.flatMap(line => /^ {2}(?:-\w, )?(--[a-z-]+)/.exec(line)?.[1] ?? []);
		expect(named).toEqual([...new Set(named)]);
		expect(named).toEqual(expect.arrayContaining(commandNamed(name).options.map(option => `--${option.name}`)));
	});

	test('has up to four examples, which landfall accepts', () => {
		const lines = commandNamed(name).examples;
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.length).toBeLessThanOrEqual(4);
		for (const line of lines) {
			expect(helpText(name)).toContain(`  ${line}\n`);
			expect(commandsIn(line).length, line).toBeGreaterThan(0);
			for (const words of commandsIn(line)) expect(parseOptions(words, {}), line).toMatchObject({ok: true});
		}
	});
});

test.each([
	['ls', [0, 1, 2, 3, 4, 5, 6, 8, 10, 70, 129, 130, 143]],
	['create', [0, 1, 2, 3, 4, 5, 6, 7, 8, 70, 129, 130, 143]],
	['wait', [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 70, 129, 130, 143]],
	['sandbox', [2, 70, 129, 130, 143]],
	['status', [0, 2, 4, 70]],
	['keys', [0, 2, 70]],
	['completion', [0, 2, 70]],
])('the help of %s lists only exit codes that it can have', (name, codes) => {
	expect(codesOf(name)).toEqual(codes);
});

test.each(['create', 'edit', 'delete', 'deploy', 'api'])('the help of %s explains exit code 1 for safeguards', name =>
	expect(helpText(name)).toMatch(/^ {2}1 .*the service or a safeguard rejected the request$/m),
);

test('together, the help texts explain every exit code', () => {
	const explained = new Set(commands.flatMap(codesOf));
	expect([...explained].toSorted((a, b) => a - b)).toEqual(Object.values(exitCodes).toSorted((a, b) => a - b));
});

test.each(commands)('the help of %s explains each argument before the examples', name => {
	const explanation = helpText(name).split('\nExamples\n')[0]?.split('\n').slice(1).join(' ').replaceAll(/\s+/g, ' ');
	const given = commandNamed(name).arguments ?? '';
	for (const word of ['PROJECT', 'DEPLOYMENT', 'INTENT', 'METHOD', 'PATH'])
		expect(explanation?.includes(`${word} is`), word).toBe(new RegExp(`\\b${word}\\b`).test(given));
	const optional = /^(?:[A-Z]+ )?\[([A-Z]+)…?\]$/.exec(given)?.[1];
	if (optional !== undefined) expect(explanation).toMatch(new RegExp(`Without (?:it|${optional}):`));
});

test('the help of ls names the fields to sort by', () => {
	const text = helpText('ls').replaceAll(/\s+/g, ' ');
	for (const key of sortNames) expect(text).toMatch(new RegExp(`FIELD is [^.]*\\b${key}\\b`));
});

test('the help of wait lists exit codes by precedence', () => {
	const [, list = ''] = /the first of\s+([\d,\s]+) that applies/.exec(helpText('wait')) ?? [];
	const codes = list.split(', ').map(Number);
	expect(codes).toEqual(codes.toSorted(worstLast).toReversed());
	const possible = codesOf('wait').filter(code => code < exitCodes.bug);
	expect(codes.toSorted((a, b) => a - b)).toEqual(possible);
});

test('the overview marks the commands that work with --demo', () => {
	expect(helpText()).toContain('  create*, edit*, delete*  ');
	const rows = linesOf(helpText()).filter(line => line.startsWith('  '));
	const takesDemo = (name: string) =>
		commandsIn(commandNamed(name).examples[0] ?? '').every(words => parseOptions([...words, '--demo'], {}).ok);
	for (const name of commands) {
		const row = rows.find(line => new RegExp(`^ {2}(?:[\\w|*]+, )*${name}\\b`).test(line)) ?? '';
		expect(new RegExp(`\\b${name}(?:\\|\\w+)?\\*`).test(row), name).toBe(takesDemo(name));
	}
});
