import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type * as pty from '@lydell/node-pty';
import type * as xterm from '@xterm/headless';
import {shownRows} from './emulated.ts';
import {keySequences} from './key-sequences.ts';

// Neither package can be imported as a module.
const require = createRequire(import.meta.url);
const {spawn}: typeof pty = require('@lydell/node-pty');
const {Terminal}: typeof xterm = require('@xterm/headless');

/** The program as it is published. */
export const program = join(import.meta.dirname, '../../../dist/landfall.js');

export type OpenTerminalOptions = {
	readonly command?: string;
	/** Default: the built landfall, which gets `args`. */
	readonly script?: string;
	readonly args?: readonly string[];
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Readonly<Record<string, string>>;
	/** Where settings are kept. Default: a directory of its own that is removed at the end. */
	readonly directory?: string;
	/** The background that the terminal reports, as `#rrggbb`. Default: it reports none. */
	readonly background?: string;
};

type Exit = {readonly code: number; readonly signal: number};

/** A program in a real pseudo-terminal, and the screen that a terminal would show. */
export type OpenTerminal = {
	/** Waits until the screen shows a text, and gives the screen. Fails with the screen. */
	readonly see: (text: string | RegExp, patienceMs?: number) => Promise<string>;
	/** Waits until what was written fulfils a condition, and gives when it did, in milliseconds of `performance.now()`. */
	readonly wrote: (isEnough: (written: string) => boolean) => Promise<number>;
	readonly press: (...keys: readonly string[]) => Promise<void>;
	readonly type: (text: string) => void;
	/** Pastes as a terminal does that was asked to mark what is pasted. */
	readonly paste: (text: string) => void;
	readonly screen: () => string;
	readonly emulator: xterm.Terminal;
	readonly isAlternate: () => boolean;
	/** Every byte that the program has written. */
	readonly written: () => string;
	/** What the emulator answered to the program, besides keys. */
	readonly replies: () => string;
	/** The modes of the terminal that the program has left switched on, as numbers of DECSET. */
	readonly modesOn: () => readonly number[];
	readonly kill: (signal: string) => void;
	readonly pid: number;
	readonly exited: Promise<Exit>;
	readonly resize: (columns: number, rows: number) => void;
	/** Stops reading what the program writes, as a terminal whose person has stopped it does. */
	readonly hold: () => void;
	/** Goes on reading. */
	readonly release: () => void;
	/** Goes away, as a window that is closed does: nobody reads or writes any more. */
	readonly hangUp: () => void;
	readonly directory: string;
	readonly close: () => void;
};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** The modes of which the last word of the program was to switch them on. */
function modesLeftOn(written: string): readonly number[] {
	const modes = new Map<number, boolean>();
	for (const [, numbers = '', letter] of written.matchAll(/\u001B\[\?([\d;]+)([hl])/g)) {
		for (const number of numbers.split(';')) modes.set(Number(number), letter === 'h');
	}

	return [...modes].flatMap(([mode, isOn]) => (isOn ? [mode] : []));
}

/** Starts a program in a pseudo-terminal. Its environment is made anew, so that this machine's does not decide. */
export function openTerminal(options: OpenTerminalOptions = {}): OpenTerminal {
	const {command = process.execPath, script = program, args = [], columns = 80, rows = 24, env = {}} = options;
	if (!existsSync(script)) throw new Error(`There is no ${script}. Run npm run build first.`);
	const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'landfall-'));
	const emulator = new Terminal({cols: columns, rows, allowProposedApi: true});
	const child = spawn(command, [script, ...args], {
		name: env.TERM ?? 'xterm-256color',
		cols: columns,
		rows,
		cwd: directory,
		env: {
			TERM: 'xterm-256color',
			LANG: 'C.UTF-8',
			PATH: process.env.PATH ?? '',
			HOME: directory,
			LANDFALL_CONFIG_DIR: directory,
			...env,
		},
	});
	let written = '';
	let replies = '';
	let hasExited = false;
	child.onData(data => {
		written += data;
		emulator.write(data);
	});
	emulator.onData(data => {
		replies += data;
		child.write(data);
	});
	if (options.background) {
		const color = (options.background.match(/[\da-f]{2}/g) ?? []).join('/');
		emulator.parser.registerOscHandler(11, question => {
			if (question === '?') child.write(`\u001B]11;rgb:${color}\u001B\\`);
			return true;
		});
	}

	const exited = new Promise<Exit>(resolve => {
		child.onExit(({exitCode, signal = 0}) => {
			hasExited = true;
			resolve({code: exitCode, signal});
		});
	});
	/** The emulator takes what it is given a little later. */
	const drawn = (): Promise<void> => new Promise(resolve => emulator.write('', resolve));

	const screen = () => shownRows(emulator).join('\n');

	return {
		emulator,
		directory,
		exited,
		screen,
		pid: child.pid,
		isAlternate: () => emulator.buffer.active.type === 'alternate',
		written: () => written,
		replies: () => replies,
		modesOn: () => modesLeftOn(written),
		kill: signal => child.kill(signal),
		type: text => child.write(text),
		paste: text => child.write(`\u001B[200~${text}\u001B[201~`),

		hold: () => child.pause(),
		release: () => child.resume(),
		// It is not among the types.
		hangUp: () => (child as pty.IPty & {destroy: () => void}).destroy(),

		wrote: isEnough =>
			new Promise(resolve => {
				if (isEnough(written)) return resolve(performance.now());
				const listener = child.onData(() => {
					if (!isEnough(written)) return;
					listener.dispose();
					resolve(performance.now());
				});
			}),

		async press(...keys) {
			for (const key of keys) {
				child.write(keySequences[key] ?? key);
				// A lone escape is told from the beginning of a sequence by the silence after it.
				if (key === 'esc') await pause(60);
			}
		},

		async see(text, patienceMs = 15_000) {
			const until = Date.now() + patienceMs;
			for (;;) {
				await drawn();
				const shown = screen();
				if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
				if (Date.now() > until) throw new Error(`The screen does not show ${text}:\n${shown}`);
				await pause(15);
			}
		},

		resize(toColumns, toRows) {
			emulator.resize(toColumns, toRows);
			child.resize(toColumns, toRows);
		},

		close() {
			if (!hasExited) child.kill('SIGKILL');
			emulator.dispose();
			if (options.directory === undefined) rmSync(directory, {recursive: true, force: true});
		},
	};
}
