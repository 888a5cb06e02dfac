import type {Deployment} from '../../../api/types.ts';
import {deploymentCard, deploymentColumns, deploymentFields} from '../../../present/deployment.ts';
import {fieldLines} from '../../../present/fields.ts';
import {noDeployments} from '../../../store/deployment-list.ts';
import {bodyHeight, bodyWidths, deploymentRows, detailsHeight, isNarrow} from '../../../store/layout.ts';
import {currentScreen} from '../../../store/state.ts';
import {plain, safe} from '../../../text.ts';
import {detailsPane, ruleLine} from '../../components/details-pane.ts';
import {emptyList} from '../../components/empty-list.ts';
import {listLines} from '../../components/list-lines.ts';
import {above, indented} from '../../components/panes.ts';
import type {Body, Shown} from '../../desk.ts';

const style = {columns: deploymentColumns, card: deploymentCard};
const reasons = {
	loading: plain`Reading deployments`,
	empty: plain`No deployments yet. Press t to deploy this project.`,
};

/** The live view of a project: its deployments, newest first, and the fields of the picked one beside or below them. */
export function deploymentsBody({state, context, memo}: Shown): Body {
	const {size} = state;
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return {lines: []};
	const {seen} = state.deployments[screen.projectId] ?? noDeployments;
	if (seen.length === 0) return emptyList(state, context, reasons);

	const widths = bodyWidths(size);
	const height = bodyHeight(size);
	const below = detailsHeight(size);
	const lines = listLines(
		style,
		{
			position: screen.position,
			count: seen.length,
			height: deploymentRows(size),
			width: widths.list,
			isNarrow: isNarrow(size),
			rowAt: index => seen[index]?.deployment,
		},
		context,
		memo,
	);
	const picked: Deployment | undefined = seen[screen.position.index]?.deployment;
	const fields = (width: number) => (picked ? fieldLines(deploymentFields(picked, context), width) : []);
	if (below > 0) {
		const details = [ruleLine(widths.list, context), ...indented(fields(widths.list - 3), 3)];
		return {lines: above(lines, height - below, details.slice(0, below))};
	}

	if (widths.details === 0 || !picked) return {lines};
	const details = detailsPane(safe(picked.id), fields(widths.details - 2), height, context);
	return {lines, beside: {at: widths.list, lines: details}};
}
