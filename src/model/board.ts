import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memoEach, memoFrom, memoLast} from '../base/memo.ts';
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
import {
	type DeploymentTable,
	deploymentIn,
	environmentKey,
	newestOf,
	noDeployments,
	type ProjectDeployments,
	rowIn,
} from './deployment-table.ts';
import {pastConclusion, type UsualRange, usualRange, validTime} from './durations.ts';
import {hasBoardHeadings, type Size} from './layout.ts';
import {projectNameOf} from './project-list.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';
import {type Watches, watchOf} from './watches.ts';

/** A deployment that is in progress or concluded recently. */
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

/** Returns when a deployment concluded, by the local clock, if that is recent enough for the board. */
function recentEnd(
	deployment: Deployment,
	at: LocalTime,
	{polling: {skewMs}, interface: {wordMeanings}}: BoardState,
): LocalTime | undefined {
	const concludedAt = pastConclusion(deployment, toServiceTime(at, skewMs));
	if (concludedAt === undefined) return undefined;
	const endedAt = Math.min(at, toLocalTime(concludedAt, skewMs));
	const maxAgeMs = outcomeOf(deployment, wordMeanings) === 'bad' ? retentionMs.failed : retentionMs.other;
	return at - endedAt <= maxAgeMs ? endedAt : undefined;
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

function hasFailed(
	{projectId, deploymentId}: BoardItem,
	{deployments, interface: {wordMeanings}}: BoardState,
): boolean {
	const known = deploymentIn(deployments.table, projectId, deploymentId);
	return known !== undefined && outcomeOf(known.deployment, wordMeanings) === 'bad';
}

const endedOn = memoLast((board: Board): readonly BoardItem[] =>
	[...board.values()].filter(({endedAt}) => endedAt !== undefined),
);

/** Returns the board without deployments that concluded too long ago. `at` is the local time. Returns the same board if nothing expired. */
export function withoutExpired(board: Board, state: BoardState, at: LocalTime): Board {
	const isExpired = (tracked: BoardItem) => {
		const ageMs = tracked.endedAt === undefined ? 0 : at - tracked.endedAt;
		// Classifying the status words is expensive, so it happens only where it matters.
		if (ageMs <= retentionMs.other) return false;
		return ageMs > (hasFailed(tracked, state) ? retentionMs.failed : retentionMs.other);
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
	const failed = ended.filter(tracked => hasFailed(tracked, state)).length;
	return {failed, running: board.size - ended.length, isFull: board.size >= maxDeployments};
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

/** What concluded longer ago than this is not recent. */
const recentMs = 24 * 3_600_000;

const noChanges: readonly Change[] = [];

const usualIn = memoEach((recent: readonly Deployment[]) =>
	memoLast((wordMeanings: WordMeanings) => ({
		byEnvironment: new Map(
			[...Map.groupBy(recent, environmentKey)].map(([key, own]) => [key, usualRange(own, wordMeanings)]),
		),
		overall: usualRange(recent, wordMeanings),
	})),
);

/** Returns how long a deployment usually takes: in its environment, else in its project. */
export function usualOf(
	{recent}: ProjectDeployments,
	deployment: Deployment,
	wordMeanings: WordMeanings,
): UsualRange | undefined {
	const {byEnvironment, overall} = usualIn(recent)(wordMeanings);
	return byEnvironment.get(environmentKey(deployment)) ?? overall;
}

/** Returns when a row was last read, by the local clock. Undefined if it was not read in this run. */
export function rowReadAt(
	table: DeploymentTable,
	{id, projectId, deployment}: Pick<BoardRow, 'id' | 'projectId' | 'deployment'>,
): LocalTime | undefined {
	if (id === projectId) return table.get(projectId)?.askedAt;
	return deployment && deploymentIn(table, projectId, deployment.id)?.askedAt;
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

/** Returns the rows that are shown, the most urgent section first and the newest first within it. */
function arranged(
	rows: readonly BoardRow[],
	arrangement: Arrangement,
	wordMeanings: WordMeanings,
): readonly BoardRow[] {
	const shown = rows.filter(({deployment, isWatched}) =>
		deployment
			? isShown(deployment, arrangement, isWatched, wordMeanings)
			: arrangement.shown === 'all' || arrangement.shown === 'watched',
	);
	const newestFirst = shown.toSorted((a, b) => sortTimeOf(b) - sortTimeOf(a) || (a.id < b.id ? -1 : 1));
	const inSections = Map.groupBy(sortedBy(newestFirst, arrangement.sort, boardValue), ({section}) => section);
	// The sections stay, so that what is urgent stays on top.
	return sections.flatMap(section => inSections.get(section) ?? []);
}

function withHeadings(rows: readonly BoardRow[]): readonly BoardEntry[] {
	const inSections = Map.groupBy(rows, ({section}) => section);
	return [...inSections].flatMap(([heading, own]): readonly BoardEntry[] => [{heading, count: own.length}, ...own]);
}

type ShownBoard = {
	readonly rows: readonly BoardRow[];
	readonly entries: readonly BoardEntry[];
	/** All rows by id, whether or not they are shown. */
	readonly all: ReadonlyMap<string, BoardRow>;
	/** What the above follows from. */
	readonly parts: readonly unknown[];
};

/** Rows that are the same as before stay the same objects, so that they are not drawn again. So does the board: sorting hundreds of rows takes longer than everything else that an answer without news causes. */
const boardFrom = memoFrom(
	(
		before: ShownBoard | undefined,
		{table, board, timelines}: BoardState['deployments'],
		projects: BoardState['projects'],
		watches: Watches,
		wordMeanings: WordMeanings,
		skewMs: number,
		arrangement: Arrangement,
		isGrouped: boolean,
	): ShownBoard => {
		const all = new Map<string, BoardRow>();
		const add = (id: string, projectId: string, deployment: Deployment | undefined, isWatched: boolean) => {
			const isRunning = deployment !== undefined && !isConcluded(deployment);
			const unplaced: Unplaced = {
				id,
				projectId,
				project: projectNameOf({projects}, projectId),
				deployment,
				changes: (deployment && timelines.get(keyOfDeployment(deployment))) ?? noChanges,
				isWatched,
				usual: isRunning ? usualOf(table.get(projectId) ?? noDeployments, deployment, wordMeanings) : undefined,
			};
			const askedAt = rowReadAt(table, unplaced);
			const readAt = askedAt === undefined ? undefined : toServiceTime(askedAt, skewMs);
			const row: BoardRow = {...unplaced, section: sectionOf(unplaced, readAt, wordMeanings)};
			const known = before?.all.get(id);
			all.set(id, known && isSameList(Object.values(known), Object.values(row)) ? known : row);
		};
		const present = new Set<string>();
		for (const [id, {projectId, deploymentId}] of board) {
			present.add(projectId);
			const isWatched = watchOf(watches, {projectId, id: deploymentId}) !== undefined;
			add(id, projectId, deploymentIn(table, projectId, deploymentId)?.deployment, isWatched);
		}

		for (const [id, {projectId, deploymentId}] of watches) {
			const isProject = deploymentId === undefined;
			if (all.has(id) || (isProject && present.has(projectId))) continue;
			const known = table.get(projectId);
			add(id, projectId, isProject ? newestOf(known) : rowIn(known, deploymentId)?.deployment, true);
		}

		const parts = [wordMeanings, arrangement, isGrouped, ...all.values()];
		if (before && isSameList(before.parts, parts)) return before;
		const rows = arranged([...all.values()], arrangement, wordMeanings);
		const entries = isGrouped ? withHeadings(rows) : rows;
		return {rows, entries, all, parts};
	},
);

export function shownBoard({deployments, projects, presence, polling, interface: ui}: BoardState): ShownBoard {
	const arrangement = arrangementOf(ui.arrangements, 'board');
	const isGrouped = hasBoardHeadings(ui.size);
	return boardFrom(deployments, projects, presence.watches, ui.wordMeanings, polling.skewMs, arrangement, isGrouped);
}
