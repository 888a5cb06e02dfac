import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {
	type AnsweredDeployment,
	changesBetween,
	type DetectedChanges,
	deploymentKey,
	keyOfDeployment,
	noChanges,
	type StatusChange,
	worthSaving,
} from '../model/deployment-changes.ts';
import {
	namedObservations,
	type Observation,
	type ProjectDeployments,
	recalledRow,
	rowIn,
	withOneRead,
	withProjectDeployments,
	withRows,
} from '../model/deployment-table.ts';
import {usualOf} from '../model/durations.ts';
import {meaningKey, unknownWord} from '../model/status-words.ts';
import {watchKey, watchOf} from '../model/watch.ts';
import {boardAfter, isStuck} from './board-rows.ts';
import {deploymentsOf, knownDeployment} from './deployments.ts';
import {mapWithout, openProjectIds, patch, type State, withInterface} from './state.ts';

/** Some services put a percentage into the status, so a deployment keeps only its latest changes. */
const maxTimelines = 2000;
const maxChanges = 200;

/** A service with more unknown words does not use words as statuses. */
const maxAnnounced = 500;

function timelinesAfter(
	timelines: State['deployments']['timelines'],
	changes: readonly StatusChange[],
): State['deployments']['timelines'] {
	if (changes.length === 0) return timelines;
	const next = new Map(timelines);
	for (const change of changes) {
		const key = deploymentKey(change.projectId, change.deploymentId);
		const earlier = next.get(key) ?? [];
		next.delete(key);
		next.set(key, [...earlier, change].slice(-maxChanges));
	}

	return new Map([...next].slice(-maxTimelines));
}

function newWords(state: State, answered: readonly AnsweredDeployment[]): ReadonlyMap<string, SafeText> {
	const {announcedWords} = state.deployments;
	const words = new Map<string, SafeText>();
	for (const {deployment} of answered) {
		const word = unknownWord(deployment, state.preferences.wordMeanings);
		const hasRoom = announcedWords.size + words.size < maxAnnounced;
		if (word !== undefined && hasRoom && !announcedWords.has(meaningKey(word))) words.set(meaningKey(word), word);
	}

	return words;
}

/** Deployments that became stuck since their last read. One that was stuck when it was first read is no news. */
function newlyStuck(
	before: ProjectDeployments,
	known: ProjectDeployments,
	answered: readonly AnsweredDeployment[],
	{deployments: {timelines, announcedStuck}, preferences: {wordMeanings}}: State,
) {
	return answered.flatMap(({deployment}) => {
		const key = keyOfDeployment(deployment);
		const [was, row] = [rowIn(before, deployment.id), rowIn(known, deployment.id)];
		if (was?.readAt === undefined || !row || isConcluded(was.deployment) || isConcluded(deployment)) return [];
		const changes = timelines.get(key) ?? noChanges;
		const usualMs = usualOf(known.recent, deployment, wordMeanings);
		const usualBefore = usualOf(before.recent, deployment, wordMeanings) ?? usualMs;
		const wasStuck = isStuck({deployment: was.deployment, changes, usualMs: usualBefore}, was.seenAt);
		const isNews = !wasStuck && isStuck({deployment, changes, usualMs}, row.seenAt) && !announcedStuck.has(key);
		return isNews ? {deployment, after: was.seenAt} : [];
	});
}

export type Observed = {readonly state: State; readonly detected?: DetectedChanges | undefined};

/** `state` must contain the answer, `before` must not. */
export function afterObservation(before: ProjectDeployments, state: State, projectId: string, at: LocalTime): Observed {
	const {announcedWords, announcedStuck, timelines} = state.deployments;
	const {watches} = state.presence;
	const known = deploymentsOf(state, projectId);
	const moment = {at, skewMs: state.polling.skewMs};
	const answered = changesBetween(before, known, moment, timelines, state.preferences.wordMeanings);
	if (answered.length === 0) return {state};
	const isOpen = openProjectIds(state).includes(projectId);
	const saved = worthSaving(answered, known, isOpen);
	const words = newWords(state, answered);
	const changes = answered.flatMap(({change}) => change ?? []);
	const changed = patch(state, 'deployments', {timelines: timelinesAfter(timelines, changes)});
	const stuck = newlyStuck(before, known, answered, changed);
	const watchFacts = (deployment: Deployment) => {
		const watch = watchOf(watches, deployment);
		return {isWatched: watch !== undefined, isMine: watch?.isMine ?? false};
	};
	const detected: DetectedChanges = {
		deployments: saved.map(({deployment}) => deployment),
		changes,
		conclusions: answered.flatMap(({deployment, event}) =>
			event ? {deployment, ...watchFacts(deployment), isAgain: event === 'changed again'} : [],
		),
		stuck: stuck.map(each => ({...each, ...watchFacts(each.deployment)})),
		words: [...words.values()],
	};
	const stuckKeys = stuck.map(({deployment}) => keyOfDeployment(deployment));
	const observed = patch(changed, 'deployments', {
		board: boardAfter(state, answered, at),
		announcedWords: new Set([...announcedWords, ...words.keys()]),
		announcedStuck: new Set([...announcedStuck, ...stuckKeys].slice(-maxAnnounced)),
	});
	const ended = answered.filter(({hasEnded}) => hasEnded);
	const left = ended.reduce((rest, {deployment}) => mapWithout(rest, keyOfDeployment(deployment)), watches);
	const next = patch(observed, 'presence', {watches: left});
	const isNews = saved.length + words.size + stuck.length > 0;
	return {state: withDetectionNotice(next, detected, at), detected: isNews ? detected : undefined};
}

