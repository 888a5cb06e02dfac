import type {ApiError} from '../../api/errors.ts';
import {type Line, type Tone, wrapped} from '../../present/line.ts';
import {nextStep, wayOut} from '../../present/next-step.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Returns the lines that explain a failed read: the error, the request id, what landfall does next, and what the user can do. `waitMs` is the time until the next try. */
export function problemLines(error: ApiError, waitMs: number, width: number): readonly Line[] {
	const {requestId} = error.details;
	const paragraph = (text: SafeText, tone: Tone) => wrapped(text, width).map((line): Line => [{text: line, tone}]);
	return [
		...paragraph(safe(error.message, 1000), 'bad'),
		...(requestId ? paragraph(safe(`Request ${requestId}`), 'quiet') : []),
		...paragraph(plain`${nextStep(error, waitMs)} ${wayOut(error)}`, 'quiet'),
	];
}
