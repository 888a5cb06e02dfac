import type {LocalTime} from '../../../clock.ts';
import {type Field, fieldLines} from '../../../present/fields.ts';
import {type Line, wrapped} from '../../../present/line.ts';
import {
	latestRow,
	type ProjectRow,
	projectCard,
	projectColumns,
	projectFields,
	recordRow,
} from '../../../present/project.ts';
import {unavailableFields, unavailableText} from '../../../present/unavailable.ts';
import {projectTitle} from '../../../project-title.ts';
import type {LatestByProject} from '../../../store/model/deployments/latest-deployments.ts';
import {isNarrow, projectRows, spareWidth, wantedWidth} from '../../../store/model/layout.ts';
import {unreadCountOf} from '../../../store/model/projects/filtered-list.ts';
import {
	countOf,
	firstUnreadable,
	type ProjectList,
	unreadableCount,
} from '../../../store/model/projects/project-list.ts';
import {projectRowsOf, rowAt} from '../../../store/model/projects/project-rows.ts';
import {nextTryAt} from '../../../store/polling/freshness.ts';
import {staleBefore} from '../../../store/state/stale-rows.ts';
import type {State} from '../../../store/state/state.ts';
import {unavailableDeployments} from '../../../store/state/unavailable-deployments.ts';
import {grouped, plain, safe} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {detailsPane} from '../../render/details-pane.ts';
import {emptyLines, unreadableList} from '../../render/empty-list.ts';
import {indented} from '../../render/indented.ts';
import type {RowStyle} from '../../render/line-memo.ts';
import {listLines, type RowGroup} from '../../render/list-lines.ts';
import {queryRemark} from '../../render/list-place.ts';

const style: RowStyle<ProjectRow> = {
	columns: projectColumns,
	card: projectCard,
	keyOf: ({project}) => project,
	isSame: (a, b) =>
		a.latest === b.latest &&
		a.unavailable === b.unavailable &&
		a.isStale === b.isStale &&
		a.isGone === b.isGone &&
		a.isMarked === b.isMarked &&
		a.isWatched === b.isWatched,
	isQuiet: ({isStale, isGone}) => isStale || isGone,
};

const reasons = {loading: plain`Reading projects`, empty: plain`No projects yet. Press a to add one.`};

/** Gives the rows as they are shown, each with what is known of it. */
function rowsOf(state: State, localNow: LocalTime): (index: number) => ProjectRow | undefined {
	const {
		deployments: {latest},
		projects: {tombstone: ghost, marks},
		presence: {watches},
	} = state;
	const rows = projectRowsOf(state.projects);
	const isStale = staleBefore(state, localNow);
	return index => {
		const project = rows.rowAt(index);
		if (!project) return undefined;
		const isGone = index === ghost?.index;
		const refusal = unavailableDeployments(state, project.id);
		return {
			project,
			latest: latest.get(project.id),
			unavailable: refusal && unavailableText(refusal.error),
			isStale: isStale(project.id),
			isGone,
			isMarked: marks.size > 0 && marks.has(project.id),
			isWatched: watches.size > 0 && watches.has(project.id),
		};
	};
}

/** Nothing of what is at hand matches. */
function noMatch(state: State): readonly Line[] {
	const more = state.projects.list.end === 'open' ? '   L reads the other pages.' : '';
	const text = safe(
		`Nothing matches “${state.projects.view?.query ?? ''}” in ${countOf(state.projects.list)} projects.${more}`,
	);
	const unread = state.projects.view ? unreadCountOf(state.projects.view) : 0;
	const notRead = plain`The newest deployments of ${grouped(unread)} projects are not read yet.`;
	const remark = queryRemark(state);
	const said: readonly Line[] = [
		[{text, tone: 'quiet'}],
		...(unread > 0 ? [[{text: notRead, tone: 'quiet'}] as const] : []),
		...wrapped(remark?.text ?? plain``, state.interface.size.columns - 4).map(
			(line): Line => [{text: line, tone: remark?.kind === 'fault' ? 'bad' : 'quiet'}],
		),
	];
	return [[], ...indented(said, 2)];
}

/** What the details say about deployments that are not available. */
function whyNoDeployments({state, context}: DrawContext, projectId: string): readonly Field[] {
	const failure = unavailableDeployments(state, projectId);
	if (!failure) return [];
	const waitMs = nextTryAt(state, failure) - context.localNow;
	return unavailableFields(failure.error, waitMs, context);
}

/** What the row of a project says already: always, and where it has all its columns. */
const rowLabels = new Set(['name', 'status', 'latest upload']);
const fullRowLabels = new Set([...rowLabels, 'slug', 'url', 'upload mode', 'id']);

/** The widths of the list and of the selected project beside it: 0 where there is none. */
export function projectPanes(state: State): {readonly list: number; readonly details: number} {
	const {size, isPreviewFlipped} = state.interface;
	const spare = spareWidth(size, 'projects');
	const wanted = spare > 0 ? (isPreviewFlipped ? 0 : spare) : isPreviewFlipped ? wantedWidth(size) : 0;
	const details = projectRowsOf(state.projects).count === 0 ? 0 : wanted;
	return {list: size.columns - details, details};
}

type Groups = ReadonlyArray<RowGroup<ProjectRow>>;

const groupsOfPages = ({kept, pages}: ProjectList): Groups =>
	kept.flatMap(at => {
		const rows = pages[at]?.rows;
		return rows ? [{from: rows, rows: () => rows.map(recordRow)}] : [];
	});

const groupsOfLatest = (latest: LatestByProject): Groups =>
	[...latest.values()].map(entry => ({from: entry, rows: () => [latestRow(entry)]}));

/** The projects, paged in as the reader moves. */
export const drawProjects: Draw = ({state, context, memo}, width) => {
	const {
		projects: {list: projects, position, view},
		interface: {size},
	} = state;
	if (countOf(projects) === 0) {
		const unreadable = unreadableCount(projects);
		const {flaw} = firstUnreadable(projects) ?? {};
		return emptyLines(state, context, unreadable > 0 ? unreadableList(reasons, unreadable, flaw) : reasons);
	}

	const {count} = projectRowsOf(state.projects);
	if (count === 0) return noMatch(state);
	return listLines(
		style,
		{
			position,
			count,
			height: projectRows(size),
			width,
			isNarrow: isNarrow(size),
			isOpen: !view && projects.end === 'open',
			groups: [
				memo.once(projects, () => groupsOfPages(projects)),
				memo.once(state.deployments.latest, () => groupsOfLatest(state.deployments.latest)),
			],
			rowAt: rowsOf(state, context.localNow),
		},
		{...context, ranges: memo.ranges(view?.query ?? '')},
		memo,
	);
};

/** The selected project, beside the list. */
export const drawProjectDetails: Draw = (shown, width, height) => {
	const {state, context} = shown;
	const picked = rowAt(state.projects, state.projects.position.index);
	if (!picked) return [];
	const inRow = spareWidth(state.interface.size, 'projects') > 0 ? fullRowLabels : rowLabels;
	const fields = projectFields(picked, context).filter(({label}) => !inRow.has(label));
	const lines = fieldLines([...fields, ...whyNoDeployments(shown, picked.id)], width - 3);
	return detailsPane(projectTitle(picked), lines, height, context);
};
