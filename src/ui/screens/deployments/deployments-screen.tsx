import {Box} from 'ink';
import {Canvas} from '../../components/canvas.tsx';
import {useStore} from '../../runtime.tsx';
import {deploymentPanes, drawDeployments, drawDetailsBelow, drawDetailsBeside} from './canvas.ts';

export function DeploymentsScreen() {
	const beside = useStore(state => deploymentPanes(state).beside);
	const below = useStore(state => deploymentPanes(state).below);
	return (
		<Box flexDirection="column" flexGrow={1}>
			<Box flexGrow={1}>
				<Canvas draw={drawDeployments} flexGrow={1} />
				<Canvas draw={drawDetailsBeside} width={beside} flexShrink={0} />
			</Box>
			<Canvas draw={drawDetailsBelow} height={below} flexShrink={0} />
		</Box>
	);
}
