import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../../clock.ts';
import type {Change, Observation} from '../../journal/sighting.ts';
import {pinOf, unknownWord} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {
	type Conclusion,
	type DetectedChanges,
	deploymentKey,
	isSameStatus,
	keyOfDeployment,
	observedStatusOf,
} from '../model/deployments/detected-changes.ts';
import {isOutdated} from '../model/deployments/newer-answer.ts';
import type {TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {watchKey, watchOf, withoutExpired} from '../state/board.ts';
import {knownDeployments} from '../state/known-deployment.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';
import {withConclusionsCounted} from './absence.ts';

/** When an answer was asked for and when it came, by the local clock. */
type Moment = {readonly askedAt: LocalTime; readonly at: LocalTime};

type Known = {readonly deployment: Deployment; readonly askedAt: LocalTime};

/** Timelines of so many deployments are held. */
const maxTimelines = 2000;

/** Gives what an answer of this run has told of a project's deployments, by id. */
function knownOf(state: State, projectId: string): (deploymentId: string) => Known | undefined {
	const known = knownDeployments(state, projectId);
	return id => {
		const {deployment, askedAt} = known(id) ?? {};
		return deployment && askedAt !== undefined ? {deployment, askedAt} : undefined;
	};
}

/** When the newest deployment of a project was created. Undefined where that is not known: its deployments were never read, or there may be newer ones that no list held. */
function newestKnownAt(state: State, projectId: string): ServiceTime | undefined {
	const {seen, readAt, isFull} = state.deployments.byProject.get(projectId) ?? noDeployments;
	const latest = state.deployments.latest.get(projectId);
	const holdsNewest = readAt !== undefined && (!isFull || state.deployments.order === 'newest first');
	if (!holdsNewest && (!latest || latest.isPartial)) return undefined;
	return Math.max(
		seen[0]?.deployment.createdAt ?? Number.NEGATIVE_INFINITY,
		latest?.deployment?.createdAt ?? Number.NEGATIVE_INFINITY,
	);
}

function changeOf(known: Known, deployment: Deployment, {at}: Moment, skewMs: number): Change {
	return {
		projectId: deployment.projectId,
		deploymentId: deployment.id,
		from: observedStatusOf(known.deployment),
		to: observedStatusOf(deployment),
		after: toServiceTime(known.askedAt, skewMs),
		before: toServiceTime(at, skewMs),
	};
}

/** Whether it concluded since somebody looked: it was seen going on, or it is newer than all that was known. */
function isNewlyConcluded(
	deployment: Deployment,
	known: Known | undefined,
	newestAt: ServiceTime | undefined,
): boolean {
	if (!isConcluded(deployment)) return false;
	if (known) return !isSameStatus(known.deployment, deployment);
	return newestAt !== undefined && (deployment.createdAt ?? Number.NEGATIVE_INFINITY) > newestAt;
}

function withTimelines(
	timelines: State['deployments']['timelines'],
	changes: readonly Change[],
): State['deployments']['timelines'] {
	if (changes.length === 0) return timelines;
	const next = new Map(timelines);
	for (const change of changes) {
		const key = deploymentKey(change.projectId, change.deploymentId);
		const earlier = next.get(key) ?? [];
		next.delete(key);
		next.set(key, [...earlier, change]);
	}

	for (const key of next.keys()) {
		if (next.size <= maxTimelines) break;
		next.delete(key);
	}

	return next;
}

/** What the board shows of a deployment from now on. Undefined for one that has no place there. */
function trackedAs(
	deployment: Deployment,
	before: TrackedDeployment | undefined,
	isNews: boolean,
	moment: Moment,
): TrackedDeployment | undefined {
	const {askedAt, at} = moment;
	if (!isConcluded(deployment)) return {deployment, askedAt, endedAt: undefined};
	return before || isNews ? {deployment, askedAt, endedAt: before?.endedAt ?? at} : undefined;
}

/**
The state after deployments of one project were seen: what is new about them is told, what goes on stands on the board, and a deployment that concluded is no longer watched.

`before` is the state in which none of them was taken in yet.
*/
export function withObserved(before: State, after: State, deployments: readonly Deployment[], moment: Moment): State {
	const [first] = deployments;
	if (!first) return after;
	const known = knownOf(before, first.projectId);
	const newestAt = newestKnownAt(before, first.projectId);
	const seen: Deployment[] = [];
	const changes: Change[] = [];
	const conclusions: Conclusion[] = [];
	const words = new Map<string, SafeText>();
	const board = new Map(after.deployments.board);
	const watches = new Map(after.presence.watches);
	for (const deployment of deployments) {
		const earlier = known(deployment.id);
		if (isOutdated(moment.askedAt, earlier)) continue;
		const isOther = !earlier || !isSameStatus(earlier.deployment, deployment);
		if (isOther) seen.push(deployment);
		if (earlier && isOther) changes.push(changeOf(earlier, deployment, moment, after.polling.skewMs));
		const isNews = isNewlyConcluded(deployment, earlier, newestAt);
		if (isNews) {
			const watch = watchOf(after, deployment);
			const isAgain = earlier !== undefined && isConcluded(earlier.deployment);
			conclusions.push({deployment, isWatched: watch !== undefined, isMine: watch?.isMine ?? false, isAgain});
		}

		const word = unknownWord(deployment, after.interface.pins);
		if (word !== undefined && !after.deployments.announcedWords.has(pinOf(word))) words.set(pinOf(word), word);
		const key = keyOfDeployment(deployment);
		const tracked = trackedAs(deployment, board.get(key), isNews, moment);
		if (tracked) board.set(key, tracked);
		if (isConcluded(deployment))
			watches.delete(watchKey({projectId: deployment.projectId, deploymentId: deployment.id}));
	}

	const news: DetectedChanges = {seen, changes, conclusions, words: [...words.values()]};
	const isQuiet = seen.length === 0 && words.size === 0;
	const next: State = {
		...after,
		deployments: {
			...after.deployments,
			board: withoutExpired(board, after, moment.at),
			timelines: withTimelines(after.deployments.timelines, changes),
			changes: isQuiet ? after.deployments.changes : news,
			announcedWords:
				words.size > 0
					? new Set([...after.deployments.announcedWords, ...words.keys()])
					: after.deployments.announcedWords,
		},
		presence: {
			...after.presence,
			watches: watches.size === after.presence.watches.size ? after.presence.watches : watches,
		},
	};
	return withConclusionsCounted(noticed(next, news, moment.at), news);
}

/** The state after a deployment was triggered from here: it is watched until it concludes. `project` is what its project is called. */
export function triggeredHere(state: State, deployment: Deployment, project: SafeText, at: LocalTime): State {
	const {projectId, id: deploymentId} = deployment;
	const watch = {projectId, deploymentId, project, isMine: true};
	const watching = {
		...state,
		presence: {...state.presence, watches: new Map(state.presence.watches).set(watchKey(watch), watch)},
	};
	return withObserved(state, watching, [deployment], {askedAt: at, at});
}

/** Says what happened to a deployment that somebody watches, else that a word is new. */
function noticed(state: State, {conclusions, words}: DetectedChanges, at: LocalTime): State {
	const watched = conclusions.findLast(({isWatched}) => isWatched);
	if (watched) return withInterface(state, {notice: {kind: 'concluded', deployment: watched.deployment, at}});
	const [word] = words;
	return word === undefined ? state : withInterface(state, {notice: {kind: 'new word', word, at}});
}

/** The state with what is known from an earlier time. What was read since counts as seen after it. */
export function withObservations(state: State, sightings: readonly Observation[], at: LocalTime): State {
	let next = state;
	for (const {deployment, seenAt, project} of sightings) {
		const {projectId, id} = deployment;
		const askedAt = Math.min(toLocalTime(seenAt, state.polling.skewMs), at - 1);
		const names = next.projects.names.has(projectId)
			? next.projects.names
			: new Map(next.projects.names).set(projectId, project);
		const now = knownOf(next, projectId)(id);
		const board = new Map(next.deployments.board).set(deploymentKey(projectId, id), {
			deployment,
			askedAt,
			endedAt: undefined,
		});
		const remembering: State = {
			...next,
			projects: {...next.projects, names},
			deployments: {...next.deployments, board},
		};
		if (!now) next = remembering;
		else {
			const blank: State = {
				...remembering,
				deployments: {...remembering.deployments, byProject: new Map(), latest: new Map()},
			};
			next = withObserved(blank, remembering, [now.deployment], {askedAt: now.askedAt, at: now.askedAt});
		}
	}

	return next;
}
