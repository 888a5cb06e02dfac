import {type Deployment, isConcluded, type Project} from '../../api/types.ts';
import type {LocalTime} from '../../base/clock.ts';
import {isSameList, memoFrom, memoLast} from '../../base/memo.ts';
import {grouped, plain, type SafeText, safe} from '../../base/text.ts';
import {type DeploymentTable, newestOf, type ProjectDeployments} from '../../model/deployment-table.ts';
import {projectRows, spareWidth, wantedWidth} from '../../model/layout.ts';
import {projectRowsOf} from '../../model/project-filter.ts';
import {type ProjectList, pageOfProject} from '../../model/project-list.ts';
import {projectTitle} from '../../model/project-title.ts';
import {parseQuery, ranges} from '../../model/query.ts';
import {noWordMeanings} from '../../model/status-words.ts';
import {unavailableFields, unavailableText} from '../../present/failed-read.ts';
import type {Field} from '../../present/fields.ts';
import {type Line, type Tone, wrappedLines} from '../../present/line.ts';
import {latestRow, listColumns, markWidth, type ProjectRow, projectFields, recordRow} from '../../present/project.ts';
import {deploymentsOf, recentDeployments, staleBefore, unavailableDeployments} from '../../state/deployments.ts';
import {keyOf} from '../../state/key-names.ts';
import {focusedField} from '../../state/lists.ts';
import {limitText} from '../../state/projects.ts';
import {nextTryAt} from '../../state/requests.ts';
import type {State} from '../../state/state.ts';
import {outdatedMs} from '../../sync/freshness.ts';
import type {Draw, DrawContext, Speak} from '../contexts.ts';
import {detailsPane, focusableLines, spokenField} from '../lines/details-pane.ts';
import {type List, listLines, type RowGroup, type RowStyle, spokenList} from '../lines/list-lines.ts';
import {projectsPlace, queryRemark} from '../lines/list-place.ts';
import {indented} from '../lines/scroll-marks.ts';
import {spokenLines} from '../lines/spoken-lines.ts';

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

const rowReader = memoLast(
	(
		hasStrip: boolean,
		localNow: LocalTime,
		outdatedAfterMs: number | undefined,
		list: ProjectList,
		filtered: State['projects']['filtered'],
		goneRow: State['projects']['goneRow'],
		marks: State['projects']['marks'],
		presence: State['presence'],
		deployments: State['deployments'],
		polling: State['polling'],
	): RowReader => {
		const {watches} = presence;
		const rows = projectRowsOf({list, filtered, goneRow});
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
	},
);

/** Returns a function from an index to the row to show. */
export function rowsOf(state: State, localNow: LocalTime, hasStrip: boolean): RowReader {
	const {projects, presence, deployments, polling} = state;
	const {list, filtered, goneRow, marks} = projects;
	const shown = [list, filtered, goneRow, marks, presence, deployments, polling] as const;
	return rowReader(hasStrip, localNow, outdatedMs(state, localNow), ...shown);
}

/** The text of a filtered list in which no loaded project matches. */
export function noMatch(state: State): readonly Line[] {
	const {list, filtered} = state.projects;
	const loaded = list.rows.length;
	const rest = {
		open: ` Press ${keyOf(state, 'load-all', plain`L`)} to load the other pages.`,
		full: ` ${limitText(state)}`,
	};
	const more = list.end === 'open' || list.end === 'full' ? rest[list.end] : '';
	const text = safe(
		`Nothing matches “${filtered?.query ?? ''}” in ${grouped(loaded)} ${loaded === 1 ? 'project' : 'projects'}.${more}`,
	);
	const unread = filtered?.unread.length ?? 0;
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

/** The fields that are shown already: by the title, always by the row, and by a row with all its columns. */
const titleLabels = new Set(['name']);
const rowLabels = new Set(['name', 'status', 'latest upload']);
const fullRowLabels = new Set([...rowLabels, 'slug', 'url', 'upload mode', 'id']);

/** Returns the widths of the list and of the details beside it. `details` is 0 while they are hidden, and `list` while they have the focus and no room beside it. */
export function projectPanes(state: State): {readonly list: number; readonly details: number} {
	const {size, isPreviewFlipped} = state.interface;
	const spare = spareWidth(size, 'projects');
	const wanted = wantedWidth(size);
	const beside = spare > 0 ? (isPreviewFlipped ? 0 : spare) : isPreviewFlipped ? wanted : 0;
	const isInPlace = wanted === 0 && focusedField(state) !== undefined;
	const details = projectRowsOf(state.projects).count === 0 ? 0 : isInPlace ? size.columns : beside;
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

const groupsOfPages = memoLast(
	(list: ProjectList): Groups => rowsOfPages(list).map(own => ({from: own, rows: () => own.map(recordRow)})),
);

const groupsOfNewest = memoLast(
	(table: DeploymentTable): Groups =>
		[...table.values()].flatMap(known =>
			known.askedAt === undefined
				? []
				: [{from: newestOf(known) ?? known.recent, rows: () => [latestRow(latestOf(known))]}],
		),
);

/** Returns the function that finds the parts of a name that match the filter. */
export const rangesOf = memoLast((query: string | undefined) =>
	query ? ranges(parseQuery(query, {now: 0, wordMeanings: noWordMeanings})) : undefined,
);

/** The rows of the project list. */
function listOf({state, context}: DrawContext, width: number): List<ProjectRow> {
	const {
		projects: {list, position, filtered},
		interface: {size},
		deployments: {table},
	} = state;
	const hasStrip = width >= minStripWidth;
	const {usual, wide} = outdatedMs(state, context.localNow) === undefined ? styles : agedStyles;
	return {
		style: hasStrip ? wide : usual,
		shown: {
			position,
			count: projectRowsOf(state.projects).count,
			height: projectRows(size),
			width,
			isOpen: !filtered && list.end === 'open',
			marksWidth: marksWidthOf(state),
			groups: [groupsOfPages(list), groupsOfNewest(table)],
			rowAt: rowsOf(state, context.localNow, hasStrip),
		},
		context: {...context, ranges: rangesOf(filtered?.query)},
	};
}

/** Draws the project list, or that no project matches. Nothing without projects. */
export const drawProjects: Draw = (shown, width) => {
	const {projects} = shown.state;
	if (projects.list.rows.length === 0) return [];
	return projectRowsOf(projects).count === 0 ? noMatch(shown.state) : listLines(listOf(shown, width));
};

export const speakProjects: Speak = (shown, width) =>
	projectRowsOf(shown.state.projects).count === 0
		? spokenLines(drawProjects(shown, width, 0))
		: spokenList(listOf(shown, width));

/** Whether the list has details beside it. */
export const hasDetails = (state: State): boolean => projectPanes(state).details > 0;

/** The fields of the selected project that are not shown elsewhere. */
export function detailFields(shown: DrawContext): readonly Field[] {
	const {state, context} = shown;
	const project = projectRowsOf(state.projects).rowAt(state.projects.position.index);
	if (!project) return [];
	const inRow = spareWidth(state.interface.size, 'projects') > 0 ? fullRowLabels : rowLabels;
	const elsewhere = projectPanes(state).list === 0 ? titleLabels : inRow;
	const fields = projectFields(project, context).filter(({label}) => !elsewhere.has(label));
	return [...fields, ...whyNoDeployments(shown, project.id)];
}

/** Says the field that has the focus. */
export const speakDetails: Speak = shown => spokenField(detailFields(shown), shown);

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
