import {Box} from 'ink';
import {deploymentFields} from '../../../present/deployment.ts';
import {fieldLines} from '../../../present/fields.ts';
import {bodyHeight} from '../../../store/layout.ts';
import {currentScreen} from '../../../store/state.ts';
import {EmptyList} from '../../components/empty-list.tsx';
import {Lines} from '../../components/lines.tsx';
import type {ViewProps} from '../../desk.ts';

/** Every field of one deployment, at any size of terminal. */
export function DeploymentScreen({state, theme, context}: ViewProps) {
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return null;
	const seen = state.deployments[screen.projectId]?.seen;
	const deployment = seen?.find(({deployment: {id}}) => id === screen.deploymentId)?.deployment;
	if (!deployment) return <EmptyList state={state} theme={theme} loading="Reading the deployment" empty="" />;

	const height = bodyHeight(state.size);
	const lines = fieldLines(deploymentFields(deployment, context), state.size.columns - 3);
	const top = Math.min(screen.top, Math.max(0, lines.length - height));
	return (
		<Box flexDirection="column" flexShrink={0} paddingLeft={2}>
			<Lines lines={lines.slice(top)} height={height} theme={theme} />
		</Box>
	);
}
