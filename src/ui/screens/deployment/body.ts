import {deploymentFields} from '../../../present/deployment.ts';
import {fieldLines} from '../../../present/fields.ts';
import {bodyHeight} from '../../../store/layout.ts';
import {currentScreen} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {emptyList} from '../../components/empty-list.ts';
import {indented} from '../../components/panes.ts';
import type {Body, Shown} from '../../desk.ts';

const reasons = {loading: plain`Reading the deployment`, empty: plain``};

/** Every field of one deployment, at any size of terminal. */
export function deploymentBody({state, context}: Shown): Body {
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return {lines: []};
	const seen = state.deployments[screen.projectId]?.seen;
	const deployment = seen?.find(({deployment: {id}}) => id === screen.deploymentId)?.deployment;
	if (!deployment) return emptyList(state, context, reasons);

	const lines = fieldLines(deploymentFields(deployment, context), state.size.columns - 3);
	const top = Math.min(screen.top, Math.max(0, lines.length - bodyHeight(state.size)));
	return {lines: indented(lines.slice(top), 2)};
}
