import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {pasteable, plain, shellWord} from '../../src/base/text.ts';
import {parseOptions} from '../../src/cli/command-line.ts';
import {typedWords} from '../../src/cli/shells.ts';
import {sortNames} from '../../src/model/arrangement.ts';
import {deploymentsCommand, listCommand, subjectCommand, writeCommand} from '../../src/model/suggested-commands.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

/** Texts of signs that mean something to a shell or to landfall. */
const text = fc
	.oneof(
		fc.string({minLength: 1, maxLength: 12, unit: fc.constantFrom(...'$`"\'\\!#&|;<>(){}[]*?~=: -a/é%^,.@+_')}),
		fc.constantFrom('--json', '-', '--', '-x', "'", '$(id)', '`id`', '\n', 'landfall | x'),
		fc.string({minLength: 1}),
	)
	.filter(value => value.trim() !== '');

const wrote = (projectId: string) => ({
	ref: {id: 'w', connectionId: 0, projectId, project: ''},
	notice: plain``,
	project: bareProject,
	deployment: bareDeployment,
});

type Target = {
	readonly baseUrl: string;
	readonly profile?: string;
	readonly isAtOtherAddress?: boolean;
	readonly isDemo?: boolean;
};

const target: fc.Arbitrary<Target> = fc.oneof(
	fc.constant({baseUrl: 'http://demo.invalid', isDemo: true}),
	fc.record({baseUrl: fc.constant('https://api.example.com'), profile: text, isAtOtherAddress: fc.boolean()}),
	fc.constant({baseUrl: 'https://api.example.com/a'}),
);

/** What landfall makes of a command line. */
function parsed(line: string) {
	const [first, ...words] = typedWords(line).map(({value}) => value);
	expect(first).toBe('landfall');
	const all = parseOptions(words, {});
	if (!all.ok || all.options.command !== 'headless') return all;
	return {ok: true, options: {command: all.options.name, ...all.options.options}};
}

const service = ({profile, isAtOtherAddress, isDemo, baseUrl}: Target) =>
	isDemo
		? {isDemo}
		: {isDemo: false, profile, baseUrl: profile === undefined || isAtOtherAddress ? baseUrl : undefined};

test('the command of a list means its filter, its order and its service', () => {
	const sort = fc.record({by: fc.constantFrom(...sortNames), isDescending: fc.boolean()});
	fc.assert(
		fc.property(target, text, fc.option(sort, {nil: undefined}), (given, query, order) => {
			const line = listCommand(given, query, order);
			fc.pre(line !== undefined);
			const wanted = order && `${order.isDescending ? '-' : ''}${order.by}`;
			expect(parsed(line), line).toMatchObject({
				ok: true,
				options: {command: 'ls', project: undefined, filter: query.trim(), sort: wanted, ...service(given)},
			});
		}),
	);
});

test('the command of a record names it, whatever its id is', () => {
	fc.assert(
		fc.property(
			target,
			text,
			fc.option(text, {nil: undefined}),
			fc.boolean(),
			(given, projectId, deploymentId, isWatched) => {
				const line = subjectCommand(given, projectId, deploymentId, isWatched);
				const parts = [projectId, deploymentId ?? 'x', given.isDemo ? 'x' : (given.profile ?? 'x')];
				if (line === undefined) {
					expect(parts.some(part => part === '-' || pasteable(part) !== part)).toBe(true);
					return;
				}

				const wanted =
					deploymentId !== undefined
						? {command: 'wait', project: projectId, deployment: deploymentId}
						: isWatched
							? {command: 'watch', watched: [projectId]}
							: {command: 'get', project: projectId, deployment: undefined};
				expect(parsed(line), line).toMatchObject({ok: true, options: {...wanted, ...service(given)}});
				const list = deploymentsCommand(given, projectId);
				if (list) expect(parsed(list)).toMatchObject({ok: true, options: {command: 'ls', project: projectId}});
			},
		),
	);
});

test('the command of a change makes the same change', () => {
	fc.assert(
		fc.property(target, text, text, text, (given, projectId, name, url) => {
			const writes = [
				[
					{kind: 'created', name, ...wrote('')},
					{command: 'create', name},
				],
				[
					{kind: 'deleted', ...wrote(projectId)},
					{command: 'delete', project: projectId, isConfirmed: false},
				],
				[
					{kind: 'saved', sent: {name, url}, ...wrote(projectId)},
					{command: 'edit', project: projectId, changes: {name, url, slug: undefined, uploadMode: undefined}},
				],
				[
					{kind: 'deployed', body: '{}', ...wrote(projectId)},
					{command: 'deploy', project: projectId, bodyFile: undefined},
				],
			] as const;
			for (const [done, wanted] of writes) {
				const line = writeCommand(given, done);
				if (line !== undefined)
					expect(parsed(line), line).toMatchObject({ok: true, options: {...wanted, ...service(given)}});
			}
		}),
	);
});

test('a request body goes through standard input exactly as it was, in a real shell', () => {
	const texts = fc.sample(text, 20);
	const lines = texts.flatMap(
		value =>
			writeCommand(
				{baseUrl: 'https://a.example'},
				{kind: 'deployed', body: JSON.stringify({value}), ...wrote('prj_1')},
			) ?? [],
	);
	expect(lines.length).toBeGreaterThan(5);
	const script = ['landfall() { cat; printf "\\0"; printf "%s " "$@"; printf "\\0"; }', ...lines].join('\n');
	const printed = execFileSync('bash', ['-c', script], {encoding: 'utf8'}).split('\0').slice(0, -1);
	for (const [index, part] of printed.entries()) {
		if (index % 2 === 1) expect(part).toBe('deploy prj_1 --json - --base-url https://a.example ');
		else expect(JSON.parse(part)).toEqual({value: expect.any(String)});
	}

	expect(printed).toHaveLength(2 * lines.length);
});

test('an emptied field is sent as JSON', () => {
	const done = {kind: 'saved', sent: {url: ''}, ...wrote('prj_1')} as const;
	expect(writeCommand({baseUrl: 'http://x', isDemo: true}, done)).toBe(
		`printf %s '{"url":""}' | landfall edit prj_1 --json - --demo`,
	);
});

test('a shell reads a quoted word as it was', () => {
	const words = fc.sample(text, 100).filter(word => !word.includes('\0'));
	const printed = execFileSync('bash', ['-c', words.map(word => `printf '%s\\0' ${shellWord(word)}`).join('\n')], {
		encoding: 'utf8',
	});
	expect(printed.split('\0').slice(0, -1)).toEqual(words.map(word => word.toWellFormed()));
});
