import fc from 'fast-check';
import {expect, test} from 'vitest';
import {pasteable, safe} from '../../src/base/text.ts';
import {filledArgv, readCustomCommands, variablesOf} from '../../src/model/custom-command.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

const logs = {key: 'x', name: 'logs', argv: ['logs', '{name}'], on: 'project', run: 'popup'};

const reasonsOf = (value: unknown) =>
	readCustomCommands([{value, line: 7, profile: undefined}]).problems.map(({line, reason}) => `${line}: ${reason}`);

test('a text of the service stays one argument and never becomes an option before --', {tags: ['fault-164']}, () => {
	const template = fc.constantFrom(...'{name} {name}{slug} {slug}/{name} --project={name} a{name} { {0}'.split(' '));
	fc.assert(
		fc.property(fc.array(template), fc.array(template), anyText(), anyText(), (before, after, name, slug) => {
			const argv = ['logs', ...before, '--', ...after];
			const result = filledArgv(argv, {name: safe(name), slug: pasteable(slug)});
			if ('reason' in result) return;
			expect(result.argv).toHaveLength(argv.length);
			for (const [at, argument] of result.argv.entries()) {
				expect(argument).not.toMatch(/\p{Cc}/u);
				if (at <= before.length && !argv[at]?.startsWith('-')) expect(argument).not.toMatch(/^[\p{Pd}\u2212+@]/u);
			}
		}),
	);
});

const needsSeparator = (placeholder: string, text: string) =>
	`“${placeholder}” needs -- before it: “${text}” begins with a dash, a plus or an @`;

test.each([
	['logs {name}', needsSeparator('{name}', '-rf')],
	['logs -- {name}', 'logs -- -rf'],
	['logs --of={name} {name} --', needsSeparator('{name}', '-rf')],
	['logs --of={name}', 'logs --of=-rf'],
	['logs {slug}', '{slug} is not known here'],
	['vim {url}', needsSeparator('{url}', '+!touch')],
	['vim -- {url}', 'vim -- +!touch'],
	['curl -d {status}', needsSeparator('{status}', '@/etc/passwd')],
	['curl -F {status}{name}', needsSeparator('{status}{name}', '@/etc/passwd-rf')],
	['curl -F file={status}', needsSeparator('file={status}', '@/etc/passwd')],
	['http -- x={status} @{status}', 'http -- x=@/etc/passwd @@/etc/passwd'],
	['say to:{status} @a=b{name}', 'say to:@/etc/passwd @a=b-rf'],
])('with a project that is called -rf, %s becomes %s', {tags: ['fault-164']}, (argv, expected) => {
	const values = {name: safe('-rf'), slug: safe(''), url: safe('+!touch'), status: safe('@/etc/passwd')};
	const result = filledArgv(argv.split(' '), values);
	expect('argv' in result ? result.argv.join(' ') : result.reason).toBe(expected);
});

test('rejects a text that is too long as an argument, and leaves its variable empty', {tags: ['fault-195']}, () => {
	const values = {name: safe('docs'), slug: pasteable('x'.repeat(131_072)), url: pasteable('日'.repeat(8192))};
	expect(filledArgv(['logs', '{name}', '{slug}'], values)).toEqual({reason: '{slug} is too long for a program'});
	expect(filledArgv(['logs', '{name}', '{url}'], values)).toHaveProperty('argv');
	expect(variablesOf(values)).toEqual({LANDFALL_PROJECT: 'docs', LANDFALL_SLUG: '', LANDFALL_URL: values.url});
});

test.each([
	...['sh -c {name}', 'sh -c echo={name}', 'bash -lc {name}', 'bash -euxc {name}', 'bash -cx {name}'],
	...['sh -c -- {name}'],
	...['bash -c +x -l {name}', 'env A=b sh -c {name}', 'sudo -u me sh -c {name} x', 'sh -c true x -c {name}'],
	...['perl -e {name}', 'perl -E {name}', 'perl -0777ne {name}', 'perl -eprint("{name}")', 'node --eval {name}'],
	...['node --eval={name}', 'deno eval {name}', 'psql --command=x{name}', 'mysql --execute {name}', 'vim --cmd {name}'],
	...['cmd /c {name}', 'cmd.exe /C echo {name}', 'CMD /d /s /k {name}', 'C:\\Windows\\cmd.exe /q echo {name}'],
	...['pwsh -Command {name}', 'powershell -command write {name}', 'pwsh.exe -C write {name}', 'pwsh -enc {name}'],
	...['powershell {name}', 'pwsh -File x.ps1 -Command {name}', 'start /c x {name}', 'x -EncodedCommand y {name}'],
])('rejects %s, where the text of the service would run as code', {tags: ['fault-165']}, argv => {
	const [reason] = reasonsOf({...logs, argv: argv.split(' ')});
	expect(reason).toBe('7: logs: {name} would run as code there: use the environment variable LANDFALL_PROJECT');
});

test.each([
	...['sh -c x="$1" sh {name}', 'sh script {name}', 'git -C /src/{name} log', 'ping -c 3 {name}', 'say -title {name}'],
	...['docker run --env A={name}', 'pwsh -NoProfile -File x.ps1 {name}', 'open /c/{name}'],
	...['x -name {name} --config={name}'],
	...['find -name x -type f -size {name}', 'find -exec echo {name}', 'grep -r {name} --exclude={name}'],
	...['x -since {name}', 'x -secret {name}', 'x -cert {name}', 'x -env={name}', 'x -c=3 {name}'],
])('accepts %s, where no text of the service would run as code', argv => {
	expect(reasonsOf({...logs, argv: argv.split(' ')})).toEqual([]);
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
	[{...logs, '//': 'a remark', write: true}, /there is no field write/],
	[{...logs, key: 5}, /key must be a key/],
	[{...logs, name: '\u200B'}, /a command needs a name/],
	[{...logs, name: ['logs']}, /a command needs a name/],
	['logs', /commands must be a list of objects/],
])('rejects %j and names its line', {tags: ['fault-165']}, (value, reason) => {
	expect(reasonsOf(value)).toEqual([expect.stringMatching(reason)]);
});
