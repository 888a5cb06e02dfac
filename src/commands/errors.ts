import {Aborted, ApiError, type ApiErrorKind, errorSentence} from '../api/errors.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {SafeText} from '../base/text.ts';
import type {CommandContext} from './context.ts';

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with an exit code. `message` is for the user: what happened and what to do about it. */
export class CommandError extends Error {
	override readonly name = 'CommandError';
	declare readonly message: SafeText;
	declare readonly cause: ApiError | undefined;
	readonly exitCode: ExitCode;
	/** The command that helps, if it is a particular one. */
	readonly next: SafeText | undefined;

	constructor(
		exitCode: ExitCode,
		message: SafeText,
		{next, cause}: {next?: SafeText | undefined; cause?: ApiError} = {},
	) {
		super(message, {cause});
		this.exitCode = exitCode;
		this.next = next;
	}
}

const exitCodeByKind: Readonly<Record<ApiErrorKind, ExitCode>> = {
	auth: exitCodes.keyRefused,
	proxy: exitCodes.keyRefused,
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

export const exitCodeFor = ({kind}: ApiError): ExitCode => exitCodeByKind[kind];

/** The exit codes by precedence, highest first: what may have happened counts more than what has failed, and a failure more than what is unknown about others. */
const deciding: readonly number[] = [
	exitCodes.unknownOutcome,
	exitCodes.notGood,
	exitCodes.notFound,
	exitCodes.keyRefused,
	exitCodes.unusable,
	exitCodes.busy,
	exitCodes.unreachable,
	exitCodes.usage,
	exitCodes.unknownConclusion,
	exitCodes.stillRunning,
	exitCodes.done,
];

/** Compares exit codes for sorting: the one that counts most comes last. */
export const worstLast = (a: number, b: number): number => deciding.indexOf(b) - deciding.indexOf(a);

export const worstOf = (codes: readonly number[]): number => codes.toSorted(worstLast).at(-1) ?? exitCodes.done;

/** Returns an expected failure as the end of a command. Undefined for a bug, and for what was aborted. */
export function failureOf(error: unknown): CommandError | undefined {
	if (error instanceof ApiError) return new CommandError(exitCodeFor(error), errorSentence(error), {cause: error});
	return error instanceof CommandError ? error : undefined;
}

export async function explain(
	{exitCode, message, next, cause}: CommandError,
	{output, helpFor}: Pick<CommandContext, 'output' | 'helpFor'>,
): Promise<ExitCode> {
	output.fail({
		exitCode,
		message,
		next: output.isJson ? (next ?? (await helpFor(exitCode))) : undefined,
		...(cause && {
			code: cause.code,
			requestId: cause.details.requestId,
			// Another answer that makes no sense would most likely follow.
			isRetryable: cause.isTransient && cause.kind !== 'malformed',
		}),
	});
	return exitCode;
}

/** Resolves with the exit code of a command. Explains expected failures on standard error, and throws bugs. */
export async function exitCodeOf(running: Promise<number>, context: CommandContext): Promise<number> {
	try {
		return await running;
	} catch (error) {
		if (error instanceof Aborted && context.signal.aborted) return context.signal.reason;
		const failure = failureOf(error);
		if (failure) return explain(failure, context);
		throw error;
	}
}

/** Whether a signal has asked the command to end. A closed output also ends a command, but never before its write is settled. */
export const isInterrupted = ({signal}: Pick<CommandContext, 'signal'>): boolean =>
	signal.aborted && signal.reason !== exitCodes.done;

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
