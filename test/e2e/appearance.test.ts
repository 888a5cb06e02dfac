import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';

let terminal: OpenTerminal;

async function visitScreens() {
	await terminal.go('e', 'Edit project');
	// Waits for hints that a dialog hides, because an escape and a letter in one chunk are alt and that letter.
	await terminal.go('esc', 'enter deployments');
	await terminal.go('?', 'reverse order');
	await terminal.go('esc', 'enter deployments');
	await terminal.go('enter', 'esc back');
}

test.each([
	['NO_COLOR', {NO_COLOR: '1'}],
	['a terminal without colours', {FORCE_COLOR: '0'}],
])('with %s the screens have no colours', {tags: ['fault-69']}, async (_why, env) => {
	terminal = await openList({env});
	await visitScreens();
	expect(terminal.written().match(/\u001B\[3\d(?:;\d+)*m/g) ?? []).toEqual([]);
});

test('without styles the cursor is in the field being typed, also in a widget', {tags: ['fault-169']}, async () => {
	terminal = await openList({args: ['--no-color'], env: {TERM: 'foot'}});
	expect(terminal.beforeCursor()).toBeUndefined();
	await terminal.go(',', '─ Profiles ─');
	await terminal.go('a', 'enter next field');
	await terminal.go('acme', 'address       acme');
	await terminal.go(['left', 'n'], 'acmne');
	expect(terminal.beforeCursor()).toMatch(/address {7}acmn$/);
});

test.each([
	['on a terminal that shows no escape sequences', 'ls --limit 3', {TERM: 'dumb'}, 'quiz-eu', /\u001B|\r(?!\n)/],
	['on such a terminal', 'wait quiz-eu --json --timeout 5s', {TERM: 'dumb'}, '"event":"verdict"', /\u001B|\r(?!\n)/],
	['in a locale that is not UTF-8', 'ls', {LC_ALL: 'C'}, 'quiz-eu', /[^\p{ASCII}]/u],
])('%s, landfall %s prints what it can show', async (_where, line, env, shown, isTooMuch) => {
	terminal = openTerminal({args: [...line.split(' '), '--demo', '--world', 'quiet'], env});
	await terminal.exited;
	expect(terminal.written()).toContain(shown);
	expect(terminal.written()).not.toMatch(isTooMuch);
});

test.each([
	{how: '--ascii', args: ['--ascii'], env: {}},
	{how: 'a locale that is not UTF-8', args: [], env: {LC_ALL: 'de_DE.ISO-8859-1'}},
])('with $how all symbols are ASCII, also where a dialog cuts a text off', async ({args, env}) => {
	terminal = await openList({args, env, columns: 120});
	await visitScreens();
	terminal.resize(60, 24);
	await terminal.go('esc', 'enter deployments');
	await terminal.go('Y', /curl +curl .*~/);
	expect([...new Set(terminal.written().match(/[^\p{ASCII}]/gu))]).toEqual([]);
});

test('input modes that a crashed program left on are switched off', {tags: ['fault-141']}, async () => {
	const left = String.raw`\033[?1003;1006;1h\033=\033[>4;2m\033[?1049h\033[=1u`;
	terminal = openInShell(['--demo', '--world', 'quiet'], {by: `printf '${left}'; "$@"`});
	await terminal.see('1 of 12');
	const isOff = () => {
		for (const mode of [1, 1003, 1006]) expect(terminal.modesOn()).not.toContain(mode);
		expect(terminal.written()).toMatch(/\u001B=.*\u001B>\u001B\[>4m\u001B\[=0u/s);
	};
	isOff();
	await terminal.press('q', 'q');
	await terminal.see('exited with 0');
	isOff();
});

test('the screens also appear with CI set in the environment', {tags: ['fault-69']}, async () => {
	terminal = await openList({env: {CI: 'true'}});
	await terminal.go('j', '2 of 12');
});

test('--tz shows dates in another time zone', async () => {
	terminal = openTerminal({args: ['--demo', '--tz', 'asia/tokyo'], env: {TZ: 'America/New_York'}});
	await terminal.see('1 of');
	await terminal.go('z', 'Dates in UTC+9');
});

test('saved theme, columns and keys apply from the first frame, and their problems are shown', async () => {
	const directory = temporaryDirectory();
	const columns = {projects: ['when', 'deployment']};
	writePrivate(join(directory, 'config.json'), {theme: 'color-blind', columns});
	writePrivate(join(directory, 'keys.json'), '{\n"edit": "X",\n"refresh": "t"\n}');
	terminal = await openList({directory, env: {COLORTERM: 'truecolor'}, background: '101010'});
	await terminal.wrote(written => written.includes('\u001B[38;2;180;215;255m'));
	// The cyan of the default theme.
	expect(terminal.written()).not.toContain('\u001B[36m');
	await terminal.see('X edit project');
	await terminal.see(/^ +PROJECT +WHEN +DEPLOYMENT *$/m);
	await terminal.see('keys.json, line 3: refresh: t is already “deploy” on Projects');
	await terminal.go('X', 'Edit project');
});

test.each([
	{how: '--screen-reader', args: ['--screen-reader'], env: {}},
	{how: 'INK_SCREEN_READER', args: [], env: {INK_SCREEN_READER: 'true'}},
	{how: '--screen-reader and TERM=dumb', args: ['--screen-reader'], env: {TERM: 'dumb'}},
])('with $how, the demo speaks line by line below the prompt, from browsing to a deployment', async ({args, env}) => {
	const terminal = openTerminal({
		args: ['--demo', '--world', 'quiet', ...args],
		env,
		columns: 100,
		rows: 400,
	});
	await terminal.see(/^\S.*, v\d+, \w+/m);
	await terminal.see(/^1 of 12$/m);
	await terminal.go('down', /^2 of 12$/m);
	await terminal.go('t', 'y deploy, e edit request body, esc cancel');
	await terminal.go('y', /^Deploying /m);
	await terminal.endWord();
	expect(terminal.isAlternate()).toBe(false);
	expect(terminal.written()).not.toMatch(/\u001B\[(?:\d*[ABCDGHJKMm]|\?(?:1049|25)[hl])/);
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toEqual({code: 0, signal: 0});
	expect(terminal.modesOn()).toEqual([]);
});
