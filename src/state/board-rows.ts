import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memo, memoOn} from '../base/memo.ts';
import {caseless} from '../base/text.ts';
import {
	type Arrangement,
	arrangementOf,
	deploymentValue,
	isShown,
	type SortValue,
	sortedBy,
} from '../model/arrangement.ts';
import {
	type Board,
	type BoardDeployment,
	type BoardListItem,
	type BoardRow,
	type BoardSection,
	boardSections,
} from '../model/board.ts';
import {type AnsweredDeployment, deploymentKey, keyOfDeployment, noChanges} from '../model/deployment-changes.ts';
import {
	type DeploymentTable,
	deploymentIn,
	environmentKey,
	newestOf,
	noDeployments,
	perEnvironment,
	rowIn,
} from '../model/deployment-table.ts';
import {endOf, hasFailed, hasSucceeded, pastConclusion, usualOf} from '../model/durations.ts';
import {isSmall} from '../model/layout.ts';
import {isInFilter} from '../model/project-filter.ts';
import {projectNameOf} from '../model/project-list.ts';
import {outcomeOf, type WordMeanings} from '../model/status-words.ts';
import type {Watches} from '../model/watch.ts';
import type {State} from './state.ts';

/** Failures stay longer, so that the user sees them. */
const keptMs = {failed: 24 * 3_600_000, other: 30 * 60_000};

const maxDeployments = 500;

/** The service's time of the conclusion, but not before the deployment was last seen in progress. Undefined if the conclusion was neither observed nor dated. */
function endOnBoard(
	{deployment, before, change, event}: AnsweredDeployment,
	known: BoardDeployment | undefined,
	at: LocalTime,
	skewMs: number,
): LocalTime | undefined {
	if (known?.endedAt !== undefined) return known.endedAt;
	const isObserved = known !== undefined || event !== undefined;
	if (before && !isObserved) return undefined;
	const now = toServiceTime(at, skewMs);
	const concludedAt = pastConclusion(deployment, now) ?? (isObserved ? now : undefined);
	if (concludedAt === undefined) return undefined;
	const runningAt = change && !isConcluded(change.from) ? change.after : concludedAt;
	return toLocalTime(Math.min(now, Math.max(concludedAt, runningAt)), skewMs);
}

const itemDeployment = ({projectId, deploymentId}: BoardDeployment, {deployments: {table}}: State) =>
	deploymentIn(table, projectId, deploymentId)?.deployment;

function isFailedItem(item: BoardDeployment, state: State): boolean {
	const deployment = itemDeployment(item, state);
	return deployment !== undefined && hasFailed(deployment, state.preferences.wordMeanings);
}

/** The board after an answer that arrived `at`. The state must contain the answer. Returns the same board if nothing changed on it. */
export function boardAfter(state: State, answered: readonly AnsweredDeployment[], at: LocalTime): Board {
	const {board} = state.deployments;
	const items = new Map(board);
	for (const answer of answered) {
		const {projectId, id: deploymentId} = answer.deployment;
		const key = deploymentKey(projectId, deploymentId);
		const known = board.get(key);
		const endedAt = answer.hasEnded ? endOnBoard(answer, known, at, state.polling.skewMs) : undefined;
		if (answer.hasEnded && endedAt === undefined) continue;
		if (!known || known.endedAt !== endedAt)
			items.set(key, {projectId, deploymentId, seenAt: known?.seenAt ?? at, endedAt});
	}

	for (const [key, item] of items) {
		const ageMs = at - (item.endedAt ?? at);
		// Finding the outcome of a status word is expensive, so it happens only where it matters.
		const isKept = ageMs <= keptMs.other || (ageMs <= keptMs.failed && isFailedItem(item, state));
		if (!isKept) items.delete(key);
	}

	if (items.size > maxDeployments) {
		const lastEndedFirst = [...items].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
		for (const [key] of lastEndedFirst.slice(maxDeployments)) items.delete(key);
	}

	return isSameList([...items.values()], [...board.values()]) ? board : items;
}

const stuckFactor = 3;

const recentMs = 24 * 3_600_000;

export function rowReadAt(
	table: DeploymentTable,
	{id, projectId, deployment}: Pick<BoardRow, 'id' | 'projectId' | 'deployment'>,
): LocalTime | undefined {
	if (id === projectId) return table.get(projectId)?.readAt;
	return deployment && deploymentIn(table, projectId, deployment.id)?.readAt;
}

type Unplaced = Omit<BoardRow, 'section'>;

