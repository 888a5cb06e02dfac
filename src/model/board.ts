import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memoFrom, memoLast} from '../base/memo.ts';
import type {SafeText} from '../base/text.ts';
import {
	type Arrangement,
	type Arrangements,
	arrangementOf,
	deploymentValue,
	isShown,
	type SortValue,
	sortedBy,
} from './arrangement.ts';
import {type AnsweredDeployment, type Change, keyOfDeployment} from './deployment-changes.ts';
import {type DeploymentTable, deploymentIn, newestOf, rowIn} from './deployment-table.ts';
import {pastConclusion, type UsualRange, usualOf, validTime} from './durations.ts';
import {hasBoardHeadings, type Size} from './layout.ts';
import {projectNameOf} from './project-list.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';
import type {Watches} from './watches.ts';

export type BoardItem = {
	readonly projectId: string;
	readonly deploymentId: string;
	/** When it came onto the board, by the local clock. */
	readonly seenAt: LocalTime;
	/** When it was first seen to have concluded, by the local clock. Undefined while it is in progress. */
	readonly endedAt: LocalTime | undefined;
};

/** All deployments of all projects that are in progress or concluded recently, by `deploymentKey`. */
export type Board = ReadonlyMap<string, BoardItem>;

type BoardState = {
	readonly deployments: {
		readonly board: Board;
		readonly table: DeploymentTable;
		readonly timelines: ReadonlyMap<string, readonly Change[]>;
	};
	readonly projects: Parameters<typeof projectNameOf>[0]['projects'];
	readonly presence: {readonly watches: Watches};
	readonly polling: {readonly skewMs: number};
	readonly interface: {readonly wordMeanings: WordMeanings; readonly arrangements: Arrangements; readonly size: Size};
};

/** How long a deployment stays on the board after it concluded. A failed one stays longer, so that the user sees it. */
const retentionMs = {failed: 24 * 3_600_000, other: 30 * 60_000};

/** The most deployments on the board. Those that concluded first are dropped first. */
const maxDeployments = 500;

const maxAgeOf = (deployment: Deployment | undefined, wordMeanings: WordMeanings): number =>
	deployment && outcomeOf(deployment, wordMeanings) === 'bad' ? retentionMs.failed : retentionMs.other;

/** Returns when a deployment concluded, by the local clock, if that is recent enough for the board. */
function recentEnd(
	deployment: Deployment,
	at: LocalTime,
	{polling: {skewMs}, interface: {wordMeanings}}: BoardState,
): LocalTime | undefined {
	const concludedAt = pastConclusion(deployment, toServiceTime(at, skewMs));
	if (concludedAt === undefined) return undefined;
	const endedAt = Math.min(at, toLocalTime(concludedAt, skewMs));
	return at - endedAt <= maxAgeOf(deployment, wordMeanings) ? endedAt : undefined;
}

/** Returns the board entry of a deployment: if it is in progress, was on the board, or has concluded recently. Undefined for any other. */
export function boardItemOf(
	{deployment, before, hasJustConcluded}: AnsweredDeployment,
	known: BoardItem | undefined,
	state: BoardState,
	at: LocalTime,
): BoardItem | undefined {
	const ids = {projectId: deployment.projectId, deploymentId: deployment.id, seenAt: known?.seenAt ?? at};
	if (!isConcluded(deployment)) return {...ids, endedAt: undefined};
	if (known || hasJustConcluded) return {...ids, endedAt: known?.endedAt ?? at};
	const endedAt = before === undefined ? recentEnd(deployment, at, state) : undefined;
	return endedAt === undefined ? undefined : {...ids, endedAt};
}

const deploymentOf = ({projectId, deploymentId}: BoardItem, {deployments: {table}}: BoardState) =>
	deploymentIn(table, projectId, deploymentId)?.deployment;

const endedOn = memoLast((board: Board): readonly BoardItem[] =>
	[...board.values()].filter(({endedAt}) => endedAt !== undefined),
);

