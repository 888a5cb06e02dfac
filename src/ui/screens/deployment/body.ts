import {bodyHeight} from '../../../store/layout.ts';
import {knownDeployment} from '../../../store/live-view.ts';
import {currentScreen} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {emptyList} from '../../components/empty-list.ts';
import {indented} from '../../components/panes.ts';
import type {Body, Shown} from '../../desk.ts';
import {knownLines} from '../deployments/body.ts';

const reasons = {loading: plain`Reading the deployment`, empty: plain``};

/** Everything that is known of one deployment, at any size of terminal. */
export function deploymentBody(shown: Shown): Body {
	const {state, context} = shown;
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return {lines: []};
	const {projectId, deploymentId} = screen;
	const {deployment} = knownDeployment(state, projectId, deploymentId) ?? {};
	if (!deployment) return emptyList(state, context, reasons);

	const remembered = state.deployments.get(projectId)?.older?.find(older => older.deployment === deployment);
	const row = {deployment, asOf: remembered?.seenAt, isGone: remembered?.isGone ?? false};
	const lines = knownLines(row, shown, state.size.columns - 3);
	const top = Math.min(screen.top, Math.max(0, lines.length - bodyHeight(state.size)));
	return {lines: indented(lines.slice(top), 2)};
}
