import {existsSync, mkdtempSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type * as pty from '@lydell/node-pty';
import {onTestFinished} from 'vitest';
import {answerDelayMs} from '../../../src/state/key-guard.ts';
import {removeDirectory} from '../fixtures/temporary-directory.ts';
import {shownRows, textBeforeCursor} from './emulator-screen.ts';
import {keySequences} from './key-sequences.ts';
import {Terminal} from './streams.ts';

// The named exports of this CommonJS package cannot be imported.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

/** The built program. */
export const program = join(import.meta.dirname, '../../../dist/landfall.js');

/** The environment of a program, of which only PATH and the cache of compiled code are inherited. */
export const programEnv = (directory: string, env: Readonly<Record<string, string>> = {}) => ({
	PATH: process.env.PATH ?? '',
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
	HOME: directory,
	LANDFALL_CONFIG_DIR: directory,
	...env,
});

export type OpenTerminalOptions = {
	readonly command?: string;
	/** The script that gets `args`. Default: the built program. */
	readonly script?: string;
	readonly args?: readonly string[];
	/** A line of bash that runs the program as `"$@"`, or something else. Default: no shell. */
	readonly by?: string;
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Readonly<Record<string, string>>;
	/** For settings. Default: a temporary directory that `close` removes. */
	readonly directory?: string;
	/** The background colour that the terminal reports, as `#rrggbb`. Default: it does not answer the query. */
	readonly background?: string;
	/** How long it takes to report that. Default: no time. */
	readonly replyDelayMs?: number;
};

type Exit = {readonly code: number; readonly signal: number};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Returns the DEC private modes that the output sets, and neither resets afterwards nor restores as they were saved. */
function modesLeftOn(written: string): readonly number[] {
	const modes = new Map<number, boolean>();
	const saved = new Map<number, boolean>();
	for (const [, numbers = '', letter] of written.matchAll(/\u001B\[\?([\d;]+)([hlrs])/g)) {
		for (const number of numbers.split(';').map(Number)) {
			if (letter === 's') saved.set(number, modes.get(number) ?? false);
			else modes.set(number, letter === 'r' ? (saved.get(number) ?? false) : letter === 'h');
		}
	}

	return [...modes].flatMap(([mode, isOn]) => (isOn ? [mode] : []));
}

/** A program in a real pseudo-terminal, with an emulator of its screen. */
export type OpenTerminal = ReturnType<typeof startTerminal>;

/** Starts a program in a pseudo-terminal, which is closed when the test ends. */
export function openTerminal(options?: OpenTerminalOptions): OpenTerminal {
	const terminal = startTerminal(options);
	onTestFinished(terminal.close);
	return terminal;
}

/** Opens the demo on its twelve projects. */
export async function openList({args = [], ...options}: OpenTerminalOptions = {}): Promise<OpenTerminal> {
	const terminal = openTerminal({...options, args: ['--demo', '--world', 'quiet', ...args]});
	await terminal.see('1 of 12');
	return terminal;
}

/** Starts a program in a pseudo-terminal. */
export function startTerminal(options: OpenTerminalOptions = {}) {
	const {command = process.execPath, script = program, args = [], columns = 80, rows = 24, env = {}, by} = options;
	if (!existsSync(script)) throw new Error(`${script} does not exist. Run npm run build first.`);
	const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'landfall-'));
	const emulator = new Terminal({cols: columns, rows, allowProposedApi: true});
	const line = [command, script, ...args];
	const [file = '', ...words] = by === undefined ? line : ['bash', '-c', by, 'bash', ...line];
	const child = spawn(file, words, {
		name: env.TERM ?? 'xterm-256color',
		cols: columns,
		rows,
		cwd: directory,
		env: programEnv(directory, {TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env}),
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
		emulator.parser.registerOscHandler(11, query => {
			const reply = () => {
				replies += `\u001B]11;rgb:${color}\u001B\\`;
				child.write(`\u001B]11;rgb:${color}\u001B\\`);
			};
			if (query === '?' && options.replyDelayMs === undefined) reply();
			else if (query === '?') setTimeout(reply, options.replyDelayMs);
			return true;
		});
	}

	const exited = new Promise<Exit>(resolve => {
		child.onExit(({exitCode, signal = 0}) => {
			hasExited = true;
			resolve({code: exitCode, signal});
		});
	});
	/** Resolves when the emulator has processed all output: it parses writes asynchronously. */
	const drawn = (): Promise<void> => new Promise(resolve => emulator.write('', resolve));

	const screen = () => shownRows(emulator).join('\n');

	/** Presses keys by name, or types texts. */
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) {
			child.write(keySequences[key] ?? key);
			// Only silence tells a lone escape from the start of a sequence.
			if (key === 'esc') await pause(150);
		}
	};
	/** Waits until the screen shows a text and returns the screen. A failure prints the screen. */
	const see = async (text: string | RegExp, timeoutMs = 60_000) => {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			await drawn();
			const shown = screen();
			if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown;
			if (Date.now() > deadline) throw new Error(`The screen does not show ${text}:\n${shown}`);
			await pause(15);
		}
	};

	return {
		emulator,
		directory,
		exited,
		/** Waits until letters work again after an answer. */
		endWord: () => pause(answerDelayMs),
		screen,
		pid: child.pid,
		/** What is left of the cursor in its row. Undefined if the cursor is hidden. */
		beforeCursor: () => textBeforeCursor(emulator),
		isAlternate: () => emulator.buffer.active.type === 'alternate',
		/** All output of the program. */
		written: () => written,
		/** What the emulator sent to the program in response to queries. */
		replies: () => replies,
		/** The DEC private modes that the program has set and not reset. */
		modesOn: () => modesLeftOn(written),
		kill: (signal: string) => child.kill(signal),
		type: (text: string) => child.write(text),
		/** Sends a bracketed paste. */
		paste: (text: string) => child.write(`\u001B[200~${text}\u001B[201~`),

		/** Stops reading output, as a terminal does after ctrl+s. */
		hold: () => child.pause(),
		/** Resumes reading. */
		release: () => child.resume(),
		/** Closes the terminal, as closing its window does. The type declarations lack this method. */
		hangUp: () => (child as pty.IPty & {destroy: () => void}).destroy(),

		/** Waits until the output meets a condition, and returns the `performance.now()` of that moment. */
		wrote: (isEnough: (written: string) => boolean) =>
			new Promise<number>(resolve => {
				if (isEnough(written)) return resolve(performance.now());
				const listener = child.onData(() => {
					if (!isEnough(written)) return;
					listener.dispose();
					resolve(performance.now());
				});
			}),

		press,
		see,

		/** Presses a key, or several, and waits until the screen has shown each of the texts. */
		async go(keys: string | readonly string[], ...texts: ReadonlyArray<string | RegExp>) {
			await press(...[keys].flat());
			for (const text of texts) await see(text);
			return screen();
		},

		resize(toColumns: number, toRows: number) {
			emulator.resize(toColumns, toRows);
			child.resize(toColumns, toRows);
		},

		close() {
			if (!hasExited) child.kill('SIGKILL');
			emulator.dispose();
			if (options.directory === undefined) removeDirectory(directory);
		},
	};
}