/** Returns the board without deployments that concluded too long ago. `at` is the local time. Returns the same board if nothing expired. */
export function withoutExpired(board: Board, state: BoardState, at: LocalTime): Board {
	const isExpired = (item: BoardItem) => {
		const ageMs = item.endedAt === undefined ? 0 : at - item.endedAt;
		// Classifying the status words is expensive, so it happens only where it matters.
		return ageMs > retentionMs.other && ageMs > maxAgeOf(deploymentOf(item, state), state.interface.wordMeanings);
	};
	const hasExpired = endedOn(board).some(isExpired);
	const next = hasExpired ? new Map([...board].filter(([, each]) => !isExpired(each))) : board;
	if (next.size <= maxDeployments) return next;
	const byEnd = [...next].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
	return new Map(byEnd.slice(0, maxDeployments));
}

/** Returns how many deployments on the board have failed and how many are in progress. `isFull`: there may be more of both. */
export function boardCounts(state: BoardState): {
	readonly failed: number;
	readonly running: number;
	readonly isFull: boolean;
} {
	const {board} = state.deployments;
	const ended = endedOn(board);
	const failed = ended.filter(item => {
		const deployment = deploymentOf(item, state);
		return deployment && outcomeOf(deployment, state.interface.wordMeanings) === 'bad';
	});
	return {failed: failed.length, running: board.size - ended.length, isFull: board.size >= maxDeployments};
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
	/** How long it usually takes, while it is in progress. */
	readonly usual: UsualRange | undefined;
	readonly section: Section;
};

export type BoardHeading = {readonly heading: Section; readonly count: number};

export type BoardEntry = BoardHeading | BoardRow;

export const rowOfEntry = (entry: BoardEntry | undefined): BoardRow | undefined =>
	entry && 'id' in entry ? entry : undefined;

/** A deployment in progress is stuck from this multiple of the usual duration on. */
const stuckFactor = 3;

const recentMs = 24 * 3_600_000;

const noChanges: readonly Change[] = [];

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
function isStuck({deployment, changes, usual}: Unplaced, readAt: ServiceTime | undefined): boolean {
	if (!usual || usual.medianMs <= 0 || readAt === undefined) return false;
	const createdAt = validTime(deployment?.createdAt);
	const since = createdAt === undefined || createdAt > readAt ? validTime(changes.at(-1)?.before) : createdAt;
	return since !== undefined && readAt - since >= stuckFactor * usual.medianMs;
}

function sectionOf(row: Unplaced, readAt: ServiceTime | undefined, wordMeanings: WordMeanings): Section {
	const {deployment, isWatched} = row;
	if (!deployment) return 'watched';
	if (!isConcluded(deployment)) return isStuck(row, readAt) ? 'stuck' : 'running';
	const outcome = outcomeOf(deployment, wordMeanings);
	const {concludedAt} = deployment;
	const isOld = concludedAt !== undefined && readAt !== undefined && readAt - concludedAt > recentMs;
	if (outcome === 'bad' && !(isWatched && isOld)) return 'failed';
	if (isWatched) return 'watched';
	return outcome === 'good' ? 'succeeded' : 'other';
}

const sortTimeOf = ({deployment}: BoardRow): number =>
	validTime(deployment?.concludedAt) ?? validTime(deployment?.createdAt) ?? Number.NEGATIVE_INFINITY;

function boardValue({project, deployment}: BoardRow, by: string): SortValue {
	if (by === 'project') return project.toLowerCase();
	return deployment && deploymentValue(deployment, by);
}

/** Returns the rows that are shown in each section, the newest first within it. The sections stay as the user sorts, so that what is urgent stays on top. */
function arranged(rows: readonly BoardRow[], arrangement: Arrangement, wordMeanings: WordMeanings) {
	const shown = rows.filter(({deployment, isWatched}) =>
		deployment
			? isShown(deployment, arrangement, isWatched, wordMeanings)
			: arrangement.shown === 'all' || arrangement.shown === 'watched',
	);
	const newestFirst = shown.toSorted((a, b) => sortTimeOf(b) - sortTimeOf(a) || (a.id < b.id ? -1 : 1));
	const inSections = Map.groupBy(sortedBy(newestFirst, arrangement.sort, boardValue), ({section}) => section);
	return sections.flatMap(heading => {
		const own = inSections.get(heading);
		return own ? [{heading, own}] : [];
	});
}

