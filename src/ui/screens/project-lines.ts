import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../base/clock.ts';
import {memo} from '../../base/memo.ts';
import {counted, plain, type SafeText, safe} from '../../base/text.ts';
import {newestOf, noDeployments} from '../../model/deployment-table.ts';
import {hasPreview, wantedWidth} from '../../model/layout.ts';
import {listedRows} from '../../model/project-filter.ts';
import {canReadFurther, pageOfProject, projectNameOf} from '../../model/project-list.ts';
import {projectTitle} from '../../model/project-title.ts';
import {highlightsOf} from '../../model/query.ts';
import {readKey, recordAt} from '../../model/read-request.ts';
import {projectOutcome} from '../../model/status-words.ts';
import {bareView, deploymentColumns} from '../../present/deployment.ts';
import {failedReadFields, failedReadText} from '../../present/failed-read.ts';
import {type Field, fieldsBeside} from '../../present/fields.ts';
import {type Line, type Tone, wrappedLines} from '../../present/line.ts';
import {isUnusualStatus, listColumns, type ProjectRow, projectFields} from '../../present/project.ts';
import {headLine, layout, rowLine} from '../../present/table.ts';
import {deploymentsOf, isOutOfDate, lastingListFailure} from '../../state/deployments.ts';
import {outdatedMs} from '../../state/freshness.ts';
import {idInFilter} from '../../state/named-record.ts';
import {columnPageOf, shortcutOf} from '../../state/preferences.ts';
import {
	isBeingDeleted,
	isUnlisted,
	limitText,
	projectPlacement,
	projectRowsOf,
	selectedProject,
} from '../../state/projects.ts';
import {retryAt} from '../../state/requests.ts';
import type {State} from '../../state/state.ts';
import type {Draw, DrawContext} from '../contexts.ts';
import {detailLines, linesBeside} from '../lines/details.ts';
import {type DrawnList, listLines, type RowStyle} from '../lines/list-lines.ts';
import {queryNotice} from '../lines/list-position.ts';
import {indented} from '../lines/text-lines.ts';

export const projectRowStyle = {
	isQuiet: ({isStale, project}) => !!isStale || projectOutcome(project.status) === 'stopped',
} as const satisfies Partial<RowStyle<ProjectRow>>;

const hasUnusualStatus = memo((rows: readonly Project[]) => rows.some(isUnusualStatus));

/** In cells. Wider rows show the outcomes of the newest deployments. */
const minStripWidth = 140;

export function toProjectRow(
	state: State,
	localNow: LocalTime,
	hasStrip: boolean,
): (project: Project | undefined) => ProjectRow | undefined {
	const {
		projects: {list, marks},
		presence: {watches},
	} = state;
	const maxAgeMs = outdatedMs(state, localNow);
	return project => {
		if (!project) return undefined;
		const {id} = project;
		const known = deploymentsOf(state, id);
		const failure = lastingListFailure(state, id);
		const listedAt = pageOfProject(list, id)?.readAt;
		return {
			project,
			isRead: known.readAt !== undefined,
			newest: newestOf(known),
			recent: hasStrip ? known.recent : noDeployments.recent,
			failedRead: failure && failedReadText(failure.error),
			isStale: listedAt !== undefined && isOutOfDate(state, listedAt, localNow, maxAgeMs),
			readAt: known.readAt === undefined ? listedAt : Math.min(known.readAt, listedAt ?? known.readAt),
			isMarked: marks.has(id),
			isWatched: watches.has(id),
			isBeingDeleted: isBeingDeleted(state, id),
		};
	};
}

function noMatchText(state: State): SafeText {
	const {list, loading} = state.projects;
	const loaded = counted(list.rows.length, 'project');
	if (list.stopped === 'full') return plain`No match in the ${loaded} loaded. ${limitText(state)}`;
	if (loading) return plain`No match yet in the ${loaded} loaded.`;
	if (canReadFurther(list))
		return plain`No match in the ${loaded} loaded. ${shortcutOf(state, 'load-all')} loads the rest.`;
	return plain`No match in ${loaded}.`;
}