/** Whether the deployment takes unusually long, as of its last read. If its start is unknown, the last observed change counts as its start. */
export function isStuck(
	{deployment, changes, usualMs}: Pick<BoardRow, 'deployment' | 'changes' | 'usualMs'>,
	readAt: ServiceTime | undefined,
): boolean {
	if (usualMs === undefined || usualMs <= 0 || readAt === undefined) return false;
	const createdAt = deployment?.createdAt;
	const since = createdAt === undefined || createdAt > readAt ? changes.at(-1)?.before : createdAt;
	return since !== undefined && readAt - since >= stuckFactor * usualMs;
}

/** `newest`: the newest deployment of the project. In a watched project, only that deployment is in the section `watched`. */
function sectionOf(
	row: Unplaced,
	newest: Deployment | undefined,
	readAt: ServiceTime | undefined,
	wordMeanings: WordMeanings,
): BoardSection {
	const {deployment} = row;
	const isWatched = row.isWatched && (newest?.id ?? deployment?.id) === deployment?.id;
	if (!deployment) return 'watched';
	if (!isConcluded(deployment)) return isStuck(row, readAt) ? 'stuck' : 'running';
	const outcome = outcomeOf(deployment, wordMeanings);
	const {concludedAt} = deployment;
	const isOld = concludedAt !== undefined && readAt !== undefined && readAt - concludedAt > recentMs;
	if (outcome === 'bad' && !(isWatched && isOld)) return 'failed';
	if (isWatched) return 'watched';
	return outcome === 'good' ? 'succeeded' : 'other';
}

const sortTimeOf = ({deployment}: BoardRow): number => (deployment ? endOf(deployment) : Number.NEGATIVE_INFINITY);

function boardValue({project, deployment}: BoardRow, by: string): SortValue {
	if (by === 'project') return caseless(project);
	return deployment && deploymentValue(deployment, by);
}

type ShownBoard = {readonly rows: readonly BoardRow[]; readonly entries: readonly BoardListItem[]};

/** Sorts the rows of each section, by default newest first. The sections keep their order, so that urgent rows stay on top. */
const arrangedBoard = memo(
	(
		all: ReadonlyMap<string, BoardRow>,
		arrangement: Arrangement,
		wordMeanings: WordMeanings,
		isGrouped: boolean,
	): ShownBoard => {
		const shown = [...all.values()].filter(({deployment, isWatched, isIncluded}) => {
			if (!isIncluded) return false;
			if (deployment) return isShown(deployment, arrangement, isWatched, wordMeanings);
			return arrangement.shown === 'all' || arrangement.shown === 'watched';
		});
		const newestFirst = shown.toSorted((a, b) => sortTimeOf(b) - sortTimeOf(a) || (a.id < b.id ? -1 : 1));
		const inSections = Map.groupBy(sortedBy(newestFirst, arrangement.sort, boardValue), ({section}) => section);
		const rows = boardSections.flatMap(section => inSections.get(section) ?? []);
		const grouped = boardSections.flatMap((heading): readonly BoardListItem[] => {
			const own = inSections.get(heading) ?? [];
			return own.length === 0 ? [] : [{heading, count: own.length}, ...own];
		});
		return {rows, entries: isGrouped ? grouped : rows};
	},
);

const successesOf = perEnvironment((own, wordMeanings) =>
	own.filter(deployment => hasSucceeded(deployment, wordMeanings)).toSorted((a, b) => endOf(a) - endOf(b)),
);

type IsInFilter = (projectId: string, deployment: Deployment | undefined) => boolean;

/** Failures folded into another row, by that row's id. A later success in the same environment absorbs them, even after it has left the board; otherwise the newest failure does. A watched failure keeps its row, and a filtered-out one has none. */
function foldedFailures(
	{table, board}: State['deployments'],
	watches: Watches,
	wordMeanings: WordMeanings,
	isIn: IsInFilter,
): ReadonlyMap<string, string> {
	const failures = [...board].flatMap(([id, {projectId, deploymentId}]) => {
		const deployment = deploymentIn(table, projectId, deploymentId)?.deployment;
		const isFolded = deployment && !watches.has(id) && hasFailed(deployment, wordMeanings);
		return isFolded && isIn(projectId, deployment) ? {id, deployment} : [];
	});
	const environmentOf = ({deployment}: {readonly deployment: Deployment}) =>
		deploymentKey(deployment.projectId, environmentKey(deployment));
	const folded = new Map<string, string>();
	for (const own of Map.groupBy(failures, environmentOf).values()) {
		own.sort((a, b) => endOf(b.deployment) - endOf(a.deployment) || 0);
		for (const {id, deployment} of own) {
			const {recent} = table.get(deployment.projectId) ?? noDeployments;
			const successes = successesOf(recent, wordMeanings).get(environmentKey(deployment)) ?? [];
			const endedAt = endOf(deployment);
			// A failure without a date has no later success.
			const isNext = (success: Deployment) => endOf(success) > endedAt && isIn(success.projectId, success);
			const next = Number.isFinite(endedAt) ? successes.find(isNext) : undefined;
			const heir = next ? keyOfDeployment(next) : own[0]?.id;
			if (heir !== undefined && heir !== id) folded.set(id, heir);
		}
	}

	return folded;
}

