import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, program} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

const fixtures = join(import.meta.dirname, 'fixtures');
const secret = 'a-secret-key';

/** Holds the screen and the crash file to what a bug leaves behind. */
async function expectTold(bug: string, directory: string) {
	const shown = await terminal.see('left with 70');
	expect(shown).not.toContain('    at ');
	await expectRestored(terminal);
	const [file = ''] = readdirSync(directory).filter(name => name.startsWith('crash-'));
	const path = join(directory, file);
	const said = shown.replaceAll('\n', '');
	expect(said).toContain(`landfall hit a bug and has stopped. Details are in ${path}`);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	const written = readFileSync(path, 'utf8');
	expect(written).toContain(bug);
	expect(written).not.toContain(secret);
	expect(terminal.screen()).not.toContain(secret);
}

test.each(['timer', 'promise'])(
	'after a bug in a %s the terminal is restored, one sentence says so, and a file that only its owner reads says more',
	{tags: ['fault-64']},
	async where => {
		terminal = openInShell([process.execPath, program, '--base-url', 'http://127.0.0.1:9'], {
			env: {
				LANDFALL_API_KEY: secret,
				NODE_OPTIONS: `--import "${join(fixtures, 'a-bug-later.ts')}"`,
				A_BUG_IN: where,
			},
		});
		await expectTold(`a bug in a ${where}`, join(terminal.directory, 'state'));
	},
);

test.each([
	['a key', 'x'],
	['a key that Ink hears', 'j'],
	['a frame', undefined],
	['a view of Ink', undefined],
])(
	'after a bug in %s the terminal is restored, and that is told the same way',
	{tags: ['fault-64']},
	async (where, key) => {
		terminal = openInShell([process.execPath, join(fixtures, 'with-a-bug.ts'), where]);
		if (key) {
			await terminal.see('all is well');
			await terminal.press(key);
		}

		await expectTold(`a bug in ${where}`, terminal.directory);
	},
);

test('a bug before the screens are there is told the same way', {tags: ['fault-64']}, async () => {
	terminal = openInShell([process.execPath, program, '--demo'], {
		env: {
			LANDFALL_API_KEY: secret,
			NODE_OPTIONS: `--import "${join(fixtures, 'a-bug-later.ts')}"`,
			A_BUG_IN: 'start',
		},
	});
	await expectTold('a bug in a start', join(terminal.directory, 'state'));
});

test('a part that ends the process leaves the terminal as it was found', {tags: ['fault-64']}, async () => {
	terminal = openInShell([process.execPath, program, '--demo'], {
		env: {NODE_OPTIONS: `--import "${join(fixtures, 'a-bug-later.ts')}"`, A_BUG_IN: 'exit'},
	});
	await terminal.see('left with 3');
	await expectRestored(terminal);
});
