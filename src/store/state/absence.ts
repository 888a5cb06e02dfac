import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, toLocalTime, toServiceTime} from '../../clock.ts';
import {pastConclusion} from '../../deployment-times.ts';
import {duration} from '../../duration.ts';
import {outcomeOf} from '../../status-words.ts';
import {grouped, plain, type SafeText, safe} from '../../text.ts';
import type {Absence} from '../model/absence.ts';
import type {TrackedDeployment} from '../model/board.ts';
import {type DetectedChanges, keyOfDeployment} from '../model/deployments/detected-changes.ts';
import {projectNameOf} from '../model/projects/known-project.ts';
import {knownDeployment} from './deployments.ts';
import {patch, type State, withNotice} from './state.ts';

/** A shorter absence is not reported: the user still remembers the screen. */
const minAbsenceMs = 60_000;

/** The maximum number of failed deployments that are named. */
const maxNamed = 3;

/** A shorter absence in which nothing concluded is not reported. */
const minUneventfulMs = 10 * 60_000;

const newAbsence = (since: LocalTime): Absence => ({since, until: undefined, concluded: new Map()});

/** Begins an absence at `at`, by the local clock. One that was not reported yet goes on. */
const withAbsenceStarted = (state: State, at: LocalTime): State =>
	patch(state, 'presence', {away: {...(state.presence.away ?? newAbsence(at)), until: undefined}});

/** Returns the state after the user has returned. The absence began at `since`, or earlier if the state says so. */
export function withAbsenceEnded(state: State, since: LocalTime, at: LocalTime): State {
	const away = state.presence.away ?? newAbsence(since);
	const startedAt = Math.min(away.since, since);
	if (at - startedAt < minAbsenceMs) return patch(state, 'presence', {away: undefined});
	return patch(state, 'presence', {away: {...away, since: startedAt, until: at}});
}

/** Returns the state after the terminal has got or lost the focus. */
export function withFocus(state: State, isFocused: boolean, at: LocalTime): State {
	const next = patch(state, 'presence', {isFocused});
	if (!isFocused) return withAbsenceStarted(next, at);
	return state.presence.away ? withAbsenceEnded(next, state.presence.away.since, at) : next;
}

/** Whether a deployment concluded during the absence, by the service's timestamp. Undefined if that does not tell. */
function hasConcludedDuring(
	deployment: Deployment,
	{since, until}: Absence,
	{skewMs, now}: {readonly skewMs: number; readonly now: LocalTime},
): boolean | undefined {
	const concludedAt = pastConclusion(deployment, toServiceTime(now, skewMs));
	if (!isConcluded(deployment) || concludedAt === undefined) return undefined;
	const at = toLocalTime(concludedAt, skewMs);
	return at >= since && (until === undefined || at <= until);
}

/** Adds the deployments that concluded during the absence, each of them once. */
export function withConclusionsCounted(
	state: State,
	{deployments, conclusions}: Pick<DetectedChanges, 'deployments' | 'conclusions'>,
	now: LocalTime,
): State {
	const {
		presence: {away},
		polling: {skewMs},
		interface: {pins},
	} = state;
	if (!away) return state;
	const detected = new Set(conclusions.map(({deployment}) => deployment));
	const concludedMeanwhile = deployments.filter(
		deployment => hasConcludedDuring(deployment, away, {skewMs, now}) ?? detected.has(deployment),
	);
	if (concludedMeanwhile.length === 0) return state;
	const concluded = new Map(away.concluded);
	for (const deployment of concludedMeanwhile) {
		const version = deployment.uploadVersion === undefined ? plain`` : plain` v${deployment.uploadVersion}`;
		const name = plain`${projectNameOf(state, deployment.projectId)}${version}`;
		concluded.set(keyOfDeployment(deployment), outcomeOf(deployment, pins) === 'bad' ? name : undefined);
	}

	return patch(state, 'presence', {away: {...away, concluded}});
}

/** Returns the deployments in progress that have not been read since a local time. */
const unreadSince = (state: State, at: LocalTime): readonly TrackedDeployment[] =>
	[...state.deployments.board.values()].filter(
		({projectId, deploymentId, endedAt}) =>
			endedAt === undefined && (knownDeployment(state, projectId, deploymentId)?.askedAt ?? at) < at,
	);

/** Whether every deployment in progress has been read since the user returned. */
export function isCaughtUp(state: State): boolean {
	const until = state.presence.away?.until;
	return until !== undefined && unreadSince(state, until).length === 0;
}

/** Counts the loaded projects, and those whose deployments have been read since the user returned. */
function countRead({presence: {away}, deployments: {table}, projects: {list: projects}}: State): {
	readonly readCount: number;
	readonly loadedCount: number;
} {
	const since = away?.until ?? 0;
	const isRead = (at: LocalTime | undefined) => at !== undefined && at >= since;
	const read = [...table.values()].filter(({askedAt}) => isRead(askedAt));
	return {readCount: read.length, loadedCount: projects.rows.length};
}

/** Whether all projects are loaded, and their deployments read since the user returned. */
export function hasLookedEverywhere(state: State): boolean {
	const {readCount, loadedCount} = countRead(state);
	return state.projects.list.end === 'reached' && readCount >= loadedCount;
}

/** Returns how many deployments concluded during the absence, and how many of them failed. */
export function absenceCounts({concluded}: Absence): SafeText {
	const failed = [...concluded.values()].filter(name => name !== undefined).length;
	if (concluded.size === 0) return plain`nothing concluded`;
	return plain`${grouped(concluded.size)} concluded${failed === 0 ? plain`` : plain`, ${grouped(failed)} failed`}`;
}

/** Returns what happened during the absence, and which reads are missing from that account. */
function absenceText(state: State): SafeText {
	const {
		presence: {away},
		projects: {list: projects},
	} = state;
	if (away?.until === undefined) return plain``;
	const {since, until, concluded} = away;
	const failed = [...concluded.values()].filter(name => name !== undefined);
	const others = failed.length - maxNamed;
	const names = failed.slice(0, maxNamed).join(', ') + (others > 0 ? ` and ${others} more` : '');
	const outcome = `${absenceCounts(away)}${failed.length === 0 ? '' : ` (${names})`}`;
	const {readCount, loadedCount} = countRead(state);
	const unread = unreadSince(state, until).length;
	const missed = [
		...(unread > 0 ? [`${grouped(unread)} not read since`] : []),
		...(readCount < loadedCount
			? [
					`looked at ${grouped(readCount)} of ${grouped(loadedCount)}${projects.end === 'open' || projects.end === 'full' ? '+' : ''} projects`,
				]
			: []),
	];
	return safe([`Away ${duration(until - since)}: ${outcome}`, ...missed].join(' · '), 500);
}

/** Returns what to say about an absence that is over. Undefined if too little happened. */
export function absenceReport(state: State): SafeText | undefined {
	const {away} = state.presence;
	if (away?.until === undefined) return undefined;
	const isUneventful = away.concluded.size === 0 && away.until - away.since < minUneventfulMs;
	return isUneventful ? undefined : absenceText(state);
}

/** Shows the report about the absence, if there is one, and forgets the absence. */
export function withAbsenceReported(state: State, at: LocalTime): State {
	const text = absenceReport(state);
	const isBad = [...(state.presence.away?.concluded.values() ?? [])].some(name => name !== undefined);
	const reported = patch(state, 'presence', {away: undefined});
	return text === undefined ? reported : withNotice(reported, text, isBad ? 'bad' : 'quiet', at);
}
