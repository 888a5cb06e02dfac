import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {leakyKey} from '../kit/app/leaks.ts';
import {openList, openTerminal} from '../kit/app/terminal.ts';
import {withShellCommand} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

const openWith = (run: 'popup' | 'terminal', script: string) =>
	openList({env: {LANDFALL_CONFIG_DIR: withShellCommand(script, run), LANDFALL_API_KEY: 'a-secret-key'}});

test('a custom command gets the terminal without the key, and ctrl+c ends it alone', {tags: ['fault-65']}, async () => {
	const script = 'echo "key: $LANDFALL_API_KEY."; read -r line; echo "$LANDFALL_PROJECT read $line"; exec sleep 600';
	const terminal = await openWith('terminal', script);
	await terminal.go('X', 'key: .');
	expect(terminal.isAlternate()).toBe(false);
	await terminal.go('hello\r', / read hello/);
	await terminal.press('ctrl+c');
	await terminal.see('1 of 12');
	await terminal.see(/shell: .+ was ended by SIGINT/);
	expect(terminal.isAlternate()).toBe(true);
	await terminal.go('j', '2 of 12');
	await terminal.go('q');
	await terminal.go('q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

test.each([
	['SIGTERM', 'obeys', "trap 'stty sane; echo told; exit' TERM HUP", 143],
	['SIGHUP', 'obeys', "trap 'stty sane; echo told; exit' TERM HUP", 129],
	['SIGTERM', 'ignores', "trap '' TERM; stty raw -echo; printf '\\033[?1049h\\033[?25l'", 143],
] as const)(
	'%s ends a program that has the terminal and %s it, and then landfall',
	{tags: ['fault-271']},
	async (signal, does, script, code) => {
		const terminal = await openWith('terminal', `${script}; echo ready; while :; do sleep 0.1; done`);
		await terminal.go('X', 'ready');
		terminal.kill(signal);
		expect(await terminal.exited).toMatchObject({code});
		expect(terminal.written().includes('told')).toBe(does === 'obeys');
		expect(terminal.isAlternate()).toBe(false);
		expect(terminal.modesOn().toSorted()).toEqual([25, 7]);
	},
);

test('landfall does not read what is typed for a program that has the terminal', async () => {
	const script = 'echo ready; read -r line; read -r other; echo "read $line and $other"; sleep 0.2';
	const {address} = await serveSandbox();
	const terminal = openTerminal({
		by: `echo '${leakyKey}' | "$@" --api-key-stdin`,
		env: {LANDFALL_BASE_URL: address, LANDFALL_CONFIG_DIR: withShellCommand(script)},
	});
	await terminal.see('1 of ');
	await terminal.go('X', 'ready');
	await terminal.go('hello\r', 'hello');
	await terminal.go('you\r', 'read hello and you');
	await terminal.see('1 of ');
});

test.skipIf(process.platform !== 'linux')('a program in a popup ends with landfall', async () => {
	const terminal = await openWith('popup', 'echo "number $$ key $LANDFALL_API_KEY."; sleep 600');
	const screen = await terminal.go('X', /number \d+ key \./);
	const pid = /number (\d+)/.exec(screen)?.[1];
	terminal.kill('SIGTERM');
	await terminal.exited;
	await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});
