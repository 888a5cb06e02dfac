import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memo, memoOn} from '../base/memo.ts';
import {caseless, type SafeText} from '../base/text.ts';
import {
	type Arrangement,
	type Arrangements,
	arrangementOf,
	deploymentValue,
	isShown,
	type SortValue,
	sortedBy,
} from './arrangement.ts';
import {type AnsweredDeployment, type Change, deploymentKey, keyOfDeployment, noChanges} from './deployment-changes.ts';
import {
	type DeploymentTable,
	deploymentIn,
	environmentKey,
	newestOf,
	noDeployments,
	perEnvironment,
	rowIn,
} from './deployment-table.ts';
import {endOf, hasFailed, hasSucceeded, pastConclusion, usualOf} from './durations.ts';
import {isSmall, type Size} from './layout.ts';
import {isInFilter} from './project-filter.ts';
import {projectNameOf} from './project-list.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';
import type {Watches} from './watches.ts';

/** What the board remembers of a deployment. All else is in the table. */
type BoardItem = {
	readonly projectId: string;
	readonly deploymentId: string;
	/** When it came onto the board, by the local clock. */
	readonly seenAt: LocalTime;
	/** When it was first seen to have concluded, by the local clock. Undefined while it is in progress. */
	readonly endedAt: LocalTime | undefined;
};

/** The deployments of all projects that are in progress or concluded recently, by `deploymentKey`. One leaves some time after it concluded, when the user removes it, and when the service no longer knows it or its project. Then only a change of its status brings it back. */
export type Board = ReadonlyMap<string, BoardItem>;

type BoardState = {
	readonly deployments: {
		readonly board: Board;
		readonly table: DeploymentTable;
		readonly timelines: ReadonlyMap<string, readonly Change[]>;
	};
	readonly projects: Parameters<typeof isInFilter>[0]['projects'];
	readonly presence: {readonly watches: Watches};
	readonly polling: {readonly skewMs: number};
	readonly interface: {readonly arrangements: Arrangements; readonly size: Size};
	readonly preferences: {readonly wordMeanings: WordMeanings};
};

/** How long a deployment stays on the board after it concluded. A failed one stays longer, so that the user sees it. */
const retentionMs = {failed: 24 * 3_600_000, other: 30 * 60_000};

/** The most deployments on the board. Those that concluded first are dropped first. */
const maxDeployments = 500;

/** When a concluded deployment did so as far as the board is concerned: when the service says, but not before it was last seen in progress. Undefined if that was not observed and is not known. */
function endOnBoard(
	{deployment, before, change, event}: AnsweredDeployment,
	known: BoardItem | undefined,
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

const itemDeployment = ({projectId, deploymentId}: BoardItem, {deployments: {table}}: BoardState) =>
	deploymentIn(table, projectId, deploymentId)?.deployment;

function isFailedItem(item: BoardItem, state: BoardState): boolean {
	const deployment = itemDeployment(item, state);
	return deployment !== undefined && hasFailed(deployment, state.preferences.wordMeanings);
}

/** Returns the board after an answer that arrived `at`, which the state contains. The same board if nothing came, concluded or left. */
export function boardAfter(state: BoardState, answered: readonly AnsweredDeployment[], at: LocalTime): Board {
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
		// Classifying the status words is expensive, so it happens only where it matters.
		const isRetained = ageMs <= retentionMs.other || (ageMs <= retentionMs.failed && isFailedItem(item, state));
		if (!isRetained) items.delete(key);
	}

	if (items.size > maxDeployments) {
		const lastEndedFirst = [...items].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
		for (const [key] of lastEndedFirst.slice(maxDeployments)) items.delete(key);
	}

	return isSameList([...items.values()], [...board.values()]) ? board : items;
}

/** The sections of the board, the most urgent first. */
const sections = ['stuck', 'running', 'failed', 'watched', 'succeeded', 'other'] as const;

type Section = (typeof sections)[number];

/** One row of the board: a deployment, or a watched project with its newest deployment, if one is known. When it was read is not part of it, because most answers change nothing else: see `rowReadAt`. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	/** Undefined for a watched project without a known deployment. */
	readonly deployment: Deployment | undefined;
	readonly changes: readonly Change[];
	readonly isWatched: boolean;
	/** How long it usually takes in ms, while it is in progress. */
	readonly usualMs: number | undefined;
	/** The earlier failures that this row stands for, by their ids on the board. */
	readonly folded: readonly string[];
	readonly isIncluded: boolean;
	readonly section: Section;
};

export type BoardHeading = {readonly heading: Section; readonly count: number};

export type BoardEntry = BoardHeading | BoardRow;

export const rowOfEntry = (entry: BoardEntry | undefined): BoardRow | undefined =>
	entry && 'id' in entry ? entry : undefined;

/** A deployment in progress is stuck from this multiple of the usual duration on. */
const stuckFactor = 3;

const recentMs = 24 * 3_600_000;

