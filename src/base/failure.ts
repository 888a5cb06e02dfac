import {exitCodes} from './exit-codes.ts';
import {safe} from './text.ts';

export type Failure = {
	/** The code of a failed request, such as `E_RATE`. Default: the code for `exitCode`, such as `E_USAGE`. */
	readonly code?: string | undefined;
	readonly exitCode: number;
	readonly message: string;
	readonly requestId?: string | undefined;
	/** Whether the same command could succeed soon without doing anything twice. */
	readonly isRetryable?: boolean | undefined;
	readonly next?: string | undefined;
};

const failureCodes: ReadonlyMap<number, string> = new Map(
	Object.entries(exitCodes).map(([name, code]) => [code, `E_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`]),
);

export const encodeFailure = ({code, exitCode, message, requestId, isRetryable, next}: Failure) => ({
	code: code ?? failureCodes.get(exitCode) ?? 'E_SIGNAL',
	exit_code: exitCode,
	message,
	request_id: requestId ?? null,
	retryable: isRetryable ?? false,
	next: next ?? null,
});

export function failureLine(argv: readonly string[], failure: Failure): string {
	const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
	const isJson = options.some(word => /^--json(?:=|$)/.test(word));
	const message = safe(failure.message, 1000);
	return `${isJson ? JSON.stringify(encodeFailure({...failure, message})) : message}\n`;
}
