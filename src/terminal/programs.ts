import type {ChildProcess, SpawnOptions} from 'node:child_process';
import {posix, win32} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {wholeDuration} from '../base/duration.ts';
import {createEraser} from '../base/redaction.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {Environment} from './environment.ts';

/** Whether a program is a name, which is looked up on PATH, or an absolute path. Any other path depends on the current directory, where an attacker may have put a program. */
export const isFixed = (program: string, platform: string): boolean =>
	platform === 'win32'
		? win32.isAbsolute(program) || !/[\\/:]/.test(program)
		: posix.isAbsolute(program) || !program.includes('/');

export const notFixedText = 'neither the name of a program on PATH nor an absolute path';

/** Returns the environment for child processes. Its PATH has only absolute entries, so that no program is looked up in the current directory, where an attacker may have put one. An empty entry means that directory, too. */
export function environmentFor(environment: Environment, platform: string): Environment {
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

/** The first line that a command printed, or why there is none, phrased as the rest of a sentence that begins with the program. */
type CommandOutput =
	| {readonly outcome: 'printed'; readonly line: string}
	| {readonly outcome: 'failed'; readonly why: string};

const maxWaitMs = 2000;

/** Long enough to unlock a password manager. */
export const maxCommandMs = 60_000;

/** Far more than any key. */
const maxOutputLength = 16_384;

const maxReasonLength = 200;

/**
Returns the last line of what a failed command said, for people. It may quote the key: whatever is known as a key by `redact`, whatever the command has printed, and whatever looks like a key are left out.
*/
function lastLineOf(messages: string, printed: string, redact: (text: string) => string): SafeText {
	const lines = stripVTControlCharacters(messages).split(/[\r\n]+/);
	// The first of many may have lost its beginning, and with it what tells a key.
	const whole = messages.length < maxOutputLength ? lines : lines.slice(1);
	let line = redact(whole.findLast(text => text.trim() !== '') ?? '');
	for (const secret of new Set(printed.split(/\s+/))) line = createEraser(secret)(line, true);
	// No word of a language has 16 characters and a digit.
	const looksLikeKey = (word: string) => (/\d/.test(word) ? '[key]' : word);
	return safe(line.trim().replaceAll(/[\w+/=~.-]{16,}/g, looksLikeKey), maxReasonLength);
}

type Ended = {readonly code: number | null; readonly signal: NodeJS.Signals | null};

const ended = (child: ChildProcess): Promise<Ended> =>
	new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code, signal) => resolve({code, signal}));
	});

/** Returns the ways to run other programs, all without a shell. `environment` is what every program gets; `after` works like `Clock.after`. */
export function createPrograms({
	environment,
	after,
}: {
	readonly environment: Environment;
	readonly after: (delayMs: number, then: () => void) => () => void;
}) {
	const {platform} = process;
	const env = environmentFor(environment, platform);

	/** Starts a program in the background. Throws for a name or argument that cannot be one. */
	function start(program: string, args: readonly string[], {env: facts, ...options}: SpawnOptions): ChildProcess {
		if (!isFixed(program, platform)) throw new Error(notFixedText);
		const {spawn} = process.getBuiltinModule('node:child_process');
		return spawn(program, [...args], {windowsHide: true, ...options, env: {...env, ...facts}});
	}

	/** Ends a program and, where it leads a group of its own, whatever it has started. */
	function stopAll({pid}: ChildProcess): void {
		if (pid === undefined) return;
		try {
			process.kill(platform === 'win32' ? pid : -pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}

	const run: RunProgram = async (program, args, {input, facts = {}} = {}) => {
		const late = Promise.withResolvers<Ended>();
		const cancel = after(maxWaitMs, () => late.resolve({code: 0, signal: null}));
		try {
			const stdin = input === undefined ? 'ignore' : 'pipe';
			// It outlives landfall and does not read the terminal.
			const child = start(program, args, {detached: true, stdio: [stdin, 'ignore', 'ignore'], env: facts});
			// A write fails only once the program has exited, which `close` reports.
			child.stdin?.on('error', () => {});
			child.stdin?.end(input);
			child.unref();
			const {code} = await Promise.race([ended(child), late.promise]);
			return code === 0;
		} catch {
			return false;
		} finally {
			cancel();
		}
	};

	return {
		run,

		/**
		Runs a program and reads the first line of its output, which may be a secret: nothing of it appears in a reason. If the program fails, the reason ends with its last message, without what may be a key. `redact` removes those that are known.

		The program has no terminal, so it can neither draw over the screen nor read the keyboard.
		*/
		async readOutput(
			[program = '', ...args]: readonly string[],
			redact: (text: string) => string,
		): Promise<CommandOutput> {
			let [output, messages] = ['', ''];
			const failed = (why: string): CommandOutput => {
				const message = lastLineOf(messages, output, redact);
				return {outcome: 'failed', why: message === '' ? `${why}.` : `${why}: ${message}`};
			};
			if (!isFixed(program, platform)) return failed(`is ${notFixedText}, so it was not started`);
			let child: ChildProcess | undefined;
			const stopped = Promise.withResolvers<string>();
			const stop = (why: string) => {
				if (child) stopAll(child);
				stopped.resolve(why);
			};
			const stopNow = () => stop('was stopped');
			const cancel = after(maxCommandMs, () => stop(`did not finish within ${wholeDuration(maxCommandMs)}`));
			process.once('exit', stopNow);
			try {
				// A session of its own has no controlling terminal.
				const started = start(program, args, {detached: platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe']});
				child = started;
				started.stdout?.setEncoding('utf8').on('data', (text: string) => {
					output += text;
					if (output.length > maxOutputLength) stop('printed more than 16 KB');
				});
				started.stderr?.setEncoding('utf8').on('data', (text: string) => {
					messages = (messages + text).slice(-maxOutputLength);
				});
				// Once the key is there, a daemon that holds the standard error open is not waited for.
				const stopListening = () => {
					if (started.exitCode === 0 && started.stdout?.closed && output.trim() !== '') started.stderr?.destroy();
				};
				started.on('exit', stopListening);
				started.stdout?.on('close', stopListening);
				const end = await Promise.race([ended(started), stopped.promise]);
				if (typeof end === 'string') return failed(end);
				if (end.code === null) return failed(`was ended by ${end.signal}`);
				if (end.code !== 0) return failed(`failed with exit code ${end.code}`);
				const line = output.split(/\r?\n/).find(text => text.trim() !== '');
				return line === undefined ? failed('printed nothing') : {outcome: 'printed', line: line.trim()};
			} catch (error) {
				const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
				return failed(isMissing ? 'was not found on PATH' : 'could not be started');
			} finally {
				cancel();
				process.off('exit', stopNow);
			}
		},
	};
}