/** Returns when a row was last read, by the local clock. Undefined if it was not read in this run. */
export function rowReadAt(
	table: DeploymentTable,
	{id, projectId, deployment}: Pick<BoardRow, 'id' | 'projectId' | 'deployment'>,
): LocalTime | undefined {
	if (id === projectId) return table.get(projectId)?.requestedAt;
	return deployment && deploymentIn(table, projectId, deployment.id)?.requestedAt;
}

type Unplaced = Omit<BoardRow, 'section'>;

/** Whether a deployment had been in progress for three times the usual duration when it was last read. If it is not known when it began, the last observed change counts. */
function isStuck({deployment, changes, usualMs}: Unplaced, readAt: ServiceTime | undefined): boolean {
	if (usualMs === undefined || usualMs <= 0 || readAt === undefined) return false;
	const createdAt = deployment?.createdAt;
	const since = createdAt === undefined || createdAt > readAt ? changes.at(-1)?.before : createdAt;
	return since !== undefined && readAt - since >= stuckFactor * usualMs;
}

/** `newest`: the newest deployment of the project, which alone stands for it if it is watched. */
function sectionOf(
	row: Unplaced,
	newest: Deployment | undefined,
	readAt: ServiceTime | undefined,
	wordMeanings: WordMeanings,
): Section {
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

type ShownBoard = {readonly rows: readonly BoardRow[]; readonly entries: readonly BoardEntry[]};

/** Returns the rows that are shown, the newest first in each section. The sections stay as the user sorts, so that what is urgent stays on top. */
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
		const rows = sections.flatMap(section => inSections.get(section) ?? []);
		const grouped = sections.flatMap((heading): readonly BoardEntry[] => {
			const own = inSections.get(heading) ?? [];
			return own.length === 0 ? [] : [{heading, count: own.length}, ...own];
		});
		return {rows, entries: isGrouped ? grouped : rows};
	},
);

/** The successes in an environment, the first one first. */
const successesOf = perEnvironment((own, wordMeanings) =>
	own.filter(deployment => hasSucceeded(deployment, wordMeanings)).toSorted((a, b) => endOf(a) - endOf(b)),
);

type IsInFilter = (projectId: string, deployment: Deployment | undefined) => boolean;

/** Returns the failures that another row stands for, by its id: that of the next success in their environment, which may have left the board, else of the newest failure there. One that is watched itself keeps its row, and what the filter excludes has none. */
function foldedFailures(
	{table, board}: BoardState['deployments'],
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
			// Nothing shows that a success came after a failure without a date.
			const isNext = (success: Deployment) => endOf(success) > endedAt && isIn(success.projectId, success);
			const next = Number.isFinite(endedAt) ? successes.find(isNext) : undefined;
			const heir = next ? keyOfDeployment(next) : own[0]?.id;
			if (heir !== undefined && heir !== id) folded.set(id, heir);
		}
	}

	return folded;
}

const noneFolded: readonly string[] = [];

/** Returns what is on the board, and what else is watched: a project by its newest deployment, if one is known, unless others of it are there. */
function boardSubjects(
	deployments: BoardState['deployments'],
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

/** Returns all rows by id, whether or not they are shown. */
export const boardRows = memoOn(
	({deployments, projects, presence, polling, preferences}: BoardState) => [
		deployments,
		...[projects.list, projects.records, projects.names, projects.filtered],
		...[presence.watches, polling.skewMs, preferences.wordMeanings],
	],
	({deployments, projects, presence: {watches}, polling: {skewMs}, preferences: {wordMeanings}}) => {
		const {table, timelines} = deployments;
		const isIn: IsInFilter = (projectId, deployment) => isInFilter({projects}, {projectId}, deployment);
		const subjects = boardSubjects(deployments, watches, wordMeanings, isIn);
		const rows = subjects.map(({id, projectId, deployment, folded, isIncluded}): BoardRow => {
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
			const requestedAt = rowReadAt(table, unplaced);
			const readAt = requestedAt === undefined ? undefined : toServiceTime(requestedAt, skewMs);
			return {...unplaced, section: sectionOf(unplaced, newestOf(known), readAt, wordMeanings)};
		});
		return new Map(rows.map(row => [row.id, row]));
	},
);

export function shownBoard(state: BoardState): ShownBoard {
	const {arrangements, size} = state.interface;
	const {wordMeanings} = state.preferences;
	// On a small terminal the rows need the lines of headings.
	return arrangedBoard(boardRows(state), arrangementOf(arrangements, 'board'), wordMeanings, !isSmall(size));
}

/** Returns how many rows of the board that the filter includes, shown or not, have failed recently, and how many deployments on it are in progress. `isFull`: there may be more of both. */
export function boardCounts(state: BoardState) {
	const items = [...state.deployments.board.values()];
	return {
		failed: [...boardRows(state).values()].filter(row => row.isIncluded && row.section === 'failed').length,
		running: items.filter(item => item.endedAt === undefined && isInFilter(state, item, itemDeployment(item, state)))
			.length,
		isFull: items.length >= maxDeployments,
	};
}
