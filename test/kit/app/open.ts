import {EventEmitter} from 'node:events';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {applyKeysFile} from '../../../src/app/keys-in-force.ts';
import {showScreens} from '../../../src/app/screen-app.ts';
import type {PrivateJson} from '../../../src/settings/private-json.ts';
import {answerDelayMs} from '../../../src/state/key-guard.ts';
import {currentScreen} from '../../../src/state/state.ts';
import {escapePauseMs} from '../../../src/terminal/key-input.ts';
import type {FollowProgram, RunProgram} from '../../../src/terminal/programs.ts';
import {type MountedInk, mountInk, scopes} from '../../../src/ui/app.tsx';
import * as speech from '../../../src/ui/speaker.ts';
import {createTestClock, settled} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {createTeam, type Team} from '../services/team.ts';
import {textBeforeCursor} from './emulator-screen.ts';
import {waitForText} from './frames.ts';
import {keySequences} from './key-sequences.ts';
import {type SessionOptions, startTestSession} from './session.ts';
import {createTestTerminal} from './streams.ts';

export type OpenOptions = SessionOptions & {
	/** For landfall's own files. Default: a temporary directory. */
	readonly directory?: string;
	/** Whether lists are written without Ink while nothing covers them. Default: true. */
	readonly hasFastRows?: boolean;
	/** Whether landfall speaks to a screen reader instead of painting. */
	readonly isSpoken?: boolean;
	/** The user's `keys.json`. */
	readonly keysFile?: PrivateJson;
	/** The user's own commands, as `config.json` has them: for all profiles. */
	readonly userCommands?: readonly object[];
	/** Whether the terminal shows links. Default: false. */
	readonly hasLinks?: boolean;
	/** Whether only ASCII characters are shown. Default: false. */
	readonly isAscii?: boolean;
	/** The environment variables that describe the terminal. */
	readonly environment?: Readonly<Record<string, string>>;
	readonly platform?: NodeJS.Platform;
};

type RanProgram = {readonly program: string; readonly args: readonly string[]} & Partial<{
	readonly input: string | undefined;
	readonly facts: Readonly<Record<string, string>> | undefined;
}>;

/** A program of the user's own, which prints and ends when the test says so. */
type FollowedProgram = {
	readonly argv: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	readonly print: (text: string) => void;
	readonly end: (how: string, isGood?: boolean) => void;
	/** Why landfall ended it. */
	readonly stops: readonly string[];
};

/** The whole app on its own sandbox: what a user does and sees. */
export type OpenApp = Awaited<ReturnType<typeof start>>;

/** The app that was opened last. */
export let app: OpenApp;

/** Among the keys that are pressed: a user's pause to look at the question or form that has opened, which takes no keys before. */
const halfASecond = 'half a second';

/** What the screen shows, each at some time after a step. */
type Texts = ReadonlyArray<string | RegExp>;

/** Opens landfall on a sandbox, in an emulated terminal and on a test clock, until the test ends. */
export async function open(options: OpenOptions = {}, ...texts: Texts): Promise<OpenApp> {
	app = await start(options);
	onTestFinished(app.close);
	await app.see(...texts);
	return app;
}

/** Opens landfall in the demo. */
export const openDemo = (options?: OpenOptions, ...texts: Texts): Promise<OpenApp> =>
	open({...options, isInDemo: true}, ...texts);

/** Opens the demo on its twelve projects. */
export async function openList(options?: OpenOptions): Promise<void> {
	await openDemo(options, '1 of 12');
}

/** Adds deployments before the app opens. */
export type Prepare = (team: Team, now: number) => unknown;

export type TeamOptions = Omit<OpenOptions, 'handle' | 'projects'> &
	Partial<Pick<Parameters<typeof createTeam>[0], 'skewMs' | 'order' | 'readFault' | 'visibleAfterMs'>> & {
		readonly prepare?: Prepare;
		/** The deployments of each project before the app opens, the oldest first: their conclusions, or their statuses while they are in progress. */
		readonly deployed?: Readonly<Record<string, string | readonly string[]>>;
		/** Whether the journal is a file, which a restart finds. Default: false. */
		readonly hasJournal?: boolean;
	};

