import {chmodSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {expect, test} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {plain} from '../../src/base/text.ts';
import {createBrowse} from '../../src/terminal/browser.ts';
import {createCopy} from '../../src/terminal/clipboard.ts';
import {createEditor} from '../../src/terminal/editor.ts';
import {createPrograms, environmentFor, findProgram, type RunProgram} from '../../src/terminal/programs.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const stdout = {isTTY: false, write: () => true};

/** Returns the programs run to copy, to open an address and to edit. */
async function programsOf(platform: string, environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
	const programs: string[] = [];
	const note = (program: string) => void programs.push(program);
	const run: RunProgram = async program => {
		note(program);
		return true;
	};
	await createCopy({stdout, environment, platform, run})([plain`dep_1`]);
	await createBrowse({platform, environment, run})('https://example.com');
	const runInTerminal = (program: string) => {
		note(program);
		return 0;
	};
	createEditor({directory: temporaryDirectory(), environment, platform, now: () => 0, runInTerminal})('{}');
	return programs;
}

const inSystem32 = (root: string) => ['clip', 'rundll32', 'notepad'].map(name => `${root}\\System32\\${name}.exe`);

test.each<[name: string, environment: Readonly<Record<string, string>>, programs: readonly string[]]>([
	['nothing', {}, inSystem32('C:\\Windows')],
	['SystemRoot', {SystemRoot: 'D:\\WinNT'}, inSystem32('D:\\WinNT')],
	['SYSTEMROOT, with a slash at its end', {SYSTEMROOT: 'd:\\WinNT\\'}, inSystem32('d:\\WinNT')],
	['a SystemRoot that is empty', {SystemRoot: ''}, inSystem32('C:\\Windows')],
	['a relative SystemRoot', {SystemRoot: 'planted'}, inSystem32('C:\\Windows')],
	['a SystemRoot without a drive', {SystemRoot: '\\planted'}, inSystem32('C:\\Windows')],
	['a SystemRoot in the current directory of a drive', {SystemRoot: 'C:planted'}, inSystem32('C:\\Windows')],
	['a SystemRoot on another computer', {SystemRoot: '\\\\evil\\share'}, inSystem32('C:\\Windows')],
])(
	'on Windows, system programs are run by their absolute paths, given %s',
	{tags: ['fault-100']},
	async (_name, environment, expected) => {
		expect(await programsOf('win32', environment)).toEqual(expected);
	},
);

test.each([
	['darwin', {}, ['pbcopy', 'open', 'vi']],
	['linux', {DISPLAY: ':0'}, ['xclip', 'xdg-open', 'vi']],
	['linux', {WAYLAND_DISPLAY: 'w', EDITOR: 'nano'}, ['wl-copy', 'xdg-open', 'nano']],
])('on %s with %o, the programs for copying, browsing and editing are %o', async (platform, environment, expected) => {
	expect(await programsOf(platform, environment)).toEqual(expected);
});

const vim = 'C:\\Vim\\vim.exe';
const files = new Set([vim, 'D:\\tools\\say.com', 'D:\\tools\\say.exe', 'D:\\tools\\run.2', 'planted\\vim.exe']);

test.each<[program: string, path: string | undefined, found: string | undefined]>([
	['vim', 'C:\\Vim;D:\\tools', vim],
	['vim.exe', 'C:\\Vim', vim],
	['say', 'C:\\Vim;D:\\tools\\', 'D:\\tools\\say.com'],
	['run.2', 'D:\\tools', 'D:\\tools\\run.2'],
	['vim', '"C:\\Vim";', vim],
	['vim', 'planted;.;;C:planted;\\planted;C:\\Vim', vim],
	['vim', 'planted;.;', undefined],
	['vim', undefined, undefined],
	['vim', '', undefined],
	['code.cmd', 'C:\\Vim', undefined],
	['', 'C:\\Vim', undefined],
	['.\\vim', 'C:\\Vim', '.\\vim'],
	['planted/vim.exe', undefined, 'planted/vim.exe'],
	['C:\\other\\vim.exe', undefined, 'C:\\other\\vim.exe'],
	['C:vim', 'C:\\Vim', 'C:vim'],
])('on Windows, %j is looked up only in PATH %j', {tags: ['fault-100']}, (program, path, found) => {
	const environment = path === undefined ? {} : {Path: path};
	expect(findProgram(program, environment, 'win32', file => files.has(file))).toBe(found);
});

test.each([
	['linux', '/usr/bin:/bin', '/usr/bin:/bin'],
	['linux', ':/usr/bin::.:bin:../x:/bin:', '/usr/bin:/bin'],
	['darwin', '.:/opt/homebrew/bin', '/opt/homebrew/bin'],
	['linux', '', undefined],
	['linux', '.:', undefined],
	['win32', 'C:\\a;.;;b;C:c;\\d;\\\\server\\share;"D:\\e;f"', 'C:\\a;\\\\server\\share;"D:\\e;f"'],
])(
	'on %s, child processes get only the absolute entries of PATH %j',
	{tags: ['fault-100']},
	(platform, path, expected) => {
		expect(environmentFor({PATH: path, HOME: '/h'}, platform)).toEqual({
			HOME: '/h',
			...(expected !== undefined && {PATH: expected}),
			...(platform === 'win32' && {NoDefaultCurrentDirectoryInExePath: '1'}),
		});
	},
);

test.skipIf(process.platform === 'win32')(
	'a program planted in the current directory is never run',
	{tags: ['fault-100']},
	async () => {
		const directory = temporaryDirectory();
		const planted = join(directory, 'planted-program');
		writeFileSync(planted, '#!/bin/sh\nexit 0\n');
		chmodSync(planted, 0o755);
		const {after} = createSystemClock();
		const relativeDirectory = relative(process.cwd(), directory);
		const onPath = createPrograms({environment: {PATH: directory}, after});
		expect(await onPath.run('planted-program', [])).toBe(true);
		expect(onPath.runInTerminal('planted-program', [])).toBe(0);
		const onWindows = createPrograms({environment: {PATH: directory}, after, platform: 'win32'});
		expect(await onWindows.run('planted-program', [])).toBe(false);
		expect(onWindows.runInTerminal('planted-program', [])).toBe('it was not found on PATH');
		for (const path of [relativeDirectory, `:${relativeDirectory}:/bin`]) {
			const {run, runInTerminal} = createPrograms({environment: {PATH: path}, after});
			expect(await run('planted-program', [])).toBe(false);
			expect(runInTerminal('planted-program', [])).toMatch(/ENOENT/);
		}
	},
);
