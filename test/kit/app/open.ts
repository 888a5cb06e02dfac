import {EventEmitter} from 'node:events';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {applyKeysFile} from '../../../src/app/keys-in-force.ts';
import {showScreens} from '../../../src/app/screen-app.ts';
import type {PrivateJson} from '../../../src/settings/private-json.ts';
import {answerDelayMs, unshownQuestion} from '../../../src/state/key-guard.ts';
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
	readonly directory?: string;
	readonly hasFastRows?: boolean;
	readonly isSpoken?: boolean;
	readonly keysFile?: PrivateJson;
	/** As in `config.json`, for all profiles. */
	readonly customCommands?: readonly object[];
	readonly hasLinks?: boolean;
	readonly isAscii?: boolean;
	readonly environment?: Readonly<Record<string, string>>;
	readonly platform?: NodeJS.Platform;
};

type RanProgram = {readonly program: string; readonly args: readonly string[]} & Partial<{
	readonly input: string | undefined;
	readonly facts: Readonly<Record<string, string>> | undefined;
}>;

/** A program of a custom command. The test makes it print and end. */
type FollowedProgram = {
	readonly argv: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	readonly print: (text: string) => void;
	readonly end: (how: string, isGood?: boolean) => void;
	readonly stops: readonly string[];
};

export type OpenApp = Awaited<ReturnType<typeof start>>;

/** Among pressed keys: a pause of the user, before which a new question or form takes no keys. */
const halfASecond = 'half a second';

/** The screen shows each of these at some time after a step. */
type Texts = ReadonlyArray<string | RegExp>;

/** Opens landfall on a sandbox, an emulated terminal and a test clock, until the test ends. */
export async function open(options: OpenOptions = {}, ...texts: Texts): Promise<OpenApp> {
	const app = await start(options);
	onTestFinished(app.close);
	await app.see(...texts);
	return app;
}

export const openDemo = (options?: OpenOptions, ...texts: Texts): Promise<OpenApp> =>
	open({...options, isInDemo: true}, ...texts);

export const openList = (options?: OpenOptions): Promise<OpenApp> => openDemo(options, '1 of 12');

export type Prepare = (team: Team, now: number) => unknown;

export type TeamOptions = Omit<OpenOptions, 'handle' | 'projects'> &
	Partial<Pick<Parameters<typeof createTeam>[0], 'skewMs' | 'order' | 'readFault' | 'visibleAfterMs'>> & {
		readonly prepare?: Prepare;
		/** By project, the oldest first: the conclusion of each deployment, or its status while in progress. */
		readonly deployed?: Readonly<Record<string, string | readonly string[]>>;
		/** Keeps the journal in a file, which a restart finds. */
		readonly hasJournal?: boolean;
	};

/** Opens landfall on a team, on the same clock. */
export async function openOnTeam(projects: readonly string[], options: TeamOptions = {}) {
	const {prepare, deployed = {}, clock = createTestClock(), hasJournal = false, ...others} = options;
	const journal = hasJournal ? {journalPath: join(temporaryDirectory(), 'journal.sqlite')} : {};
	const team = createTeam({clock, projects, ...others});
	for (const [id, words] of Object.entries(deployed)) for (const word of [words].flat()) team.deployWith(id, word);
	await prepare?.(team, clock.now());
	let app: OpenApp | undefined;
	const reopen = async (): Promise<OpenApp> => {
		app?.close();
		app = await openDemo({...others, ...journal, clock, handle: team.handle}, /of \d/);
		return app;
	};
	return {app: await reopen(), team, clock, reopen};
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
		customCommands = [],
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
	/** Resolves when all ready work has run and the screen shows it. Between two timers it shows only a question, whose wait begins with its frame. */
	const settle = async (isLast = true) => {
		await settled();
		if (!isLast && unshownQuestion(store.get()) === undefined) return;
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
	const written = customCommands.map((value, at) => ({value, line: at + 2, profile: undefined}));
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
			// Ink draws a frame when the test is about to look, and hardly any between two timers.
			ink = mountInk({...mountOptions, maxFps: 5});
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
	/** Answers the question on the screen after the half second, and waits until letters work again. */
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
		lines: terminal.lines,
		selectedLine,
		selectedRow: () => terminal.lines().indexOf(selectedLine()),
		cell: (row: number, column: number) => terminal.emulator.buffer.active.getLine(row)?.getCell(column),
		/** The text left of the cursor. Undefined if it is hidden. */
		beforeCursor: () => textBeforeCursor(terminal.emulator),
		state: store.get,
		change: store.change,
		screenName: () => currentScreen(store.get()).name,
		async resize(toColumns: number, toRows: number) {
			terminal.resize(toColumns, toRows);
			await settle();
		},
		see,
		async go(keys: string | readonly string[], ...texts: Texts) {
			await press(...[keys].flat());
			return see(...texts);
		},
		async wait(ms: number, ...texts: Texts) {
			await clock.advance(ms);
			return see(...texts);
		},
		/** Lets at most ten minutes pass until the screen shows a text. */
		async until(text: string | RegExp) {
			const isShown = () => (typeof text === 'string' ? screen().includes(text) : text.test(screen()));
			for (let step = 0; step < 6000 && !isShown(); step++) await clock.advance(100);
			return waitForText(screen, text);
		},
		press,
		burst: terminal.type,
		type: (text: string) => write(text),
		paste: (text: string) => write([`\u001B[200~${text}\u001B[201~`]),
		focus: (isFocused: boolean) => write([isFocused ? '\u001B[I' : '\u001B[O']),
		/** After an answer, letters work again only after a pause. */
		endWord: () => clock.advance(answerDelayMs),
		async answer(key: string, answer: string | readonly string[], ...texts: Texts) {
			await press(key);
			return reply(answer, ...texts);
		},
		reply,
		requests: () => requests,
		requestCount: (pattern: RegExp) => requests.filter(request => pattern.test(request)).length,
		writes: () => requests.filter(request => !request.startsWith('GET')),
		outages,
		disconnect(code = 'ECONNREFUSED') {
			cableFault = code;
		},
		reconnect() {
			cableFault = undefined;
		},
		requestAsTeammate: sandbox.ask,
		copied: (): readonly string[] =>
			[...terminal.writes.join('').matchAll(/\u001B\]52;c;([\w+/=]*)\u0007/g)].map(([, content = '']) =>
				Buffer.from(content, 'base64').toString(),
			),
		ran: ran as readonly RanProgram[],
		followed: followed as readonly FollowedProgram[],
		hasLeft: () => hasLeft,
		close() {
			if (!isOpen) return;
			isOpen = false;
			process.emit('SIGHUP', 'SIGHUP');
			session.stop();
			terminal.close();
		},
	};
}
