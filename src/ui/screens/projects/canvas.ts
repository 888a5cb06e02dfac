import {type Deployment, isConcluded, type Project} from '../../../api/types.ts';
import {isSameList, memoFrom} from '../../../base/memo.ts';
import type {LocalTime} from '../../../clock.ts';
import {unavailableFields, unavailableText} from '../../../present/failed-read.ts';
import type {Field} from '../../../present/fields.ts';
import {type Line, type Tone, wrappedLines} from '../../../present/line.ts';
import {
	latestRow,
	listColumns,
	markWidth,
	type ProjectRow,
	projectFields,
	recordRow,
} from '../../../present/project.ts';
import {projectTitle} from '../../../project-title.ts';
import type {DeploymentTable} from '../../../store/model/deployments/deployment-table.ts';
import {newestOf, type ProjectDeployments} from '../../../store/model/deployments/project-deployments.ts';
import {projectRows, spareWidth, wantedWidth} from '../../../store/model/layout.ts';
import {type ProjectList, pageOfProject} from '../../../store/model/projects/project-list.ts';
import {projectRowsOf} from '../../../store/model/projects/project-rows.ts';
import {deploymentsOf, recentDeployments} from '../../../store/state/deployments/known-deployment.ts';
import {staleBefore} from '../../../store/state/deployments/read-times.ts';
import {unavailableDeployments} from '../../../store/state/deployments/unavailable-deployments.ts';
import {keyOf} from '../../../store/state/key-names.ts';
import {nextTryAt} from '../../../store/state/retries.ts';
import {limitText} from '../../../store/state/shown-pages.ts';
import type {State} from '../../../store/state/state.ts';
import {outdatedMs} from '../../../store/sync/freshness.ts';
import {grouped, plain, type SafeText, safe} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {detailsPane, focusableLines} from '../../render/details-pane.ts';
import {indented} from '../../render/indented.ts';
import type {LineMemo, RowStyle} from '../../render/line-memo.ts';
import {listLines, type RowGroup} from '../../render/list-lines.ts';
import {projectsPlace, queryRemark} from '../../render/list-place.ts';

/** What the frame around the list shows of it. */
export const projectsHeading = {title: 'Projects', mainScreen: 'projects', place: projectsPlace} as const;

/** How the row of a project is kept between frames, in the list and in the versions. */
export const projectRowStyle = {
	keyOf: ({project}) => project,
	isSame: (a, b) =>
		!a.latest === !b.latest &&
		a.latest?.deployment === b.latest?.deployment &&
		a.recent === b.recent &&
		a.unavailable === b.unavailable &&
		a.isStale === b.isStale &&
		a.readAt === b.readAt &&
		a.isGone === b.isGone &&
		a.isMarked === b.isMarked &&
		a.isWatched === b.isWatched,
	isQuiet: ({isStale, isGone}) => isStale || isGone,
} as const satisfies Partial<RowStyle<ProjectRow>>;

const styleOf = (hasStrip: boolean, hasAge: boolean): RowStyle<ProjectRow> => ({
	...projectRowStyle,
	columns: listColumns(hasStrip, hasAge),
});

const styles = {usual: styleOf(false, false), wide: styleOf(true, false)};

/** While the service fails. */
const agedStyles = {usual: styleOf(false, true), wide: styleOf(true, true)};

/** From this width on, rows show the outcomes of the newest deployments. */
const minStripWidth = 140;

const none: readonly Deployment[] = [];

/** The newest deployment of a project, as its row shows it. Undefined if that was never read. */
const latestOf = (known: ProjectDeployments): ProjectRow['latest'] =>
	known.askedAt === undefined ? undefined : {deployment: newestOf(known)};

type RowReader = (index: number) => ProjectRow | undefined;

