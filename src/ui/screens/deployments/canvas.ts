import {isConcluded} from '../../../api/types.ts';
import {asOfText, deploymentColumns, type LiveRow} from '../../../present/deployment.ts';
import type {Field} from '../../../present/fields.ts';
import {count} from '../../../present/format.ts';
import {projectTitleLine} from '../../../present/headline.ts';
import type {Line} from '../../../present/line.ts';
import {headlined, type ProjectStatistics, usualFor} from '../../../present/project-statistics.ts';
import type {Context} from '../../../present/table.ts';
import {hasChangedAgain} from '../../../present/timeline.ts';
import {
	type DeploymentRow,
	deploymentRows,
	hasReadAllDeployments,
	listLimit,
} from '../../../store/model/deployments/deployment-table.ts';
import {watchOf} from '../../../store/model/deployments/watches.ts';
import {isNarrow, liveLayout, spareWidth, titleHeight} from '../../../store/model/layout.ts';
import {knownProject, projectNameOf} from '../../../store/model/projects/known-project.ts';
import {deploymentsOf, shownDeployments} from '../../../store/state/deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {type RowsOf, rowText, searchedText} from '../../keys/list-search.ts';
import {detailsPane, focusableLines, ruleLine} from '../../render/details-pane.ts';
import {indented} from '../../render/indented.ts';
import type {RowStyle} from '../../render/line-memo.ts';
import {listLines} from '../../render/list-lines.ts';
import {arrangementText, newAboveText} from '../../render/list-place.ts';
import {changesOf, differenceFields, drawPictures, knownFields, nothingShown, statisticsOf} from './pictures.ts';

const style: RowStyle<LiveRow> = {
	columns: deploymentColumns,
	keyOf: ({deployment}) => deployment,
	isSame: (a, b) =>
		a.usual === b.usual &&
		a.asOf === b.asOf &&
		a.isGone === b.isGone &&
		a.isWatched === b.isWatched &&
		a.hasChangedAgain === b.hasChangedAgain,
	isQuiet: ({asOf}) => asOf !== undefined,
};

/** The deployments of the open project, and the position among them. Undefined on other screens. */
export function openDeployments(state: State) {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const {position, projectId} = screen;
	return {position, projectId, known: deploymentsOf(state, projectId), rows: shownDeployments(state, projectId).rows};
}

/** The size of the title and the pictures above the list, in lines, and of the details beside it, in columns, or below it, in lines. */
export function panesOf({interface: {size}}: State): {
	readonly above: number;
	readonly beside: number;
	readonly below: number;
} {
	const {top, details} = liveLayout(size);
	return {above: top, beside: spareWidth(size, 'deployments'), below: details};
}

/** Returns the title of a project's screen. Empty on a short screen, where the header names the project. */
export const titleLines = (state: State, projectId: string, width: number): readonly Line[] =>
	titleHeight(state.interface.size) > 0
		? indented([projectTitleLine(projectNameOf(state, projectId), knownProject(state, projectId), width - 2)], 1)
		: [];

/** Draws the title where no deployment is shown. */
export const drawTitle: Draw = ({state}, width) => {
	const screen = currentScreen(state);
	return 'projectId' in screen ? titleLines(state, screen.projectId, width) : [];
};

/** Draws the title of a project, the deployment in progress and the history. */
export const drawAbove: Draw = (shown, width) => {
	const {state} = shown;
	const open = openDeployments(state);
	if (!open) return [];
	const selected = open.rows[open.position.index];
	return [...titleLines(state, open.projectId, width), ...drawPictures(selected, open.known, shown, width)];
};

/** Draws the list of a project's deployments. */
export const drawList: Draw = (shown, width) => {
	const {state, context, memo} = shown;
	const {size} = state.interface;
	const open = openDeployments(state);
	if (!open) return [];
	const {known, position, rows: shownRows} = open;
	if (shownRows.length === 0) return nothingShown(state, width);
	const statistics = statisticsOf(known, shown);
	const rows = () => deploymentRows(known).flatMap(row => liveRow(row, state, statistics) ?? []);
	return listLines(
		style,
		{
			position,
			count: shownRows.length,
			height: liveLayout(size).rows,
			width,
			groups: [[known, state.deployments.timelines].map(from => ({from, rows}))],
			rowAt: index => liveRow(shownRows[index], state, statistics),
		},
		{...context, search: searchedText(state)},
		memo,
	);
};

