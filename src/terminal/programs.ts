import type {ChildProcess, SpawnOptions} from 'node:child_process';
import {posix, win32} from 'node:path';
import type {Environment} from './environment.ts';

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

		runInTerminal(program: string, args: readonly string[]): number | string {
			const {spawnSync} = process.getBuiltinModule('node:child_process');
			const {status, signal, error} = spawnSync(program, [...args], {stdio: 'inherit', env: {...env}});
			return error ? error.message : (status ?? `it was killed by ${signal}`);
		},

		/**
		Runs a program and reads the first line of its output, which may be a secret: nothing of it appears in a reason. Its standard error is discarded for the same reason.

		The program has no terminal, so it can neither draw over the screen nor read the keyboard.
		*/
		async readOutput([program = '', ...args]: readonly string[]): Promise<CommandOutput> {
			const failed = (why: string): CommandOutput => ({outcome: 'failed', why});
			let child: ChildProcess | undefined;
			const stopped = Promise.withResolvers<string>();
			const stop = (why: string) => {
				if (child) stopAll(child);
				stopped.resolve(why);
			};
			const stopNow = () => stop('was stopped.');
			const cancel = after(maxCommandMs, () => stop(`did not finish within ${maxCommandMs / 1000} seconds.`));
			process.once('exit', stopNow);
			try {
				// A session of its own has no controlling terminal.
				child = start(program, args, {detached: platform !== 'win32', stdio: ['ignore', 'pipe', 'ignore']});
				let output = '';
				child.stdout?.setEncoding('utf8').on('data', (text: string) => {
					output += text;
					if (output.length > maxOutputLength) stop('printed more than 16 KB.');
				});
				const end = await Promise.race([ended(child), stopped.promise]);
				if (typeof end === 'string') return failed(end);
				if (end.code === null) return failed(`was ended by ${end.signal}.`);
				if (end.code !== 0) return failed(`failed with exit code ${end.code}.`);
				const line = output.split(/\r?\n/).find(text => text.trim() !== '');
				return line === undefined ? failed('printed nothing.') : {outcome: 'printed', line: line.trim()};
			} catch (error) {
				const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
				return failed(isMissing ? 'was not found on PATH.' : 'could not be started.');
			} finally {
				cancel();
				process.off('exit', stopNow);
			}
		},
	};
}