const noneFolded: readonly string[] = [];

/** The deployments on the board, and watched ones beside them. A watched project adds its newest deployment, unless another of its deployments is there. */
function boardTargets(
	deployments: State['deployments'],
	watches: Watches,
	wordMeanings: WordMeanings,
	isIn: IsInFilter,
) {
	const {table, board} = deployments;
	const folded = foldedFailures(deployments, watches, wordMeanings, isIn);
	const foldedInto = Map.groupBy(folded.keys(), id => folded.get(id));
	const present = new Set<string>();
	const tracked = [...board].flatMap(([id, {projectId, deploymentId}]) => {
		const deployment = deploymentIn(table, projectId, deploymentId)?.deployment;
		if (folded.has(id)) return [];
		const isIncluded = isIn(projectId, deployment);
		if (isIncluded) present.add(projectId);
		return [{id, projectId, deployment, folded: foldedInto.get(id) ?? noneFolded, isIncluded}];
	});
	const watched = [...watches].flatMap(([id, {projectId, deploymentId}]) => {
		const isProject = deploymentId === undefined;
		const known = table.get(projectId);
		const deployment = isProject ? newestOf(known) : rowIn(known, deploymentId)?.deployment;
		if (board.has(id) || ((isProject || !deployment) && present.has(projectId))) return [];
		present.add(projectId);
		return [{id, projectId, deployment, folded: noneFolded, isIncluded: isIn(projectId, deployment)}];
	});
	return [...tracked, ...watched];
}

/** All rows by id, filtered-out ones included. */
export const boardRows = memoOn(
	({deployments, projects, presence, polling, preferences}: State) => [
		deployments,
		...[projects.list, projects.records, projects.names, projects.filtered],
		...[presence.watches, polling.skewMs, preferences.wordMeanings],
	],
	({deployments, projects, presence: {watches}, polling: {skewMs}, preferences: {wordMeanings}}) => {
		const {table, timelines} = deployments;
		const isIn: IsInFilter = (projectId, deployment) => isInFilter({projects}, {projectId}, deployment);
		const targets = boardTargets(deployments, watches, wordMeanings, isIn);
		const rows = targets.map(({id, projectId, deployment, folded, isIncluded}): BoardRow => {
			const known = table.get(projectId);
			const isRunning = deployment !== undefined && !isConcluded(deployment);
			const unplaced: Unplaced = {
				id,
				projectId,
				project: projectNameOf({projects}, projectId),
				deployment,
				changes: (deployment && timelines.get(keyOfDeployment(deployment))) ?? noChanges,
				isWatched: watches.has(id) || watches.has(projectId),
				usualMs: isRunning && known ? usualOf(known.recent, deployment, wordMeanings) : undefined,
				folded,
				isIncluded,
			};
			const readAt = rowReadAt(table, unplaced);
			const serviceReadAt = readAt === undefined ? undefined : toServiceTime(readAt, skewMs);
			return {...unplaced, section: sectionOf(unplaced, newestOf(known), serviceReadAt, wordMeanings)};
		});
		return new Map(rows.map(row => [row.id, row]));
	},
);

export function shownBoard(state: State): ShownBoard {
	const {arrangements, size} = state.interface;
	const {wordMeanings} = state.preferences;
	// A small terminal needs the lines of headings for rows.
	return arrangedBoard(boardRows(state), arrangementOf(arrangements, 'board'), wordMeanings, !isSmall(size));
}

/** Counts the rows in the filter. `isFull`: there may be more. */
export function boardCounts(state: State) {
	const items = [...state.deployments.board.values()];
	const rows = [...boardRows(state).values()].filter(({isIncluded}) => isIncluded);
	return {
		failed: rows.filter(({section}) => section === 'failed').length,
		stuck: rows.filter(({section}) => section === 'stuck').length,
		running: items.filter(item => item.endedAt === undefined && isInFilter(state, item, itemDeployment(item, state)))
			.length,
		isFull: items.length >= maxDeployments,
	};
}