/** Opens landfall on a team with these projects, on the same clock. */
export async function openOnTeam(projects: readonly string[], options: TeamOptions = {}) {
	const {prepare, deployed = {}, clock = createTestClock(), hasJournal = false, ...others} = options;
	const journal = hasJournal ? {journalPath: join(temporaryDirectory(), 'journal.sqlite')} : {};
	const team = createTeam({clock, projects, ...others});
	for (const [id, words] of Object.entries(deployed)) for (const word of [words].flat()) team.deployWith(id, word);
	await prepare?.(team, clock.now());
	let opened: OpenApp | undefined;
	/** Ends landfall and opens it again, on the same team. */
	const reopen = async (): Promise<OpenApp> => {
		opened?.close();
		opened = await openDemo({...others, ...journal, clock, handle: team.handle});
		await opened.see(/of \d/);
		return opened;
	};
	await reopen();
	return {team, clock, reopen};
}

async function start(options: OpenOptions) {
	const {
		columns = 80,
		rows = 24,
		environment = {},
		platform = 'linux',
		hasLinks = false,
		isAscii = false,
		directory = temporaryDirectory(),
		hasFastRows = true,
		keysFile = {content: {}, text: '{}'},
		userCommands = [],
	} = options;
	const ran: RanProgram[] = [];
	const run: RunProgram = async (program, args, {input, facts} = {}) => {
		ran.push({program, args, input: input?.toString(), facts});
		return true;
	};
	const followed: FollowedProgram[] = [];
	const follow: FollowProgram = (argv, {variables, onOutput}) => {
		const {promise, resolve} = Promise.withResolvers<{readonly how: string; readonly isGood: boolean}>();
		const end = (how: string, isGood = false) => resolve({how, isGood});
		const program = {argv, variables, print: (text: string) => onOutput?.(text), end, stops: [] as string[]};
		followed.push(program);
		const stop = (why: string) => {
			program.stops.push(why);
			end(why);
		};
		return {ended: promise, stop};
	};
	let cableFault: string | undefined;
	let ink: MountedInk | undefined;
	/** Resolves when all work that is ready to run has run, and the screen shows it. */
	const settle = async () => {
		await settled();
		// A frame can start the wait of a question, which the next one shows.
		for (let frame = 0; frame < 2; frame++) {
			await ink?.waitUntilRenderFlush();
			await new Promise(resolve => setImmediate(resolve));
		}
	};
	const {session, clock, sandbox, apiKey, requests, outages} = await startTestSession({
		connectError: () => cableFault,
		...options,
	});
	clock.settleBy(settle);
	const {store} = session;
	let hasLeft = false;
	const terminal = createTestTerminal(columns, rows);
	const written = userCommands.map((value, at) => ({value, line: at + 2, profile: undefined}));
	// Signals and exit codes are tested with a real process, in test/e2e.
	const process = Object.assign(new EventEmitter(), {
		exit() {},
		kill: () => true,
		stdout: terminal.stdout,
		stderr: new EventEmitter(),
		env: environment,
		platform,
	}) as unknown as NodeJS.Process;
	void showScreens({
		session,
		clock,
		process,
		stdin: terminal.stdin,
		run,
		follow,
		runInTerminal: () => ({ended: Promise.resolve({how: 'ended', isGood: true}), pass() {}}),
		keyboard: 0,
		hasColor: true,
		isTrueColor: true,
		hasBackgroundQuery: true,
		hasLinks,
		isAscii,
		speech: options.isSpoken ? speech : undefined,
		mountInk(mountOptions) {
			ink = mountInk(mountOptions);
			return ink;
		},
		scopes,
		keysFile: applyKeysFile(keysFile, scopes, written),
		hasFastRows,
		crash: {directory, about: '', redact: text => text.replaceAll(apiKey, '[key]')},
	}).then(() => {
		hasLeft = true;
	});

	const screen = () => terminal.lines().join('\n');
	const see = async (...texts: Texts) => {
		let shown = screen();
		for (const text of texts) shown = await waitForText(screen, text);
		return shown;
	};
	const write = async (keys: Iterable<string>) => {
		for (const key of keys) {
			if (key === halfASecond) {
				await clock.advance(answerDelayMs);
				continue;
			}

			terminal.type(key);
			// Only silence tells a lone escape from the start of a sequence.
			if (key === '\u001B') await clock.advance(escapePauseMs);
			await settle();
		}
	};
	const press = (...keys: readonly string[]) => write(keys.map(key => keySequences[key] ?? key));
	/** Reads the question on the screen, presses the keys that answer it, and waits for the texts, and until letters work again. */
	const reply = async (answer: string | readonly string[], ...texts: Texts) => {
		await clock.advance(answerDelayMs);
		await press(...[answer].flat());
		if (/^(?:[yn]|enter)$/.test([answer].flat().at(-1) ?? '')) await clock.advance(answerDelayMs);
		return see(...texts);
	};
	const selectedLine = () => terminal.lines().find(line => line.startsWith('▌')) ?? '';
	let isOpen = true;

	await settle();
	return {
		terminal,
		clock,
		sandbox,
		session,
		screen,
		/** The lines of the screen. */
		lines: terminal.lines,
		/** The line of the selected row, and its number. */
		selectedLine,
		selectedRow: () => terminal.lines().indexOf(selectedLine()),
		/** A cell of the screen, with its colours. */
		cell: (row: number, column: number) => terminal.emulator.buffer.active.getLine(row)?.getCell(column),
		/** What is left of the cursor in its row. Undefined if the cursor is hidden. */
		beforeCursor: () => textBeforeCursor(terminal.emulator),
		state: store.get,
		change: store.change,
		/** The name of the screen below any dialog. */
		screenName: () => currentScreen(store.get()).name,

		async resize(toColumns: number, toRows: number) {
			terminal.resize(toColumns, toRows);
			await settle();
		},

		/** Waits until the screen has shown each of the texts, and returns it. A failure prints the screen. */
		see,

		/** Presses a key, or several, and waits until the screen has shown each of the texts. */
		async go(keys: string | readonly string[], ...texts: Texts) {
			await press(...[keys].flat());
			return see(...texts);
		},

		/** Lets time pass, and then waits until the screen has shown each of the texts. */
		async wait(ms: number, ...texts: Texts) {
			await clock.advance(ms);
			return see(...texts);
		},

		/** Lets up to ten minutes pass until the screen shows a text. */
		async until(text: string | RegExp) {
			const isShown = () => (typeof text === 'string' ? screen().includes(text) : text.test(screen()));
			for (let step = 0; step < 6000 && !isShown(); step++) await clock.advance(100);
			return waitForText(screen, text);
		},

		/** Presses keys by name, one after the other. */
		press,
		/** Sends several characters in one chunk. */
		burst: terminal.type,
		/** Types a text, character by character. */
		type: (text: string) => write(text),
		paste: (text: string) => write([`\u001B[200~${text}\u001B[201~`]),
		/** Reports that the terminal has the focus, or has lost it. */
		focus: (isFocused: boolean) => write([isFocused ? '\u001B[I' : '\u001B[O']),
		/** Waits until letters work again after an answer. */
		endWord: () => clock.advance(answerDelayMs),
		/** Opens a question with a key, and answers it. */
		async answer(key: string, answer: string | readonly string[], ...texts: Texts) {
			await press(key);
			return reply(answer, ...texts);
		},
		reply,

		/** The requests that landfall sent, such as `GET /v1/projects`. */
		requests: () => requests,
		/** How many of them match. */
		requestCount: (pattern: RegExp) => requests.filter(request => pattern.test(request)).length,
		writes: () => requests.filter(request => !request.startsWith('GET')),
		/** Answers that replace those of the service. */
		outages,
		/** Makes connections fail, until `reconnect`. */
		disconnect(code = 'ECONNREFUSED') {
			cableFault = code;
		},
		reconnect() {
			cableFault = undefined;
		},

		/** Sends a write to the sandbox, as a teammate would. */
		requestAsTeammate: sandbox.ask,

		/** Every text that was sent to the clipboard of the terminal, in order. */
		copied: (): readonly string[] =>
			[...terminal.writes.join('').matchAll(/\u001B\]52;c;([\w+/=]*)\u0007/g)].map(([, content = '']) =>
				Buffer.from(content, 'base64').toString(),
			),
		/** The programs that landfall ran, in order. */
		ran: ran as readonly RanProgram[],
		/** The user's own commands that run without a terminal, in order. */
		followed: followed as readonly FollowedProgram[],
		hasLeft: () => hasLeft,

		/** Ends landfall, as closing the terminal does. */
		close() {
			if (!isOpen) return;
			isOpen = false;
			process.emit('SIGHUP', 'SIGHUP');
			session.stop();
			terminal.close();
		},
	};
}
