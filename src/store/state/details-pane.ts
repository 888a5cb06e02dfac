import {currentScreen, type State, withInterface} from './state.ts';

/** Returns the field of the details pane that has the focus. Undefined while the list has it. */
export function focusedField(state: State): number | undefined {
	const screen = currentScreen(state);
	return 'field' in screen ? screen.field : undefined;
}

/** Moves the focus to a field of the details pane, or back to the list. */
export function withFocusedField(state: State, {field}: {readonly field: number | undefined}): State {
	const screen = currentScreen(state);
	if (screen.name !== 'projects' && screen.name !== 'deployments') return state;
	return withInterface(state, {screens: [...state.interface.screens.slice(0, -1), {...screen, field}]});
}
