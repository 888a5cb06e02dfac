import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {posix, win32} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import type {CommandOutput} from '../base/command-output.ts';
import {wholeDuration} from '../base/duration.ts';
import {isSystemError} from '../base/files.ts';
import {createEraser} from '../base/redaction.ts';
import {type SafeText, safe} from '../base/text.ts';

/** Whether a program is a name, which is looked up on PATH, or an absolute path. Any other path depends on the current directory, where an attacker may have put a program. */
export const isFixedProgram = (program: string, platform: string): boolean =>
	platform === 'win32'
		? win32.isAbsolute(program) || !/[\\/:]/.test(program)
		: posix.isAbsolute(program) || !program.includes('/');

export const notFixedText = 'neither the name of a program on PATH nor an absolute path';

/** Returns the environment for child processes. Its PATH has only absolute entries, so that no program is looked up in the current directory, where an attacker may have put one. An empty entry means that directory, too. */
export function environmentFor(environment: NodeJS.ProcessEnv, platform: string): NodeJS.ProcessEnv {
	const {delimiter, isAbsolute} = platform === 'win32' ? win32 : posix;
	// On Windows, variable names ignore case, but a copy of the environment does not.
	const isPath = (name: string) => name === 'PATH' || (platform === 'win32' && name.toUpperCase() === 'PATH');
	const name = Object.keys(environment).find(isPath) ?? 'PATH';
	const kept = (environment[name] ?? '').split(delimiter).filter(isAbsolute).join(delimiter);
	// An empty PATH would mean the current directory; without a PATH, the system uses its default.
	return {...environment, [name]: kept || undefined};
}

/** Runs a program without a shell. Resolves to true if it exits with 0 or is still running after two seconds. Never rejects. */
export type RunProgram = (
	program: string,
	args: readonly string[],
	options?: {
		readonly input?: string | Uint8Array;
		readonly facts?: Readonly<Record<string, string>>;
	},
) => Promise<boolean>;

/** Runs a program without a terminal, so that it can neither draw over the screen nor read the keyboard. `ended` resolves to how it ended, phrased as the rest of a sentence that begins with the program; `isGood` says whether it ended by itself, with 0. */
export type FollowProgram = (
	argv: readonly string[],
	options: {
		readonly variables: Readonly<Record<string, string>>;
		/** Gets what it prints. Undefined: that is dropped. */
		readonly onOutput: ((text: string) => void) | undefined;
	},
) => {
	readonly ended: Promise<ProgramEnd>;
	/** Ends it with whatever it has started, and says why. */
	readonly stop: (why: string) => void;
};

type ProgramEnd = {readonly how: string; readonly isGood: boolean};

/** A program that has the terminal. `pass` sends it a signal. */
export type ProgramInTerminal = {
	readonly ended: Promise<ProgramEnd>;
	readonly pass: (signal: NodeJS.Signals) => void;
};

export type RunInTerminal = (
	argv: readonly string[],
	options: {readonly variables: Readonly<Record<string, string>>; readonly keyboard: number},
) => ProgramInTerminal;

const maxRunMs = 2000;

/** Long enough to unlock a password manager. */
export const maxCommandMs = 60_000;

/** How long the output of a program is read after its end: what it has started may keep that open. */
const lastOutputMs = 100;

/** Far more than any key. */
const maxCommandOutputLength = 16_384;

const maxReasonLength = 200;

/**
Returns the last line of what a failed command said, for people. It may quote the key: whatever is known as a key by `redact`, whatever the command has printed, and whatever looks like a key are left out.
*/
function lastLineOf(messages: string, printed: string, redact: (text: string) => string): SafeText {
	const lines = stripVTControlCharacters(messages).split(/[\r\n]+/);
	// The first of many may have lost its beginning, and with it what tells a key.
	const whole = messages.length < maxCommandOutputLength ? lines : lines.slice(1);
	let line = redact(whole.findLast(text => text.trim() !== '') ?? '');
	for (const secret of new Set(printed.split(/\s+/))) line = createEraser(secret)(line, true);
	// No word of a language has 16 characters and a digit.
	const looksLikeKey = (word: string) => (/\d/.test(word) ? '[key]' : word);
	return safe(line.trim().replaceAll(/[\w+/=~.-]{16,}/g, looksLikeKey), maxReasonLength);
}

type Ended = {readonly code: number | null; readonly signal: NodeJS.Signals | null};

const failedEnd = (how: string): ProgramEnd => ({how, isGood: false});

function programEnd({code, signal}: Ended): ProgramEnd {
	if (code === null) return failedEnd(`was ended by ${signal}`);
	return code === 0 ? {how: 'ended', isGood: true} : failedEnd(`failed with exit code ${code}`);
}

function startProblem(error: unknown): ProgramEnd {
	const isMissing = isSystemError(error) && error.code === 'ENOENT';
	return failedEnd(isMissing ? 'was not found on PATH' : 'could not be started');
}

