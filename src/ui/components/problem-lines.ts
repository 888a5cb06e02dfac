import type {ApiError} from '../../api/errors.ts';
import {type Line, type Tone, wrapped} from '../../present/line.ts';
import {plain, type SafeText, safe} from '../../text.ts';

const ways: Partial<Record<ApiError['kind'], SafeText>> = {
	auth: plain`Press , to enter another key.`,
	forbidden: plain`Press , to enter another key, or ask whoever manages the team.`,
	missing: plain`Press esc to go back.`,
};

/** Why something is not on the screen: what happened, and what the person can do. */
export function problemLines(error: ApiError, width: number): readonly Line[] {
	const {requestId} = error.details;
	const paragraph = (text: SafeText, tone: Tone) => wrapped(text, width).map((line): Line => [{text: line, tone}]);
	return [
		...paragraph(safe(error.message, 1000), 'bad'),
		...(requestId ? paragraph(safe(`Request ${requestId}`), 'quiet') : []),
		...paragraph(ways[error.kind] ?? plain`It is tried again by itself. Press r to try now.`, 'quiet'),
	];
}
