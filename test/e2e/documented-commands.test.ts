import {execFile, execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {parseOptions} from '../../src/cli/command-line.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {landfallFolder} from '../kit/app/landfall-folder.ts';
import {runInBash} from '../kit/app/program.ts';
import {programEnv} from '../kit/app/terminal.ts';
import {createFastClock} from '../kit/fixtures/clock.ts';
import {pages, textOf} from '../kit/fixtures/documents.ts';
import {commandsIn} from '../kit/fixtures/shell-commands.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';
import {serveHostileTeam} from '../kit/services/served-team.ts';

const userPages = pages.filter(page => page === 'README.md' || page.startsWith('docs/'));

const blocksOf = (page: string, info: RegExp): readonly string[] =>
	[...textOf(page).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, given = '', text = '']) =>
		info.test(given) ? [text] : [],
	);

const allBlocks = userPages.flatMap(page => blocksOf(page, /^(?:sh|yaml)/).map(text => [page, text] as const));

test.each(allBlocks)('landfall accepts the commands of %s in\n%s', (_page, text) => {
	for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
		for (const words of commandsIn(line.replace(/^\s*- run: /, ''))) {
			expect(parseOptions(words, {}), line).toMatchObject({ok: true});
		}
	}
});

const demoBlocks = userPages.flatMap(page => blocksOf(page, /^sh demo$/));

test('the documents have blocks that run on the demo', () => {
	expect(demoBlocks.length).toBeGreaterThan(4);
});

test.each(demoBlocks)('these commands run on the demo:\n%s', text => {
	const directory = temporaryDirectory();
	const withoutJq = findProgram('jq') ? text : text.replaceAll(/\| jq .*/g, '| cat');
	const PATH = `${landfallFolder(directory)}${delimiter}${process.env.PATH}`;
	const printed = execFileSync('bash', ['-e', '-o', 'pipefail', '-c', withoutJq], {
		cwd: directory,
		env: programEnv(directory, {PATH, FORCE_COLOR: '1'}),
		encoding: 'utf8',
	});
	expect(printed).not.toBe('');
	expect(printed).not.toContain('\u001B');
});

test('the recipe with read keeps fields in place when one is empty', async () => {
	const recipe = demoBlocks.flatMap(text => /^landfall ls.*\| while .* read [\s\S]*?^done$/m.exec(text) ?? [])[0] ?? '';
	const {env} = await serveHostileTeam();
	const linesOf = async (script: string) => (await runInBash(script, {env})).split('\n').slice(0, -1);
	const fields = (await linesOf('landfall ls --all')).map(row => row.split('\t'));
	expect(fields.some(([, name]) => name === '')).toBe(true);
	expect(await linesOf(recipe.replace("--demo --world quiet --filter 'latest:failed'", ''))).toEqual(
		fields.map(([id, name]) => `${name} has failed (${id})`),
	);
});

/** The scripts of GitHub Actions on a page, without their indentation. */
const stepsOf = (page: string): readonly string[] =>
	blocksOf(page, /^yaml$/).flatMap(block =>
		[...block.matchAll(/^( *)(?:- )?run: \|\n((?:\1 {2}.*\n)+)/gm)].map(([, , text = '']) =>
			text.replaceAll(/^ {10}/gm, ''),
		),
	);

/** Runs scripts as GitHub Actions does, on a service with a project `docs` whose deployments soon conclude. */
async function createRunner() {
	// What a sandbox holds depends on the time. The deployment of its first project succeeds at this one.
	const {env} = await serveSandbox({clock: createFastClock(100, Date.UTC(2026, 4, 4))});
	const directory = temporaryDirectory();
	const PATH = `${landfallFolder(directory)}${delimiter}${process.env.PATH}`;
	const files = {GITHUB_OUTPUT: join(directory, 'output'), GITHUB_STEP_SUMMARY: join(directory, 'summary')};
	for (const file of Object.values(files)) writeFileSync(file, '');
	const run = (script: string) =>
		promisify(execFile)('bash', ['-e', '-c', script], {
			cwd: directory,
			env: programEnv(directory, {...env, ...files, PATH}),
		}).then(
			({stdout}) => ({code: 0, stdout}),
			({code, stdout}) => ({code, stdout}),
		);
	expect((await run('landfall edit $(landfall ls --limit 1 | cut -f 1) --name docs')).code).toBe(0);
	return {run, textIn: (name: keyof typeof files) => readFileSync(files[name], 'utf8')};
}

test.runIf(findProgram('jq'))('the scripts for programs and GitHub Actions run as documented', async () => {
	const {run, textIn} = await createRunner();
	const page = 'docs/commands.md';
	const [script = ''] = blocksOf(page, /^sh service$/);
	expect(await run(script)).toEqual({code: 0, stdout: expect.stringMatching(/^It is at https:\S+\.\n$/)});
	expect((await run(`export LANDFALL_API_KEY=wrong-key-for-tests\n${script}`)).stdout).toMatch(
		/^E_AUTH: .* Next: landfall doctor --base-url \S+\n$/,
	);
	const [deploy = '', scheduled = ''] = stepsOf(page);
	expect((await run(deploy)).code).toBe(0);
	expect(textIn('GITHUB_OUTPUT')).toMatch(/^outcome=succeeded\ndeployment=dep_\S+\nversion=\d+\nurl=https:\S+\n$/);
	expect(textIn('GITHUB_STEP_SUMMARY')).toMatch(/^### docs: succeeded\n\nv\d+ to \S+\n$/);
	expect((await run(`export LANDFALL_API_KEY=wrong-key-for-tests\n${deploy}`)).code).toBe(3);
	expect((await run(scheduled)).code).toBe(1);
	expect(textIn('GITHUB_STEP_SUMMARY')).toMatch(/^- \S+ dep_\S+$/m);
});
