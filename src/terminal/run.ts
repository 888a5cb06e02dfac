import type {ChildProcess} from 'node:child_process';

type RunOptions = {
	/** What the program reads. */
	readonly input?: string;
	/** Added to its environment. */
	readonly facts?: Readonly<Record<string, string>>;
};

/** Runs a program without a shell. Gives whether it did what it was asked: it ended well, or still runs after two seconds. Never throws. */
export type Run = (program: string, args: readonly string[], options?: RunOptions) => Promise<boolean>;

const patienceMs = 2000;

/** Runs a program that has the terminal until it ends. Gives its exit code, or why it could not be run. */
export const createRunInTerminal =
	(environment: Readonly<Record<string, string | undefined>>) =>
	(program: string, args: readonly string[]): number | string => {
		const {spawnSync} = process.getBuiltinModule('node:child_process');
		const {status, signal, error} = spawnSync(program, [...args], {stdio: 'inherit', env: {...environment}});
		return error ? error.message : (status ?? `it was ended by ${signal}`);
	};

/** `environment` is what programs get besides their facts. `after` waits, and gives what calls that off. */
export const createRun =
	(
		environment: Readonly<Record<string, string | undefined>>,
		after: (delayMs: number, then: () => void) => () => void,
	): Run =>
	(program, args, {input, facts} = {}) =>
		new Promise(resolve => {
			const {spawn} = process.getBuiltinModule('node:child_process');
			let child: ChildProcess;
			try {
				child = spawn(program, [...args], {
					shell: false,
					// It outlives landfall, and what is typed into landfall does not reach it.
					detached: true,
					windowsHide: true,
					stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
					env: {...environment, ...facts},
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
