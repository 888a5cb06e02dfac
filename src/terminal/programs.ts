import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {posix, win32} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {wholeDuration} from '../base/duration.ts';
import {isSystemError} from '../base/files.ts';
import {createEraser} from '../base/redaction.ts';
import {type SafeText, safe} from '../base/text.ts';

/** Whether the program is a name on PATH or an absolute path. Any other path depends on the current directory, where an attacker may have put a program. */
export const isFixedProgram = (program: string, platform: string): boolean =>
	platform === 'win32'
		? win32.isAbsolute(program) || !/[\\/:]/.test(program)
		: posix.isAbsolute(program) || !program.includes('/');

export const notFixedText = 'neither the name of a program on PATH nor an absolute path';

/** The environment for other programs. Its PATH has only absolute entries, because an attacker may have put a program into the current directory. An empty entry means that directory, too. */
export function environmentFor(environment: NodeJS.ProcessEnv, platform: string): NodeJS.ProcessEnv {
	const {delimiter, isAbsolute} = platform === 'win32' ? win32 : posix;
	// On Windows, variable names ignore case, but a copy of the environment does not.
	const isPath = (name: string) => name === 'PATH' || (platform === 'win32' && name.toUpperCase() === 'PATH');
	const name = Object.keys(environment).find(isPath) ?? 'PATH';
	const kept = (environment[name] ?? '').split(delimiter).filter(isAbsolute).join(delimiter);
	// An empty PATH would mean the current directory. The system has a default for a missing PATH.
	return {...environment, [name]: kept || undefined};
}

/** Resolves to true if the program exits with 0, or is still running after two seconds. Never rejects. */
export type RunProgram = (
	program: string,
	args: readonly string[],
	options?: {
		readonly input?: string | Uint8Array;
		readonly facts?: Readonly<Record<string, string>>;
	},
) => Promise<boolean>;

/** Runs a program without a terminal, so that it can neither draw over the screen nor read the keyboard. Resolves `ended` once it ends. */
export type FollowProgram = (
	argv: readonly string[],
	options: {
		readonly variables: Readonly<Record<string, string>>;
		readonly onOutput: ((text: string) => void) | undefined;
	},
) => {
	readonly ended: Promise<ProgramEnd>;
	readonly stop: (why: string) => void;
};

/** `how` is the rest of a sentence that begins with the program. `isGood`: it ended by itself, with 0. */
type ProgramEnd = {readonly how: string; readonly isGood: boolean};

export type ProgramInTerminal = {
	readonly ended: Promise<ProgramEnd>;
	readonly pass: (signal: NodeJS.Signals) => void;
};

export type RunInTerminal = (
	argv: readonly string[],
	options: {readonly variables: Readonly<Record<string, string>>; readonly keyboard: number},
) => ProgramInTerminal;

const maxRunMs = 2000;

/** Enough time to unlock a password manager. */
const maxCommandMs = 60_000;

/** How long to read output after the end of a program, because its children may keep the output open. */
const lastOutputMs = 100;

const maxCommandOutputLength = 16_384;

const maxReasonLength = 200;

/** The last message of a failed command, which may quote the key. Leaves out known keys, everything the command has printed, and words that look like keys. */
function lastLineOf(messages: string, printed: string, redact: (text: string) => string): SafeText {
	const lines = stripVTControlCharacters(messages).split(/[\r\n]+/);
	// The first line of a long text may lack its beginning, so a key in it might go unnoticed.
	const whole = messages.length < maxCommandOutputLength ? lines : lines.slice(1);
	let line = redact(whole.findLast(text => text.trim() !== '') ?? '');
	for (const secret of new Set(printed.split(/\s+/))) line = createEraser(secret)(line, true);
	// No ordinary word has 16 characters and a digit.
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

export function createPrograms({
	environment,
	after,
}: {
	readonly environment: NodeJS.ProcessEnv;
	readonly after: (delayMs: number, then: () => void) => () => void;
}) {
	const {platform} = process;
	const env = environmentFor(environment, platform);
	/** The variables of the shell may name another service than the one this window is connected to. */
	const withFacts = (facts: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
		...env,
		LANDFALL_BASE_URL: undefined,
		LANDFALL_PROFILE: undefined,
		...facts,
	});

	/** Throws if an argument is invalid. */
	function start(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
		return spawn(program, [...args], {windowsHide: true, env, ...options});
	}

	const ended = (child: ChildProcess): Promise<Ended> =>
		new Promise((resolve, reject) => {
			child.on('error', reject);
			child.on('exit', () => after(lastOutputMs, () => [child.stdout, child.stderr].map(stream => stream?.destroy())));
			child.on('close', (code, signal) => resolve({code, signal}));
		});

	function stopAll({pid}: ChildProcess): void {
		if (pid === undefined) return;
		try {
			// Windows has no process groups, only parents and children.
			if (platform === 'win32')
				start('taskkill', ['/T', '/F', '/PID', `${pid}`], {stdio: 'ignore'}).on('error', () => {});
			else process.kill(-pid, 'SIGKILL');
		} catch {
			// The program has ended.
		}
	}

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
				// A new session has no controlling terminal.
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
			// The program outlives landfall and does not read the terminal.
			detached: true,
			stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
			env: facts ? withFacts(facts) : env,
		};
		const {ended: ending} = supervise([program, ...args], options, child => {
			// A write fails only after the program has exited, which `close` reports.
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
			// The program shares landfall's process group, so it is in the foreground.
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

		/** The first line that a program prints, or the reason why there is none. The output may be secret, so no reason contains any of it. */
		async readOutput(argv: readonly string[], redact: (text: string) => string) {
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
			if (isGood && line !== undefined) return {outcome: 'printed', line: line.trim()} as const;
			const why = isGood ? 'printed nothing' : how;
			const message = lastLineOf(messages, output, redact);
			return {outcome: 'failed', why: message === '' ? `${why}.` : `${why}: ${message}`} as const;
		},
	};
}
