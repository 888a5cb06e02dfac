import {type SafeText, safe} from '../../base/text.ts';
import {typedQuery} from '../../state/documents.ts';
import {isAwaitingKey, withNoticeSeen} from '../../state/guide.ts';
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
} from '../../state/key-guard.ts';
import {focusedField, paintedRowId, withSelected} from '../../state/lists.ts';
import {currentScreen, type State, withNotice} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {Key} from '../../terminal/key-names.ts';
import type {Binding, KeyContext, KeyScope, KeyScopes, KeyTarget} from '../contexts.ts';
import {commandId} from './binding.ts';
import {isSending} from './common-keys.ts';
import {pastedNowhereText, pastedTooEarlyText, tooEarlyText, unboundText} from './remarks.ts';

/** How long a remark about a key stays in the footer. */
const remarkMs = 1000;

/** The scope that handles keys: the dialog if one is open, else the screen. Undefined while it is not loaded. */
function topScope(state: State, {screens, dialogs}: KeyScopes): KeyScope | undefined {
	const {dialog} = state.interface;
	const screen = screens[currentScreen(state).name];
	const scope = dialog && !screen?.isClosed ? dialogs[dialog.name] : screen;
	if (!dialog && scope?.pane && focusedField(state) !== undefined && scope.pane.isShown(state)) return scope.pane;
	return scope?.search && typedQuery(state) !== undefined ? scope.search : scope;
}

/** Returns what the keys act on: the selection of the current screen. */
export const targetOf = (state: State, {screens}: KeyScopes): KeyTarget | undefined =>
	screens[currentScreen(state).name]?.selects?.(state);

const noBindings: readonly Binding[] = [];

/** Returns the current bindings in groups that stay the same arrays. A scope's own come before the global ones. */
export function bindingGroups(state: State, scopes: KeyScopes): ReadonlyArray<readonly Binding[]> {
	const {keys = noBindings, isClosed, isTyping} = topScope(state, scopes) ?? {};
	const isAlone = state.interface.dialog || isClosed || isTyping;
	return isAlone ? [keys, scopes.always] : [keys, scopes.anywhere, scopes.always];
}

const bindingOf = (state: State, scopes: KeyScopes, key: string): Binding | undefined =>
	bindingGroups(state, scopes)
		.flat()
		.find(({keys}) => keys.includes(key));

/** Returns what a crash report calls a key: its name, or `text` for a typed character, which may be part of a secret. */
export const nameInReport = (state: State, scopes: KeyScopes, {name, text}: Key): string =>
	text === undefined || (!editedLine(state) && bindingOf(state, scopes, name)) ? name : 'text';

/**
Whether a key, or a paste without a binding, arrived before the user can have read the open question.

Esc only cancels, so it works immediately, except in the burst of keys that opened the question. A form takes text immediately, but is not submitted by a key that was typed before the form was shown.
*/
function isTooEarly(
	state: State,
	scopes: KeyScopes,
	binding: Binding | undefined,
	key: string,
	arrival: KeyArrival,
): boolean {
	if (binding && scopes.always.includes(binding)) return false;
	if (isQuestion(state))
		return key === 'esc' ? arrival.isFollowing && !wasShown(state, arrival) : !isListening(state, arrival.at);
	return topScope(state, scopes)?.isTyping === true && binding?.isWrite === true && !wasShown(state, arrival);
}

const ignore = ({store}: KeyContext, text: SafeText, isStray: boolean, arrival: KeyArrival) =>
	store.change((state, now) => ignoreKey(state, {text, isStray, until: now + remarkMs, ...arrival}));

/** Types text into the current field. Returns whether there is one. */
function typeInto(keyContext: KeyContext, text: string): boolean {
	const state = keyContext.store.get();
	const {onText} = topScope(state, keyContext.scopes()) ?? {};
	if (!onText || editedLine(state) === undefined) return false;
	if (text !== '') onText(keyContext, state, text);
	return true;
}

/** Pastes text into the current field, unless it arrives too early for an open question. */
export function paste(keyContext: KeyContext, text: string, arrival: KeyArrival): void {
	const state = keyContext.store.get();
	if (editedLine(state) && isTooEarly(state, keyContext.scopes(), undefined, '', arrival))
		ignore(keyContext, pastedTooEarlyText, false, arrival);
	else if (!typeInto(keyContext, text)) ignore(keyContext, pastedNowhereText, true, arrival);
}

/**
Runs a binding, or shows why it cannot be used now.

A list's keys act on the row that the user saw: if none is selected yet, on the first row of the last painted frame.
*/
function run(keyContext: KeyContext, binding: Binding, key: string) {
	const {store, painted} = keyContext;
	const scopes = keyContext.scopes();
	const state = store.get();
	if (isAwaitingKey(state)) {
		const used = {id: commandId(binding), key, isQuitting: binding.isQuit ?? false};
		store.change(current => withNoticeSeen(current, used));
	}

	const isForRow = !state.interface.dialog && topScope(state, scopes)?.keys.includes(binding);
	const row = isForRow ? paintedRowId(state, painted()) : undefined;
	const selected = row === undefined ? state : withSelected(state, row);
	const target = targetOf(selected, scopes);
	const isGone = row !== undefined && selected === state;
	const reason = isGone ? 'That row has just disappeared' : binding.blocked?.(selected, target);
	if (reason !== undefined) return store.change((current, now) => withNotice(current, safe(reason), 'quiet', now));
	if (row !== undefined) store.change(current => withSelected(current, row));
	binding.run(keyContext, store.get(), key, target);
	// If the key is held, or pressed twice by mistake, it must not send the same again.
	if (binding.isWrite && !isSending(state) && isSending(store.get()))
		store.change((current, now) => muteKey(current, key, now));
}

/** Handles a key: runs its binding, types it, or says why it has no effect. Returns false for a key that the open Ink widget handles. */
export function press(
	keyContext: KeyContext,
	key: Key,
	arrival: KeyArrival = {at: keyContext.clock.now(), isFollowing: false},
): boolean {
	const {store, clock} = keyContext;
	const {name, text} = key;
	const scopes = keyContext.scopes();
	const state = store.get();
	const binding = bindingOf(state, scopes, name);
	const isForWidget = binding?.isFixed || topScope(state, scopes)?.isForWidget?.(state, key);
	// A widget in a question gets no keys before the question takes answers.
	if (isForWidget && isListening(state, arrival.at)) return false;
	const {mutedKey} = state.interface;
	if (isMuted(state, name, clock.now())) {
		store.change(keepMuted);
		return true;
	}

	if (mutedKey && mutedKey.key !== name) store.change(unmuteKey);
	const isTyped = !binding && text !== undefined && editedLine(state) !== undefined;
	if ((binding || isTyped) && isTooEarly(state, scopes, binding, name, arrival)) {
		// A repeated answer does not extend the wait, but any other key does.
		ignore(keyContext, tooEarlyText(name), binding !== undefined && !binding.isWrite, arrival);
	} else if (binding) run(keyContext, binding, name);
	else if (!isTyped || !typeInto(keyContext, text)) ignore(keyContext, unboundText(state, name, scopes), true, arrival);
	return true;
}
