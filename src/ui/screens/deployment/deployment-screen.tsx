import {knownDeployment} from '../../../store/state/deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {ListOrReason} from '../../components/empty-list.tsx';
import {drawTitle} from '../deployments/canvas.ts';
import {drawDeployment} from './canvas.ts';
import {deploymentKeys, selectDeployment} from './keys.ts';

const texts = {loading: plain`Reading the deployment`, empty: plain``};

const isUnknown = (state: State): boolean => {
	const screen = currentScreen(state);
	return screen.name === 'deployment' && !knownDeployment(state, screen.projectId, screen.deploymentId);
};

const DeploymentScreen = () => (
	<ListOrReason title={drawTitle} isEmpty={isUnknown} textsOf={() => texts}>
		<Canvas draw={drawDeployment} flexGrow={1} />
	</ListOrReason>
);

export const deploymentScreen = {
	title: 'Deployment',
	mainScreen: 'projects',
	selects: selectDeployment,
	keys: deploymentKeys,
	component: DeploymentScreen,
} as const;
