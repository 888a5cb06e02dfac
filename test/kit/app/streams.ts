import {createRequire} from 'node:module';
import {PassThrough} from 'node:stream';
import type * as xterm from '@xterm/headless';
import {shownLines} from './emulator-screen.ts';

// The named exports of this CommonJS package cannot be imported.
export const {Terminal}: typeof xterm = createRequire(import.meta.url)('@xterm/headless');

/** xterm processes writes in a later turn of the event loop, too late for a test. */
type Immediate = {readonly _core: {readonly writeSync: (data: string) => void}};

export function createTestTerminal(columns: number, rows: number) {
	// The line discipline of a real terminal turns a line feed into CR LF.
	const emulator = new Terminal({cols: columns, rows, allowProposedApi: true, logLevel: 'off', convertEol: true});
	let isRaw = false;
	const writes: string[] = [];
	const stdin = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode(isWanted: boolean) {
			isRaw = isWanted;
			return stdin;
		},
		ref: () => stdin,
		unref: () => stdin,
	});
	const stdout = Object.assign(new PassThrough(), {
		isTTY: true,
		columns,
		rows,
		write(data: string, written?: () => void) {
			if (typeof written === 'function') setImmediate(written);
			writes.push(data);
			(emulator as unknown as Immediate)._core.writeSync(data);
			return true;
		},
	});
	return {
		emulator,
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: stdout as unknown as NodeJS.WriteStream,
		type: (text: string) => stdin.write(text),
		writes: writes as readonly string[],
		isRaw: () => isRaw,
		resize(toColumns: number, toRows: number) {
			emulator.resize(toColumns, toRows);
			Object.assign(stdout, {columns: toColumns, rows: toRows});
			stdout.emit('resize');
		},
		lines: () => shownLines(emulator),
		close: () => emulator.dispose(),
	};
}
