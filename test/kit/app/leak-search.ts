import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {startFaulty} from '../faults/faulty-server.ts';
import {temporaryDirectory, writePrivate} from '../fixtures/temporary-directory.ts';
import {createEchoingService} from '../services/echoing-service.ts';
import {leaksOf, leakyFiles, leakyKey} from './leaks.ts';
import {type OpenTerminal, type OpenTerminalOptions, openTerminal} from './terminal.ts';

/** Starts a service that echoes the API key, and prepares landfall so that all its output can be searched for the key. Both end with the test. */
export async function openLeakSearch() {
	/** Holds landfall's own files and those that its child programs write. */
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

		/** Writes one of landfall's own files, readable by its owner only. */
		writeOwn: (name: string, content: object) => writePrivate(join(directory, name), content),

		/** Refreshes until the screen shows a text. One refresh is not enough: a response in flight may be older. */
		async readUntil(text: string) {
			for (let isShown = false; !isShown; ) {
				await opened().press('R');
				const shown = opened().see(text, 1000);
				isShown = await shown.then(Boolean, () => false);
			}
		},

		/** Waits for a file that another program writes. */
		async fileExists(name: string | RegExp) {
			// Any text will do: the message of Node about its report scrolls the header off the screen.
			while (!readdirSync(directory).some(file => file.match(name))) await opened().see(/\S/);
		},

		/** Expects no part of the key in the output, the files and the command line. `allowedFiles` may contain it. */
		expectNoLeak(allowedFiles: readonly string[] = []) {
			expect(leaksOf(leakyKey, opened().written())).toEqual([]);
			expect(leakyFiles(leakyKey, directory)).toEqual(allowedFiles);
			const commandLine = `/proc/${opened().pid}/cmdline`;
			if (existsSync(commandLine)) expect(leaksOf(leakyKey, readFileSync(commandLine, 'latin1'))).toEqual([]);
		},
	};
}
