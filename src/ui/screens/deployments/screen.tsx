import {Box} from 'ink';
import type {Deployment} from '../../../api/types.ts';
import {deploymentCard, deploymentColumns, deploymentFields} from '../../../present/deployment.ts';
import {fieldLines} from '../../../present/fields.ts';
import {noDeployments} from '../../../store/deployment-list.ts';
import {bodyHeight, bodyWidths, deploymentRows, detailsHeight, isNarrow} from '../../../store/layout.ts';
import {currentScreen} from '../../../store/state.ts';
import {safe} from '../../../text.ts';
import {detailsPane, ruleLine} from '../../components/details-pane.ts';
import {EmptyList} from '../../components/empty-list.tsx';
import {Lines} from '../../components/lines.tsx';
import {listLines} from '../../components/list-lines.ts';
import type {ViewProps} from '../../desk.ts';

const style = {columns: deploymentColumns, card: deploymentCard};

/** The live view of a project: its deployments, newest first, and the fields of the picked one beside or below them. */
export function DeploymentsScreen({state, theme, context}: ViewProps) {
	const {size} = state;
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return null;
	const {seen} = state.deployments[screen.projectId] ?? noDeployments;
	if (seen.length === 0) {
		return (
			<EmptyList
				state={state}
				theme={theme}
				loading="Reading deployments"
				empty="No deployments yet. Press t to deploy this project."
			/>
		);
	}

	const widths = bodyWidths(size);
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
	);
	const picked: Deployment | undefined = seen[screen.position.index]?.deployment;
	const fields = (width: number) => (picked ? fieldLines(deploymentFields(picked, context), width) : []);
	return (
		<Box flexShrink={0}>
			<Box flexDirection="column" width={widths.list} flexShrink={0}>
				<Lines lines={lines} height={bodyHeight(size) - below} theme={theme} />
				{below > 0 && (
					<Lines
						lines={[
							ruleLine(widths.list, context),
							...fields(widths.list - 3).map(line => [{text: '   ', tone: 'plain'} as const, ...line]),
						]}
						height={below}
						theme={theme}
					/>
				)}
			</Box>
			{widths.details > 0 && picked && (
				<Box flexDirection="column" width={widths.details} flexShrink={0}>
					<Lines
						lines={detailsPane(safe(picked.id), fields(widths.details - 2), bodyHeight(size), context)}
						height={bodyHeight(size)}
						theme={theme}
					/>
				</Box>
			)}
		</Box>
	);
}
