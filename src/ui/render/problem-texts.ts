import type {ApiError} from '../../api/errors.ts';
import {type NameKey, nextStep, wayOut} from '../../present/failed-read.ts';
import {clockTime} from '../../present/format.ts';
import type {SafeSpan} from '../../present/line.ts';
import type {State} from '../../store/state/state.ts';
import {currentProblem} from '../../store/sync/freshness.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Returns the paragraphs that explain a failed read: the error, the request id, what landfall does next, and what the user can do. `waitMs` is the time until the next try. */
export function problemTexts(error: ApiError, waitMs: number, nameKey: NameKey): readonly SafeSpan[] {
	const {requestId} = error.details;
	return [
		{text: safe(error.message, 1000), tone: 'bad'},
		...(requestId ? [{text: safe(`Request ${requestId}`), tone: 'quiet'} as const] : []),
		{text: plain`${nextStep(error, waitMs)} ${wayOut(error, nameKey)}`, tone: 'quiet'},
	];
}

/** Returns since when the service fails, for a question about a change. Undefined while it works. */
export function outageText(state: State): SafeText | undefined {
	const {outage} = state.polling.throttle;
	if (!outage) return undefined;
	const fails = currentProblem(state)?.error.kind === 'server' ? plain`has been failing` : plain`has not answered`;
	return plain`The service ${fails} since ${clockTime(outage.since, state.interface)}.`;
}
