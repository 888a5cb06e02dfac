import {Aborted, ApiError, type ApiErrorKind, errorSentence} from '../api/errors.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {SafeText} from '../base/text.ts';
import type {CommandContext} from './context.ts';

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export class CommandError extends Error {
	override readonly name = 'CommandError';
	declare readonly message: SafeText;
	declare readonly cause: ApiError | undefined;
	readonly exitCode: ExitCode;
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
	'not found': exitCodes.notFound,
	busy: exitCodes.busy,
	malformed: exitCodes.unusable,
	network: exitCodes.unreachable,
	server: exitCodes.unreachable,
	timeout: exitCodes.unreachable,
	forbidden: exitCodes.notGood,
	rejected: exitCodes.notGood,
	unsendable: exitCodes.notGood,
};

export const exitCodeFor = ({kind}: ApiError): ExitCode => exitCodeByKind[kind];

/** Highest precedence first: a change that may have happened comes before a failure, and a failure before an unknown state. */
const byPrecedence: readonly number[] = [
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

export const worstLast = (a: number, b: number): number => byPrecedence.indexOf(b) - byPrecedence.indexOf(a);

export const worstOf = (codes: readonly number[]): number => codes.toSorted(worstLast).at(-1) ?? exitCodes.done;

/** Undefined for bugs and aborted requests. */
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
			// A malformed answer would most likely be malformed again.
			isRetryable: cause.isTransient && cause.kind !== 'malformed',
		}),
	});
	return exitCode;
}

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

/** Whether a signal interrupted the command. A closed output (exit code 0) ends a command, too, but never interrupts a write. */
export const isInterrupted = ({signal}: Pick<CommandContext, 'signal'>): boolean =>
	signal.aborted && signal.reason !== exitCodes.done;

export const isInterruption = (error: unknown, context: Pick<CommandContext, 'signal'>): boolean =>
	error instanceof Aborted && isInterrupted(context);

export function onInterrupt(context: Pick<CommandContext, 'signal'>, then: () => void): () => void {
	const listen = () => {
		if (isInterrupted(context)) then();
	};
	context.signal.addEventListener('abort', listen, {once: true});
	listen();
	return () => context.signal.removeEventListener('abort', listen);
}

/** Throws `Aborted` at a signal, because input may never come. */
export function orInterrupted<Value>(context: Pick<CommandContext, 'signal'>, input: Promise<Value>): Promise<Value> {
	return new Promise((resolve, reject) => {
		const stopListening = onInterrupt(context, () => reject(new Aborted('The input was not read to its end.')));
		input.finally(stopListening).then(resolve, reject);
	});
}
