import {expect, test} from 'vitest';
import {parseOptions} from '../../src/cli/command-line.ts';
import {allOptions, cliCommands} from '../../src/cli/command-table.ts';
import {type CompletionSource, completionsOf} from '../../src/cli/completion.ts';

const known: CompletionSource = {
	profiles: () => ['production', 'staging'],
	projects: ({isDemo, profile, baseUrl}) => (isDemo ? [] : [{value: `docs-${profile ?? baseUrl ?? 'any'}`, about: ''}]),
	sortFields: ['name', 'behind'],
	deploys: ({profile}) => (profile === 'staging' ? ['to staging'] : []),
};

const valuesFor = (line: string, given = known) => completionsOf(line.split(' '), given)?.map(({value}) => value);

test.each([
	['the first word to the commands', 'de', ['delete', 'deploy']],
	['the argument of ls to what it lists', 'ls ', ['projects', 'deployments', 'versions']],
	['what ls deployments lists to projects', 'ls deployments ', ['docs-any']],
	['what ls versions lists to projects', 'ls versions ', ['docs-any']],
	['no second project of ls versions', 'ls versions docs-any ', []],
	['nothing after ls projects', 'ls projects ', []],
	['nothing after a project', 'wait docs-any ', []],
	['nothing after the last argument', 'get docs dpl_1 ', []],
	['any number of projects of watch', 'watch a b ', ['docs-any']],
	['no project twice', 'watch docs-any ', []],
	['the projects of the profile that is named', 'deploy --profile staging ', ['docs-staging']],
	['the projects at the address that is named', 'get --base-url https://a.example ', ['docs-https://a.example']],
	['no saved projects for the demo', 'deploy --demo ', []],
	['the name of a profile', 'ls --profile p', ['production']],
	['the name of a profile after an equals sign', 'ls --profile=s', ['--profile=staging']],
	['the deploys of the profile that is named', 'deploy docs --profile staging --as to', ['to staging']],
	['a theme', '--theme m', ['monochrome']],
	['a world', '--demo --world q', ['quiet']],
	['a field to sort by in both directions', 'ls --sort ', ['name', '-name', 'behind', '-behind']],
	['a time zone', 'ls --tz Europe/Berl', ['Europe/Berlin']],
	['nothing for a value that could be anything', 'ls --filter ', []],
	['a shell', 'completion ', ['bash', 'zsh', 'fish']],
	['a command to explain', 'help scr', ['screens']],
	['a method', 'api P', ['POST', 'PATCH']],
	['the path of a request', 'api GET ', ['/v1/projects']],
	['nothing for an unknown command', 'frobnicate ', []],
])('completion offers %s', (_what, line, expected) => {
	expect(valuesFor(line)).toEqual(expected);
});

test.each([
	['ls --api-key-file ', true],
	['ls --api-key-file=ke', true],
	['edit docs --json ', true],
	['ls --json ', false],
	['edit docs --json change.json ', false],
])('%s asks the shell for files: %s', (line, isFile) => {
	expect(completionsOf(line.split(' '), known) === undefined).toBe(isFile);
});

/** With all required arguments. */
const uses: ReadonlyMap<string, string> = new Map([
	['get', 'get docs'],
	['create', 'create docs'],
	['edit', 'edit docs --name new'],
	['delete', 'delete docs'],
	['deploy', 'deploy docs --wait'],
	['wait', 'wait docs'],
	['reconcile', 'reconcile intent'],
	['api', 'api GET /v1/projects'],
	['completion', 'completion bash'],
]);

const examples: ReadonlyMap<string, string> = new Map(
	allOptions.flatMap(({name, value, choices}) => {
		if (value === undefined) return [];
		const texts: Readonly<Record<string, string>> = {ZONE: 'UTC', DURATION: '10m', N: '5', MS: '5'};
		return [[`--${name}`, choices?.[0] ?? texts[value] ?? 'text'] as const];
	}),
);

const names = cliCommands.map(({name}) => name);
const withDemo = names.filter(name => parseOptions([...(uses.get(name) ?? name).split(' '), '--demo'], {}).ok);

const lines = ['', '--demo', ...names, ...withDemo.map(name => `${name} --demo`)];

test.each(lines)('every option offered after landfall %s is accepted there', line => {
	const [command = '', ...more] = line.split(' ');
	const use = [uses.get(command) ?? command, ...more].join(' ').trim();
	// `--all`, `--next` and others exclude each other, but each is accepted by itself.
	const offered = (valuesFor(`${use} --`.trim()) ?? []).filter(option => option !== '--help' && option !== '--version');
	for (const option of offered) {
		const words = [...use.split(' '), option, examples.get(option) ?? ''].filter(word => word !== '');
		expect(parseOptions(words, {}), words.join(' ')).toMatchObject({ok: true});
	}
});
