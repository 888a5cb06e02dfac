import {type Deployment, isConcluded} from '../../../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../../../clock.ts';
import {validTime} from '../../../deployment-times.ts';
import type {Change, Watch} from '../../../journal/observations.ts';
import {outcomeOf} from '../../../status-words.ts';
import type {SafeText} from '../../../text.ts';
import {type UsualRange, usualRange} from '../../../usual-range.ts';
import type {DeploymentTable} from '../../model/deployments/deployment-table.ts';
import {keyOfDeployment} from '../../model/deployments/detected-changes.ts';
import type {TrackedDeployment} from '../../model/deployments/tracked-deployment.ts';
import {projectNameOf} from '../project-names.ts';
import type {State} from '../state.ts';
import {watchOf} from './board.ts';
import {deploymentsOf, knownDeployment, newestDeployment, recentDeployments} from './known-deployment.ts';

/** The sections of the board, the most urgent first. */
export const boardSections = ['stuck', 'running', 'failed', 'watched', 'succeeded', 'other'] as const;

type BoardSection = (typeof boardSections)[number];

/** One row of the board: a deployment, or a watched project with its newest deployment, if one is known. When it was read is not part of it, because most answers change nothing else: see `rowReadAt`. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	readonly deployment: Deployment | undefined;
	/** Its observed changes. */
	readonly changes: readonly Change[];
	readonly isWatched: boolean;
	/** How long it usually takes, while it is in progress. */
	readonly usual: UsualRange | undefined;
	readonly section: BoardSection;
};

/** A deployment in progress is stuck from this multiple of the usual duration on. */
const stuckFactor = 3;

/** What concluded longer ago than this is not recent. */
const recentMs = 24 * 3_600_000;

const noChanges: readonly Change[] = [];

/** The usual range of each environment by its exact id, computed on demand. */
type UsualRanges = Map<string | undefined, UsualRange | undefined>;

/** Returns how long a deployment usually takes: in its environment, else in its project. */
export function usualOf(state: State, {projectId, environmentId}: Deployment): UsualRange | undefined {
	const {pins} = state.interface;
	const recent = recentDeployments(state, projectId);
	const byEnvironment = state.memo.kept('usual ranges', recent, [pins], (): UsualRanges => new Map());
	const environment = environmentId?.exact;
	if (!byEnvironment.has(environment)) {
		const own = recent.filter(other => other.environmentId?.exact === environment);
		byEnvironment.set(environment, usualRange(own, pins) ?? usualRange(recent, pins));
	}

	return byEnvironment.get(environment);
}

type Tracked = Omit<BoardRow, 'section'>;

/** Returns when a row was last read, by the local clock. Undefined if it was not read in this run. */
export const rowReadAt = (
	state: State,
	{id, projectId, deployment}: Pick<BoardRow, 'id' | 'projectId' | 'deployment'>,
): LocalTime | undefined =>
	id === projectId
		? deploymentsOf(state, projectId).askedAt
		: deployment && knownDeployment(state, projectId, deployment.id)?.askedAt;

/** Whether a deployment had been in progress for three times the usual duration when it was last read. If it is not known when it began, the last observed change counts. */
function isStuck({deployment, changes, usual}: Tracked, readAt: ServiceTime | undefined): boolean {
	if (!usual || usual.medianMs <= 0 || readAt === undefined) return false;
	const createdAt = validTime(deployment?.createdAt);
	const since = createdAt === undefined || createdAt > readAt ? validTime(changes.at(-1)?.before) : createdAt;
	return since !== undefined && readAt - since >= stuckFactor * usual.medianMs;
}

function sectionOf(tracked: Tracked, state: State): BoardSection {
	const {deployment, isWatched} = tracked;
	if (!deployment) return 'watched';
	const askedAt = rowReadAt(state, tracked);
	const readAt = askedAt === undefined ? undefined : toServiceTime(askedAt, state.polling.skewMs);
	if (!isConcluded(deployment)) return isStuck(tracked, readAt) ? 'stuck' : 'running';
	const outcome = outcomeOf(deployment, state.interface.pins);
	const {concludedAt} = deployment;
	const isOld = concludedAt !== undefined && readAt !== undefined && readAt - concludedAt > recentMs;
	if (outcome === 'bad' && !(isWatched && isOld)) return 'failed';
	if (isWatched) return 'watched';
	return outcome === 'good' ? 'succeeded' : 'other';
}

