import type {ChildProcess} from 'node:child_process';
import {type Environment, startProgram} from './programs.ts';

/** The first line that a command printed, or why there is none, phrased as the rest of a sentence that begins with the program. */
type CommandOutput =
	| {readonly outcome: 'printed'; readonly line: string}
	| {readonly outcome: 'failed'; readonly why: string};

export type ReadOutput = (command: readonly string[]) => Promise<CommandOutput>;

/** Long enough to unlock a password manager. */
export const maxCommandMs = 60_000;

/** Far more than any key. */
const maxOutputLength = 16_384;

/**
Returns a function that runs a program without a shell and reads the first line of its output, which may be a secret: nothing of it appears in a reason. Its standard error is discarded for the same reason.

The program has no terminal, so it can neither draw over the screen nor read the keyboard. `after` works like `Clock.after`.
*/
export const createReadOutput =
	(
		environment: Environment,
		after: (delayMs: number, then: () => void) => () => void,
		platform: string = process.platform,
	): ReadOutput =>
	([program = '', ...args]) =>
		new Promise(resolve => {
			const fail = (why: string) => resolve({outcome: 'failed', why});
			const failToStart = (error: unknown) => {
				const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
				fail(isMissing ? 'was not found on PATH.' : 'could not be started.');
			};
			let child: ChildProcess;
			try {
				child = startProgram(program, args, {
					environment,
					platform,
					// A session of its own has no controlling terminal.
					detached: platform !== 'win32',
					stdio: ['ignore', 'pipe', 'ignore'],
				});
			} catch (error) {
				return failToStart(error);
			}

			let output = '';
			const stop = () => stopAll(child, platform);
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
		});

/** Ends a program and, where it leads a group of its own, whatever it has started. */
function stopAll(child: ChildProcess, platform: string): void {
	if (child.pid === undefined) return;
	try {
		process.kill(platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}
