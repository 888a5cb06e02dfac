import type {Dialog, LineAbout} from './dialog.ts';
import {type State, withInterface} from './state.ts';

/** Opens a dialog in place of the one that is open. The inspector reads the record again each time it opens. */
export const openDialog = (state: State, dialog: Dialog): State => withInterface(state, {dialog, rawRecord: undefined});

/** Opens a text input that begins with a text. */
export const openLine = (state: State, about: LineAbout, text: string): State =>
	openDialog(state, {name: 'line', about, initial: text, typed: text, problem: undefined});

export const withoutDialog = (state: State): State => withInterface(state, {dialog: undefined});

/** Changes the open dialog. Returns the same state if another one is open, or none. */
export function withDialog<Name extends Dialog['name']>(
	state: State,
	name: Name,
	patch: Partial<Extract<Dialog, {readonly name: Name}>>,
): State {
	const {dialog} = state.interface;
	return dialog?.name === name ? withInterface(state, {dialog: {...dialog, ...patch} as Dialog}) : state;
}
