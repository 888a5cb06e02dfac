import {Aborted, ApiError, errorSentence} from '../../api/errors.ts';
import {CommandError, exitCodeFor} from './command-error.ts';
import type {CommandContext} from './context.ts';

/** Runs a command. Returns the exit code. Explains expected failures on standard error, and throws bugs. */
export async function runCommand(
	run: (context: CommandContext) => Promise<number>,
	context: CommandContext,
): Promise<number> {
	const {output, signal} = context;
	try {
		return await run(context);
	} catch (error) {
		if (error instanceof Aborted && signal.aborted) return signal.reason;
		if (error instanceof CommandError) {
			output.complain(error.message);
			return error.exitCode;
		}

		if (!(error instanceof ApiError)) throw error;
		output.complain(errorSentence(error));
		return exitCodeFor(error);
	}
}
