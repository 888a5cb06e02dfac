import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';

/** Returns the lines of standard input. */
export const linesOf = (input: AsyncIterable<string | Uint8Array>): AsyncIterable<string> =>
	createInterface({input: Readable.from(input), crlfDelay: Number.POSITIVE_INFINITY});

/** Returns the projects that an argument means: itself, or for `-` each line of standard input that is not blank. */
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

/** Runs `work` for each project that an argument means. One that is not found does not keep the others from standard input. Returns the exit code. */
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
