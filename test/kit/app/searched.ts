import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {startFaulty} from '../faults/faulty-server.ts';
import {createRepeatingService} from '../services/echoing-service.ts';
import {leaksOf, leakyFiles, leakyKey} from './leaks.ts';
import {type OpenTerminal, type OpenTerminalOptions, openTerminal} from './terminal.ts';

/** A service that repeats the key, and landfall with everything that it writes in one place to be searched. It ends with the test. */
export async function openSearched() {
	/** Where landfall keeps what it keeps, and what programs write that it runs. */
	const directory = mkdtempSync(join(tmpdir(), 'landfall-'));
	const outside = mkdtempSync(join(tmpdir(), 'landfall-key-'));
	const keyFile = join(outside, 'key');
	writeFileSync(keyFile, `${leakyKey}\n`, {mode: 0o600});
	let terminal: OpenTerminal | undefined;
	onTestFinished(() => {
		terminal?.close();
		rmSync(directory, {recursive: true});
		rmSync(outside, {recursive: true});
	});
	const {state, behave} = createRepeatingService();
	const faulty = await startFaulty(behave);
	const opened = (): OpenTerminal => {
		if (!terminal) throw new Error('landfall was not started.');
		return terminal;
	};

	return {
		directory,
		outside,
		keyFile,
		state,
		faulty,
		start(options: OpenTerminalOptions): OpenTerminal {
			terminal = openTerminal({columns: 160, rows: 40, ...options, directory});
			return terminal;
		},

		/** A file of landfall's own, for its owner only. */
		keep: (name: string, content: object) =>
			writeFileSync(join(directory, name), JSON.stringify(content), {mode: 0o600}),

		/** Reads again until the screen shows a text: an answer that was on its way may be an older one. */
		async readUntil(text: string) {
			for (let isShown = false; !isShown; ) {
				await opened().press('R');
				isShown = await opened()
					.see(text, 1000)
					.then(
						() => true,
						() => false,
					);
			}
		},

		/** Presses escape, and waits for what is shown then: a key that follows at once would be read as one with it. */
		async goBackTo(text: string) {
			await opened().press('esc');
			await opened().see(text);
		},

		/** Waits for a file that somebody else writes. */
		async isThere(name: string | RegExp) {
			// Anything will do: what Node says of its report moves the header off the screen.
			while (!readdirSync(directory).some(file => file.match(name))) await opened().see(/\S/);
		},

		/** Fails where anything of the key can be found; `mayHold` is the one file that may. */
		expectNoLeak(mayHold: readonly string[] = []) {
			expect(leaksOf(leakyKey, opened().written())).toEqual([]);
			expect(leakyFiles(leakyKey, directory)).toEqual(mayHold);
			const commandLine = `/proc/${opened().pid}/cmdline`;
			if (existsSync(commandLine)) expect(leaksOf(leakyKey, readFileSync(commandLine, 'latin1'))).toEqual([]);
		},
	};
}
