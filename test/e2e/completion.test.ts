import {chmodSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {findProgram, openShell, type ShellName} from '../kit/app/interactive-shell.ts';
import {runInBash, runProgram} from '../kit/app/program.ts';
import {hostileTexts} from '../kit/faults/hostile-texts.ts';
import {noCounts} from '../kit/fixtures/no-counts.ts';
import {makePipe, temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {bareDeployment} from '../present/records.ts';

/** A name that a shell would run if it were not quoted. */
const dangerous = `it's $(touch run-by-shell) \`touch run-by-shell\`; touch run-by-shell "&`;

const service = 'api.example.com api.example.com';

const openIn = (directory: string) => openJournal({path: join(directory, 'state', 'journal.sqlite'), now: () => 0});

function saveProjects(directory: string, names: readonly string[]): void {
	const journal = openIn(directory);
	const observations = names.map((name, index) => ({
		deployment: {...bareDeployment, id: `dpl_${index}`, projectId: `prj_${index}`},
		project: safe(name),
		seenAt: index,
	}));
	journal.saveObservations(service, observations, []);
	journal.close();
}

function keepNames(directory: string, projects: ReadonlyArray<readonly [name: string, slug: string]>): void {
	const journal = openIn(directory);
	const named = projects.map(([name, slug], index) => ({id: `prj_${index}`, name, slug}));
	journal.saveProjects(service, named, 1);
	journal.close();
}

/** The names and times of all files in a directory. */
const filesIn = (directory: string) =>
	readdirSync(directory, {recursive: true, encoding: 'utf8'})
		.toSorted()
		.map(name => [name, statSync(join(directory, name)).mtimeMs]);

test('completion reads the journal while another landfall has it open, and changes no file', async () => {
	const directory = temporaryDirectory();
	saveProjects(directory, ['docs', 'shop']);
	const complete = (...words: readonly string[]) => runProgram(['complete', 'zsh', ...words], {directory});
	const before = filesIn(directory);
	expect(await complete('get', '')).toEqual({code: 0, stdout: 'shop\ndocs\n', stderr: ''});
	expect((await complete('wait', 'shop', '')).stdout).toBe('');
	expect(filesIn(directory)).toEqual(before);
	const other = openIn(directory);
	other.saveLastRead(service, 1, noCounts);
	expect((await complete('get', '')).stdout).toBe('shop\ndocs\n');
	other.close();
});

test('projects are completed to slugs, explained by their names, and a begun word also to names and ids', {
	tags: ['fault-122'],
}, async () => {
	const directory = temporaryDirectory();
	keepNames(directory, [
		['Docs', 'docs-site'],
		['Shop', 'shop'],
		['Shop', 'shop-eu'],
		['prj_1', ''],
		['Café Zürich', 'zuerich'],
	]);
	const complete = async (typed: string) => (await runProgram(['complete', 'zsh', 'get', typed], {directory})).stdout;
	expect((await complete('')).split('\n').toSorted().slice(1)).toEqual([
		'docs-site\tDocs',
		// Two projects have the name Shop, and a third has the name prj_1, which is an id of another.
		'prj_3\tprj_1',
		'shop\tShop',
		'shop-eu\tShop',
		'zuerich\tCafé Zürich',
	]);
	for (const typed of ['Caf', 'Café', 'Cafe\u0301']) expect(await complete(typed)).toBe('Café Zürich\tzuerich\n');
	expect(await complete('Do')).toBe('Docs\tdocs-site\n');
	expect(await complete('docs')).toBe('docs-site\tDocs\n');
	expect(await complete('Sh')).toBe('');
	expect(await complete('prj_0')).toBe('prj_0\tDocs\n');
	const {stdout} = await runProgram(['complete', 'bash', 'landfall get do', 'do'], {directory});
	expect(stdout).toBe('docs-site\n');
});

test('projects are offered by latest name, last seen first, without gone ones and other services', async () => {
	const directory = temporaryDirectory();
	const complete = async (...words: readonly string[]) =>
		(await runProgram(['complete', 'zsh', 'get', ...words], {directory})).stdout;
	expect([await complete(''), readdirSync(directory)]).toEqual(['', []]);
	keepNames(directory, [
		['Docs', 'docs-site'],
		['Shop', 'shop'],
		['Gone', 'gone'],
	]);
	const journal = openIn(directory);
	journal.saveProjects('other other', [{id: 'prj_9', name: 'Docs', slug: 'other'}], 2);
	journal.saveProjects(service, [{id: 'prj_0', name: 'Handbook', slug: 'docs-site'}], 3);
	journal.dropProject(service, 'prj_2');
	journal.close();
	expect(await complete('')).toBe('docs-site\tHandbook\nother\tDocs\nshop\tShop\n');
	expect(await complete('--base-url', 'https://api.example.com', '')).toBe('docs-site\tHandbook\nshop\tShop\n');
	expect(await complete('%')).toBe('');
});

test('a damaged journal, invalid settings and nonsense complete to nothing, without an error', async () => {
	const directory = temporaryDirectory();
	saveProjects(directory, ['docs']);
	writeFileSync(join(directory, 'state', 'journal.sqlite'), 'not a database');
	writeFileSync(join(directory, 'config.json'), '{"profiles": 3');
	const before = filesIn(directory);
	for (const args of [
		['bash', 'landfall get ', ''],
		['zsh', 'ls', '--profile', ''],
		['tcsh', 'x'],
		['bash'],
		['zsh'],
	]) {
		const {code, stderr} = await runProgram(['complete', ...args], {directory});
		expect([code, stderr], args.join(' ')).toEqual([0, '']);
	}

	expect(filesIn(directory)).toEqual(before);
});

describe('completion with an unusable file', {tags: ['fault-183']}, () => {
	const replaceByPipe = (path: string) => {
		rmSync(path);
		makePipe(path);
	};
	const openToAll = (path: string) => chmodSync(path, 0o666);

	test.each<[what: string, name: string, spoil: (path: string) => void]>([
		['settings that are a pipe', 'config.json', replaceByPipe],
		['settings that others can write', 'config.json', openToAll],
		['a journal that is a pipe', 'state/journal.sqlite', replaceByPipe],
		['a journal that others can write', 'state/journal.sqlite', openToAll],
	])('offers nothing from %s', async (_what, name, spoil) => {
		const directory = temporaryDirectory();
		saveProjects(directory, ['docs']);
		writePrivate(join(directory, 'config.json'), {profiles: {acme: {baseUrl: 'https://api.example.com'}}});
		const lines = ['--profile', 'get'].map(word => ['complete', 'zsh', ...(word === 'get' ? [] : ['ls']), word, '']);
		const complete = () => Promise.all(lines.map(async line => (await runProgram(line, {directory})).stdout));
		expect(await complete()).toEqual(['acme\n', 'docs\n']);
		spoil(join(directory, name));
		expect(await complete()).toEqual(name === 'config.json' ? ['', 'docs\n'] : ['acme\n', '']);
	});
});

test.each(['', 'a', 'p'])('no control character of a name or slug reaches the shell after %j', async typed => {
	const directory = temporaryDirectory();
	saveProjects(directory, hostileTexts);
	const known = hostileTexts.map(
		(text, index) => [`${typed}${text}`, `${typed}${hostileTexts.at(index - 1)}`] as const,
	);
	keepNames(directory, [...known, ['a\nb', 'a\tb'], ['a\u001b[2Jb', 'a\r\nb'], ['after', 'after-all']]);
	const {stdout} = await runProgram(['complete', 'zsh', 'get', typed], {directory});
	const lines = stdout.trimEnd().split('\n');
	expect(lines.length).toBeGreaterThan(typed === '' ? hostileTexts.length / 2 : 1);
	for (const line of lines) expect(line).toMatch(/^[^\p{C}]+(?:\t[^\p{C}]*)?$/u);
});

describe.each<ShellName>(['bash', 'zsh', 'fish'])('in %s', name => {
	const path = findProgram(name);

	const title = 'tab completes commands, options, files and a name that would be dangerous unquoted';

	test.skipIf(!path)(path ? title : `${title}: skipped, as ${name} is not installed`, async () => {
		const shell = await openShell(name, path ?? '');
		writeFileSync(join(shell.directory, 'the key.txt'), '');
		keepNames(shell.directory, [
			['Documentation', 'docs'],
			[dangerous, `$(touch run-by-shell)`],
			['My Project', 'line\nbreak; touch run-by-shell'],
			['Quick \u001b]2;title\u0007', '`touch run-by-shell`'],
		]);
		// A second tab would choose the first candidate, except in bash, where it lists them.
		await shell.go(name === 'bash' ? 'landfall get \t\t' : 'landfall get \t', 'docs');
		await shell.go(['\u0015', 'landfall compl\tbash\r'], '<completion><bash>');
		await shell.go('landfall --theme mono\t\r', '<--theme><monochrome>');
		await shell.go('landfall --theme=mono\t\r', '<--theme=monochrome>');
		await shell.go('landfall ls --api-key-file the\t\r', '<--api-key-file><the key.txt>');
		await shell.go('landfall edit docs --json the\t\r', '<--json><the key.txt>');
		await shell.go('landfall ls --api-key-file=the\t\r', '<--api-key-file=the key.txt>');
		await shell.go('landfall get My\t\r', '<get><My Project>');
		await shell.go(
			['landfall get "My\t\r', 'landfall get $(\t\u0015landfall get \\$\t\r', 'landfall get it\t\r'],
			"<get><it's $(touch",
		);
		await shell.go(['landfall get "it\t\r', "landfall get 'doc\t\r"], '<get><docs>');
		expect(shell.written().replaceAll(/\s+/g, '')).toContain(`<${dangerous}>`.replaceAll(/\s+/g, ''));
		expect(readdirSync(shell.directory)).not.toContain('run-by-shell');
		shell.close();
	});
});

test('completion in bash evaluates no typed text', async () => {
	const directory = temporaryDirectory();
	const TYPED = 'landfall get "$(touch run-by-shell) `touch run-by-shell` ';
	const script = `command() { "$@"; }
cd "${directory}"
eval "$(landfall completion bash)"
COMP_LINE=$TYPED COMP_POINT=\${#TYPED}
_landfall landfall "\${TYPED##*\\"}" get
echo completed`;
	expect(await runInBash(script, {env: {TYPED}})).toBe('completed\n');
	expect(readdirSync(directory)).toEqual([]);
});
