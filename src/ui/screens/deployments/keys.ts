import {shownDeployments} from '../../../store/state/deployments/shown-deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Binding, Subject} from '../../contexts.ts';
import {subjectAbout} from '../../keys/binding.ts';
import {back} from '../../keys/common-keys.ts';
import {detailsKey} from '../../keys/details-keys.ts';
import {arrangementKeys, compare, movementBindings} from '../../keys/list-keys.ts';
import {edit, projectKeys} from '../../keys/project-keys.ts';
import {recordKeys, showDeployment} from '../../keys/record-keys.ts';
import {hasDetails} from './canvas.ts';

export const deploymentsKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	detailsKey(hasDetails, () => 'No room for details'),
	compare,
	...projectKeys.map(binding => (binding === edit ? {...edit, isHinted: true} : binding)),
	...recordKeys,
	...arrangementKeys,
	...movementBindings,
];

export function selectDeployment(state: State): Subject | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const row = shownDeployments(state, screen.projectId).rows[screen.position.index];
	return subjectAbout(state, screen.projectId, row?.deployment.id);
}
