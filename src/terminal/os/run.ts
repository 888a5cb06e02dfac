import type {ChildProcess} from 'node:child_process';
import {lstatSync} from 'node:fs';
import {type Environment, environmentFor, findProgram} from './programs.ts';

type RunOptions = {
	/** Written to the program's stdin. */
	readonly input?: string;
	/** Added to the program's environment. */
	readonly facts?: Readonly<Record<string, string>>;
};

/** Runs a program without a shell. Resolves to true if it exits with 0 or is still running after two seconds. Never rejects. */
export type RunProgram = (program: string, args: readonly string[], options?: RunOptions) => Promise<boolean>;

const maxWaitMs = 2000;

/** Uses `lstat`: programs from the Microsoft Store are links that only Windows can follow. */
export function isFile(path: string): boolean {
	try {
		return !lstatSync(path).isDirectory();
	} catch {
		return false;
	}
}

/** Returns a function that runs a program in the foreground and returns its exit code, or why it could not be run. */
export const createRunInTerminal =
	(environment: Environment, platform: string = process.platform) =>
	(program: string, args: readonly string[]): number | string => {
		const found = findProgram(program, environment, platform, isFile);
		if (found === undefined) return 'it was not found on PATH';
		const {spawnSync} = process.getBuiltinModule('node:child_process');
		const env = {...environmentFor(environment, platform)};
		const {status, signal, error} = spawnSync(found, [...args], {stdio: 'inherit', env});
		return error ? error.message : (status ?? `it was killed by ${signal}`);
	};

/** Returns a `RunProgram`. `environment` is what every program gets; `after` works like `Clock.after`. */
export const createRunProgram =
	(
		environment: Environment,
		after: (delayMs: number, then: () => void) => () => void,
		platform: string = process.platform,
	): RunProgram =>
	(program, args, {input, facts} = {}) =>
		new Promise(resolve => {
			const found = findProgram(program, environment, platform, isFile);
			if (found === undefined) return resolve(false);
			const {spawn} = process.getBuiltinModule('node:child_process');
			let child: ChildProcess;
			try {
				child = spawn(found, [...args], {
					shell: false,
					// It outlives landfall and does not read the terminal.
					detached: true,
					windowsHide: true,
					stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
					env: {...environmentFor(environment, platform), ...facts},
				});
			} catch {
				// `spawn` throws for an invalid name or argument.
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
