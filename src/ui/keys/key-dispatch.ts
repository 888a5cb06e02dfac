import type {LocalTime} from '../../clock.ts';
import {isSearching} from '../../store/reducers/documents.ts';
import {type Arrival, isListening, isMuted, isQuestion, wasShown} from '../../store/reducers/key-guard.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import {paintedRowId, withSelected} from '../../store/state/selected-row.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import type {SafeText} from '../../text.ts';
import type {Binding, KeyContext, Layer, Layers} from '../contexts.ts';
import {always, anywhere, isSending} from './common-keys.ts';
import {pastedTooEarlyText, tooEarlyText, unboundText} from './key-remarks.ts';
import type {Subject} from './subject.ts';

/** How long a remark about a key stays in the footer. */
const remarkMs = 1000;

/** The layer that hears the keyboard: the dialog if one is open, else the screen. Undefined while it is not loaded. */
const topLayer = (state: State, {screens, dialogs}: Layers): Layer | undefined =>
	state.interface.dialog
		? dialogLayer(state, dialogs[state.interface.dialog.name])
		: screens[currentScreen(state).name];

const dialogLayer = (state: State, layer: Layer | undefined): Layer | undefined =>
	isSearching(state) ? layer?.search : layer;

/** Whether letters are typed into a field now. */
export const isTyping = (state: State, layers: Layers): boolean => topLayer(state, layers)?.isTyping ?? false;

/**
Whether a key that arrived at `at` is for a widget of Ink's: then no binding hears it, nor the widget any other key.

A widget in a question hears nothing before the question takes answers.
*/
export const isForWidget = (state: State, layers: Layers, key: Key, at: LocalTime): boolean =>
	isListening(state, at) && (topLayer(state, layers)?.isForWidget?.(state, key) ?? false);

/** What the keys act on now, as the current screen says. */
export const subjectOf = (state: State, {screens}: Layers): Subject | undefined =>
	screens[currentScreen(state).name]?.selects?.(state);

/** What the keys do now. A layer's own keys go before those that work anywhere. */
export function bindingsOf(state: State, layers: Layers): readonly Binding[] {
	const keys = topLayer(state, layers)?.keys ?? [];
	return state.interface.dialog || isTyping(state, layers) ? [...keys, ...always] : [...keys, ...anywhere, ...always];
}

/**
Whether a key comes too early to be an answer: before anybody can have read what is asked.

Esc only cancels, so it works at once, except in the burst that opened the question. A form takes letters at once, but is not sent by a key that was typed before it was there.
*/
function isTooEarly(
	desk: KeyContext,
	state: State,
	binding: Binding | undefined,
	key: string,
	arrival: Arrival,
): boolean {
	if (binding && always.includes(binding)) return false;
	if (isQuestion(state))
		return key === 'esc' ? arrival.isFollowing && !wasShown(state, arrival) : !isListening(state, arrival.at);
	return isTyping(state, desk.layers()) && binding?.isWrite === true && !wasShown(state, arrival);
}

const ignore = ({store, clock}: KeyContext, text: SafeText, isStray: boolean, arrival: Arrival) =>
	store.dispatch({type: 'key-ignored', text, isStray, until: clock.now() + remarkMs, ...arrival});

/** Hands on what was typed, where there is a field that takes it in. */
export function typeText(desk: KeyContext, text: string): boolean {
	const state = desk.store.get();
	const {onText} = topLayer(state, desk.layers()) ?? {};
	if (!onText || editedLine(state) === undefined) return false;
	if (text !== '') onText(desk, state, text);
	return true;
}

/** Hands on what was pasted. */
export function paste(desk: KeyContext, text: string, arrival: Arrival): void {
	if (isTooEarly(desk, desk.store.get(), undefined, '', arrival)) ignore(desk, pastedTooEarlyText, false, arrival);
	else typeText(desk, text);
}

/**
Carries out what a key does now, or says why it has no effect.

A list's own keys act on the row that the person saw: where none is selected yet, the first one as it was last painted.
*/
export function press(
	desk: KeyContext,
	{name: key, text}: Key,
	arrival: Arrival = {at: desk.clock.now(), isFollowing: false},
): void {
	const {store, clock, painted} = desk;
	const state = store.get();
	const now = clock.now();
	if (isMuted(state, key, now)) {
		store.dispatch({type: 'muted-key-pressed', at: now});
		return;
	}

	if (state.interface.ignoredKey && state.interface.ignoredKey.key !== key) store.dispatch({type: 'key-released'});
	const binding = bindingsOf(state, desk.layers()).find(({keys}) => keys.includes(key));
	const isTyped = !binding && text !== undefined && editedLine(state) !== undefined;
	if ((binding || isTyped) && isTooEarly(desk, state, binding, key, arrival)) {
		// Whoever answers impatiently is not put off, but whoever types something else is.
		ignore(desk, tooEarlyText(key), binding !== undefined && !binding.isWrite, arrival);
		return;
	}

	if (!binding) {
		if (!isTyped || !typeText(desk, text)) ignore(desk, unboundText(state, key, desk.layers()), true, arrival);
		return;
	}

	store.dispatch({type: 'notice-seen', key});
	const id =
		topLayer(state, desk.layers())?.keys.includes(binding) && !state.interface.dialog
			? paintedRowId(state, painted())
			: undefined;
	const selected = id === undefined ? state : withSelected(state, id);
	const isGone = id !== undefined && selected === state;
	const reason = isGone ? 'That row has just gone' : binding.blocked?.(selected, subjectOf(selected, desk.layers()));
	if (reason !== undefined) {
		store.dispatch({type: 'blocked', reason, at: now});
		return;
	}

	if (id !== undefined) store.dispatch({type: 'row-selected', id});
	const current = store.get();
	binding.run(desk, current, key, subjectOf(current, desk.layers()));
	if (binding.isWrite && !isSending(state) && isSending(store.get())) {
		store.dispatch({type: 'key-answered', key, at: now});
	}
}