/** A function of everything that rows show, so that it is called again only when a row may look different. */
function rowReader(
	hasStrip: boolean,
	localNow: LocalTime,
	outdatedAfterMs: number | undefined,
	list: ProjectList,
	view: State['projects']['view'],
	goneRow: State['projects']['goneRow'],
	marks: State['projects']['marks'],
	presence: State['presence'],
	deployments: State['deployments'],
	polling: State['polling'],
): RowReader {
	const {watches} = presence;
	const rows = projectRowsOf({list, view, goneRow});
	const isStale = staleBefore({projects: {list}, presence}, localNow, outdatedAfterMs);
	const readAtOf = (projectId: string): LocalTime | undefined => {
		const known = deploymentsOf({deployments}, projectId);
		const deployment = newestOf(known);
		return deployment && !isConcluded(deployment) ? known.askedAt : pageOfProject(list, projectId)?.readAt;
	};
	return index => {
		const project = rows.rowAt(index);
		if (!project) return undefined;
		const isGone = index === goneRow?.index;
		const refusal = unavailableDeployments({polling}, project.id);
		return {
			project,
			latest: latestOf(deploymentsOf({deployments}, project.id)),
			recent: hasStrip ? recentDeployments({deployments}, project.id) : none,
			unavailable: refusal && unavailableText(refusal.error),
			isStale: isStale(project.id),
			readAt: outdatedAfterMs !== undefined && isStale(project.id) ? readAtOf(project.id) : undefined,
			isGone,
			isMarked: marks.size > 0 && marks.has(project.id),
			isWatched: watches.size > 0 && watches.has(project.id),
		};
	};
}

/** Returns a function from an index to the row to show. The same function until a row may look different. */
export function rowsOf(state: State, localNow: LocalTime, hasStrip: boolean, memo: LineMemo): RowReader {
	const {projects, presence, deployments, polling} = state;
	const {list, view, goneRow, marks} = projects;
	const shown = [list, view, goneRow, marks, presence, deployments, polling] as const;
	return memo.latest(rowReader, hasStrip, localNow, outdatedMs(state, localNow), ...shown);
}

/** The text of a filtered list in which no loaded project matches. */
export function noMatch(state: State): readonly Line[] {
	const {list, view} = state.projects;
	const loaded = list.rows.length;
	const rest = {
		open: ` Press ${keyOf(state, 'load-all', plain`L`)} to load the other pages.`,
		full: ` ${limitText(state)}`,
	};
	const more = list.end === 'open' || list.end === 'full' ? rest[list.end] : '';
	const text = safe(
		`Nothing matches “${view?.query ?? ''}” in ${grouped(loaded)} ${loaded === 1 ? 'project' : 'projects'}.${more}`,
	);
	const unread = view?.unread.length ?? 0;
	const notLoaded = plain`The newest deployments of ${grouped(unread)} projects are not loaded yet.`;
	const remark = queryRemark(state);
	const lines = (said: SafeText, tone: Tone): readonly Line[] =>
		wrappedLines(said, state.interface.size.columns - 4, tone);
	return [
		[],
		...indented(
			[
				...lines(text, 'quiet'),
				...(unread > 0 ? lines(notLoaded, 'quiet') : []),
				...lines(remark?.text ?? plain``, remark?.kind === 'fault' ? 'bad' : 'quiet'),
			],
			2,
		),
	];
}

/** The fields that explain why a project's deployments are not available. Empty if they are. */
function whyNoDeployments({state, context}: DrawContext, projectId: string): readonly Field[] {
	const failure = unavailableDeployments(state, projectId);
	if (!failure) return [];
	const waitMs = nextTryAt(state, failure) - context.localNow;
	return unavailableFields(failure.error, waitMs, context);
}

/** The fields that the row shows already: always, and with all its columns. */
const rowLabels = new Set(['name', 'status', 'latest upload']);
const fullRowLabels = new Set([...rowLabels, 'slug', 'url', 'upload mode', 'id']);

