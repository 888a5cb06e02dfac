import {plain, type SafeText, safe} from '../../base/text.ts';
import type {Screen} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {KeyScopes} from '../contexts.ts';
import {keyLabel} from './binding.ts';

/** The screens to search for a key that is unbound on the current one, in this order. */
const suggestedScreens: ReadonlyArray<Screen['name']> = ['projects', 'deployments', 'board'];

/** Another screen on which a key is bound: `. On Projects: delete project`. Empty if there is none. */
function elsewhere(state: State, key: string, {screens}: KeyScopes): SafeText {
	if (state.interface.dialog || screens[currentScreen(state).name]?.isTyping) return plain``;
	for (const name of suggestedScreens) {
		const {title = '', keys: bindings = []} = screens[name] ?? {};
		const binding = bindings.find(
			({keys, isWrite}) => keys.includes(key) && !(isWrite && state.connection?.isReadOnly),
		);
		if (binding) return safe(`. On ${title}: ${binding.label}`);
	}

	return plain``;
}

/** Returns that a key does nothing here, and on which screen it does something. */
export const unboundText = (state: State, key: string, scopes: KeyScopes): SafeText =>
	plain`${safe(keyLabel(key), 20)} does nothing here${elsewhere(state, key, scopes)}`;

export const pastedNowhereText = plain`Pasted text does nothing here`;

export const pastedTooEarlyText = plain`Pasted too early to be an answer. Paste it again`;

/** Returns that a key was ignored because the user cannot have read the question yet. */
export const tooEarlyText = (key: string): SafeText =>
	plain`${safe(keyLabel(key), 20)} was pressed too early to be an answer. Press it again`;
