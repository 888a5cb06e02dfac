import {plain, type SafeText, safe} from '../../base/text.ts';
import {withoutJournalText} from '../../model/confirmation.ts';
import type {ServiceInfo} from '../../model/connection.ts';
import {type NameKey, nextStep, wayOut} from '../../present/failed-read.ts';
import {clockTime} from '../../present/format.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {type CurrentProblem, currentProblem} from '../../state/freshness.ts';
import {shortcutOf} from '../../state/preferences.ts';
import type {State} from '../../state/state.ts';
import {unrecordedText} from '../../sync/write-queue.ts';
import type {DrawContext} from '../contexts.ts';

type Title = Pick<ServiceInfo, 'name' | 'host' | 'accent'>;

export const hostAfter = ({name, host}: Title): SafeText => (name === host ? plain`` : plain` · ${host}`);

export const nameSpan = ({name, accent}: Title, tone: 'accent' | 'plain'): SafeSpan =>
	accent ? {text: plain` ${name} `, tone: `badge-${accent}`} : {text: name, tone};

export function outageText(state: State): SafeText | undefined {
	const {oneAtATime} = state.polling.throttle.trouble;
	if (oneAtATime?.why !== 'unreachable') return undefined;
	const fails = currentProblem(state)?.error.kind === 'server' ? plain`has been failing` : plain`has not answered`;
	return plain`The service ${fails} since ${clockTime(oneAtATime.since)}.`;
}

export function journalWarning({connection, writes: {journalProblem}}: State): SafeText | undefined {
	if (connection?.isWithoutJournal) return withoutJournalText;
	return journalProblem && unrecordedText(journalProblem);
}

export function problemLines({error, nextAt}: CurrentProblem, {state, context}: DrawContext): readonly Line[] {
	const {localNow, isStill} = context;
	const {requestId} = error.details;
	const next = nextStep(error, isStill ? 0 : nextAt - localNow);
	const nameKey: NameKey = id => shortcutOf(state, id);
	return [
		[{text: safe(error.message, 1000), tone: 'bad'}],
		...(requestId ? [[{text: safe(`Request ${isStill ? 'id' : requestId}`), tone: 'quiet'} as const]] : []),
		[{text: plain`${next} ${wayOut(error, nameKey)}`, tone: 'quiet'}],
	];
}
