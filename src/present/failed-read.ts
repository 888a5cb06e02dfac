import type {ApiError} from '../api/errors.ts';
import {retryAfterText} from '../api/retry-after.ts';
import {addPeriod, plain, type SafeText, safe} from '../base/text.ts';
import type {CommandId} from '../model/commands.ts';
import {type Field, requestIdField, textField} from './fields.ts';
import {waitText} from './format.ts';
import type {RowContext} from './table.ts';

export type NameKey = (id: CommandId) => SafeText;

export function wayOut({kind, code}: ApiError, nameKey: NameKey): SafeText {
	const retry = nameKey('refresh');
	const log = nameKey('request-log');
	const connect = nameKey('profiles');
	const advice: Partial<Record<ApiError['kind'], SafeText>> = {
		auth: plain`Press ${connect} to change the key.`,
		forbidden: plain`Press ${connect} to enter another key, ${log} for the request log.`,
		'not found': plain`Press esc to go back, ${retry} to try again.`,
		rejected: plain`Press ${retry} to try again, ${log} for the request log.`,
		malformed: plain`Press ${retry} to try now, ${log} for the request log.`,
	};
	if (code === 'E_ADDRESS') return plain`Press ${connect} to check the address, ${retry} to try again.`;
	return advice[kind] ?? plain`Press ${retry} to try now.`;
}

export function pauseText({details: {status, retryAfter}}: ApiError, waitMs: number): SafeText | undefined {
	if (!retryAfter) return undefined;
	return plain`${status ?? 0}: ${retryAfterText(retryAfter)}; retrying ${waitText(waitMs)}`;
}

/** The most important part comes first, because the end may be cut. */
export const rejectedKeyText = (error: ApiError, nameKey: NameKey | undefined): SafeText => {
	const {status, serviceSays} = error.details;
	const advice = nameKey ? plain` ${wayOut(error, nameKey)}` : plain``;
	const says = serviceSays === undefined ? plain`` : plain` It says: “${addPeriod(serviceSays)}”`;
	return plain`The service rejected the key (${status ?? 401}). ${nextStep(error, 0)}${advice}${says}`;
};

export function nextStep({kind}: ApiError, waitMs: number): SafeText {
	if (kind === 'auth') return plain`Retrying once a minute.`;
	return kind === 'proxy' ? plain`landfall does not try again by itself.` : plain`Retrying ${waitText(waitMs)}.`;
}

const statusSuffix = ({details: {status}}: ApiError): string => (status === undefined ? '' : ` (${status})`);

export const failedReadText = (error: ApiError): SafeText =>
	safe(`${error.kind === 'forbidden' ? 'not allowed' : 'not available'}${statusSuffix(error)}`);

export const shortFailedReadText = (error: ApiError): SafeText => safe(`n/a${statusSuffix(error)}`);

export const failedReadFields = (error: ApiError, waitMs: number, context: RowContext): readonly Field[] => [
	textField('deployments', failedReadText(error), context),
	textField('retrying', waitText(waitMs), context),
	requestIdField(error.details.requestId, context),
];
