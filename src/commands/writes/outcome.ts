import {type ApiError, errorSentence} from '../../api/errors.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {WriteIntent} from '../../store/model/writes/write-intent.ts';
import type {SafeText} from '../../text.ts';
import {type CommandError, exitCodeFor} from '../headless/command-error.ts';

type ExitCode = CommandError['exitCode'];

/** What became of a write, as far as it is known. */
export type WriteOutcome<Value> =
	/** `body` is the answer as the service sent it. Undefined if the answer was lost and the service shows that the write was executed. */
	| {readonly kind: 'done'; readonly value: Value; readonly body: string | undefined}
	/** Everything was already as wanted, so nothing was sent. `body` is the record as the service sent it. */
	| {readonly kind: 'unchanged'; readonly value: Value; readonly body: string | undefined}
	/** Nothing has changed: landfall or the service refused it, or the service could not be reached. */
	| {
			readonly kind: 'refused';
			readonly exitCode: ExitCode;
			readonly reason: SafeText;
			readonly requestId?: SafeText | undefined;
	  }
	/** The answer was lost, and the service does not show what became of the write. */
	| Unknown;

/** The answer was lost, and the service shows no sign of the write, although it has had time. */
export type Absent = {readonly kind: 'absent'; readonly intended: WriteIntent; readonly reason: SafeText};

type Unknown = {
	readonly kind: 'unknown';
	readonly intended: WriteIntent;
	readonly reason: SafeText;
	/** What its result may be. */
	readonly candidates: readonly SafeText[];
	/** Of an answer that could not be used. */
	readonly requestId?: SafeText | undefined;
};

export const refusedBy = (error: ApiError): WriteOutcome<never> => ({
	kind: 'refused',
	exitCode: exitCodeFor(error),
	reason: errorSentence(error),
	requestId: error.details.requestId,
});

/** Returns the exit code of a write. */
export function exitCodeOf(outcome: WriteOutcome<unknown>): ExitCode {
	switch (outcome.kind) {
		case 'done':
		case 'unchanged':
			return exitCodes.done;
		case 'refused':
			return outcome.exitCode;
		case 'unknown':
			return exitCodes.unknownOutcome;
	}
}

/** Combines the exit codes of several writes: an unknown outcome outranks the first failure. */
export function worstOf(codes: readonly number[]): number {
	if (codes.includes(exitCodes.unknownOutcome)) return exitCodes.unknownOutcome;
	return codes.find(code => code !== exitCodes.done) ?? exitCodes.done;
}
