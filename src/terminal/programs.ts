import type {ChildProcess, SpawnOptions} from 'node:child_process';
import {lstatSync} from 'node:fs';
import {posix, win32} from 'node:path';
import type {Environment} from './environment.ts';

const windows = 'win32';

/** Whether a path has a drive or is a UNC path. Windows also treats `\tools` as absolute, but that depends on the current drive. */
const isFullWindowsPath = (path: string): boolean => /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path);

/** Splits a Windows PATH, where quoted entries may contain semicolons. */
const windowsDirectories = (path: string): readonly string[] => path.match(/(?:"[^"]*"|[^;"])+/g) ?? [];

const unquoted = (path: string): string => path.replaceAll('"', '');

/** Returns a PATH without entries relative to the current directory, where an attacker may have put a program. An empty entry means that directory. */
function absolutePath(path: string, platform: string): string {
	if (platform !== windows) return path.split(':').filter(posix.isAbsolute).join(':');
	return windowsDirectories(path)
		.filter(directory => isFullWindowsPath(unquoted(directory)))
		.join(';');
}

/** On Windows, variable names ignore case, but a copy of the environment does not. */
const isNamed = (name: string, expected: string, platform: string): boolean =>
	name === expected || (platform === windows && name.toLowerCase() === expected.toLowerCase());

const variable = (environment: Environment, expected: string): string | undefined =>
	Object.entries(environment).find(([name]) => isNamed(name, expected, windows))?.[1];

/** Returns the environment for child processes, in which no program is looked up in the current directory. */
export function environmentFor(environment: Environment, platform: string): Environment {
	const entries = Object.entries(environment).map(([name, value]): [string, string | undefined] =>
		isNamed(name, 'PATH', platform) ? [name, absolutePath(value ?? '', platform)] : [name, value],
	);
	// An empty PATH would mean the current directory; without a PATH, the system uses its default.
	const kept = entries.filter(([name, value]) => value !== '' || !isNamed(name, 'PATH', platform));
	return {...Object.fromEntries(kept), ...(platform === windows && {NoDefaultCurrentDirectoryInExePath: '1'})};
}

/** Returns the Windows directory, or its default if the environment names no plausible one. */
function systemRootOf(environment: Environment): string {
	const root = variable(environment, 'SystemRoot') ?? '';
	return /^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows';
}

/** Returns the absolute path of a program that ships with Windows. */
export const windowsProgram = (name: string, environment: Environment): string =>
	win32.join(systemRootOf(environment), 'System32', `${name}.exe`);

/**
Returns what to spawn for the name of a program, or undefined if it is not found.

Windows searches the current directory first, so on Windows a bare name is resolved here, using only the directories of PATH.
*/
export function findProgram(
	program: string,
	environment: Environment,
	platform: string,
	isFile: (path: string) => boolean,
): string | undefined {
	if (platform !== windows || /[\\/:]/.test(program)) return program;
	if (program === '') return undefined;
	const directories = windowsDirectories(absolutePath(variable(environment, 'PATH') ?? '', platform)).map(unquoted);
	// Other kinds of programs, such as .bat files, need a shell.
	const names = [...(program.includes('.') ? [program] : []), `${program}.com`, `${program}.exe`];
	return directories.flatMap(directory => names.map(name => win32.join(directory, name))).find(isFile);
}

/** Uses `lstat`: programs from the Microsoft Store are links that only Windows can follow. */
function isFile(path: string): boolean {
	try {
		return !lstatSync(path).isDirectory();
	} catch {
		return false;
	}
}

