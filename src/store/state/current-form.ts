import type {Form} from '../model/form.ts';
import type {Screen} from './screen.ts';
import {currentScreen, type State, withInterface, withScreen} from './state.ts';

/** Applies a change to the form of the current screen, if it has one. */
export function withForm(state: State, change: (form: Form) => Form): State {
	const screen = currentScreen(state);
	if (!('form' in screen)) return state;
	return withScreen(state, {...screen, form: change(screen.form)} as Screen);
}

/** Whether a screen is the form that was submitted as this write. */
export const isFormOf = (screen: Screen, writeId: string): boolean =>
	'form' in screen && screen.form.writeId === writeId;

/** Applies a change to the form that was submitted as this write, even if another screen covers it. Returns the same state if there is none. */
export function withFormOf(state: State, writeId: string, change: (form: Form) => Form): State {
	if (!state.interface.screens.some(screen => isFormOf(screen, writeId))) return state;
	const screens = state.interface.screens.map(screen =>
		'form' in screen && isFormOf(screen, writeId) ? ({...screen, form: change(screen.form)} as Screen) : screen,
	);
	return withInterface(state, {screens});
}

/** Whether the text in the form of the current screen has changed. */
export function hasFormChanged(before: State, after: State): boolean {
	const [old, screen] = [currentScreen(before), currentScreen(after)];
	return 'form' in old && 'form' in screen && old.name === screen.name && old.form.values !== screen.form.values;
}
