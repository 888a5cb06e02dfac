import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openList} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

async function openWith(run: string, script: string) {
	const directory = temporaryDirectory();
	const command = {key: 'X', name: 'shell', argv: ['sh', '-c', script], on: 'project', run};
	writeFileSync(join(directory, 'config.json'), JSON.stringify({commands: [command]}), {mode: 0o600});
	return openList({env: {LANDFALL_CONFIG_DIR: directory, LANDFALL_API_KEY: 'a-secret-key'}});
}

test("a command of the user's own gets the terminal, but no key, and ctrl+c ends it alone: then the screens are back", {
	tags: ['fault-65'],
}, async () => {
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

test.skipIf(process.platform !== 'linux')('a program in a popup ends with landfall', async () => {
	const terminal = await openWith('popup', 'echo "number $$ key $LANDFALL_API_KEY."; sleep 600');
	const screen = await terminal.go('X', /number \d+ key \./);
	const pid = /number (\d+)/.exec(screen)?.[1];
	terminal.kill('SIGTERM');
	await terminal.exited;
	await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});