export function triggeredHere(state: State, deployment: Deployment, project: SafeText, at: LocalTime): Observed {
	const {projectId, id: deploymentId} = deployment;
	// If a read already knows the deployment, it is later than the response to the request that created it.
	const current = knownDeployment(state, projectId, deploymentId);
	if (current && isConcluded(current.deployment)) return {state};
	const before = deploymentsOf(state, projectId);
	const read = withOneRead(before, deployment, {readAt: at, at, skewMs: state.polling.skewMs});
	const known = current?.readAt === undefined ? withDeployments(state, projectId, read) : state;
	const watch = {projectId, deploymentId, project, isMine: true};
	const watches = new Map(known.presence.watches).set(watchKey(watch), watch);
	// A command that deploys reads no list, so the state may lack the project's name.
	const names = new Map([[projectId, project], ...known.projects.names]);
	const watching = patch(patch(known, 'presence', {watches}), 'projects', {names});
	return afterObservation(before, watching, projectId, at);
}

function withDetectionNotice(state: State, {conclusions, words}: DetectedChanges, at: LocalTime): State {
	const watched = conclusions.findLast(({isWatched}) => isWatched);
	const [newWord = state.interface.newWord] = words;
	return withInterface(state, {
		notice: watched ? {kind: 'concluded', deployment: watched.deployment, at} : state.interface.notice,
		newWord,
	});
}

const allDetected = (found: readonly DetectedChanges[]): DetectedChanges => ({
	deployments: found.flatMap(({deployments}) => deployments),
	changes: found.flatMap(({changes}) => changes),
	conclusions: found.flatMap(({conclusions}) => conclusions),
	stuck: found.flatMap(({stuck}) => stuck),
	words: found.flatMap(({words}) => words),
});

/** Adds observations of an earlier run. If the deployment was already read in this run, that read counts as later, so a change in between is detected. */
export function afterEarlierRun(state: State, observations: readonly Observation[], at: LocalTime): Observed {
	let next = state;
	const found: DetectedChanges[] = [];
	for (const observation of namedObservations(observations, state.connection?.environmentNames)) {
		const {deployment, seenAt, project} = observation;
		const {projectId, id} = deployment;
		const readAt = Math.min(toLocalTime(seenAt, state.polling.skewMs), at - 1);
		const names = new Map([[projectId, project], ...next.projects.names]);
		const tracked = {projectId, deploymentId: id, seenAt: readAt, endedAt: undefined};
		const board = new Map(next.deployments.board).set(deploymentKey(projectId, id), tracked);
		const recalled = patch(patch(next, 'projects', {names}), 'deployments', {board});
		const known = deploymentsOf(next, projectId);
		const current = rowIn(known, id);
		const others = known.rows.filter(row => row !== current);
		const before = withRows(known, [...others, recalledRow(observation, readAt)]);
		if (current?.readAt === undefined) {
			next = withDeployments(recalled, projectId, before);
			continue;
		}

		const observed = afterObservation(before, recalled, projectId, current.readAt);
		next = observed.state;
		if (observed.detected) found.push(observed.detected);
	}

	return {state: next, detected: found.length === 0 ? undefined : allDetected(found)};
}

const pinnedIn = (state: State): ReadonlySet<string> =>
	new Set([
		...openProjectIds(state),
		...[...state.presence.watches.values(), ...state.deployments.board.values()].map(({projectId}) => projectId),
	]);

export const withDeployments = (state: State, projectId: string, known: ProjectDeployments): State =>
	patch(state, 'deployments', {
		table: withProjectDeployments(state.deployments.table, projectId, known, () => pinnedIn(state)),
	});
