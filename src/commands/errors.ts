import {Aborted, ApiError, type ApiErrorKind, errorSentence} from '../api/errors.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {SafeText} from '../base/text.ts';
import type {CommandContext} from './context.ts';

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with an exit code. `message` is for the user: what happened and what to do about it. */
export class CommandError extends Error {
	override readonly name = 'CommandError';
	declare readonly message: SafeText;
	readonly exitCode: ExitCode;

	constructor(exitCode: ExitCode, message: SafeText) {
		super(message);
		this.exitCode = exitCode;
	}
}

const exitCodeByKind: Readonly<Record<ApiErrorKind, ExitCode>> = {
	auth: exitCodes.keyRefused,
	missing: exitCodes.notFound,
	busy: exitCodes.busy,
	malformed: exitCodes.unusable,
	network: exitCodes.unreachable,
	server: exitCodes.unreachable,
	timeout: exitCodes.unreachable,
	forbidden: exitCodes.notGood,
	rejected: exitCodes.notGood,
	refused: exitCodes.notGood,
};

/** Returns the exit code for a request that failed for good. */
export const exitCodeFor = ({kind}: ApiError): ExitCode => exitCodeByKind[kind];

/** Resolves with the exit code of a command. Explains expected failures on standard error, and throws bugs. */
export async function exitCodeOf(running: Promise<number>, {output, signal}: CommandContext): Promise<number> {
	try {
		return await running;
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

/** Whether a signal has asked the command to end. A closed output also ends a command, but never before its write is settled. */
export const isInterrupted = ({signal}: Pick<CommandContext, 'signal'>): boolean =>
	signal.aborted && signal.reason !== exitCodes.done;

/** Whether an error means that a signal ended a read. */
export const isInterruption = (error: unknown, context: Pick<CommandContext, 'signal'>): boolean =>
	error instanceof Aborted && isInterrupted(context);

/** Calls `then` as soon as a signal asks the command to end. Returns a function that cancels that. */
export function onInterrupt(context: Pick<CommandContext, 'signal'>, then: () => void): () => void {
	const listen = () => {
		if (isInterrupted(context)) then();
	};
	context.signal.addEventListener('abort', listen, {once: true});
	listen();
	return () => context.signal.removeEventListener('abort', listen);
}

/** Waits for input, which may never come: throws `Aborted` as soon as a signal asks the command to end. */
export function orInterrupted<Value>(context: Pick<CommandContext, 'signal'>, input: Promise<Value>): Promise<Value> {
	return new Promise((resolve, reject) => {
		const stopListening = onInterrupt(context, () => reject(new Aborted('The input was not read to its end.')));
		input.finally(stopListening).then(resolve, reject);
	});
}
