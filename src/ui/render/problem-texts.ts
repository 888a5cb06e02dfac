import type {ApiError} from '../../api/errors.ts';
import type {SafeSpan} from '../../present/line.ts';
import {type NameKey, nextStep, wayOut} from '../../present/next-step.ts';
import {plain, safe} from '../../text.ts';

/** Returns the paragraphs that explain a failed read: the error, the request id, what landfall does next, and what the user can do. `waitMs` is the time until the next try. */
export function problemTexts(error: ApiError, waitMs: number, nameKey: NameKey): readonly SafeSpan[] {
	const {requestId} = error.details;
	return [
		{text: safe(error.message, 1000), tone: 'bad'},
		...(requestId ? [{text: safe(`Request ${requestId}`), tone: 'quiet'} as const] : []),
		{text: plain`${nextStep(error, waitMs)} ${wayOut(error, nameKey)}`, tone: 'quiet'},
	];
}
