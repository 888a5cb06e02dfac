import type {ChildProcess} from 'node:child_process';
import {lstatSync} from 'node:fs';
import {type Environment, environmentFor, findProgram} from './programs.ts';

type RunOptions = {
	/** What the program reads. */
	readonly input?: string;
	/** Added to its environment. */
	readonly facts?: Readonly<Record<string, string>>;
};

/** Runs a program without a shell. Gives whether it did what it was asked: it ended well, or still runs after two seconds. Never throws. */
export type Run = (program: string, args: readonly string[], options?: RunOptions) => Promise<boolean>;

const patienceMs = 2000;

/** Programs from the store of Windows are links that only the system can follow. */
function isFile(path: string): boolean {
	try {
		return !lstatSync(path).isDirectory();
	} catch {
		return false;
	}
}

/** Runs a program that has the terminal until it ends. Gives its exit code, or why it could not be run. */
export const createRunInTerminal =
	(environment: Environment, platform: string = process.platform) =>
	(program: string, args: readonly string[]): number | string => {
		const found = findProgram(program, environment, platform, isFile);
		if (found === undefined) return 'it is in no directory of PATH';
		const {spawnSync} = process.getBuiltinModule('node:child_process');
		const env = {...environmentFor(environment, platform)};
		const {status, signal, error} = spawnSync(found, [...args], {stdio: 'inherit', env});
		return error ? error.message : (status ?? `it was ended by ${signal}`);
	};

/** `environment` is what programs get besides their facts. `after` waits, and gives what calls that off. */
export const createRun =
	(
		environment: Environment,
		after: (delayMs: number, then: () => void) => () => void,
		platform: string = process.platform,
	): Run =>
	(program, args, {input, facts} = {}) =>
		new Promise(resolve => {
			const found = findProgram(program, environment, platform, isFile);
			if (found === undefined) return resolve(false);
			const {spawn} = process.getBuiltinModule('node:child_process');
			let child: ChildProcess;
			try {
				child = spawn(found, [...args], {
					shell: false,
					// It outlives landfall, and what is typed into landfall does not reach it.
					detached: true,
					windowsHide: true,
					stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
					env: {...environmentFor(environment, platform), ...facts},
				});
			} catch {
				// Its name or an argument is nothing that a system knows.
				return resolve(false);
			}

			const callOff = after(patienceMs, () => resolve(true));
			const end = (isDone: boolean) => {
				callOff();
				resolve(isDone);
			};
			child.on('error', () => end(false));
			child.on('close', code => end(code === 0));
			// A program that does not read what it is given has ended, and that is heard above.
			child.stdin?.on('error', () => {});
			child.stdin?.end(input);
			child.unref();
		});
