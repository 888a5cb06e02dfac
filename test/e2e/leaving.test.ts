import {constants} from 'node:os';
import {expect, test} from 'vitest';
import {runInBash} from '../kit/app/program.ts';
import {childOf, expectRestored, openInShell} from '../kit/app/shell.ts';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';
import {settingsDirectory, withShellCommand} from '../kit/fixtures/temporary-directory.ts';
import {serveTeam} from '../kit/services/served-team.ts';

let terminal: OpenTerminal;

const kill = (signal: NodeJS.Signals) => process.kill(childOf(terminal), signal);
const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
const fatal = [
	'SIGTERM',
	'SIGHUP',
	'SIGINT',
	'SIGQUIT',
	'SIGABRT',
	'SIGUSR1',
	'SIGUSR2',
	'SIGALRM',
	'SIGXCPU',
] as const;

test.each<[way: string, leave: () => unknown, code: number]>([
	['q q', () => terminal.press('q', 'q'), 0],
	['ctrl+c twice', () => terminal.press('ctrl+c', 'ctrl+c'), 0],
	...fatal.map((signal): [string, () => unknown, number] => [signal, () => kill(signal), codeOf(signal)]),
])('after %s the terminal is restored', {tags: ['fault-64']}, async (_way, leave, code) => {
	terminal = openInShell(['--demo', '--world', 'quiet']);
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn()).toEqual(expect.arrayContaining([1049, 1004, 1007, 2004, 2031]));
	await leave();
	expect(await terminal.see(`exited with ${code}`)).not.toContain('To go on');
	await expectRestored(terminal);
});

/** Opens a team under a profile whose name a shell must quote. */
async function openTeamInShell(projects: readonly string[]) {
	const {env, ...served} = await serveTeam(projects);
	const profile = "my team's";
	const profiles = {[profile]: {baseUrl: env.LANDFALL_BASE_URL}};
	const directory = settingsDirectory({profiles, lastProfile: profile});
	const ofShell = {env: {LANDFALL_API_KEY: env.LANDFALL_API_KEY}, directory};
	terminal = openInShell([], {...ofShell, columns: 200});
	await terminal.see(`1 of ${projects.length}`);
	const quit = async () => {
		await terminal.endWord();
		await terminal.press('ctrl+c', 'ctrl+c');
		const shown = await terminal.see('exited with');
		await expectRestored(terminal);
		return shown;
	};
	return {...served, ofShell, quit};
}

async function deploySelected() {
	await terminal.go('t', 'y deploy');
	await terminal.endWord();
	await terminal.press('y');
}

const quotedProfile = `--profile 'my team'\\''s'`;

test('quitting prints the command that waits for the deployment started here', {tags: ['fault-279']}, async () => {
	const {team, ofShell, quit} = await openTeamInShell(['docs']);
	await deploySelected();
	await terminal.see('Deploying');
	const [, line = ''] = /^What you started is still in progress\. To go on: (.*)$/m.exec(await quit()) ?? [];
	expect(line).toBe(`landfall wait docs dep_0001 ${quotedProfile}`);
	team.conclude('dep_0001', 'success');
	expect(await runInBash(`${line}; echo $?`, ofShell)).toMatch(/\tverdict\tsucceeded\t.*\n0\n$/);
});

test('quitting prints one command for several deployments started here', {tags: ['fault-279']}, async () => {
	const {team, ofShell, quit} = await openTeamInShell(['api', 'docs']);
	await terminal.go([' ', 'j', ' ', 't'], 'Type 2 to confirm');
	await terminal.endWord();
	await terminal.go('2', 'confirm: 2');
	await terminal.endWord();
	await terminal.go('enter', '2 deployments started');
	const [, line = ''] = /To go on: (.*)$/m.exec(await quit()) ?? [];
	expect(line).toMatch(/^printf '%s\\n' (?:api docs|docs api) \| landfall wait --last /);
	expect(line).toContain(`${quotedProfile} -`);
	for (const id of ['dep_0001', 'dep_0002']) team.conclude(id, id === 'dep_0001' ? 'success' : 'failure');
	expect(await runInBash(`${line}; echo $?`, ofShell)).toMatch(/\tsucceeded\t.*\n.*\tfailed\t.*\n1\n$/);
});

test('quitting prints the command that looks for an unconfirmed change', {tags: ['fault-279']}, async () => {
	const {muteWrites, written, ofShell, quit} = await openTeamInShell(['docs']);
	muteWrites();
	await deploySelected();
	await written(1);
	const shown = await quit();
	expect(shown).toContain('exited with 7');
	const [, line = ''] = /^A change is unconfirmed\. To go on: (.*)$/m.exec(shown) ?? [];
	expect(line).toBe(`landfall reconcile ${quotedProfile}`);
	expect(await runInBash(`${line} --wait-for-outcome 1s; echo $?`, ofShell)).toMatch(
		/\tunknown\tdeploy\tdocs\t.*\n7\n$/,
	);
});

const earlySignals = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const;

test.each(earlySignals)('after %s during the start the terminal is restored', {tags: ['fault-64']}, async signal => {
	terminal = openInShell(['--demo']);
	await terminal.wrote(written => written.includes('landfall'));
	kill(signal);
	await terminal.see(`exited with ${codeOf(signal)}`);
	await expectRestored(terminal);
});

test('a late reply of the terminal does not reach the shell', {tags: ['fault-272']}, async () => {
	const by = `"$@" --demo --world quiet; echo "exited with $?"; read -r line; echo "the shell read \${#line} letters"`;
	terminal = openTerminal({by, background: '#112233', replyDelayMs: 150});
	await terminal.see('1 of 12');
	await terminal.go('?', 'Help');
	// The terminal says that its colours have changed, so landfall asks again.
	terminal.type('\u001B[?997;1n');
	await terminal.wrote(written => written.split('\u001B]11;?').length > 2);
	kill('SIGTERM');
	await terminal.see('exited with 143');
	await expect.poll(() => terminal.replies().split(']11;rgb').length).toBe(3);
	terminal.type('typed\r');
	await terminal.see('the shell read 5 letters');
});

test('a late reply of the terminal does not reach the program that has it', {tags: ['fault-272']}, async () => {
	const directory = withShellCommand('echo ready; read -r line; echo "the program read <$line>"; sleep 600');
	terminal = await openList({directory});
	await terminal.press('X');
	await terminal.wrote(written => written.includes('\u001B[?1049l'));
	terminal.type('\u001B]11;rgb:1111/2222/3333\u001B\\');
	await terminal.see('ready');
	terminal.type('typed\r');
	await terminal.see('the program read <typed>');
});