/** Runs a program without a shell. Resolves to true if it exits with 0 or is still running after two seconds. Never rejects. */
export type RunProgram = (
	program: string,
	args: readonly string[],
	options?: {
		/** Written to the program's stdin. */
		readonly input?: string;
		/** Added to the program's environment. */
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

/** Returns the ways to run other programs, all without a shell. `environment` is what every program gets; `after` works like `Clock.after`. */
export function createPrograms({
	environment,
	after,
	platform = process.platform,
}: {
	readonly environment: Environment;
	readonly after: (delayMs: number, then: () => void) => () => void;
	readonly platform?: string;
}) {
	/** Starts a program in the background. Throws for one that is not on PATH, and for a name or argument that cannot be one. */
	function start(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
		const found = findProgram(program, environment, platform, isFile);
		if (found === undefined) throw Object.assign(new Error(`${program} is not on PATH`), {code: 'ENOENT'});
		const {spawn} = process.getBuiltinModule('node:child_process');
		const env = {...environmentFor(environment, platform), ...options.env};
		return spawn(found, [...args], {windowsHide: true, ...options, env});
	}

	const run: RunProgram = (program, args, {input, facts = {}} = {}) =>
		new Promise(resolve => {
			let child: ChildProcess;
			try {
				const stdin = input === undefined ? 'ignore' : 'pipe';
				// It outlives landfall and does not read the terminal.
				child = start(program, args, {detached: true, stdio: [stdin, 'ignore', 'ignore'], env: facts});
			} catch {
				return resolve(false);
			}

			const cancel = after(maxWaitMs, () => resolve(true));
			const end = (isDone: boolean) => {
				cancel();
				resolve(isDone);
			};
			child.on('error', () => end(false));
			child.on('close', code => end(code === 0));
			// A write fails only once the program has exited, which `close` reports.
			child.stdin?.on('error', () => {});
			child.stdin?.end(input);
			child.unref();
		});

	/** Ends a program and, where it leads a group of its own, whatever it has started. */
	function stopAll({pid}: ChildProcess): void {
		if (pid === undefined) return;
		try {
			process.kill(platform === windows ? pid : -pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}

	return {
		run,

		/** Runs a program in the foreground. Returns its exit code, or why it could not be run. */
		runInTerminal(program: string, args: readonly string[]): number | string {
			const found = findProgram(program, environment, platform, isFile);
			if (found === undefined) return 'it was not found on PATH';
			const {spawnSync} = process.getBuiltinModule('node:child_process');
			const env = {...environmentFor(environment, platform)};
			const {status, signal, error} = spawnSync(found, [...args], {stdio: 'inherit', env});
			return error ? error.message : (status ?? `it was killed by ${signal}`);
		},

		/**
		Runs a program and reads the first line of its output, which may be a secret: nothing of it appears in a reason. Its standard error is discarded for the same reason.

		The program has no terminal, so it can neither draw over the screen nor read the keyboard.
		*/
		readOutput: ([program = '', ...args]: readonly string[]): Promise<CommandOutput> =>
			new Promise(resolve => {
				const fail = (why: string) => resolve({outcome: 'failed', why});
				const failToStart = (error: unknown) => {
					const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
					fail(isMissing ? 'was not found on PATH.' : 'could not be started.');
				};
				let child: ChildProcess;
				try {
					// A session of its own has no controlling terminal.
					child = start(program, args, {detached: platform !== windows, stdio: ['ignore', 'pipe', 'ignore']});
				} catch (error) {
					return failToStart(error);
				}

				let output = '';
				const stop = () => stopAll(child);
				const cancel = after(maxCommandMs, () => {
					stop();
					fail(`did not finish within ${maxCommandMs / 1000} seconds.`);
				});
				const release = () => {
					cancel();
					process.off('exit', stop);
				};
				process.once('exit', stop);
				child.stdout?.setEncoding('utf8').on('data', (text: string) => {
					output += text;
					if (output.length <= maxOutputLength) return;
					stop();
					fail('printed more than 16 KB.');
				});
				child.on('error', error => {
					release();
					failToStart(error);
				});
				child.on('close', (code, signal) => {
					release();
					if (code !== 0) return fail(code === null ? `was ended by ${signal}.` : `failed with exit code ${code}.`);
					const line = output.split(/\r?\n/).find(text => text.trim() !== '');
					if (line === undefined) return fail('printed nothing.');
					resolve({outcome: 'printed', line: line.trim()});
				});
			}),
	};
}
