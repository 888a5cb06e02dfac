import {currentScreen, type State} from '../store/state.ts';
import {always, anywhere} from './bindings.ts';
import type {Binding, Desk} from './desk.ts';
import {dialogs, help, type Layer, screens} from './register.ts';

/** The layer that hears the keyboard: the dialog if one is open, else the screen. */
function topLayer(state: State): Pick<Layer, 'keys' | 'isTyping'> {
	if (state.dialog?.name === 'help') return help;
	return state.dialog ? dialogs[state.dialog.name] : screens[currentScreen(state).name];
}

/** Whether letters are typed into a field now. */
export const isTyping = (state: State): boolean => topLayer(state).isTyping ?? false;

/** What the keys do now. A layer's own keys go before those that work anywhere. */
export function bindingsOf(state: State): readonly Binding[] {
	const {keys} = topLayer(state);
	return state.dialog || isTyping(state) ? [...keys, ...always] : [...keys, ...anywhere, ...always];
}

/** Carries out what a key does now, or says why it cannot. A key that does nothing here is ignored. */
export function press(desk: Desk, key: string): void {
	const {store, clock} = desk;
	store.dispatch({type: 'notice-seen'});
	const state = store.get();
	const binding = bindingsOf(state).find(({keys}) => keys.includes(key));
	const reason = binding?.blocked?.(state);
	if (reason !== undefined) store.dispatch({type: 'blocked', reason, at: clock.now()});
	else binding?.run(desk, state, key);
}