/** Returns the widths of the list and of the details beside it. `details` is 0 while they are hidden. */
export function projectPanes(state: State): {readonly list: number; readonly details: number} {
	const {size, isPreviewFlipped} = state.interface;
	const spare = spareWidth(size, 'projects');
	const wanted = spare > 0 ? (isPreviewFlipped ? 0 : spare) : isPreviewFlipped ? wantedWidth(size) : 0;
	const details = projectRowsOf(state.projects).count === 0 ? 0 : wanted;
	return {list: size.columns - details, details};
}

/** The width of the marks before a name, if any project has them. */
function marksWidthOf({projects: {marks}, presence: {watches}}: State): number {
	const hasWatches = watches.size > 0 && [...watches.values()].some(({deploymentId}) => deploymentId === undefined);
	return (marks.size > 0 ? markWidth : 0) + (hasWatches ? markWidth : 0);
}

type Groups = ReadonlyArray<RowGroup<ProjectRow>>;

/** The rows of each page. Those of a page that still has the same rows stay the same array, so that only the others are measured again. */
const rowsOfPages = memoFrom(
	(
		before: ReadonlyArray<readonly Project[]> | undefined,
		{rows, pages}: ProjectList,
	): ReadonlyArray<readonly Project[]> =>
		pages.map(({first}, at) => {
			const own = rows.slice(first, pages[at + 1]?.first);
			const known = before?.[at];
			return known && isSameList(known, own) ? known : own;
		}),
);

const groupsOfPages = (list: ProjectList): Groups =>
	rowsOfPages(list).map(own => ({from: own, rows: () => own.map(recordRow)}));

const groupsOfNewest = (table: DeploymentTable): Groups =>
	[...table.values()].flatMap(known =>
		known.askedAt === undefined
			? []
			: [{from: newestOf(known) ?? known.recent, rows: () => [latestRow(latestOf(known))]}],
	);

/** Draws the project list. */
export const drawProjects: Draw = ({state, context, memo}, width) => {
	const {
		projects: {list: projects, position, view},
		interface: {size},
		deployments: {table},
	} = state;
	if (projects.rows.length === 0) return [];
	const {count} = projectRowsOf(state.projects);
	if (count === 0) return noMatch(state);
	const hasStrip = width >= minStripWidth;
	const {usual, wide} = outdatedMs(state, context.localNow) === undefined ? styles : agedStyles;
	return listLines(
		hasStrip ? wide : usual,
		{
			position,
			count,
			height: projectRows(size),
			width,
			isOpen: !view && projects.end === 'open',
			marksWidth: marksWidthOf(state),
			groups: [memo.once(projects, () => groupsOfPages(projects)), memo.once(table, () => groupsOfNewest(table))],
			rowAt: rowsOf(state, context.localNow, hasStrip, memo),
		},
		{...context, ranges: memo.ranges(view?.query ?? '')},
		memo,
	);
};

/** Whether the list has details beside it. */
export const hasDetails = (state: State): boolean => projectPanes(state).details > 0;

/** The fields of the selected project that its row does not show. */
export function detailFields(shown: DrawContext): readonly Field[] {
	const {state, context} = shown;
	const project = projectRowsOf(state.projects).rowAt(state.projects.position.index);
	if (!project) return [];
	const shownInRow = spareWidth(state.interface.size, 'projects') > 0 ? fullRowLabels : rowLabels;
	const fields = projectFields(project, context).filter(({label}) => !shownInRow.has(label));
	return [...fields, ...whyNoDeployments(shown, project.id)];
}

/** The lines of the title above the details. */
const titleLines = 2;

/** Draws the details of the selected project, beside the list. */
export const drawProjectDetails: Draw = (shown, width, height) => {
	const {state, context} = shown;
	const project = projectRowsOf(state.projects).rowAt(state.projects.position.index);
	if (!project) return [];
	const lines = focusableLines(detailFields(shown), shown, width - 3, height - titleLines);
	return detailsPane(projectTitle(project), lines, height, context);
};