/** The fields that the row shows already. */
const rowLabels = new Set(['conclusion', 'environment', 'upload version', 'took', 'running for']);
const narrowRowLabels = new Set(['conclusion', 'upload version']);

/** Whether the list has details beside or below it. */
export const hasDetails = (state: State): boolean => {
	const {beside, below} = panesOf(state);
	return (beside > 0 || below > 1) && openDeployments(state)?.rows.length !== 0;
};

/** The fields of the selected deployment that neither its row nor the headline shows. */
export function detailFields(shown: DrawContext): readonly Field[] {
	const open = openDeployments(shown.state);
	const row = open?.rows[open.position.index];
	if (!row) return [];
	const {known} = open;
	const {size} = shown.state.interface;
	const {headline} = liveLayout(size);
	const above = headlined(statisticsOf(known, shown), row, shown.context.pins);
	const isInHeadline = headline > 1 && above.deployment === row.deployment;
	const first = isInHeadline ? [] : differenceFields(row.deployment, known, shown);
	return knownFields(row, shown, {first, without: isNarrow(size) ? narrowRowLabels : rowLabels});
}

export const drawDetailsBeside: Draw = (shown, width, height) =>
	hasDetails(shown.state)
		? detailsPane(plain``, focusableLines(detailFields(shown), shown, width - 3, height), height, shown.context)
		: [];

export const drawDetailsBelow: Draw = (shown, width, height) =>
	hasDetails(shown.state)
		? [
				ruleLine(width, shown.context),
				...indented(focusableLines(detailFields(shown), shown, width - 3, height - 1), 3),
			]
		: [];

function liveRow(row: DeploymentRow | undefined, state: State, statistics: ProjectStatistics): LiveRow | undefined {
	if (!row) return undefined;
	const {deployment} = row;
	const isWatched =
		state.presence.watches.size > 0 &&
		!isConcluded(deployment) &&
		watchOf(state.presence.watches, deployment) !== undefined;
	return {
		...row,
		isWatched,
		hasChangedAgain: hasChangedAgain(changesOf(state, deployment)),
		usual: usualFor(statistics, deployment),
	};
}

export const searchedRows: RowsOf = shown => {
	const {state, context} = shown;
	const open = openDeployments(state);
	if (!open) return undefined;
	const {known, rows} = open;
	const statistics = statisticsOf(known, shown);
	const textAt = (index: number) => {
		const row = liveRow(rows[index], state, statistics);
		return row && rowText(deploymentColumns, row, context);
	};
	return {count: rows.length, from: [rows, state.deployments.timelines], textAt};
};

/** Returns the place among the deployments, and what limits the list. Empty without rows. */
export function deploymentsPlace(state: State, context: Context): string {
	const open = openDeployments(state);
	if (!open || open.known.rows.length === 0) return '';
	const {known, rows, position} = open;
	const {completeSince, unreadable} = known;
	const remembered = known.rows.filter(({standing}) => standing !== 'listed').length;
	const listed = known.rows.length - remembered;
	const reach = completeSince === Number.POSITIVE_INFINITY ? 'not in order' : 'no next page';
	const limit =
		!hasReadAllDeployments(known) && listed >= listLimit ? ` · at most ${listLimit} are listed, ${reach}` : '';
	const unreadableText = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const {asOf} = rows[position.index] ?? {};
	const since = asOf === undefined ? '' : `, this one ${asOfText(asOf, context)}`;
	const rememberedText = remembered > 0 ? ` · ${count(remembered)} remembered${since}` : '';
	const at = rows.length === 0 ? 0 : position.index + 1;
	const arranged = arrangementText(state, 'deployments', context);
	return `${count(at)} of ${count(rows.length)}${arranged}${limit}${rememberedText}${unreadableText}${newAboveText(position, context)}`;
}
