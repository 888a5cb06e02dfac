import type {LocalTime} from '../../clock.ts';
import {typedQuery} from '../../store/state/documents.ts';
import {isAwaitingKey, withNoticeSeen} from '../../store/state/guide.ts';
import {
	ignoreKey,
	isListening,
	isMuted,
	isQuestion,
	type KeyArrival,
	keepMuted,
	muteKey,
	unmuteKey,
	wasShown,
} from '../../store/state/key-guard.ts';
import {focusedField, paintedRowId, withSelected} from '../../store/state/lists.ts';
import {currentScreen, type State, withNotice} from '../../store/state/state.ts';
import {editedLine} from '../../store/state/text-editing.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import {type SafeText, safe} from '../../text.ts';
import type {Binding, KeyContext, Layer, Layers, Subject} from '../contexts.ts';
import {commandId} from './command-ids.ts';
import {alwaysIn, anywhereIn, isSending} from './common-keys.ts';
import {pastedNowhereText, pastedTooEarlyText, tooEarlyText, unboundText} from './key-remarks.ts';

/** How long a remark about a key stays in the footer. */
const remarkMs = 1000;

/** The layer that handles keys: the dialog if one is open, else the screen. Undefined while it is not loaded. */
function topLayer(state: State, {screens, dialogs}: Layers): Layer | undefined {
	const {dialog} = state.interface;
	const screen = screens[currentScreen(state).name];
	const layer = dialog && !screen?.isClosed ? dialogs[dialog.name] : screen;
	if (!dialog && layer?.pane && focusedField(state) !== undefined && layer.pane.isShown(state)) return layer.pane;
	return layer?.search && typedQuery(state) !== undefined ? layer.search : layer;
}

/** Whether the current layer has a text field. */
const isTyping = (state: State, layers: Layers): boolean => topLayer(state, layers)?.isTyping ?? false;

/**
Whether an Ink widget handles a key that arrived at `at`, by the local clock. The widget then gets the key instead of the bindings.

A widget in a question gets no keys before the question takes answers.
*/
export const isForWidget = (state: State, layers: Layers, key: Key, at: LocalTime): boolean =>
	(topLayer(state, layers)?.isForWidget?.(state, key) ?? false) && isListening(state, at);

/** Returns what the keys act on: the selection of the current screen. */
export const subjectOf = (state: State, {screens}: Layers): Subject | undefined =>
	screens[currentScreen(state).name]?.selects?.(state);

const noBindings: readonly Binding[] = [];

/** Returns the current bindings in groups that stay the same arrays. A layer's own come before the global ones. */
export function bindingGroups(state: State, layers: Layers): ReadonlyArray<readonly Binding[]> {
	const {keys = noBindings, isClosed, isTyping = false} = topLayer(state, layers) ?? {};
	return state.interface.dialog || isClosed || isTyping
		? [keys, alwaysIn(layers)]
		: [keys, anywhereIn(layers), alwaysIn(layers)];
}

/** Returns the current binding of a key. */
function bindingOf(state: State, layers: Layers, key: string): Binding | undefined {
	for (const group of bindingGroups(state, layers)) {
		const binding = group.find(({keys}) => keys.includes(key));
		if (binding) return binding;
	}

	return undefined;
}

/**
Whether a key arrived before the user can have read the open question.

Esc only cancels, so it works immediately, except in the burst of keys that opened the question. A form takes text immediately, but is not submitted by a key that was typed before the form was shown.
*/
function isTooEarly(
	keyContext: KeyContext,
	state: State,
	binding: Binding | undefined,
	key: string,
	arrival: KeyArrival,
): boolean {
	if (binding && alwaysIn(keyContext.layers()).includes(binding)) return false;
	if (isQuestion(state))
		return key === 'esc' ? arrival.isFollowing && !wasShown(state, arrival) : !isListening(state, arrival.at);
	return isTyping(state, keyContext.layers()) && binding?.isWrite === true && !wasShown(state, arrival);
}

const ignore = ({store}: KeyContext, text: SafeText, isStray: boolean, arrival: KeyArrival) =>
	store.change((state, now) => ignoreKey(state, {text, isStray, until: now + remarkMs, ...arrival}));

/** Types text into the current field. Returns whether there is one. */
export function typeText(keyContext: KeyContext, text: string): boolean {
	const state = keyContext.store.get();
	const {onText} = topLayer(state, keyContext.layers()) ?? {};
	if (!onText || editedLine(state) === undefined) return false;
	if (text !== '') onText(keyContext, state, text);
	return true;
}

/** Pastes text into the current field, unless it arrives too early for an open question. */
export function paste(keyContext: KeyContext, text: string, arrival: KeyArrival): void {
	const state = keyContext.store.get();
	if (editedLine(state) && isTooEarly(keyContext, state, undefined, '', arrival))
		ignore(keyContext, pastedTooEarlyText, false, arrival);
	else if (!typeText(keyContext, text)) ignore(keyContext, pastedNowhereText, true, arrival);
}

/**
Runs the binding of a key, or reports why it has no effect.

A list's keys act on the row that the user saw: if none is selected yet, on the first row of the last painted frame.
*/
export function press(
	keyContext: KeyContext,
	{name: key, text}: Key,
	arrival: KeyArrival = {at: keyContext.clock.now(), isFollowing: false},
): void {
	const {store, clock, painted} = keyContext;
	const layers = keyContext.layers();
	const state = store.get();
	const now = clock.now();
	if (isMuted(state, key, now)) {
		store.change(current => keepMuted(current, now));
		return;
	}

	if (state.interface.mutedKey && state.interface.mutedKey.key !== key) store.change(unmuteKey);
	const binding = bindingOf(state, layers, key);
	const isTyped = !binding && text !== undefined && editedLine(state) !== undefined;
	if ((binding || isTyped) && isTooEarly(keyContext, state, binding, key, arrival)) {
		// A repeated answer does not extend the wait, but any other key does.
		ignore(keyContext, tooEarlyText(key), binding !== undefined && !binding.isWrite, arrival);
		return;
	}

	if (!binding) {
		if (!isTyped || !typeText(keyContext, text)) ignore(keyContext, unboundText(state, key, layers), true, arrival);
		return;
	}

	if (isAwaitingKey(state)) {
		const used = {id: commandId(binding), key, isQuitting: binding.isQuit ?? false};
		store.change(current => withNoticeSeen(current, used));
	}

	const id =
		!state.interface.dialog && topLayer(state, layers)?.keys.includes(binding)
			? paintedRowId(state, painted())
			: undefined;
	const selected = id === undefined ? state : withSelected(state, id);
	const subject = subjectOf(selected, layers);
	const isGone = id !== undefined && selected === state;
	const reason = isGone ? 'That row has just disappeared' : binding.blocked?.(selected, subject);
	if (reason !== undefined) {
		store.change(current => withNotice(current, safe(reason), 'quiet', now));
		return;
	}

	if (id !== undefined) store.change(current => withSelected(current, id));
	binding.run(keyContext, store.get(), key, subject);
	if (binding.isWrite && !isSending(state) && isSending(store.get())) {
		store.change(current => muteKey(current, key, now));
	}
}
