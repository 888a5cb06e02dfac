import type {ConnectField} from '../../../store/state/screen.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import type {Binding} from '../../contexts.ts';
import {fieldMovement, sentFromLastField} from '../../keys/form-keys.ts';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {isAsciiKey} from '../../keys/text-keys.ts';

function focusedField(state: State): ConnectField | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'connect' || screen.form.isSending) return undefined;
	return screen.form.order[screen.form.focus];
}

/** Whether the widget in the focused field handles a key. Enter selects a saved profile, but in the other menu it moves to the next field. */
export function isForConnectWidget(state: State, key: Key): boolean {
	const field = focusedField(state);
	if (field === 'saved') return isMenuKey(state, key);
	if (field === 'apiKey') return isAsciiKey(key);
	return field === 'keep' && key.name !== 'enter' && isMenuKey(state, key);
}

export const connectKeys: readonly Binding[] = [
	...sentFromLastField('connect', actions => actions.switchTo({kind: 'login'})),
	...fieldMovement,
];
