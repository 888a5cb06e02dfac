import {EventEmitter} from 'node:events';
import {applyKeysFile} from '../../../src/app/keyboard.ts';
import {showScreens} from '../../../src/app/screen-app.ts';
import type {PrivateText} from '../../../src/settings/private-file.ts';
import {answerDelayMs} from '../../../src/state/key-guard.ts';
import {sequencePauseMs} from '../../../src/terminal/key-input.ts';
import type {RunProgram} from '../../../src/terminal/programs.ts';
import {mountInk, scopes} from '../../../src/ui/app.tsx';
import * as speech from '../../../src/ui/screen-reader/speaker.ts';
import {settled} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {waitForText} from './frames.ts';
import {keySequences} from './key-sequences.ts';
import {observeInk} from './observed-ink.ts';
import {type SessionOptions, startTestSession} from './session.ts';
import {createTestTerminal} from './streams.ts';

type OpenOptions = SessionOptions & {
	/** For landfall's own files. Default: a temporary directory. */
	readonly directory?: string;
	/** Stands in for the editor: changes the file and returns the exit code, or why the editor did not start. */
	readonly edit?: (path: string, program: string) => number | string;
	/** Ink loads once this resolves. Default: immediately. */
	readonly inkMayLoad?: Promise<void>;
	/** Whether landfall speaks to a screen reader instead of painting. */
	readonly isSpoken?: boolean;
	/** The user's `keys.json`. */
	readonly keysFile?: PrivateText;
	/** Whether the terminal shows links. Default: false. */
	readonly hasLinks?: boolean;
	/** Whether only ASCII characters are shown. Default: false. */
	readonly isAscii?: boolean;
	/** The environment variables that describe the terminal. */
	readonly environment?: Readonly<Record<string, string>>;
};

type RanProgram = {readonly program: string; readonly args: readonly string[]} & Partial<{
	readonly input: string | undefined;
	readonly facts: Readonly<Record<string, string>> | undefined;
}>;

/** The whole app on its own sandbox: what a user does and sees. */
export type OpenApp = Awaited<ReturnType<typeof open>>;

/** Opens landfall on a sandbox, in an emulated terminal and on a test clock. */
export async function open(options: OpenOptions = {}) {
	const {
		columns = 80,
		rows = 24,
		environment = {},
		hasLinks = false,
		isAscii = false,
		directory = temporaryDirectory(),
		edit = () => 'there is no editor',
		inkMayLoad,
		keysFile,
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
	const process = Object.assign(new EventEmitter(), {
		exit() {},
		kill: () => true,
		stdout: terminal.stdout,
		stderr: new EventEmitter(),
		env: environment,
		platform: 'linux',
	}) as unknown as NodeJS.Process;
	void showScreens({
		session,
		clock,
		process,
		stdin: terminal.stdin,
		run,
		runInTerminal: (program, args) => edit(args.at(-1) ?? '', program),
		hasColor: true,
		isTrueColor: true,
		hasBackgroundQuery: true,
		hasLinks,
		isAscii,
		speech: options.isSpoken ? speech : undefined,
		async loadInk() {
			inkLoads++;
			await inkMayLoad;
			return {mountInk: observed.mountInk, scopes, customKeys: keysFile && applyKeysFile(keysFile, scopes)};
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
		/** The lines of the screen. */
		lines: terminal.lines,
		state: session.store.get,
		resize,
		/** Waits until the screen shows a text and returns the screen. A failure prints the screen. */
		see: (text: string | RegExp) => waitForText(screen, text),
		/** Presses keys by name, one after the other. */
		press: (...keys: readonly string[]) => write(keys.map(key => keySequences[key] ?? key)),
		/** Sends several characters in one chunk. */
		burst: terminal.type,
		/** Types a text, character by character. */
		type: (text: string) => write(text),
		/** Waits for half a second: a question takes no answer before that. */
		readQuestion: () => clock.advance(answerDelayMs),
		/** Opens a question with a key, reads it, and presses the keys that answer it. */
		async answer(key: string, ...answer: readonly string[]) {
			await write([keySequences[key] ?? key]);
			await clock.advance(answerDelayMs);
			await write(answer.map(name => keySequences[name] ?? name));
		},
		/** Lets seconds pass one by one, so that each timer fires at its time. */
		async seconds(count: number) {
			for (let second = 0; second < count; second++) await clock.advance(1000);
		},
		/** The requests that landfall sent, such as `GET /v1/projects`. */
		requests: () => requests,

		/** Sends a write to the sandbox, as a teammate would. */
		requestAsTeammate(method: 'POST' | 'PATCH' | 'DELETE', target: string, body?: unknown) {
			const headers = new Map([
				['authorization', `Bearer ${apiKey}`],
				['content-type', 'application/json'],
			]);
			sandbox.handle({method, target, headers, body: body === undefined ? '' : JSON.stringify(body)});
		},

		/** The line of the selected row. */
		selectedLine: () =>
			screen()
				.split('\n')
				.find(line => line.startsWith('▌')) ?? '',
		/** The programs that landfall ran, in order. */
		ran: ran as readonly RanProgram[],
		hasLeft: () => hasLeft,
		/** How often Ink has been loaded. */
		inkLoads: () => inkLoads,
		inkWork: observed.work,
		/** Calls the listener with each key for a widget of Ink. */
		onWidgetKey: observed.onWidgetKey,

		close() {
			process.emit('SIGHUP', 'SIGHUP');
			session.stop();
			terminal.close();
			sandbox.close();
		},
	};
}

/** Opens landfall in the demo. */
export async function openDemo(options?: OpenOptions) {
	return open({...options, isInDemo: true});
}

/** Opens the demo on its twelve projects. */
export async function openList(options?: OpenOptions): Promise<OpenApp> {
	const app = await openDemo(options);
	await app.see('1 of 12');
	return app;
}
