import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';
import {Aborted, ApiError, errorSentence} from '../../api/errors.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {plain, safe} from '../../text.ts';
import {CommandError, exitCodeFor} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {isInterruption} from './interruption.ts';

/** Returns the lines of standard input. They end early if the signal is aborted. */
export const linesOf = (input: CommandContext['input'], signal?: AbortSignal): AsyncIterable<string> =>
	createInterface({input: Readable.from(input), crlfDelay: Number.POSITIVE_INFINITY, ...(signal && {signal})});

/** Yields the project names that an argument stands for: the argument itself, or for `-` each line of standard input that is not blank. Throws `Aborted` as soon as the signal is aborted: the next line may never come. */
export async function* eachProjectName(
	argument: string,
	{input, signal}: Pick<CommandContext, 'input' | 'signal'>,
): AsyncGenerator<string> {
	if (argument !== '-') {
		yield argument;
		return;
	}

	for await (const line of linesOf(input, signal)) {
		const name = line.trim();
		if (name !== '') yield name;
	}

	if (signal.aborted) throw new Aborted('The input was not read to its end.');
}

/** Returns a failure that is about one project: there is none of this name, or the service refuses it to this key. Undefined for any other. */
function failureOfOne(error: unknown, name: string): CommandError | undefined {
	if (error instanceof CommandError) return error.exitCode === exitCodes.notFound ? error : undefined;
	if (!(error instanceof ApiError) || !['missing', 'forbidden'].includes(error.kind)) return undefined;
	return new CommandError(exitCodeFor(error), plain`${safe(name, 80)}: ${errorSentence(error)}`);
}

/** Runs `work` for each project that an argument stands for. With several, one that is not found or refused does not stop the others. Returns the exit code: that of the signal that ended the command, or of the first failure. */
export async function forEachProject(
	argument: string,
	context: Pick<CommandContext, 'input' | 'output' | 'signal'>,
	work: (name: string) => Promise<void>,
): Promise<number> {
	try {
		return await workOnEach(argument, context, work);
	} catch (error) {
		if (!isInterruption(error, context)) throw error;
		context.output.note(plain`Interrupted before everything was read.`);
		return context.signal.reason;
	}
}

async function workOnEach(...[argument, context, work]: Parameters<typeof forEachProject>): Promise<number> {
	let exitCode: number = exitCodes.done;
	for await (const name of eachProjectName(argument, context)) {
		try {
			await work(name);
		} catch (error) {
			const failure = argument === '-' ? failureOfOne(error, name) : undefined;
			if (!failure) throw error;
			context.output.complain(failure.message);
			exitCode ||= failure.exitCode;
		}
	}

	return exitCode;
}
