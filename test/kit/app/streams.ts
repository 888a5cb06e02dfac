import {createRequire} from 'node:module';
import {PassThrough} from 'node:stream';
import type * as xterm from '@xterm/headless';
import {shownRows} from './emulator-screen.ts';

// The named exports of this CommonJS package cannot be imported.
const {Terminal}: typeof xterm = createRequire(import.meta.url)('@xterm/headless');

/** A terminal without a process: the streams that a program gets, and an emulator of the output. */
export type TestTerminal = {
	readonly emulator: xterm.Terminal;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	/** Sends keyboard input. */
	readonly type: (text: string) => void;
	readonly resize: (columns: number, rows: number) => void;
	readonly lines: () => readonly string[];
	/** The first column that contains a character, or -1. */
	readonly columnOf: (character: string, row: number) => number;
	/** All output, one string per write. */
	readonly writes: readonly string[];
	readonly isRaw: () => boolean;
	readonly close: () => void;
};

/** xterm processes writes in a later turn of the event loop, but a test reads the screen immediately. */
type Immediate = {readonly _core: {readonly writeSync: (data: string) => void}};

export function createTestTerminal(columns: number, rows: number): TestTerminal {
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
		type: text => stdin.write(text),
		writes,
		isRaw: () => isRaw,

		resize(toColumns, toRows) {
			emulator.resize(toColumns, toRows);
			Object.assign(stdout, {columns: toColumns, rows: toRows});
			stdout.emit('resize');
		},

		lines: () => shownRows(emulator),

		columnOf(character, row) {
			const line = emulator.buffer.active.getLine(row);
			return Array.from({length: emulator.cols}, (_, column) => line?.getCell(column)?.getChars()).indexOf(character);
		},

		close: () => emulator.dispose(),
	};
}