/** What rows are made of, apart from what is known about their project. */
const sharedParts = ({deployments: {timelines}, interface: {pins}, presence, projects, polling}: State) => [
	timelines,
	pins,
	presence.watches,
	projects.list,
	projects.opened,
	projects.names,
	polling.skewMs,
];

/** Returns all parts together. The same array until one of them changes. */
export function sharedOf(state: State): readonly unknown[] {
	const parts = sharedParts(state);
	return state.memo.kept('board parts', state.deployments.timelines, parts, () => parts);
}

type Source = Pick<BoardRow, 'id' | 'projectId' | 'project' | 'deployment' | 'isWatched'>;

const usualWhileRunning = (state: State, deployment: Deployment | undefined): UsualRange | undefined =>
	deployment && !isConcluded(deployment) ? usualOf(state, deployment) : undefined;

function rowOf(state: State, source: Source): BoardRow {
	const {deployment} = source;
	const changes = (deployment && state.deployments.timelines.get(keyOfDeployment(deployment))) ?? noChanges;
	const tracked = {...source, changes, usual: usualWhileRunning(state, deployment)};
	return {...tracked, section: sectionOf(tracked, state)};
}

function isSameRow(a: BoardRow, b: BoardRow): boolean {
	for (const key in a) if (a[key as keyof BoardRow] !== b[key as keyof BoardRow]) return false;
	return true;
}

/** Returns the deployment that a row shows: its own, or the newest one of a watched project. */
const deploymentOf = (state: State, {id, projectId, deployment}: BoardRow): Deployment | undefined =>
	id === projectId
		? newestDeployment(state, projectId)
		: deployment && knownDeployment(state, projectId, deployment.id)?.deployment;

function trackedSource(state: State, id: string, {projectId, deploymentId}: TrackedDeployment): Source {
	const deployment = knownDeployment(state, projectId, deploymentId)?.deployment;
	const isWatched = watchOf(state, {projectId, id: deploymentId}) !== undefined;
	return {id, projectId, project: projectNameOf(state, projectId), deployment, isWatched};
}

function watchedSource(state: State, id: string, {projectId, deploymentId, project}: Watch): Source {
	const deployment = deploymentId === undefined ? newestDeployment(state, projectId) : undefined;
	return {id, projectId, project, deployment, isWatched: true};
}

/** Returns the rows of the board in the order in which they came. A row whose content is the same stays the same object, so that it is not measured again. */
export function boardRowsOf(state: State): readonly BoardRow[] {
	const {board} = state.deployments;
	const {watches} = state.presence;
	const shared = sharedOf(state);
	const rowFor = <Entry extends {readonly projectId: string}>(
		id: string,
		entry: Entry,
		sourceOf: (state: State, id: string, entry: Entry) => Source,
	): BoardRow => {
		const known = deploymentsOf(state, entry.projectId);
		return state.memo.kept('board row', entry, [known, shared], (before?: BoardRow) => {
			const next = rowOf(state, sourceOf(state, id, entry));
			return before && isSameRow(before, next) ? before : next;
		});
	};
	const rows: BoardRow[] = [];
	for (const [id, tracked] of board) rows.push(rowFor(id, tracked, trackedSource));
	if (watches.size === 0) return rows;
	const present = new Set(rows.map(({projectId}) => projectId));
	for (const [id, watch] of watches) {
		const isProject = watch.deploymentId === undefined;
		if (board.has(id) || (isProject && present.has(watch.projectId))) continue;
		rows.push(rowFor(id, watch, watchedSource));
	}

	return rows;
}

/** Whether a row would be made the same now, although more is known about its project. One without a known deployment may have one now. */
const isCurrent = (state: State, row: BoardRow): boolean =>
	row.deployment !== undefined &&
	deploymentOf(state, row) === row.deployment &&
	usualWhileRunning(state, row.deployment) === row.usual &&
	sectionOf(row, state) === row.section;

/** The rows of the board, by project. */
export type RowsByProject = ReadonlyMap<string, readonly BoardRow[]>;

/** Whether rows that were made from `before` are still the same, if all that they share is unchanged. Looks only at rows of projects with new answers, because an answer is about one project. */
export function areSameRows(state: State, rows: RowsByProject, before: DeploymentTable): boolean {
	const {table} = state.deployments;
	if (table === before) return true;
	for (const [projectId, own] of rows) {
		if (table.get(projectId) !== before.get(projectId) && !own.every(row => isCurrent(state, row))) return false;
	}

	return true;
}
