import type {Project} from '../../../api/types.ts';
import {currentScreen, type State} from '../../../store/state.ts';
import {back} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {editInEditor} from '../../edit-keys.ts';
import {movement} from '../../movement.ts';
import {deploy, openDeployment, recordKeys} from '../../record-keys.ts';

/** The project whose deployments are shown. */
function shownProject(state: State): Project | undefined {
	const screen = currentScreen(state);
	return 'projectId' in screen ? state.opened.get(screen.projectId)?.project : undefined;
}

function withoutRight(state: State): string | undefined {
	if (state.connection?.isReadOnly) return 'This connection is read-only';
	return shownProject(state) ? undefined : 'The project is not read yet';
}

const edit: Binding = {
	keys: ['e'],
	label: 'edit project',
	isHinted: true,
	isWrite: true,
	blocked: withoutRight,
	run({store, clock}, state) {
		const project = shownProject(state);
		if (project) store.dispatch({type: 'edit-opened', project, at: clock.now()});
	},
};

export const deploymentsKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	deploy,
	edit,
	editInEditor,
	...recordKeys,
	...movement,
];
