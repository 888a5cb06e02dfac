import {Readable} from 'node:stream';
import {text as textOf} from 'node:stream/consumers';
import type {Handle} from '../../../src/api/transport/in-process.ts';
import {toServiceTime} from '../../../src/clock.ts';
import {isHeadless} from '../../../src/command-line/command-table.ts';
import {type HeadlessOptions, isLight} from '../../../src/command-line/headless-options.ts';
import {parseOptions} from '../../../src/command-line/options.ts';
import {CommandError} from '../../../src/commands/headless/command-error.ts';
import type {CommandContext} from '../../../src/commands/headless/context.ts';
import {createOutput} from '../../../src/commands/headless/output.ts';
import {runCommand} from '../../../src/commands/headless/run-command.ts';
import {runLightCommand} from '../../../src/commands/light-commands.ts';
import {runSessionCommand} from '../../../src/commands/session-commands.ts';
import type {JournalOwner} from '../../../src/journal/entries.ts';
import type {Sandbox, SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import {noPins, type Pins} from '../../../src/status-words.ts';
import type {Watches} from '../../../src/store/model/deployments/watches.ts';
import type {Service} from '../../../src/store/model/login.ts';
import {safe} from '../../../src/text.ts';
import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {startTestSession} from './session.ts';

export type CommandOptions = Pick<SandboxOptions, 'world' | 'projects' | 'seed'> & {
	/** Handles requests instead of the sandbox. */
	readonly handle?: Handle;
	/** Returns the error code with which the next connection fails, such as `ECONNREFUSED`, or undefined if it succeeds. */
	readonly connectError?: () => string | undefined;
	/** What is typed or piped into the command. */
	readonly input?: string;
	/** Whether more of it might come. Default: no. */
	readonly isInputOpen?: boolean;
	/** Files by path, as options name them. */
	readonly files?: Readonly<Record<string, string>>;
	/** Whether output and input are terminals, 80 cells wide. Default: no. */
	readonly isTerminal?: boolean;
	readonly isReadOnly?: boolean;
	readonly pins?: Pins;
	/** What the journal says is watched. */
	readonly watches?: Watches;
	/** Default: a journal in memory. */
	readonly journalPath?: string;
	/** The process that the command runs in. Default: none in particular. */
	readonly owner?: JournalOwner;
	/** How long a request takes. */
	readonly latencyMs?: number;
	/** Changes the service before the command opens it. */
	readonly guard?: (service: Service) => Service;
	readonly clock?: TestClock;
	/** What windows have in common that divide a budget. Without it, the command has its own. */
	readonly fingerprint?: string;
};

function parse(argv: readonly string[]): HeadlessOptions {
	const parsed = parseOptions(argv, {});
	if (!parsed.ok) throw new Error(parsed.sentence);
	if (!isHeadless(parsed.options.command)) throw new Error('The arguments do not run a command without a screen.');
	return parsed.options as HeadlessOptions;
}

export type RunningCommand = Awaited<ReturnType<typeof startCommand>>;

/** Starts a command on a sandbox of its own, on a test clock. Arguments with blanks are given as a list. */
export async function startCommand(
	line: string | readonly string[],
	{
		input = '',
		isInputOpen = false,
		files = {},
		isTerminal = false,
		pins = noPins,
		watches = new Map(),
		guard = service => service,
		clock = createTestClock(),
		...options
	}: CommandOptions = {},
) {
	const parsed = parse(typeof line === 'string' ? line.split(' ') : line);
	const written = {out: '', err: ''};
	const stream = (name: keyof typeof written) => ({
		isTTY: isTerminal,
		columns: 80,
		write(text: string) {
			written[name] += text;
			return true;
		},
	});
	const stdin = new Readable({read() {}});
	if (input !== '') stdin.push(input);
	if (!isInputOpen) stdin.push(null);
	const ended = new AbortController();
	const requests: string[] = [];
	const open = (isReading: boolean, sandbox?: Sandbox) =>
		startTestSession({
			clock,
			isReading,
			isRecovering: false,
			isObserver: isReading,
			requestsPerMinute: parsed.requestsPerMinute,
			isReadOnly: parsed.isReadOnly,
			...options,
			onRequest: request => requests.push(request),
			onService: guard,
			...(sandbox && {sandbox}),
		});

	const {sandbox, ...lonely} = await open(false);
	const context: CommandContext = {
		clock,
		random: () => 0.5,
		output: createOutput({
			stdout: stream('out') as never,
			stderr: stream('err') as never,
			isJson: parsed.isJson,
			isQuiet: parsed.isQuiet,
			paint: spans => spans.map(({text}) => text).join(''),
		}),
		input: Object.assign(stdin, {isTTY: isTerminal}),
		signal: ended.signal,
		openService: lonely.openService,

		async openSession({isReading, showsProjects = false}) {
			const {session, openService} = await open(isReading, sandbox);
			session.actions.enterService(await openService(), !showsProjects);
			return session;
		},

		async readText(path) {
			const text = path === '-' ? await textOf(stdin) : files[path];
			if (text === undefined) throw new CommandError(2, safe(`${path} could not be read (ENOENT).`));
			return text;
		},
		watches: async () => watches,
		rowContext: () => ({
			now: toServiceTime(clock.now(), 0),
			localNow: clock.now(),
			isAscii: parsed.isAscii,
			isTimeAbsolute: false,
			pins,
		}),
		pins,
	};
	const run = (given: CommandContext) =>
		isLight(parsed) ? runLightCommand(parsed, given) : runSessionCommand(parsed, given);
	const result = runCommand(run, context);
	let isOver = false;
	void result
		.catch(() => {})
		.finally(() => {
			isOver = true;
		});
	return {
		/** What was printed so far to standard output and to standard error. */
		out: () => written.out,
		err: () => written.err,
		/** The requests that were sent, such as `GET /v1/projects`. */
		requests: requests as readonly string[],
		clock,
		sandbox,
		/** Ends the command as a signal with this exit code does. */
		interrupt: (exitCode: number) => ended.abort(exitCode),
		/** Moves the clock until the command ends, and returns its exit code. */
		async end() {
			while (!isOver) await clock.advance(100);
			return result;
		},
	};
}

/** Runs a command to its end. Returns the exit code and what was printed. */
export async function runCommandLine(line: string | readonly string[], options?: CommandOptions) {
	const command = await startCommand(line, options);
	const code = await command.end();
	return {code, out: command.out(), err: command.err(), requests: command.requests, sandbox: command.sandbox};
}
