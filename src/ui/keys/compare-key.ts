import type {Deployment} from '../../api/types.ts';
import {lastSuccessBefore} from '../../present/failure-difference.ts';
import {deploymentsOf, shownDeployments} from '../../store/state/deployments.ts';
import {moveBy} from '../../store/state/movement.ts';
import {openDeployment} from '../../store/state/navigation.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {hasFailed} from '../../usual-range.ts';
import type {Binding, Subject} from '../contexts.ts';

/** Returns the success that a failed deployment is compared with. */
function successOf(state: State, {projectId, deployment}: Subject): Deployment | undefined {
	const deployments = deploymentsOf(state, projectId).rows.map(row => row.deployment);
	return deployment && lastSuccessBefore(deployment, deployments, state.interface);
}

/** Selects the success that the selected failure is compared with, or opens it where there is no list. */
export const compare: Binding = {
	id: 'compare',
	keys: ['c'],
	label: 'last success to compare with',
	blocked(state, subject) {
		if (!subject?.deployment || !hasFailed(subject.deployment, state.interface.pins))
			return 'No failed deployment selected';
		return successOf(state, subject) ? undefined : 'No earlier success is known';
	},
	run({store}, state, _key, subject) {
		const success = subject && successOf(state, subject);
		if (!success) return;
		const screen = currentScreen(state);
		const index = shownDeployments(state, success.projectId).indexes.get(success.id);
		if (screen.name === 'deployments' && index !== undefined)
			store.change(current => moveBy(current, index - screen.position.index));
		else store.change(current => openDeployment(current, success.projectId, success.id));
	},
};
