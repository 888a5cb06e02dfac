import {knownDeployment} from '../../../store/known-deployment.ts';
import {currentScreen} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {emptyLines} from '../../components/empty-list.ts';
import {indented} from '../../components/panes.ts';
import type {Draw} from '../../desk.ts';
import {knownLines, titleLines} from '../deployments/canvas.ts';

const reasons = {loading: plain`Reading the deployment`, empty: plain``};

/** Everything that is known of one deployment, at any size of terminal. */
export const drawDeployment: Draw = (shown, width, height) => {
	const {state, context} = shown;
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return [];
	const {projectId, deploymentId} = screen;
	const {deployment} = knownDeployment(state, projectId, deploymentId) ?? {};
	if (!deployment) return emptyLines(state, context, reasons);

	const remembered = state.deployments.get(projectId)?.older?.find(older => older.deployment === deployment);
	const row = {deployment, asOf: remembered?.seenAt, isGone: remembered?.isGone ?? false};
	const lines = knownLines(row, shown, width - 3);
	const title = titleLines(state, projectId, width);
	const top = Math.min(screen.top, Math.max(0, lines.length - (height - title.length)));
	return [...title, ...indented(lines.slice(top), 2)];
};
