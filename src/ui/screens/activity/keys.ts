import {shownActivity} from '../../../store/state/lists.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Binding, Subject} from '../../contexts.ts';
import {subjectAbout} from '../../keys/binding.ts';
import {back} from '../../keys/common-keys.ts';
import {movementBindings, sortKeys} from '../../keys/list-keys.ts';
import {projectKeys} from '../../keys/project-keys.ts';
import {recordKeys, showDeployment} from '../../keys/record-keys.ts';

export const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	...projectKeys,
	...recordKeys,
	...sortKeys,
	...movementBindings,
];

/** The project or deployment of the selected entry. */
export function selectEntry(state: State): Subject | undefined {
	const screen = currentScreen(state);
	const entry = screen.name === 'activity' ? shownActivity(state)[screen.position.index] : undefined;
	if (!entry || entry.projectId === '') return undefined;
	return subjectAbout(state, entry.projectId, entry.deploymentId === '' ? undefined : entry.deploymentId);
}
