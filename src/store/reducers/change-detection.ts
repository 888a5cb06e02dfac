import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../../clock.ts';
import type {Change, Observation} from '../../journal/observations.ts';
import {pinOf, unknownWord} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import {deploymentRead} from '../model/deployments/deployment-list.ts';
import {
	type Conclusion,
	type DetectedChanges,
	deploymentKey,
	isSameStatus,
	keyOfDeployment,
	observedStatusOf,
} from '../model/deployments/detected-changes.ts';
import {isOutdated} from '../model/deployments/newer-answer.ts';
import {newestArrived, newestOf} from '../model/deployments/newest-deployments.ts';
import {noDeployments, withRecords} from '../model/deployments/project-deployments.ts';
import type {TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {trackedAs, watchKey, watchOf, withoutExpired} from '../state/deployments/board.ts';
import {deploymentsOf, knownDeployment} from '../state/deployments/known-deployment.ts';
import {withDeployments} from '../state/live-view.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';
import {withConclusionsCounted} from './absence.ts';

/** When a read was sent and when its response arrived, by the local clock. */
type ReadTimes = {readonly askedAt: LocalTime; readonly at: LocalTime};

/** How many deployments that concluded before are saved of those that were read for the row of a project. With all of them, the rows would displace everything else from the journal. */
const savedPerRow = 3;

/** Returns a predicate for deployments that are saved although nothing happens to them. */
function savedAnyway(state: State, projectId: string, isForRow: boolean): (deploymentId: string) => boolean {
	const newest = deploymentsOf(state, projectId).newest?.ids.slice(0, savedPerRow) ?? [];
	return id => !isForRow || newest.includes(id);
}

type Known = {readonly deployment: Deployment; readonly askedAt: LocalTime};

/** The maximum number of deployments whose timelines are kept. */
const maxTimelines = 2000;

/** The maximum number of changes of one deployment that are kept, the latest ones: some services put a percentage into the status. */
const maxChanges = 200;

/** The maximum number of unknown status words that are announced. A service with more does not send words. */
const maxAnnounced = 500;

/** Returns a lookup by id of the project's deployments, limited to those read in this run. */
function knownOf(state: State, projectId: string): (deploymentId: string) => Known | undefined {
	const {records} = deploymentsOf(state, projectId);
	return id => {
		const {deployment, askedAt} = records.get(id) ?? {};
		return deployment && askedAt !== undefined ? {deployment, askedAt} : undefined;
	};
}

/** Returns when the newest deployment of a project was created. Undefined if that is unknown: its deployments were never read, or the lists may lack newer ones. */
function newestKnownAt(state: State, projectId: string): ServiceTime | undefined {
	const known = deploymentsOf(state, projectId);
	if (!known.newest || known.newest.isPartial || known.isUnreliable) return undefined;
	return newestOf(known)?.createdAt ?? Number.NEGATIVE_INFINITY;
}

function changeOf(known: Known, deployment: Deployment, {at}: ReadTimes, skewMs: number): Change {
	return {
		projectId: deployment.projectId,
		deploymentId: deployment.id,
		from: observedStatusOf(known.deployment),
		to: observedStatusOf(deployment),
		after: toServiceTime(known.askedAt, skewMs),
		before: toServiceTime(at, skewMs),
	};
}

/** Whether a deployment has concluded since the previous read: it was in progress then, or is newer than all deployments known then. */
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
		next.set(key, [...earlier, change].slice(-maxChanges));
	}

	for (const key of next.keys()) {
		if (next.size <= maxTimelines) break;
		next.delete(key);
	}

	return next;
}

