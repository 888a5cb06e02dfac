import {exitCodes} from './exit-codes.ts';
import {safe} from './text.ts';

/** Why a command failed, as programs read it. */
export type Failure = {
	/** That of a failed request, such as `E_RATE`. Default: that of the exit code, such as `E_USAGE`. */
	readonly code?: string | undefined;
	readonly exitCode: number;
	readonly message: string;
	readonly requestId?: string | undefined;
	/** Whether the same command could succeed soon, and changes nothing twice. */
	readonly isRetryable?: boolean | undefined;
	/** The command that helps. */
	readonly next?: string | undefined;
};

/** The codes of failures, by their exit codes. */
const failureCodes: ReadonlyMap<number, string> = new Map(
	Object.entries(exitCodes).map(([name, code]) => [code, `E_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`]),
);

/** Returns what `--json` prints to standard error. */
export const encodeFailure = ({code, exitCode, message, requestId, isRetryable, next}: Failure) => ({
	code: code ?? failureCodes.get(exitCode) ?? 'E_SIGNAL',
	exit_code: exitCode,
	message,
	request_id: requestId ?? null,
	retryable: isRetryable ?? false,
	next: next ?? null,
});

/** Returns the line for a failure of a command line that may not be valid: JSON if it asks for that. */
export function failureLine(argv: readonly string[], failure: Failure): string {
	const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
	const isJson = options.some(word => /^--json(?:=|$)/.test(word));
	const message = safe(failure.message, 1000);
	return `${isJson ? JSON.stringify(encodeFailure({...failure, message})) : message}\n`;
}
