import {isConcluded} from '../../../api/types.ts';
import {deploymentCard, deploymentColumns, deploymentFields, type LiveRow} from '../../../present/deployment.ts';
import {fieldLines} from '../../../present/fields.ts';
import {hasChangedAgain} from '../../../present/timeline.ts';
import {recordOf, stripLine, usualFor} from '../../../present/usual.ts';
import {watchOf} from '../../../store/board.ts';
import {noDeployments, type ProjectDeployments} from '../../../store/deployment-list.ts';
import {type DeploymentRow, deploymentRows, rowAt, rowCount} from '../../../store/deployment-rows.ts';
import {
	bodyHeight,
	bodyWidths,
	detailsHeight,
	deploymentRows as heightOf,
	isNarrow,
	stripHeight,
} from '../../../store/layout.ts';
import {keyOfDeployment} from '../../../store/news.ts';
import {currentScreen, type State} from '../../../store/state.ts';
import {plain, safe} from '../../../text.ts';
import {detailsPane, ruleLine} from '../../components/details-pane.ts';
import {emptyList, unreadableList} from '../../components/empty-list.ts';
import {listLines, type RowStyle} from '../../components/list-lines.ts';
import {above, indented} from '../../components/panes.ts';
import type {Body, Shown} from '../../desk.ts';

const style: RowStyle<LiveRow> = {
	columns: deploymentColumns,
	card: deploymentCard,
	keyOf: ({deployment}) => deployment,
	isSame: (a, b) =>
		a.usual === b.usual &&
		a.asOf === b.asOf &&
		a.isGone === b.isGone &&
		a.isWatched === b.isWatched &&
		a.hasChangedAgain === b.hasChangedAgain,
	isQuiet: ({asOf}) => asOf !== undefined,
};
const reasons = {
	loading: plain`Reading deployments`,
	empty: plain`No deployments yet. Press t to deploy this project.`,
};

/** What the deployments of a project say together: made once for each answer of the service. */
const recordOfProject = (known: ProjectDeployments, memo: Shown['memo']) =>
	memo.once(known, () => recordOf([...deploymentRows(known)].map(({deployment}) => deployment)));

/** Everything that is known of one deployment, in lines. */
export function knownLines({deployment, asOf}: DeploymentRow, shown: Shown, width: number) {
	const {state, context, memo} = shown;
	const known = state.deployments.get(deployment.projectId) ?? noDeployments;
	const usual = usualFor(recordOfProject(known, memo), deployment);
	const changes = state.timelines.get(keyOfDeployment(deployment)) ?? [];
	return fieldLines(deploymentFields(deployment, {usual, changes, asOf}, context), width);
}

/** The live view of a project: how its deployments went, each of them, and what is known of the picked one beside or below them. */
export function deploymentsBody(shown: Shown): Body {
	const {state, context, memo} = shown;
	const {size} = state;
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return {lines: []};
	const known = state.deployments.get(screen.projectId) ?? noDeployments;
	if (rowCount(known) === 0) {
		const {unreadable, flaw} = known;
		return emptyList(state, context, unreadable > 0 ? unreadableList(reasons, unreadable, flaw) : reasons);
	}

	const widths = bodyWidths(size);
	const height = bodyHeight(size);
	const below = detailsHeight(size);
	const record = recordOfProject(known, memo);
	const strip = stripHeight(size) > 0 ? indented([stripLine(record, context)], 1) : [];
	const list = listLines(
		style,
		{
			position: screen.position,
			count: rowCount(known),
			height: heightOf(size),
			width: widths.list,
			isNarrow: isNarrow(size),
			rowAt: index => liveRow(rowAt(known, index), state, record),
		},
		context,
		memo,
	);
	const lines = [...strip, ...list];
	const picked = rowAt(known, screen.position.index);
	if (below > 0) {
		const fields = picked ? knownLines(picked, shown, widths.list - 3) : [];
		const details = [ruleLine(widths.list, context), ...indented(fields, 3)];
		return {lines: above(lines, height - below, details.slice(0, below))};
	}

	if (widths.details === 0 || !picked) return {lines};
	const fields = knownLines(picked, shown, widths.details - 2);
	const details = detailsPane(safe(picked.deployment.id), fields, height, context);
	return {lines, beside: {at: widths.list, lines: details}};
}

function liveRow(
	row: DeploymentRow | undefined,
	state: State,
	record: ReturnType<typeof recordOf>,
): LiveRow | undefined {
	if (!row) return undefined;
	const {deployment} = row;
	const isWatched = state.watches.size > 0 && !isConcluded(deployment) && watchOf(state, deployment) !== undefined;
	return {
		...row,
		isWatched,
		hasChangedAgain: hasChangedAgain(state.timelines.get(keyOfDeployment(deployment)) ?? []),
		usual: usualFor(record, deployment),
	};
}
