import {shownDeployments} from '../../../store/state/deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Binding, Subject} from '../../contexts.ts';
import {arrangementKeys} from '../../keys/arrangement-keys.ts';
import {back} from '../../keys/common-keys.ts';
import {compare} from '../../keys/compare-key.ts';
import {detailsKey} from '../../keys/details-keys.ts';
import {edit} from '../../keys/edit-keys.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys, showDeployment} from '../../keys/record-keys.ts';
import {subjectAbout} from '../../keys/subject.ts';
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
