import {deploymentRow} from '../../store/model/deployments/deployment-rows.ts';
import {deploymentsOf, knownDeployment} from '../../store/state/known-deployment.ts';
import type {State} from '../../store/state/state.ts';
import {currentScreen} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw} from '../contexts.ts';
import {back} from '../keys/common-keys.ts';
import {movementBindings} from '../keys/movement-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys} from '../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import {indented} from '../render/indented.ts';
import {drawTitle, knownLines, titleLines} from './deployments-screen.tsx';

const texts = {loading: plain`Reading the deployment`, empty: plain``};

/** Draws every field of one deployment, scrolled on a short screen. */
const drawDeployment: Draw = (shown, width, height) => {
	const {state} = shown;
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return [];
	const {projectId, deploymentId} = screen;
	const row = deploymentRow(deploymentsOf(state, projectId), deploymentId);
	if (!row) return [];

	const lines = knownLines(row, shown, width - 3);
	const title = titleLines(state, projectId, width);
	const top = Math.min(screen.top, Math.max(0, lines.length - (height - title.length)));
	return [...title, ...indented(lines.slice(top), 2)];
};

const isUnknown = (state: State): boolean => {
	const screen = currentScreen(state);
	return screen.name === 'deployment' && !knownDeployment(state, screen.projectId, screen.deploymentId);
};

const DeploymentScreen = () => (
	<ListOrReason title={drawTitle} isEmpty={isUnknown} textsOf={() => texts}>
		<Canvas draw={drawDeployment} flexGrow={1} />
	</ListOrReason>
);

const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	...projectKeys,
	...recordKeys,
	...movementBindings.slice(0, 2),
];

function selectDeployment(state: State): Subject | undefined {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? subjectAbout(state, screen.projectId, screen.deploymentId) : undefined;
}

export const deploymentScreen = {
	title: 'Deployment',
	place: 'projects',
	selects: selectDeployment,
	keys: deploymentKeys,
	component: DeploymentScreen,
} as const;
