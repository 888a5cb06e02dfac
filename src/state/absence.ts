import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {grouped, plain, type SafeText, safe} from '../base/text.ts';
import {type Conclusion, keyOfDeployment} from '../model/deployment-changes.ts';
import {pastConclusion} from '../model/durations.ts';
import {isWhole, projectNameOf} from '../model/project-list.ts';
import {outcomeOf} from '../model/status-words.ts';
import {versionOf} from '../model/upload-version.ts';
import {runningDeployments} from './deployments.ts';
import {type Absence, patch, type State, withNotice} from './state.ts';

/** A shorter absence is not reported: the user still remembers the screen. */
const minAbsenceMs = 60_000;

const maxNamed = 3;

/** A shorter absence in which nothing concluded is not reported. */
const minUneventfulMs = 10 * 60_000;

/** Returns the state after the user has returned. The absence began at `since`, or earlier if the state says so. */
export function withAbsenceEnded(state: State, since: LocalTime, at: LocalTime): State {
	const {away} = state.presence;
	const startedAt = Math.min(away?.since ?? since, since);
	if (at - startedAt < minAbsenceMs) return patch(state, 'presence', {away: undefined});
	return patch(state, 'presence', {away: {since: startedAt, until: at, concluded: away?.concluded ?? new Map()}});
}

/** Returns the state after the terminal has got or lost the focus. An absence that was not reported yet goes on. */
export function withFocus(state: State, isFocused: boolean, at: LocalTime): State {
	const {away} = state.presence;
	const next = patch(state, 'presence', {isFocused});
	if (isFocused) return away ? withAbsenceEnded(next, away.since, at) : next;
	return patch(next, 'presence', {away: {since: at, concluded: new Map(), ...away, until: undefined}});
}

/** Adds the deployments that concluded during the absence, each of them once: by the service's timestamp, or if that does not tell, those just seen to have concluded. */
export function withConclusionsCounted(
	state: State,
	arrived: readonly Deployment[],
	conclusions: readonly Conclusion[],
	now: LocalTime,
): State {
	const {
		presence: {away},
		polling: {skewMs},
		preferences: {wordMeanings},
	} = state;
	if (!away) return state;
	const isMeanwhile = (deployment: Deployment) => {
		const concludedAt = isConcluded(deployment) ? pastConclusion(deployment, toServiceTime(now, skewMs)) : undefined;
		if (concludedAt === undefined) return conclusions.some(conclusion => conclusion.deployment === deployment);
		const at = toLocalTime(concludedAt, skewMs);
		return at >= away.since && (away.until === undefined || at <= away.until);
	};
	const meanwhile = arrived.filter(isMeanwhile);
	if (meanwhile.length === 0) return state;
	const concluded = new Map(away.concluded);
	for (const deployment of meanwhile) {
		const parts = [projectNameOf(state, deployment.projectId), versionOf(deployment)];
		const name = safe(parts.filter(part => part !== undefined).join(' '));
		concluded.set(keyOfDeployment(deployment), outcomeOf(deployment, wordMeanings) === 'bad' ? name : undefined);
	}

	return patch(state, 'presence', {away: {...away, concluded}});
}

/** Returns how many deployments in progress were not read since a local time, and how many of the loaded projects were. */
function readSince(state: State, since: LocalTime) {
	const {table} = state.deployments;
	return {
		unread: runningDeployments(state).filter(({requestedAt}) => requestedAt < since).length,
		readCount: [...table.values()].filter(({requestedAt}) => requestedAt !== undefined && requestedAt >= since).length,
		loadedCount: state.projects.list.rows.length,
	};
}

export function isCaughtUp(state: State): boolean {
	const until = state.presence.away?.until;
	return until !== undefined && readSince(state, until).unread === 0;
}

export function hasLookedEverywhere(state: State): boolean {
	const {readCount, loadedCount} = readSince(state, state.presence.away?.until ?? 0);
	return isWhole(state.projects.list) && readCount >= loadedCount;
}

const failedIn = ({concluded}: Absence): readonly SafeText[] =>
	[...concluded.values()].filter(name => name !== undefined);

export function absenceCounts(away: Absence): SafeText {
	const failed = failedIn(away).length;
	if (away.concluded.size === 0) return plain`nothing concluded`;
	return plain`${grouped(away.concluded.size)} concluded${failed === 0 ? plain`` : plain`, ${grouped(failed)} failed`}`;
}

/** Returns what happened during an absence that is over, and which reads are missing from that account. Undefined if too little happened. */
export function absenceReport(state: State): SafeText | undefined {
	const {
		presence: {away},
		projects: {list},
	} = state;
	if (away?.until === undefined) return undefined;
	const {since, until} = away;
	if (away.concluded.size === 0 && until - since < minUneventfulMs) return undefined;
	const failed = failedIn(away);
	const others = failed.length > maxNamed ? ` and ${failed.length - maxNamed} more` : '';
	const names = failed.length === 0 ? '' : ` (${failed.slice(0, maxNamed).join(', ')}${others})`;
	const {unread, readCount, loadedCount} = readSince(state, until);
	const loaded = `${grouped(loadedCount)}${isWhole(list) ? '' : '+'}`;
	const missed = [
		...(unread > 0 ? [`${grouped(unread)} not read since`] : []),
		...(readCount < loadedCount ? [`checked ${grouped(readCount)} of ${loaded} projects`] : []),
	];
	return safe([`Away ${duration(until - since)}: ${absenceCounts(away)}${names}`, ...missed].join(' · '), 500);
}

export function withAbsenceReported(state: State, at: LocalTime): State {
	const text = absenceReport(state);
	const reported = patch(state, 'presence', {away: undefined});
	const isBad = state.presence.away !== undefined && failedIn(state.presence.away).length > 0;
	return text === undefined ? reported : withNotice(reported, text, isBad ? 'bad' : 'quiet', at);
}
