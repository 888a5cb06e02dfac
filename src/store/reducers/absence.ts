import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../clock.ts';
import {duration} from '../../duration.ts';
import {outcomeOf} from '../../status-words.ts';
import {grouped, plain, type SafeText, safe} from '../../text.ts';
import type {Absence} from '../model/absence.ts';
import {type DetectedChanges, keyOfDeployment} from '../model/deployments/detected-changes.ts';
import {countOf} from '../model/projects/project-list.ts';
import {projectNameOf} from '../state/project-names.ts';
import type {State} from '../state/state.ts';

/** Whoever was away for less remembers what they saw. */
const minAbsenceMs = 60_000;

/** So many that failed are named. */
const maxNamed = 3;

const wentAway = (since: LocalTime): Absence => ({since, until: undefined, concluded: new Map()});

/** The state once nobody looks any more. */
export const withAbsenceStarted = (state: State, at: LocalTime): State => ({
	...state,
	presence: {...state.presence, away: state.presence.away ?? wentAway(at)},
});

/** The state once somebody is back, who was away since `since` or longer. */
export function withAbsenceEnded(state: State, since: LocalTime, at: LocalTime): State {
	const away = state.presence.away ?? wentAway(since);
	const began = Math.min(away.since, since);
	if (at - began < minAbsenceMs) return {...state, presence: {...state.presence, away: undefined}};
	return {...state, presence: {...state.presence, away: {...away, since: began, until: at}}};
}

/** Whether a deployment concluded while somebody was away, by what the service says of it. */
function isFromThen(deployment: Deployment, {since, until}: Absence, skewMs: number): boolean {
	const {concludedAt} = deployment;
	if (!isConcluded(deployment) || concludedAt === undefined) return false;
	const at = toLocalTime(concludedAt, skewMs);
	return at >= since && (until === undefined || at <= until);
}

/** The state with what concluded while somebody was away counted, each deployment once. */
export function withConclusionsCounted(state: State, {seen, conclusions}: DetectedChanges): State {
	const {
		presence: {away},
		polling: {skewMs},
		interface: {pins},
	} = state;
	if (!away) return state;
	const told = new Set(conclusions.map(({deployment}) => deployment));
	const late = seen.filter(
		deployment =>
			isFromThen(deployment, away, skewMs) || (told.has(deployment) && deployment.concludedAt === undefined),
	);
	if (late.length === 0) return state;
	const concluded = new Map(away.concluded);
	for (const deployment of late) {
		const version = deployment.uploadVersion === undefined ? plain`` : plain` v${deployment.uploadVersion}`;
		const name = plain`${projectNameOf(state, deployment.projectId)}${version}`;
		concluded.set(keyOfDeployment(deployment), outcomeOf(deployment, pins) === 'bad' ? name : undefined);
	}

	return {...state, presence: {...state.presence, away: {...away, concluded}}};
}

/** Whether everything that was going on when somebody went away has been looked at since they are back. */
export function isCaughtUp({presence: {away}, deployments: {board}}: State): boolean {
	if (away?.until === undefined) return false;
	const {until} = away;
	return [...board.values()].every(({endedAt, askedAt}) => endedAt !== undefined || askedAt >= until);
}

/** How many projects of those at hand had their deployments looked at since somebody is back, and how many there are. */
function lookedAt({
	presence: {away},
	deployments: {latest, byProject: deployments},
	projects: {list: projects},
}: State): {readonly looked: number; readonly all: number} {
	const since = away?.until ?? 0;
	const looked = new Set([...latest].filter(([, {askedAt}]) => askedAt >= since).map(([id]) => id));
	for (const [id, {readAt}] of deployments) if ((readAt ?? -1) >= since) looked.add(id);
	return {looked: looked.size, all: countOf(projects)};
}

export function hasLookedEverywhere(state: State): boolean {
	const {looked, all} = lookedAt(state);
	return state.projects.list.end === 'reached' && looked >= all;
}

/** What concluded while somebody was away, in numbers. */
export function absenceCounts({concluded}: Absence): SafeText {
	const failed = [...concluded.values()].filter(name => name !== undefined).length;
	if (concluded.size === 0) return plain`nothing seen to conclude`;
	return plain`${grouped(concluded.size)} concluded${failed === 0 ? plain`` : plain`, ${grouped(failed)} failed`}`;
}

/** What happened while somebody was away, and what may have happened besides. */
export function absenceText(state: State): SafeText {
	const {
		presence: {away},
		projects: {list: projects},
		deployments: {board},
	} = state;
	if (away?.until === undefined) return plain``;
	const {since, until, concluded} = away;
	const failed = [...concluded.values()].filter(name => name !== undefined);
	const others = failed.length - maxNamed;
	const names = failed.slice(0, maxNamed).join(', ') + (others > 0 ? ` and ${others} more` : '');
	const what = `${absenceCounts(away)}${failed.length === 0 ? '' : ` (${names})`}`;
	const {looked, all} = lookedAt(state);
	const unread = [...board.values()].filter(({endedAt, askedAt}) => endedAt === undefined && askedAt < until).length;
	const missed = [
		...(unread > 0 ? [`${grouped(unread)} not read since`] : []),
		...(looked < all
			? [`looked at ${grouped(looked)} of ${grouped(all)}${projects.end === 'open' ? '+' : ''} projects`]
			: []),
	];
	return safe([`Away ${duration(until - since)}: ${what}`, ...missed].join(' · '), 500);
}
