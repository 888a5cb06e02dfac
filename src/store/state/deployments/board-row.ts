import {type Deployment, isConcluded} from '../../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../../clock.ts';
import {validTime} from '../../../deployment-times.ts';
import type {Change, Watch} from '../../../journal/sighting.ts';
import {outcomeOf} from '../../../status-words.ts';
import type {SafeText} from '../../../text.ts';
import {type UsualRange, usualRange} from '../../../usual-range.ts';
import {keyOfDeployment} from '../../model/deployments/detected-changes.ts';
import type {TrackedDeployment} from '../../model/deployments/tracked-deployment.ts';
import {projectNameOf} from '../project-names.ts';
import type {State} from '../state.ts';
import {watchOf} from './board.ts';
import {deploymentsOf, knownDeployment, newestDeployment, recentDeployments} from './known-deployment.ts';

/** The sections of the board, the most urgent first. */
export const boardSections = ['stuck', 'running', 'failed', 'watched', 'succeeded', 'other'] as const;

type BoardSection = (typeof boardSections)[number];

/** One row of the board: a deployment, or a watched project without a known deployment. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	readonly deployment: Deployment | undefined;
	/** Its observed changes. */
	readonly changes: readonly Change[];
	readonly askedAt: LocalTime | undefined;
	readonly isWatched: boolean;
	/** How long it usually takes, while it is in progress. */
	readonly usual: UsualRange | undefined;
	readonly section: BoardSection;
};

/** How many times as long as usual a deployment takes that is stuck. */
const stuckFactor = 3;

/** What concluded longer ago than this is not recent. */
const recentMs = 24 * 3_600_000;

const noChanges: readonly Change[] = [];

/** What is usual in each environment, by its exact id, as far as it was asked for. */
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

/** Whether a deployment had been in progress for three times the usual duration when it was last read. If it is not known when it began, the last observed change counts. */
function isStuck({deployment, changes, askedAt, usual}: Tracked, {polling: {skewMs}}: State): boolean {
	if (!usual || usual.medianMs <= 0 || askedAt === undefined) return false;
	const readAt = toServiceTime(askedAt, skewMs);
	const createdAt = validTime(deployment?.createdAt);
	const since = createdAt === undefined || createdAt > readAt ? validTime(changes.at(-1)?.before) : createdAt;
	return since !== undefined && readAt - since >= stuckFactor * usual.medianMs;
}

function sectionOf(tracked: Tracked, state: State): BoardSection {
	const {deployment, isWatched, askedAt} = tracked;
	if (!deployment) return 'watched';
	if (!isConcluded(deployment)) return isStuck(tracked, state) ? 'stuck' : 'running';
	const outcome = outcomeOf(deployment, state.interface.pins);
	const {concludedAt} = deployment;
	const readAt = askedAt === undefined ? undefined : toServiceTime(askedAt, state.polling.skewMs);
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

type Source = Pick<BoardRow, 'id' | 'projectId' | 'project' | 'deployment' | 'askedAt' | 'isWatched'>;

function rowOf(state: State, source: Source): BoardRow {
	const {deployment} = source;
	const changes = (deployment && state.deployments.timelines.get(keyOfDeployment(deployment))) ?? noChanges;
	const usual = deployment && !isConcluded(deployment) ? usualOf(state, deployment) : undefined;
	const tracked = {...source, changes, usual};
	return {...tracked, section: sectionOf(tracked, state)};
}

const isSameRow = (a: BoardRow, b: BoardRow): boolean =>
	(Object.keys(a) as ReadonlyArray<keyof BoardRow>).every(key => a[key] === b[key]);

function trackedSource(state: State, id: string, {projectId, deploymentId}: TrackedDeployment): Source {
	const {deployment, askedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
	const isWatched = watchOf(state, {projectId, id: deploymentId}) !== undefined;
	return {id, projectId, project: projectNameOf(state, projectId), deployment, askedAt, isWatched};
}

function watchedSource(state: State, id: string, {projectId, deploymentId, project}: Watch): Source {
	const isProject = deploymentId === undefined;
	const deployment = isProject ? newestDeployment(state, projectId) : undefined;
	const askedAt = isProject ? deploymentsOf(state, projectId).newest?.askedAt : undefined;
	return {id, projectId, project, deployment, askedAt, isWatched: true};
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
