import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';

/** Returns the lines of standard input. */
export const linesOf = (input: AsyncIterable<string | Uint8Array>): AsyncIterable<string> =>
	createInterface({input: Readable.from(input), crlfDelay: Number.POSITIVE_INFINITY});

/** Yields the project names that an argument stands for: the argument itself, or for `-` each line of standard input that is not blank. */
export async function* eachProjectName(
	argument: string,
	input: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string> {
	if (argument !== '-') {
		yield argument;
		return;
	}

	for await (const line of linesOf(input)) {
		const name = line.trim();
		if (name !== '') yield name;
	}
}

/** Runs `work` for each project that an argument stands for. With several, one that is not found does not stop the others. Returns the exit code. */
export async function forEachProject(
	argument: string,
	{input, output}: Pick<CommandContext, 'input' | 'output'>,
	work: (name: string, index: number) => Promise<void>,
): Promise<number> {
	let exitCode: number = exitCodes.done;
	let index = 0;
	for await (const name of eachProjectName(argument, input)) {
		try {
			await work(name, index++);
		} catch (error) {
			const isMissing = error instanceof CommandError && error.exitCode === exitCodes.notFound;
			if (argument !== '-' || !isMissing) throw error;
			output.complain(error.message);
			exitCode = error.exitCode;
		}
	}

	return exitCode;
}