type ShownBoard = {
	readonly rows: readonly BoardRow[];
	readonly entries: readonly BoardEntry[];
	/** All rows by id, whether or not they are shown. */
	readonly all: ReadonlyMap<string, BoardRow>;
	/** What the above follows from. */
	readonly parts: readonly unknown[];
};

/** Returns what is on the board, and what else is watched: a project by its newest deployment, if one is known, unless others of it are there. */
function subjectsOf({table, board}: BoardState['deployments'], watches: Watches) {
	const present = new Set<string>();
	const tracked = [...board].map(([id, {projectId, deploymentId}]) => {
		present.add(projectId);
		return {id, projectId, deployment: deploymentIn(table, projectId, deploymentId)?.deployment};
	});
	const watched = [...watches].flatMap(([id, {projectId, deploymentId}]) => {
		const isProject = deploymentId === undefined;
		if (board.has(id) || (isProject && present.has(projectId))) return [];
		const known = table.get(projectId);
		return [{id, projectId, deployment: isProject ? newestOf(known) : rowIn(known, deploymentId)?.deployment}];
	});
	return [...tracked, ...watched];
}

/** Rows that are the same as before stay the same objects, so that they are not drawn again. So does the board: sorting hundreds of rows takes longer than everything else that an answer without news causes. */
const boardFrom = memoFrom(
	(
		before: ShownBoard | undefined,
		deployments: BoardState['deployments'],
		projects: BoardState['projects'],
		watches: Watches,
		wordMeanings: WordMeanings,
		skewMs: number,
		arrangement: Arrangement,
		isGrouped: boolean,
	): ShownBoard => {
		const {table, timelines} = deployments;
		const all = new Map<string, BoardRow>();
		for (const {id, projectId, deployment} of subjectsOf(deployments, watches)) {
			const known = table.get(projectId);
			const isRunning = deployment !== undefined && !isConcluded(deployment);
			const unplaced: Unplaced = {
				id,
				projectId,
				project: projectNameOf({projects}, projectId),
				deployment,
				changes: (deployment && timelines.get(keyOfDeployment(deployment))) ?? noChanges,
				isWatched: watches.has(id) || watches.has(projectId),
				usual: isRunning && known ? usualOf(known.recent, deployment, wordMeanings) : undefined,
			};
			const requestedAt = rowReadAt(table, unplaced);
			const readAt = requestedAt === undefined ? undefined : toServiceTime(requestedAt, skewMs);
			const row: BoardRow = {...unplaced, section: sectionOf(unplaced, readAt, wordMeanings)};
			const same = before?.all.get(id);
			all.set(id, same && isSameList(Object.values(same), Object.values(row)) ? same : row);
		}

		const parts = [wordMeanings, arrangement, isGrouped, ...all.values()];
		if (before && isSameList(before.parts, parts)) return before;
		const shown = arranged([...all.values()], arrangement, wordMeanings);
		const rows = shown.flatMap(({own}) => own);
		const grouped = shown.flatMap(({heading, own}): readonly BoardEntry[] => [{heading, count: own.length}, ...own]);
		return {rows, entries: isGrouped ? grouped : rows, all, parts};
	},
);

export function shownBoard({deployments, projects, presence, polling, interface: ui}: BoardState): ShownBoard {
	const arrangement = arrangementOf(ui.arrangements, 'board');
	const isGrouped = hasBoardHeadings(ui.size);
	return boardFrom(deployments, projects, presence.watches, ui.wordMeanings, polling.skewMs, arrangement, isGrouped);
}
