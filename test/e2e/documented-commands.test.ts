import {execFileSync} from 'node:child_process';
import {delimiter} from 'node:path';
import {expect, test} from 'vitest';
import {parseOptions} from '../../src/cli/command-line.ts';
import {findProgram} from '../kit/app/interactive-shell.ts';
import {landfallFolder} from '../kit/app/landfall-folder.ts';
import {programEnv} from '../kit/app/terminal.ts';
import {pages, textOf} from '../kit/fixtures/documents.ts';
import {commandsIn} from '../kit/fixtures/shell-commands.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

/** The pages for users. */
const userPages = pages.filter(page => page === 'README.md' || page.startsWith('docs/'));

/** The fenced blocks of a page whose first line begins with this. */
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
		env: programEnv(directory, {PATH}),
		encoding: 'utf8',
	});
	expect(printed).not.toBe('');
	expect(printed).not.toContain('\u001B');
});
