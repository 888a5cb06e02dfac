import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Binding, Subject} from '../../contexts.ts';
import {back} from '../../keys/common-keys.ts';
import {compare} from '../../keys/compare-key.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys} from '../../keys/record-keys.ts';
import {subjectAbout} from '../../keys/subject.ts';

export const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	compare,
	...projectKeys,
	...recordKeys,
	...movementBindings.slice(0, 2),
];

export function selectDeployment(state: State): Subject | undefined {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? subjectAbout(state, screen.projectId, screen.deploymentId) : undefined;
}
