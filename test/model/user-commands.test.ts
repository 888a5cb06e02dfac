import fc from 'fast-check';
import {expect, test} from 'vitest';
import {pasteable, safe} from '../../src/base/text.ts';
import {filledArgv, readUserCommands} from '../../src/model/user-commands.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

const logs = {key: 'x', name: 'logs', argv: ['logs', '{name}'], on: 'project', run: 'popup'};

const reasonsOf = (value: unknown) =>
	readUserCommands([{value, line: 7, profile: undefined}]).problems.map(({line, reason}) => `${line}: ${reason}`);

test('any text of the service stays one argument, and is no option before --', {tags: ['fault-164']}, () => {
	const template = fc.constantFrom(...'{name} {name}{slug} {slug}/{name} --project={name} a{name} { {0}'.split(' '));
	fc.assert(
		fc.property(fc.array(template), fc.array(template), anyText(), anyText(), (before, after, name, slug) => {
			const argv = ['logs', ...before, '--', ...after];
			const result = filledArgv(argv, {name: safe(name), slug: pasteable(slug)});
			if ('reason' in result) return;
			expect(result.argv).toHaveLength(argv.length);
			for (const [at, argument] of result.argv.entries()) {
				expect(argument).not.toMatch(/\p{Cc}/u);
				if (at <= before.length && !argv[at]?.startsWith('-')) expect(argument).not.toMatch(/^[\p{Pd}\u2212+]/u);
			}
		}),
	);
});

const needsSeparator = (placeholder: string, text: string) =>
	`“${placeholder}” needs -- before it: “${text}” begins with a dash or a plus`;

test.each([
	['logs {name}', needsSeparator('{name}', '-rf')],
	['logs -- {name}', 'logs -- -rf'],
	['logs --of={name} {name} --', needsSeparator('{name}', '-rf')],
	['logs --of={name}', 'logs --of=-rf'],
	['logs {slug}', '{slug} is not known here'],
	['vim {url}', needsSeparator('{url}', '+!touch')],
	['vim -- {url}', 'vim -- +!touch'],
])('with a project that is called -rf, %s becomes %s', {tags: ['fault-164']}, (argv, expected) => {
	const result = filledArgv(argv.split(' '), {name: safe('-rf'), slug: safe(''), url: safe('+!touch')});
	expect('argv' in result ? result.argv.join(' ') : result.reason).toBe(expected);
});

test.each([
	[{...logs, argv: ['logs', '{nmae}']}, /^7: logs: there is no placeholder \{nmae\}; there are .*\{name\}/],
	[{...logs, argv: ['logs', '{version}']}, /no placeholder \{version\}/],
	[{...logs, on: 'deployment', argv: ['logs', '-{version}']}, /in -\{version\} the service would choose the option/],
	[{...logs, argv: ['logs', '--{name}']}, /in --\{name\} the service would choose the option/],
	[{...logs, argv: ['vim', '+{name}']}, /in \+\{name\} the service would choose the option/],
	[{...logs, argv: ['{name}']}, /must begin with a program/],
	[{...logs, argv: []}, /must begin with a program/],
	[{...logs, argv: 'logs {name}'}, /argv must be a list/],
	[{...logs, on: 'projects'}, /on must be project or deployment/],
	[{...logs, run: 'shell'}, /run must be popup, terminal or background/],
	[{...logs, confirm: 'yes'}, /confirm and writes must be true or false/],
	[{...logs, write: true}, /there is no field write/],
	[{...logs, key: 5}, /key must be a key/],
	[{...logs, name: '\u200B'}, /a command needs a name/],
	[{...logs, name: ['logs']}, /a command needs a name/],
	['logs', /commands must be a list of objects/],
])('%j is refused with its line', {tags: ['fault-165']}, (value, reason) => {
	expect(reasonsOf(value)).toEqual([expect.stringMatching(reason)]);
});
