import {knownProject} from '../../model/project-list.ts';
import {projectTitle} from '../../model/project-title.ts';
import {knownDeployment} from '../../state/deployments.ts';
import {openDialog} from '../../state/dialogs.ts';
import {type Dialog, listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Store} from '../../sync/store.ts';
import type {AppContext, Binding, KeyTarget} from '../contexts.ts';

export const changing =
	(change: Parameters<Store['change']>[0]): Binding['run'] =>
	({store}) =>
		store.change(change);

export const opening = (dialog: Dialog): Binding['run'] => changing(state => openDialog(state, dialog));

/** A binding for the thing that `find` returns. Unavailable with `reason` if it finds none. */
export const actingOn = <Thing>(
	find: (state: State, target: KeyTarget | undefined) => Thing | undefined,
	reason: string | ((state: State, target: KeyTarget | undefined) => string),
	act: (found: Thing, app: AppContext, state: State) => void,
): Pick<Binding, 'unavailable' | 'run'> => ({
	unavailable(state, target) {
		if (find(state, target) !== undefined) return undefined;
		return typeof reason === 'string' ? reason : reason(state, target);
	},
	run(app, state, _key, target) {
		const found = find(state, target);
		if (found !== undefined) act(found, app, state);
	},
});

export function targetAbout(
	state: State,
	projectId: string,
	deploymentId?: string,
	project = knownProject(state, projectId),
): KeyTarget {
	return {
		projectId,
		name: projectTitle(project ?? {id: projectId}, state.projects.names.get(projectId)),
		project,
		deploymentId,
		deployment: deploymentId === undefined ? undefined : knownDeployment(state, projectId, deploymentId)?.deployment,
	};
}

/** True only on screens that show the number of marked projects. */
export const hasMarks = (state: State): boolean => state.projects.marks.size > 0 && listsProjects(currentScreen(state));

export function targetsOf(state: State, target: KeyTarget | undefined): readonly KeyTarget[] | undefined {
	if (hasMarks(state)) return [...state.projects.marks].map(id => targetAbout(state, id));
	return target && [target];
}