/**
Returns the state after a read of deployments of one project. Records their changes and conclusions, puts those in progress on the board, and stops watching those that concluded.

`before` is the state without this read, and `after` the state whose lists contain it. Ignores deployments of which a later read is known.
*/
export function withObserved(
	before: State,
	after: State,
	deployments: readonly Deployment[],
	{isForRow = false, ...times}: ReadTimes & {readonly isForRow?: boolean},
): State {
	const [first] = deployments;
	if (!first) return after;
	const known = knownOf(before, first.projectId);
	const newestAt = newestKnownAt(before, first.projectId);
	const isSavedAnyway = savedAnyway(after, first.projectId, isForRow);
	const arrived: Deployment[] = [];
	const saved: Deployment[] = [];
	const changes: Change[] = [];
	const conclusions: Conclusion[] = [];
	const words = new Map<string, SafeText>();
	const {board, announcedWords} = after.deployments;
	const {newest, list} = deploymentsOf(after, first.projectId);
	const listed = new Set([...(newest?.ids ?? []), ...list.ids]);
	const tracked = new Map<string, TrackedDeployment>();
	const watches = new Map(after.presence.watches);
	for (const deployment of deployments) {
		const earlier = known(deployment.id);
		if (isOutdated(times.askedAt, earlier?.askedAt)) continue;
		const hasChanged = !earlier || !isSameStatus(earlier.deployment, deployment);
		if (hasChanged) arrived.push(deployment);
		if (earlier && hasChanged) changes.push(changeOf(earlier, deployment, times, after.polling.skewMs));
		const hasJustConcluded = isNewlyConcluded(deployment, earlier, newestAt);
		const isNews = earlier !== undefined || hasJustConcluded || !isConcluded(deployment);
		if (hasChanged && (isNews || isSavedAnyway(deployment.id))) saved.push(deployment);
		if (hasJustConcluded) {
			const watch = watchOf(after, deployment);
			const isAgain = earlier !== undefined && isConcluded(earlier.deployment);
			conclusions.push({deployment, isWatched: watch !== undefined, isMine: watch?.isMine ?? false, isAgain});
		}

		const word = unknownWord(deployment, after.interface.pins);
		const hasRoom = announcedWords.size + words.size < maxAnnounced;
		if (word !== undefined && hasRoom && !announcedWords.has(pinOf(word))) words.set(pinOf(word), word);
		const key = keyOfDeployment(deployment);
		const entryBefore = board.get(key);
		const [{skewMs}, {pins}] = [after.polling, after.interface];
		const [isFirstSeen, isListed] = [!earlier, listed.has(deployment.id)];
		const change = {before: entryBefore, hasJustConcluded, isFirstSeen, isListed, skewMs, pins};
		const entry = trackedAs(deployment, change, times.at);
		if (entry && (!entryBefore || entryBefore.endedAt !== entry.endedAt)) tracked.set(key, entry);
		if (isConcluded(deployment))
			watches.delete(watchKey({projectId: deployment.projectId, deploymentId: deployment.id}));
	}

	const detected: DetectedChanges = {deployments: saved, changes, conclusions, words: [...words.values()]};
	const isUnchanged = saved.length === 0 && words.size === 0;
	const next: State = {
		...after,
		deployments: {
			...after.deployments,
			board: withoutExpired(tracked.size > 0 ? new Map([...board, ...tracked]) : board, after, times.at),
			timelines: withTimelines(after.deployments.timelines, changes),
			changes: isUnchanged ? after.deployments.changes : detected,
			announcedWords: words.size > 0 ? new Set([...announcedWords, ...words.keys()]) : announcedWords,
		},
		presence: watches.size === after.presence.watches.size ? after.presence : {...after.presence, watches},
	};
	const noticed = withDetectionNotice(next, detected, times.at);
	return withConclusionsCounted(noticed, {deployments: arrived, conclusions}, times.at);
}

/** Returns the state after the user has triggered a deployment, which is watched until it concludes. `project` is the project's name. */
export function triggeredHere(state: State, deployment: Deployment, project: SafeText, at: LocalTime): State {
	const {projectId, id: deploymentId} = deployment;
	const times = {askedAt: at, at};
	// A read that already knows the deployment is later than the response to the request that created it.
	const current = knownDeployment(state, projectId, deploymentId);
	if (current && isConcluded(current.deployment)) return state;
	const isKnown = current?.askedAt !== undefined;
	const read = deploymentRead(deploymentsOf(state, projectId), deployment, {...times, skewMs: state.polling.skewMs});
	const known = isKnown ? state : withDeployments(state, projectId, newestArrived(read, deploymentId, at));
	const watch = {projectId, deploymentId, project, isMine: true};
	const watches = new Map(known.presence.watches).set(watchKey(watch), watch);
	// A command that deploys reads no list, so the state may have no other name for the project.
	const names = new Map([[projectId, project], ...known.projects.names]);
	const watching = {
		...known,
		presence: {...known.presence, watches},
		projects: {...known.projects, names},
	};
	return isKnown ? watching : withObserved(state, watching, [deployment], times);
}

/** Shows a notice about a watched deployment that concluded, and a tip about a new status word. */
function withDetectionNotice(state: State, {conclusions, words}: DetectedChanges, at: LocalTime): State {
	const watched = conclusions.findLast(({isWatched}) => isWatched);
	const [newWord = state.interface.newWord] = words;
	if (watched) return withInterface(state, {notice: {kind: 'concluded', deployment: watched.deployment, at}, newWord});
	return newWord === state.interface.newWord ? state : withInterface(state, {newWord});
}

/** Adds observations from an earlier run. A deployment already read in this run counts as read after its observation, so a change in between is detected. */
export function withObservations(state: State, observations: readonly Observation[], at: LocalTime): State {
	let next = state;
	for (const {deployment, seenAt, project} of observations) {
		const {projectId, id} = deployment;
		const askedAt = Math.min(toLocalTime(seenAt, state.polling.skewMs), at - 1);
		const names = next.projects.names.has(projectId)
			? next.projects.names
			: new Map(next.projects.names).set(projectId, project);
		const current = knownOf(next, projectId)(id);
		const tracked = {projectId, deploymentId: id, endedAt: undefined};
		const board = new Map(next.deployments.board).set(deploymentKey(projectId, id), tracked);
		const recalled: State = {
			...next,
			projects: {...next.projects, names},
			deployments: {...next.deployments, board},
		};
		const observed = {deployment, askedAt, arrivedAt: askedAt, seenAt};
		if (!current) {
			const known = deploymentsOf(next, projectId);
			const records = new Map(known.records).set(id, observed);
			next = withDeployments(recalled, projectId, withRecords(known, records));
		} else {
			const table = new Map([[projectId, {...noDeployments, records: new Map([[id, observed]])}]]);
			const before: State = {...recalled, deployments: {...recalled.deployments, table}};
			const times = {askedAt: current.askedAt, at: current.askedAt};
			next = withObserved(before, recalled, [current.deployment], times);
		}
	}

	return next;
}
