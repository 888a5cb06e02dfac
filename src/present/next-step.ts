import type {ApiError} from '../api/errors.ts';
import {retryAfterText} from '../api/retry/retry-after.ts';
import {duration} from '../duration.ts';
import {plain, type SafeText} from '../text.ts';

const ways: Partial<Record<ApiError['kind'], SafeText>> = {
	auth: plain`Press , to change it.`,
	forbidden: plain`Press , to enter another key, or ask whoever manages the team.`,
	missing: plain`Press esc to go back, r to ask again.`,
	rejected: plain`Press r to ask again, ! for the request log.`,
	malformed: plain`Press r to try now, ! for the request log.`,
};

/** What a person can do about a read that failed. */
export const wayOut = ({kind}: ApiError): SafeText => ways[kind] ?? plain`Press r to try now.`;

/** What the service asked for, beside what landfall does. Undefined if it asked for nothing. */
export function pauseText({details: {status, retryAfter}}: ApiError, waitMs: number): SafeText | undefined {
	if (!retryAfter) return undefined;
	return plain`${status ?? 0}: ${retryAfterText(retryAfter)}; ${tryingAgain(waitMs)}`;
}

/** That the key is refused, what landfall does about it, and what a person can do, in a line that may be cut off at its end. */
export const refusalText = (error: ApiError): SafeText => {
	const {status, serviceSays} = error.details;
	const says = serviceSays === undefined ? plain`` : plain` It says: ${serviceSays}`;
	return plain`The service refused the key (${status ?? 401}). ${nextStep(error, 0)} ${wayOut(error)}${says}`;
};

const tryingAgain = (waitMs: number): SafeText =>
	waitMs < 1000 ? plain`trying again now` : plain`trying again in ${duration(waitMs)}`;

/** What landfall does about a read that failed: `waitMs` is how long until it is tried again. */
export function nextStep({kind}: ApiError, waitMs: number): SafeText {
	if (kind === 'auth') return plain`Retrying once a minute.`;
	return waitMs < 1000 ? plain`Retrying now.` : plain`Retrying in ${duration(waitMs)}.`;
}
