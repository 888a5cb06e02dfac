import type {Form} from './form.ts';
import {currentScreen, type Screen, type State} from './state.ts';

/** Applies a change to the form of the current screen, if it has one. */
export function withForm(state: State, change: (form: Form) => Form): State {
	const screen = currentScreen(state);
	if (!('form' in screen)) return state;
	const next = {...screen, form: change(screen.form)} as Screen;
	return {...state, screens: [...state.screens.slice(0, -1), next]};
}
