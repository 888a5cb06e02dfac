import {currentScreen, type State} from '../../../store/state.ts';
import type {Binding} from '../../desk.ts';
import {fieldMovement, sentFromLastField} from '../../form-keys.ts';

/** In the menu at the end, the arrows choose. */
function isInMenu(state: State): boolean {
	const screen = currentScreen(state);
	return screen.name === 'connect' && screen.form.order[screen.form.focus] === 'keep';
}

export const connectKeys: readonly Binding[] = [
	...sentFromLastField('connect', actions => actions.connect()),
	...fieldMovement.map(binding => ({
		...binding,
		run(...[desk, state, key]: Parameters<Binding['run']>) {
			if (isInMenu(state) && (key === 'up' || key === 'down')) return;
			binding.run(desk, state, key);
		},
	})),
];
