import {type ConnectField, currentScreen, type State} from '../../../store/state.ts';
import type {Binding} from '../../desk.ts';
import {fieldMovement, sentFromLastField} from '../../form-keys.ts';

function focusedField(state: State): ConnectField | undefined {
	const screen = currentScreen(state);
	return screen.name === 'connect' ? screen.form.order[screen.form.focus] : undefined;
}

/** In a menu, the arrows choose. */
export const isInMenu = (state: State): boolean => ['keep', 'saved'].includes(focusedField(state) ?? '');

const form = sentFromLastField('connect', actions => actions.connect());

export const connectKeys: readonly Binding[] = [
	...form.map(binding => ({
		...binding,
		run(...[desk, state, key]: Parameters<Binding['run']>) {
			// The menu of saved profiles hears its own enter.
			if (key === 'enter' && focusedField(state) === 'saved') return;
			binding.run(desk, state, key);
		},
	})),
	...fieldMovement.map(binding => ({
		...binding,
		run(...[desk, state, key]: Parameters<Binding['run']>) {
			if (isInMenu(state) && (key === 'up' || key === 'down')) return;
			binding.run(desk, state, key);
		},
	})),
];
