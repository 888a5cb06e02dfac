import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {runProgram, startProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {localKey, serveSandbox} from '../kit/services/local-services.ts';

const focusLost = '\u001B[O';

/** Starts a user of a sandbox, with a folder for the settings and the state of all that is run. */
async function startUser() {
	const {address, env} = await serveSandbox({projects: 6});
	const directory = temporaryDirectory();

	return {
		address,
		directory,

		async open(...args: readonly string[]) {
			const terminal = openTerminal({args, directory, env});
			await terminal.see('1 of 6');
			return terminal;
		},

		start(line: string) {
			const command = startProgram(line.split(' '), {directory, env});
			onTestFinished(() => command.kill('SIGKILL'));
			return command;
		},

		/** Runs `landfall doctor` until it says this. Returns its lines about windows. */
		async doctor(line: RegExp, more: Readonly<Record<string, string>> = {}): Promise<string> {
			for (;;) {
				const {stdout} = await runProgram(['doctor'], {directory, env: {...env, ...more}});
				const about = stdout
					.split('\n')
					.filter(each => /^. window/.test(each) && !each.includes('memory'))
					.join('\n');
				if (line.test(about)) return about;
			}
		},
	};
}

const listed = (pid: number, says: string) => new RegExp(`^  window ${pid} +${says}, seen \\ds ago$`, 'm');

test('landfall doctor lists the open windows with where the user looks, and none of those that have ended', async () => {
	const {directory, address, open, doctor} = await startUser();
	const [first, second] = [await open(), await open('--rpm', '30')];
	await doctor(listed(first.pid, 'on this service, focused, --rpm 60'));
	second.type(focusLost);
	const both = await doctor(listed(second.pid, 'on this service, in the background, --rpm 30'));
	expect(both).toMatch(/^ {2}windows +2 open$/m);
	expect(both).toMatch(listed(first.pid, 'on this service, focused, --rpm 60'));
	await first.press('!');
	await first.see('of 22 requests/min');
	await first.press('esc', 'P');
	await doctor(listed(first.pid, 'on this service, paused, --rpm 60'));
	await doctor(listed(first.pid, 'on another service, paused, --rpm 60'), {LANDFALL_API_KEY: 'another-key'});

	const journal = new DatabaseSync(join(directory, 'state', 'journal.sqlite'), {readOnly: true});
	const rows = JSON.stringify(journal.prepare('SELECT * FROM windows').all());
	journal.close();
	expect(rows).toContain(String(first.pid));
	expect(rows).not.toContain(localKey);
	expect(rows).not.toContain(new URL(address).port);

	await second.press('q', 'q');
	await second.exited;
	expect(await doctor(/./)).toMatch(/^ {2}windows +1 open$/m);
	first.kill('SIGTERM');
	await first.exited;
	expect(await doctor(/./)).toMatch(/^ {2}windows +none open$/m);
});

test('a command that follows deployments is listed like a window until it ends', async () => {
	const {start, doctor} = await startUser();
	const command = start('watch');
	await doctor(/^ {2}window \d+ +on this service, in the background, --rpm 60, seen \ds ago$/m);
	command.kill('SIGINT');
	await command.ended;
	expect(await doctor(/./)).toMatch(/^ {2}windows +none open$/m);
});
