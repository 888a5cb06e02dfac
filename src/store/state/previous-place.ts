import {heldAt} from '../model/position.ts';
import {isDeleted} from '../model/projects/known-project.ts';
import type {Screen} from './interface/screen.ts';
import {boundsOf} from './lists.ts';
import {currentScreen, type State, withInterface} from './state.ts';

/** The screens that `-` returns to. Forms keep their text as a draft instead, and full-screen views have keys of their own. */
const places: ReadonlySet<Screen['name']> = new Set([
	'projects',
	'versions',
	'watch',
	'activity',
	'deployments',
	'deployment',
]);

/** Whether two screens show the same list or record. */
export const isSamePlace = (a: Screen, b: Screen): boolean =>
	a.name === b.name &&
	('projectId' in a ? a.projectId : '') === ('projectId' in b ? b.projectId : '') &&
	('deploymentId' in a ? a.deploymentId : '') === ('deploymentId' in b ? b.deploymentId : '');

/** Remembers the place that the user has just left, of the same connection. */
export function withPreviousPlace(before: State, state: State): State {
	if (before.interface.screens === state.interface.screens || before.connection?.id !== state.connection?.id)
		return state;
	const [from, to] = [currentScreen(before), currentScreen(state)];
	const isLeft = places.has(from.name) && places.has(to.name) && !isSamePlace(from, to);
	return isLeft ? withInterface(state, {previousScreens: before.interface.screens}) : state;
}

/** Returns the screens of the previous place. Undefined if there is none, or if the user has deleted its project. */
export function previousPlace({
	interface: {previousScreens},
	projects: {records},
}: State): readonly Screen[] | undefined {
	const isGone = (screen: Screen) => 'projectId' in screen && isDeleted(records, screen.projectId);
	return previousScreens?.some(isGone) ? undefined : previousScreens;
}

/** Goes to the previous place. Each selected row is still selected, wherever it is now. */
export function returnedToPlace(state: State): State {
	const previous = previousPlace(state);
	if (!previous) return state;
	const screens = previous.map((screen): Screen => {
		const bounds = boundsOf(state, screen);
		if (!('position' in screen) || !bounds) return screen;
		const {id} = screen.position;
		return {...screen, position: heldAt(screen.position, id === undefined ? undefined : bounds.indexOf(id), bounds)};
	});
	return withInterface(state, {screens, dialog: undefined});
}
