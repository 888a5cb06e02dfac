import {type ListBounds, type Position, selectedAt} from '../model/position.ts';
import {activityBounds, boardBounds, deploymentBounds, projectBounds} from './list-bounds.ts';
import {currentScreen, type State, withInterface} from './state.ts';

type List = {readonly position: Position; readonly extent: ListBounds};

/** The list that the current screen shows. Undefined where it shows none. */
function currentList(state: State): List | undefined {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return {position: state.projects.position, extent: projectBounds(state)};
		case 'deployments':
			return {position: screen.position, extent: deploymentBounds(state, screen.projectId)};
		case 'activity':
			return {position: screen.position, extent: activityBounds(state)};
		case 'watch':
			return {position: screen.position, extent: boardBounds(state)};
		default:
			return undefined;
	}
}

/** Whether two states show the same list of the same service. */
function isSameList(a: State, b: State): boolean {
	const [one, other] = [currentScreen(a), currentScreen(b)];
	const projectIn = (screen: typeof one) => ('projectId' in screen ? screen.projectId : undefined);
	return a.connection?.id === b.connection?.id && one.name === other.name && projectIn(one) === projectIn(other);
}

/**
The row that a key means where none is selected yet: the first one as it was last painted, which another may have pushed down since.

Undefined where a row is selected, or where there is none.
*/
export function paintedRowId(state: State, painted: State): string | undefined {
	const list = currentList(state);
	if (!list?.position.isAtStart) return undefined;
	const seen = isSameList(state, painted) ? currentList(painted) : undefined;
	return (seen?.position.isAtStart ? seen.extent.idAt(0) : undefined) ?? list.extent.idAt(0);
}

/** The state with a row selected where none is: it keeps the first line. Gives the same state where one is selected, or where the row is gone. */
export function withSelected(state: State, id: string): State {
	const list = currentList(state);
	const position = list?.position.isAtStart ? selectedAt(list.position, id, list.extent) : undefined;
	if (!position) return state;
	const screen = currentScreen(state);
	if (screen.name === 'projects') return {...state, projects: {...state.projects, position}};
	return 'position' in screen
		? withInterface(state, {screens: [...state.interface.screens.slice(0, -1), {...screen, position}]})
		: state;
}
