import {existsSync, mkdtempSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type * as pty from '@lydell/node-pty';
import {onTestFinished} from 'vitest';
import {answerDelayMs} from '../../../src/state/key-guard.ts';
import {removeDirectory} from '../fixtures/temporary-directory.ts';
import {shownLines, textBeforeCursor} from './emulator-screen.ts';
import {keySequences} from './key-sequences.ts';
import {Terminal} from './streams.ts';

// The named exports of this CommonJS package cannot be imported.
const {spawn}: typeof pty = createRequire(import.meta.url)('@lydell/node-pty');

export const program = join(import.meta.dirname, '../../../dist/landfall.js');

/** Inherits only PATH and the cache of compiled code. */
export const programEnv = (directory: string, env: Readonly<Record<string, string>> = {}) => ({
	PATH: process.env.PATH ?? '',
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
	HOME: directory,
	LANDFALL_CONFIG_DIR: directory,
	...env,
});

export type OpenTerminalOptions = {
	readonly command?: string;
	readonly script?: string;
	readonly args?: readonly string[];
	/** A line of bash that may run the program as `"$@"`. */
	readonly by?: string;
	readonly columns?: number;
	readonly rows?: number;
	readonly env?: Readonly<Record<string, string>>;
	readonly directory?: string;
	/** Reported as `#rrggbb`. Undefined: the terminal does not answer the query. */
	readonly background?: string;
	readonly replyDelayMs?: number;
};

type Exit = {readonly code: number; readonly signal: number};

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** DEC private modes that the output sets and neither resets nor restores. */
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

export type OpenTerminal = ReturnType<typeof startTerminal>;

/** Starts a program in a pseudo-terminal, until the test ends. */
export function openTerminal(options?: OpenTerminalOptions): OpenTerminal {
	const terminal = startTerminal(options);
	onTestFinished(terminal.close);
	return terminal;
}

export async function openList({args = [], ...options}: OpenTerminalOptions = {}): Promise<OpenTerminal> {
	const terminal = openTerminal({...options, args: ['--demo', '--world', 'quiet', ...args]});
	await terminal.see('1 of 12');
	return terminal;
}

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
	const answer = (data: string) => {
		replies += data;
		child.write(data);
	};
	emulator.onData(answer);
	if (options.background) {
		const color = (options.background.match(/[\da-f]{2}/g) ?? []).join('/');
		emulator.parser.registerOscHandler(11, query => {
			const reply = () => answer(`\u001B]11;rgb:${color}\u001B\\`);
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
	/** The emulator parses writes asynchronously. */
	const drawn = (): Promise<void> => new Promise(resolve => emulator.write('', resolve));

	const screen = () => shownLines(emulator).join('\n');

	const press = async (...keys: readonly string[]) => {
		for (const key of keys) {
			child.write(keySequences[key] ?? key);
			// Only silence tells a lone escape from the start of a sequence.
			if (key === 'esc') await pause(150);
		}
	};
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
		/** After an answer, letters work again only after a pause. */
		endWord: () => pause(answerDelayMs),
		screen,
		pid: child.pid,
		/** The text left of the cursor. Undefined if it is hidden. */
		beforeCursor: () => textBeforeCursor(emulator),
		isAlternate: () => emulator.buffer.active.type === 'alternate',
		written: () => written,
		replies: () => replies,
		modesOn: () => modesLeftOn(written),
		kill: (signal: string) => child.kill(signal),
		type: (text: string) => child.write(text),
		paste: (text: string) => child.write(`\u001B[200~${text}\u001B[201~`),
		hold: () => child.pause(),
		release: () => child.resume(),
		/** Like closing the window. The type declarations lack this method. */
		hangUp: () => (child as pty.IPty & {destroy: () => void}).destroy(),
		/** Resolves with the `performance.now()` at which the output meets the condition. */
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
