import type {Screen} from '../../store/state/screen.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Layers} from '../contexts.ts';
import {keyLabel} from '../render/footer.ts';

/** The screens that somebody looks for a key on, in the order in which they are searched. */
const places: ReadonlyArray<Screen['name']> = ['projects', 'deployments', 'watch'];

/** Where else a key does something, and what: ` On Projects: delete`. */
function elsewhere(state: State, key: string, {screens}: Layers): SafeText {
	if (state.interface.dialog || screens[currentScreen(state).name]?.isTyping) return plain``;
	for (const name of places) {
		const {title = '', keys = []} = screens[name] ?? {};
		const binding = keys.find(one => one.keys.includes(key));
		if (binding) return safe(`. On ${title}: ${binding.label}`);
	}

	return plain``;
}

/** Says that a key does nothing on this screen, and on which it does something. */
export const unboundText = (state: State, key: string, layers: Layers): SafeText =>
	plain`${safe(keyLabel(key), 20)} does nothing here${elsewhere(state, key, layers)}`;

export const pastedTooEarlyText = plain`The paste came too early to be an answer. Paste it again`;

/** Says that a key was not taken for an answer. */
export const tooEarlyText = (key: string): SafeText =>
	plain`${safe(keyLabel(key), 20)} came too early to be an answer. Press it again`;
