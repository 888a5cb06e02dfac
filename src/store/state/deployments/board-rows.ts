import {type Deployment, isConcluded} from '../../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../../clock.ts';
import {validTime} from '../../../deployment-times.ts';
import type {Change} from '../../../journal/sighting.ts';
import {outcomeOf} from '../../../status-words.ts';
import type {SafeText} from '../../../text.ts';
import {type UsualRange, usualRange} from '../../../usual-range.ts';
import {arrangementOf, type SortValue, sortedBy} from '../../model/deployments/arrangement.ts';
import {keyOfDeployment} from '../../model/deployments/detected-changes.ts';
import {hasBoardHeadings} from '../../model/layout.ts';
import {projectNameOf} from '../project-names.ts';
import type {State} from '../state.ts';
import {watchOf} from './board.ts';
import {deploymentsOf, knownDeployment, newestDeployment, recentDeployments} from './known-deployment.ts';
import {deploymentValue, isShown} from './shown-deployments.ts';

/** The sections of the board, the most urgent first. */
const boardSections = ['stuck', 'running', 'failed', 'watched', 'succeeded', 'other'] as const;

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

/** A line above the rows of a section, which cannot be selected. */
export type BoardHeading = {readonly heading: BoardSection; readonly count: number};

export type BoardEntry = BoardHeading | BoardRow;

type ShownBoard = {
	readonly rows: readonly BoardRow[];
	/** The rows and the headings between them. */
	readonly entries: readonly BoardEntry[];
	/** The index of each row among the entries, by its id. */
	readonly indexes: ReadonlyMap<string, number>;
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

const sortTimeOf = ({deployment}: BoardRow): number =>
	validTime(deployment?.concludedAt) ?? validTime(deployment?.createdAt) ?? Number.NEGATIVE_INFINITY;

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

/** Returns the rows of the board, the most urgent section first and the newest first within it. A row whose content is the same stays the same object, so that it is not measured again. */
function rowsOf(state: State): readonly BoardRow[] {
	const {board} = state.deployments;
	const shared = sharedParts(state);
	const keep = (entry: object, projectId: string, make: () => Source): BoardRow =>
		state.memo.kept('board row', entry, [deploymentsOf(state, projectId), ...shared], (before?: BoardRow) => {
			const next = rowOf(state, make());
			return before && isSameRow(before, next) ? before : next;
		});
	const rows = [...board].map(([id, tracked]) => {
		const {projectId, deploymentId} = tracked;
		return keep(tracked, projectId, () => {
			const {deployment, askedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
			const isWatched = watchOf(state, {projectId, id: deploymentId}) !== undefined;
			return {id, projectId, project: projectNameOf(state, projectId), deployment, askedAt, isWatched};
		});
	});
	const present = new Set(rows.map(({projectId}) => projectId));
	for (const [id, watch] of state.presence.watches) {
		const {projectId, deploymentId, project} = watch;
		const isProject = deploymentId === undefined;
		if (board.has(id) || (isProject && present.has(projectId))) continue;
		rows.push(
			keep(watch, projectId, () => {
				const deployment = isProject ? newestDeployment(state, projectId) : undefined;
				const askedAt = isProject ? deploymentsOf(state, projectId).newest?.askedAt : undefined;
				return {id, projectId, project, deployment, askedAt, isWatched: true};
			}),
		);
	}

	const arrangement = arrangementOf(state.interface.arrangements, 'watch');
	const shown = rows.filter(row =>
		row.deployment
			? isShown(row.deployment, arrangement, row.isWatched, state.interface.pins)
			: arrangement.shown === 'all' || arrangement.shown === 'watched',
	);
	const newestFirst = shown
		.map(row => ({row, rank: boardSections.indexOf(row.section), sortTime: sortTimeOf(row)}))
		.sort((a, b) => a.rank - b.rank || b.sortTime - a.sortTime || (a.row.id < b.row.id ? -1 : 1))
		.map(({row}) => row);
	// The sections stay, so that what is urgent stays on top.
	return [...Map.groupBy(sortedBy(newestFirst, arrangement.sort, boardValue), ({section}) => section)]
		.sort(([a], [b]) => boardSections.indexOf(a) - boardSections.indexOf(b))
		.flatMap(([, own]) => own);
}

function boardValue({project, deployment}: BoardRow, by: string): SortValue {
	if (by === 'project') return project.toLowerCase();
	return deployment && deploymentValue(deployment, by);
}

function withHeadings(rows: readonly BoardRow[]): readonly BoardEntry[] {
	const sections = Map.groupBy(rows, ({section}) => section);
	return [...sections].flatMap(([heading, own]): readonly BoardEntry[] => [{heading, count: own.length}, ...own]);
}

/** Returns the board. A row is the same object until something in it changes. */
export function shownBoard(state: State): ShownBoard {
	const isGrouped = hasBoardHeadings(state.interface.size);
	const parts = [...sharedParts(state), isGrouped, arrangementOf(state.interface.arrangements, 'watch')];
	return state.memo.kept('board', state.deployments, parts, () => {
		const rows = rowsOf(state);
		const entries = isGrouped ? withHeadings(rows) : rows;
		const indexes = new Map(entries.flatMap((entry, index) => ('id' in entry ? [[entry.id, index] as const] : [])));
		return {rows, entries, indexes};
	});
}

/** Returns the row of an entry. Undefined for a heading, and where there is none. */
export const rowOfEntry = (entry: BoardEntry | undefined): BoardRow | undefined =>
	entry && 'id' in entry ? entry : undefined;