/** Returns the ways to run other programs, all without a shell. `environment` is what every program gets; `after` works like `Clock.after`. */
export function createPrograms({
	environment,
	after,
}: {
	readonly environment: NodeJS.ProcessEnv;
	readonly after: (delayMs: number, then: () => void) => () => void;
}) {
	const {platform} = process;
	const env = environmentFor(environment, platform);
	/** What a program for a record gets. The service of the shell may be another one than that of the window. */
	const withFacts = (facts: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
		...env,
		LANDFALL_BASE_URL: undefined,
		LANDFALL_PROFILE: undefined,
		...facts,
	});

	/** Starts a program in the background. Throws for an argument that cannot be one. */
	function start(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
		return spawn(program, [...args], {windowsHide: true, env, ...options});
	}

	/** Resolves once a program has ended and its output is read. */
	const ended = (child: ChildProcess): Promise<Ended> =>
		new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('exit', () => after(lastOutputMs, () => [child.stdout, child.stderr].map(stream => stream?.destroy())));
			child.on('close', (code, signal) => resolve({code, signal}));
		});

	/** Ends a program and whatever it has started. */
	function stopAll({pid}: ChildProcess): void {
		if (pid === undefined) return;
		try {
			// Windows has no groups of processes, and knows only who has started whom.
			if (platform === 'win32')
				start('taskkill', ['/T', '/F', '/PID', `${pid}`], {stdio: 'ignore'}).on('error', () => {});
			else process.kill(-pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}

	/** Starts a program, by default without a terminal, and waits for its end. `listen` gets it once it runs. */
	function supervise(
		[program = '', ...args]: readonly string[],
		options: SpawnOptions,
		listen: (child: ChildProcess) => void,
	): ReturnType<FollowProgram> {
		const stopped = Promise.withResolvers<ProgramEnd>();
		let child: ChildProcess | undefined;
		const ending = async () => {
			if (!isFixedProgram(program, platform)) return failedEnd(`is ${notFixedText}, so it was not started`);
			try {
				// A session of its own has no controlling terminal.
				child = start(program, args, {detached: platform !== 'win32', ...options});
				child.stdout?.setEncoding('utf8');
				child.stderr?.setEncoding('utf8');
				listen(child);
				return await Promise.race([ended(child).then(programEnd), stopped.promise]);
			} catch (error) {
				return startProblem(error);
			}
		};
		return {
			ended: ending(),
			stop(why) {
				if (child) stopAll(child);
				stopped.resolve(failedEnd(why));
			},
		};
	}

	const run: RunProgram = async (program, args, {input, facts} = {}) => {
		const late = Promise.withResolvers<ProgramEnd>();
		const cancel = after(maxRunMs, () => late.resolve({how: 'is still running', isGood: true}));
		const options: SpawnOptions = {
			// It outlives landfall and does not read the terminal.
			detached: true,
			stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
			env: facts ? withFacts(facts) : env,
		};
		const {ended: ending} = supervise([program, ...args], options, child => {
			// A write fails only once the program has exited, which `close` reports.
			child.stdin?.on('error', () => {});
			child.stdin?.end(input);
			child.unref();
		});
		const {isGood} = await Promise.race([ending, late.promise]);
		cancel();
		return isGood;
	};

	const follow: FollowProgram = (argv, {variables, onOutput}) => {
		const output = onOutput ? 'pipe' : 'ignore';
		return supervise(argv, {stdio: ['ignore', output, output], env: withFacts(variables)}, child => {
			for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => onOutput?.(text));
		});
	};

	const runInTerminal: RunInTerminal = (argv, {variables, keyboard}) => {
		let child: ChildProcess | undefined;
		const options: SpawnOptions = {
			// In the group of landfall it is in the foreground, too.
			detached: false,
			stdio: [keyboard, 'inherit', 'inherit'],
			env: withFacts(variables),
		};
		const {ended: ending} = supervise(argv, options, started => {
			child = started;
		});
		return {ended: ending, pass: signal => child?.kill(signal)};
	};

	return {
		run,
		follow,
		runInTerminal,

		/** Runs a program without a terminal and reads the first line of its output, which may be a secret: nothing of it appears in a reason. If the program fails, the reason ends with its last message, without what may be a key. `redact` removes those that are known. */
		async readOutput(argv: readonly string[], redact: (text: string) => string): Promise<CommandOutput> {
			let [output, messages] = ['', ''];
			const {ended: ending, stop} = supervise(argv, {stdio: ['ignore', 'pipe', 'pipe']}, started => {
				started.stdout?.on('data', (text: string) => {
					output += text;
					if (output.length > maxCommandOutputLength) stop('printed more than 16 KB');
				});
				started.stderr?.on('data', (text: string) => {
					messages = (messages + text).slice(-maxCommandOutputLength);
				});
			});
			const stopNow = () => stop('was stopped');
			const cancel = after(maxCommandMs, () => stop(`did not finish within ${wholeDuration(maxCommandMs)}`));
			process.once('exit', stopNow);
			const {how, isGood} = await ending;
			cancel();
			process.off('exit', stopNow);
			const line = output.split(/\r?\n/).find(text => text.trim() !== '');
			if (isGood && line !== undefined) return {outcome: 'printed', line: line.trim()};
			const why = isGood ? 'printed nothing' : how;
			const message = lastLineOf(messages, output, redact);
			return {outcome: 'failed', why: message === '' ? `${why}.` : `${why}: ${message}`};
		},
	};
}
