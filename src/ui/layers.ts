import {rowMeant, withSelected} from '../store/selection.ts';
import {currentScreen, type State} from '../store/state.ts';
import {always, anywhere} from './bindings.ts';
import type {Binding, Desk} from './desk.ts';
import {dialogs, type Layer, screens} from './register.ts';

/** The layer that hears the keyboard: the dialog if one is open, else the screen. */
const topLayer = (state: State): Layer =>
	state.dialog ? dialogs[state.dialog.name] : screens[currentScreen(state).name];

/** Whether letters are typed into a field now. */
export const isTyping = (state: State): boolean => topLayer(state).isTyping ?? false;

/** Whether a part of the screen is laid out by Ink now: forms, menus and questions. */
export function isInkNeeded(state: State): boolean {
	const dialog = state.dialog && dialogs[state.dialog.name];
	if (dialog?.isLines && (dialog.lines || state.dialog?.name === 'help')) return false;
	return (dialog !== undefined && !dialog.isLines) || !screens[currentScreen(state).name].body;
}

/** What Ink lays out now, by its name: another screen or question has another. Undefined where Ink has no part in the screen. */
export function inkPartOf(state: State): string | undefined {
	if (!isInkNeeded(state)) return undefined;
	return `${state.screens.length} ${currentScreen(state).name} ${state.dialog?.name ?? ''}`;
}

/** What the keys do now. A layer's own keys go before those that work anywhere. */
export function bindingsOf(state: State): readonly Binding[] {
	const {keys} = topLayer(state);
	return state.dialog || isTyping(state) ? [...keys, ...always] : [...keys, ...anywhere, ...always];
}

/** Hands on what was typed or pasted, where somebody takes it in. */
export function typeText(desk: Desk, text: string): void {
	const state = desk.store.get();
	if (text !== '') topLayer(state).onText?.(desk, state, text);
}

/**
Carries out what a key does now, or says why it cannot. A key that does nothing here is ignored.

A list's own keys act on the row that the person saw: where none is selected yet, the first one as it was last painted.
*/
export function press(desk: Desk, key: string): void {
	const {store, clock, painted} = desk;
	const {deafTo} = store.get();
	if (deafTo?.key === key && clock.now() < deafTo.until) return;
	const binding = bindingsOf(store.get()).find(({keys}) => keys.includes(key));
	if (!binding) {
		// Names of keys are words in ASCII; what a key types is one letter, of several code units perhaps.
		typeText(desk, key.length === 1 || /[^ -~]/.test(key) ? key : '');
		return;
	}

	store.dispatch({type: 'notice-seen'});
	const state = store.get();
	const id = topLayer(state).keys.includes(binding) && !state.dialog ? rowMeant(state, painted()) : undefined;
	const selected = id === undefined ? state : withSelected(state, id);
	const isGone = id !== undefined && selected === state;
	const reason = isGone ? 'That row has just gone' : binding.blocked?.(selected);
	if (reason !== undefined) {
		store.dispatch({type: 'blocked', reason, at: clock.now()});
		return;
	}

	if (id !== undefined) store.dispatch({type: 'row-selected', id});
	binding.run(desk, store.get(), key);
}
