import {type ConnectField, currentScreen, type State} from '../../../store/state.ts';
import {isMenuKey} from '../../components/menu-keys.ts';
import {isAsciiKey} from '../../components/typing.ts';
import type {Binding} from '../../desk.ts';
import {fieldMovement, sentFromLastField} from '../../form-keys.ts';

function focusedField(state: State): ConnectField | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'connect' || screen.form.isSending) return undefined;
	return screen.form.order[screen.form.focus];
}

/** Whether a widget among the fields hears a key. Enter selects a saved profile, but leaves the other menu. */
export function isForConnectWidget(state: State, key: string): boolean {
	const field = focusedField(state);
	if (field === 'saved') return isMenuKey(state, key);
	if (field === 'apiKey') return isAsciiKey(key);
	return field === 'keep' && key !== 'enter' && isMenuKey(state, key);
}

export const connectKeys: readonly Binding[] = [
	...sentFromLastField('connect', actions => actions.connect()),
	...fieldMovement,
];
