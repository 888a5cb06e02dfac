import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {startFaulty} from '../faults/faulty-server.ts';
import {temporaryDirectory, writePrivate} from '../fixtures/temporary-directory.ts';
import {createEchoingService} from '../services/echoing-service.ts';
import {leaksOf, leakyFiles, leakyKey} from './leaks.ts';
import {type OpenTerminal, type OpenTerminalOptions, openTerminal} from './terminal.ts';

/** Starts a service that echoes the API key, and searches all output of landfall for it. Both end with the test. */
export async function openLeakSearch() {
	const directory = temporaryDirectory();
	const outside = temporaryDirectory();
	const keyFile = join(outside, 'key');
	writePrivate(keyFile, `${leakyKey}\n`);
	let terminal: OpenTerminal | undefined;
	const {state, behave, conclude} = createEchoingService(leakyKey);
	const faulty = await startFaulty(behave);
	const opened = (): OpenTerminal => {
		if (!terminal) throw new Error('landfall has not been started.');
		return terminal;
	};

	return {
		directory,
		outside,
		keyFile,
		state,
		conclude,
		faulty,
		start(options: OpenTerminalOptions): OpenTerminal {
			terminal = openTerminal({columns: 160, rows: 40, ...options, directory});
			return terminal;
		},
		writeOwn: (name: string, content: object) => writePrivate(join(directory, name), content),
		/** Refreshes until the screen shows a text. An answer in flight may be older, so one refresh is not enough. */
		async readUntil(text: string) {
			for (let isShown = false; !isShown; ) {
				await opened().press('R');
				const shown = opened().see(text, 1000);
				isShown = await shown.then(Boolean, () => false);
			}
		},
		async fileExists(name: string | RegExp) {
			// Any text will do: the message of Node about its report scrolls the header off the screen.
			while (!readdirSync(directory).some(file => file.match(name))) await opened().see(/\S/);
		},
		/** Searches the output, the files and the command line for parts of the key. `allowedFiles` may contain it. */
		expectNoLeak(allowedFiles: readonly string[] = []) {
			expect(leaksOf(leakyKey, opened().written())).toEqual([]);
			expect(leakyFiles(leakyKey, directory)).toEqual(allowedFiles);
			const commandLine = `/proc/${opened().pid}/cmdline`;
			if (existsSync(commandLine)) expect(leaksOf(leakyKey, readFileSync(commandLine, 'latin1'))).toEqual([]);
		},
	};
}
