import type {ApiError} from '../../api/errors.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {SafeText} from '../../text.ts';

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

/** Returns the exit code for a request that failed for good. */
export function exitCodeFor({kind}: ApiError): ExitCode {
	switch (kind) {
		case 'auth':
			return exitCodes.keyRefused;
		case 'missing':
			return exitCodes.notFound;
		case 'busy':
			return exitCodes.busy;
		case 'malformed':
			return exitCodes.unusable;
		case 'network':
		case 'server':
		case 'timeout':
			return exitCodes.unreachable;
		case 'forbidden':
		case 'rejected':
		case 'refused':
			return exitCodes.notGood;
	}
}
