import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {keyboardPath} from '../../src/app/screen-app.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';

/** Runs landfall in a terminal as if on another system. `notes` returns how it has written. */
function openOn(platform: NodeJS.Platform, args: readonly string[], directory = temporaryDirectory()) {
	const notes = join(directory, 'notes');
	const fixture = join(import.meta.dirname, 'fixtures/on-platform.mjs');
	const env = {NODE_OPTIONS: `--import "${fixture}"`, PLATFORM: platform, NOTES: notes};
	return {terminal: openTerminal({args, directory, env}), notes: () => readFileSync(notes, 'utf8')};
}

test.each([
	['linux', 'descriptor'],
	['darwin', 'descriptor'],
	['win32', 'stream'],
] as const)('on %s the help goes to the %s of the output', async (platform, way) => {
	const {terminal, notes} = openOn(platform, ['--help']);
	await terminal.see('show the version');
	await terminal.exited;
	expect(notes()).toBe(way);
});

test.each([
	['linux', true],
	['win32', false],
] as const)('on %s the first word is written before anything is loaded: %s', async (platform, isEarly) => {
	const {terminal} = openOn(platform, ['--demo', '--world', 'quiet']);
	await terminal.see('1 of 12');
	expect(terminal.written().includes('\u001B[H \u001B[1mlandfall\u001B[m')).toBe(isEarly);
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

test.each([
	['linux', /config\.json\s+\d+ B, mode 600$/m],
	['win32', /config\.json\s+\d+ B$/m],
] as const)('on %s landfall doctor reports files as %s', async (platform, shown) => {
	const directory = temporaryDirectory();
	writePrivate(join(directory, 'config.json'), {});
	await openOn(platform, ['doctor'], directory).terminal.see(shown);
});

test('while the key is piped in, the keyboard is the terminal that each system has', () => {
	const paths = ['linux', 'darwin', 'win32'].map(keyboardPath);
	expect(paths).toEqual(['/dev/tty', '/dev/tty', String.raw`\\.\CONIN$`]);
});
