import {EventEmitter} from 'node:events';
import type {CustomKeys} from '../../../src/app/keys/custom-keys.ts';
import {showScreens} from '../../../src/app/screens.ts';
import type {Sandbox} from '../../../src/sandbox/sandbox.ts';
import {answerDelayMs} from '../../../src/store/reducers/key-guard.ts';
import type {Session} from '../../../src/store/session.ts';
import {sequencePauseMs} from '../../../src/terminal/input/key-input.ts';
import type {RunProgram} from '../../../src/terminal/os/run.ts';
import type {Layers} from '../../../src/ui/contexts.ts';
import {layers, mountInk, themes} from '../../../src/ui/ink.tsx';
import * as speech from '../../../src/ui/screen-reader/speaker.ts';
import {settled, type TestClock} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {keySequences} from './key-sequences.ts';
import {type InkWork, observeInk} from './observed-ink.ts';
import {type SessionOptions, startTestSession} from './session.ts';
import {createTestTerminal, type TestTerminal} from './streams.ts';
import {waitForText} from './wait-for-text.ts';

type OpenOptions = SessionOptions & {
	/** For landfall's own files. Default: a temporary directory. */
	readonly directory?: string;
	/** Stands in for the editor: changes the file and returns the exit code, or why the editor did not start. */
	readonly edit?: (path: string, program: string) => number | string;
	/** Ink loads once this resolves. Default: immediately. */
	readonly inkMayLoad?: Promise<void>;
	/** Whether landfall speaks to a screen reader instead of painting. */
	readonly isSpoken?: boolean;
	/** The user's own key bindings. */
	readonly customKeys?: (layers: Layers) => CustomKeys;
	/** Whether the terminal shows links. Default: false. */
	readonly hasLinks?: boolean;
	/** The environment variables that describe the terminal. */
	readonly environment?: Readonly<Record<string, string>>;
};

/** The whole app on its own sandbox: what a user does and sees. */
export type OpenApp = {
	/** Waits until the screen shows a text and returns the screen. A failure prints the screen. */
	readonly see: (text: string | RegExp) => Promise<string>;
	/** Presses keys by name, one after the other. */
	readonly press: (...keys: readonly string[]) => Promise<void>;
	/** Sends several characters in one chunk. */
	readonly burst: (keys: string) => void;
	/** Waits for half a second: a question takes no answer before that. */
	readonly readQuestion: () => Promise<void>;
	/** Types a text, character by character. */
	readonly type: (text: string) => Promise<void>;
	readonly screen: () => string;
	/** The line of the selected row. */
	readonly selectedLine: () => string;
	readonly resize: (columns: number, rows: number) => Promise<void>;
	readonly terminal: TestTerminal;
	readonly clock: TestClock;
	readonly sandbox: Sandbox;
	readonly session: Session;
	/** Sends a write to the sandbox, as a teammate would. */
	readonly requestAsTeammate: (method: 'POST' | 'PATCH' | 'DELETE', target: string, body?: unknown) => void;
	/** The requests that landfall sent, such as `GET /v1/projects`. */
	readonly requests: () => readonly string[];
	/** How often Ink has been loaded. */
	readonly inkLoads: () => number;
	readonly inkWork: () => InkWork;
	/** Calls the listener with each key for a widget of Ink. */
	readonly onWidgetKey: (listener: (chunk: string) => void) => void;
	readonly close: () => void;
	readonly hasLeft: () => boolean;
	/** The programs that landfall ran, in order. */
	readonly ran: readonly RanProgram[];
};

type RanProgram = {readonly program: string; readonly args: readonly string[]} & Partial<{
	readonly input: string | undefined;
	readonly facts: Readonly<Record<string, string>> | undefined;
}>;

/** Opens landfall on a sandbox, in an emulated terminal and on a test clock. */
export async function open(options: OpenOptions = {}): Promise<OpenApp> {
	const {
		columns = 80,
		rows = 24,
		environment = {},
		hasLinks = false,
		directory = temporaryDirectory(),
		edit = () => 'there is no editor',
		inkMayLoad,
	} = options;
	const ran: RanProgram[] = [];
	const run: RunProgram = async (program, args, {input, facts} = {}) => {
		ran.push({program, args, input, facts});
		return true;
	};
	const {session, clock, sandbox, apiKey, requests} = await startTestSession(options);
	let hasLeft = false;
	let inkLoads = 0;
	const observed = observeInk(mountInk);
	const terminal = createTestTerminal(columns, rows);
	// Signals and exit codes are tested with a real process, in test/e2e.
	const process = Object.assign(new EventEmitter(), {exit: () => {}, kill: () => true}) as unknown as NodeJS.Process;
	const stderr = new EventEmitter() as unknown as NodeJS.WriteStream;
	void showScreens({
		session,
		clock,
		process,
		stderr,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		run,
		runInTerminal: (program, args) => edit(args.at(-1) ?? '', program),
		environment,
		platform: 'linux',
		hasColor: true,
		isTrueColor: true,
		hasBackgroundQuery: true,
		hasLinks,
		isAscii: false,
		speech: options.isSpoken ? speech : undefined,
		customKeys: options.customKeys,
		themes: options.preferences?.theme && themes,
		async loadInk() {
			inkLoads++;
			await inkMayLoad;
			return {mountInk: observed.mountInk, layers, themes};
		},
		crash: {directory, about: '', redact: text => text},
	}).then(() => {
		hasLeft = true;
	});
	const resize = async (toColumns: number, toRows: number) => {
		terminal.resize(toColumns, toRows);
		await settled();
	};

	const screen = () => terminal.lines().join('\n');
	const write = async (keys: Iterable<string>) => {
		for (const key of keys) {
			terminal.type(key);
			// Only silence tells a lone escape from the start of a sequence.
			if (key === '\u001B') await clock.advance(sequencePauseMs);
			await settled();
		}
	};

	await settled();
	return {
		terminal,
		clock,
		sandbox,
		session,
		screen,
		resize,
		press: (...keys) => write(keys.map(key => keySequences[key] ?? key)),
		burst: terminal.type,
		type: write,
		readQuestion: () => clock.advance(answerDelayMs),
		requests: () => requests,

		requestAsTeammate(method, target, body) {
			const headers = new Map([
				['authorization', `Bearer ${apiKey}`],
				['content-type', 'application/json'],
			]);
			sandbox.handle({method, target, headers, body: body === undefined ? '' : JSON.stringify(body)});
		},

		selectedLine: () =>
			screen()
				.split('\n')
				.find(line => line.startsWith('▌')) ?? '',
		ran,
		hasLeft: () => hasLeft,
		inkLoads: () => inkLoads,
		inkWork: observed.work,
		onWidgetKey: observed.onWidgetKey,

		see: text => waitForText(screen, text),

		close() {
			process.emit('SIGHUP', 'SIGHUP');
			session.stop();
			terminal.close();
			sandbox.close();
		},
	};
}

/** Opens landfall in the demo. */
export async function openDemo(options?: OpenOptions): Promise<OpenApp> {
	return open({...options, isInDemo: true});
}

/** Opens the demo on its twelve projects. */
export async function openList(options?: OpenOptions): Promise<OpenApp> {
	const app = await openDemo(options);
	await app.see('1 of 12');
	return app;
}
