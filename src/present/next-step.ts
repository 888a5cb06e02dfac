import type {ApiError} from '../api/errors.ts';
import {duration} from '../duration.ts';
import {plain, type SafeText} from '../text.ts';

const ways: Partial<Record<ApiError['kind'], SafeText>> = {
	auth: plain`Press , to enter another key.`,
	forbidden: plain`Press , to enter another key, or ask whoever manages the team.`,
	missing: plain`Press esc to go back, r to ask again.`,
	rejected: plain`Press r to ask again, ! for the calls that were made.`,
	malformed: plain`Press r to try now, ! for the calls that were made.`,
};

/** What a person can do about a read that failed. */
export const wayOut = ({kind}: ApiError): SafeText => ways[kind] ?? plain`Press r to try now.`;

/** What landfall does about a read that failed: `waitMs` is how long until it is tried again, undefined if it is not. */
export function nextStep({kind}: ApiError, waitMs: number | undefined): SafeText {
	if (kind === 'auth') return plain`Reading has stopped.`;
	if (waitMs === undefined) return plain`It is not tried again by itself.`;
	return waitMs < 1000 ? plain`It is tried again now.` : plain`It is tried again in ${duration(waitMs)}.`;
}