function noMatchLines(state: State): readonly Line[] {
	const {filtered} = state.projects;
	const id = idInFilter(state, filtered?.query);
	const failure = id === undefined ? undefined : state.polling.failures.get(readKey(recordAt(id)));
	const text =
		failure?.error.kind === 'not found' ? plain`No project has the id ${safe(id ?? '', 80)}.` : noMatchText(state);
	const unread = filtered?.unread.length ?? 0;
	const notLoaded = plain`Deployments of ${counted(unread, 'project')} are not read yet.`;
	const notice = queryNotice(state);
	const lines = (paragraph: SafeText, tone: Tone): readonly Line[] =>
		wrappedLines(paragraph, state.interface.size.columns - 4, tone);
	return [
		[],
		...indented(
			[
				...lines(text, 'quiet'),
				...(unread > 0 ? lines(notLoaded, 'quiet') : []),
				...(notice ? lines(notice.text, notice.tone) : []),
			],
			2,
		),
	];
}

function whyNoDeployments({state, context}: DrawContext, projectId: string): readonly Field[] {
	const failure = lastingListFailure(state, projectId);
	if (!failure) return [];
	const waitMs = retryAt(state, failure) - context.localNow;
	return failedReadFields(failure.error, waitMs, context);
}

/** In cells. The width of hidden details is 0. */
export function projectPanes(state: State): {readonly list: number; readonly details: number} {
	const {size} = state.interface;
	const {isDetailsShown = hasPreview(size)} = state.preferences;
	const isEmpty = listedRows(state.projects).length === 0 && !projectPlacement(state).heldBecause;
	const details = isDetailsShown && !isEmpty ? wantedWidth(size) : 0;
	return {list: size.columns - details, details};
}

export function projectWindow({state, context}: DrawContext, width: number) {
	const {list, cursor, filtered} = state.projects;
	const {ids, height} = projectRowsOf(state);
	const placement = projectPlacement(state);
	return {
		placement,
		rows: listedRows(state.projects),
		heldRow: placement.heldBecause && selectedProject(state),
		...(isUnlisted(state, cursor.id ?? '') && {heldReason: plain`not listed yet`}),
		goneName: cursor.id === undefined ? undefined : projectNameOf(state, cursor.id),
		count: ids.length,
		height,
		width,
		hasMore: !filtered && canReadFurther(list),
		context: {...context, filterMatches: filtered?.query ? highlightsOf(filtered.query) : undefined},
	};
}

export function projectListOf(drawing: DrawContext, fullWidth: number): DrawnList<ProjectRow> | undefined {
	const {state, context} = drawing;
	const width = Math.min(fullWidth, projectPanes(state).list);
	const window = {...projectWindow(drawing, width), columnPage: columnPageOf(state)};
	if (window.count === 0 && !window.placement.heldBecause) return undefined;
	const hasStrip = width >= minStripWidth;
	const rowOf = toProjectRow(state, context.localNow, hasStrip);
	return {
		...window,
		style: {
			...projectRowStyle,
			columns: listColumns(
				hasStrip,
				state.preferences.columns.get('projects'),
				hasUnusualStatus(state.projects.list.rows),
			),
		},
		rowAt: index => rowOf(window.rows[index]),
		heldRow: rowOf(window.heldRow),
	};
}

export const drawNoMatch: Draw = ({state}) => (state.projects.list.rows.length === 0 ? [] : noMatchLines(state));

export const projectLines = listLines(projectListOf, drawNoMatch);

export const hasProjectDetails = (state: State): boolean => projectPanes(state).details > 0;

function projectDetailFields(project: Project, drawing: DrawContext): readonly Field[] {
	const {state, context} = drawing;
	const shownAlready = state.preferences.columns.has('projects') ? 'title' : 'row';
	const fields = fieldsBeside(shownAlready, projectFields(project, context));
	return [...fields, ...whyNoDeployments(drawing, project.id)];
}

const detailsTitleHeight = 2;

function recentLines(projectId: string, {state, context}: DrawContext, width: number, height: number): readonly Line[] {
	const rows = deploymentsOf(state, projectId)
		.recent.slice(0, Math.max(0, height - 2))
		.map(each => bareView(each));
	if (rows.length === 0) return [];
	const table = layout(deploymentColumns, width, context);
	return [[], headLine(table, context), ...rows.map(row => rowLine(table, row, context))];
}

export const drawProjectDetails: Draw = (drawing, width, height) => {
	const {state} = drawing;
	const project = selectedProject(state);
	if (!project) return [];
	const room = height - detailsTitleHeight;
	const fields = detailLines(projectDetailFields(project, drawing), width - 3, room);
	const recent = recentLines(project.id, drawing, width - 3, room - fields.length);
	return linesBeside(projectTitle(project), [...fields, ...recent], height);
};
