import {plain, type SafeText, safe} from '../../base/text.ts';
import {keyLabel, labelOf} from '../../model/commands.ts';
import {typedQuery} from '../../state/documents.ts';
import {
	ignoreKey,
	isGuarded,
	isKeyPaused,
	isListening,
	isTakingText,
	type KeyArrival,
	withKeyPause,
	withNoticeSeen,
	withPauseAfterKey,
	withTextTaken,
} from '../../state/key-guard.ts';
import {currentList, withPaintedRow} from '../../state/lists.ts';
import {keysOf, shortcutOf} from '../../state/preferences.ts';
import type {Screen} from '../../state/screen.ts';
import {currentForm, currentScreen, isScreenCovered, type State} from '../../state/state.ts';
import {editedLine, isTypedExactly} from '../../state/text-editing.ts';
import {notify} from '../../sync/store.ts';
import type {Key} from '../../terminal/key-names.ts';
import type {AppContext, Binding, KeyScope, KeyScopes, KeyTarget} from '../contexts.ts';
import {isSending} from './common-keys.ts';

function topScope(state: State, {screens, dialogs}: KeyScopes): KeyScope | undefined {
	const {dialog} = state.interface;
	const screen = screens[(currentForm(state) ?? currentScreen(state)).name];
	const scope = dialog && !screen?.isFullScreen ? dialogs[dialog.name] : screen;
	return scope?.search && typedQuery(state) !== undefined ? scope.search : scope;
}

export const targetOf = (state: State, {screens}: KeyScopes): KeyTarget | undefined =>
	screens[currentScreen(state).name]?.selects?.(state);

export function currentBindings(state: State, scopes: KeyScopes): readonly Binding[] {
	const {keys = [], isFullScreen, isTyping} = topScope(state, scopes) ?? {};
	const isAlone = state.interface.dialog || isFullScreen || isTyping;
	return [...keys, ...(isAlone ? [] : scopes.anywhere), ...scopes.always];
}

function bindingOfKey(state: State, scopes: KeyScopes, {name, text}: Key): Binding | undefined {
	if (text !== undefined && topScope(state, scopes)?.isTyping) return undefined;
	return currentBindings(state, scopes).find(({id}) => keysOf(state, id).includes(name));
}

/** The name of a key for crash reports. Leaves out typed characters, which may be part of a secret. */
export const nameInReport = (state: State, scopes: KeyScopes, key: Key): string =>
	key.text === undefined || (!editedLine(state) && bindingOfKey(state, scopes, key)) ? key.name : 'text';

/** Whether a key or a paste arrived before the user can have read the open question or form. False for esc, which only cancels. */
function isKeyTooEarly(
	state: State,
	scopes: KeyScopes,
	binding: Binding | undefined,
	key: string,
	{at}: KeyArrival,
): boolean {
	if (key === 'esc' || (binding && scopes.always.includes(binding))) return false;
	return binding?.isWrite || binding?.isAnswer ? !isListening(state, at) : !isTakingText(state, at);
}

function tooSoonText(state: State, what: SafeText): SafeText {
	const form = state.interface.shownQuestion?.isRead ? plain`what someone else has changed` : plain`the form`;
	return plain`Too soon: read ${state.interface.dialog ? plain`the question` : form}, then ${what} again`;
}

const suggestedScreens: ReadonlyArray<Screen['name']> = ['projects', 'deployments', 'board'];

/** What to press instead of an unbound key: the key that answers the open question, or a screen where the key works, such as `. On Projects: delete project`. */
function unboundText(state: State, key: string, scopes: KeyScopes): SafeText {
	const text = plain`${safe(keyLabel(key), 20)} does nothing here`;
	// Esc would close the question without an answer.
	const answer = topScope(state, scopes)?.keys.find(
		({id, isHinted, unavailable}) => isHinted && !keysOf(state, id).includes('esc') && !unavailable?.(state, undefined),
	);
	if (answer && state.interface.dialog && isGuarded(state))
		return safe(`${text}: press ${shortcutOf(state, answer.id)} to ${labelOf(answer.id)}`);
	if (isScreenCovered(state)) return text;
	const {screens} = scopes;
	for (const name of suggestedScreens) {
		const {title = '', keys: bindings = []} = screens[name] ?? {};
		const binding = bindings.find(
			({id, isWrite}) => keysOf(state, id).includes(key) && !(isWrite && state.connection?.isReadOnly),
		);
		if (binding) return safe(`${text}. On ${title}: ${labelOf(binding.id)}`);
	}

	return text;
}

const ignore = ({store}: AppContext, text: SafeText, arrival: KeyArrival) =>
	store.change((state, now) => ignoreKey(state, arrival, text, now));

function typeInto(app: AppContext, text: string, {at}: KeyArrival): boolean {
	const state = app.store.get();
	const {onText} = topScope(state, app.scopes()) ?? {};
	if (!onText || editedLine(state) === undefined) return false;
	if (text !== '') onText(app, state, text);
	app.store.change((current, now) => withTextTaken(current, at, now));
	return true;
}

function unusedPasteText(state: State): SafeText {
	const text = plain`Pasted text does nothing here`;
	if (isScreenCovered(state) || !state.connection) return text;
	return plain`${text}. Press ${shortcutOf(state, 'commands')} to go to a pasted id or URL`;
}

/** False if the open Ink widget takes the text. */
export function paste(app: AppContext, text: string, arrival: KeyArrival): boolean {
	const state = app.store.get();
	const isForWidget = topScope(state, app.scopes())?.isForWidget?.(state, {name: '', text});
	if ((isForWidget || editedLine(state)) && isKeyTooEarly(state, app.scopes(), undefined, '', arrival)) {
		ignore(app, tooSoonText(state, plain`paste`), arrival);
		return true;
	}

	if (isForWidget) return false;
	if (!typeInto(app, text, arrival)) ignore(app, unusedPasteText(state), arrival);
	return true;
}

export const notUtf8Typed = plain`That is not UTF-8: delete each \uFFFD. Set the terminal to UTF-8`;

/** A key of a list acts on the row that the user saw. If no row is selected yet, that is the first row of the last painted frame. */
function runBinding(app: AppContext, binding: Binding, key: string) {
	const {store, paintedState} = app;
	const scopes = app.scopes();
	const state = store.get();
	store.change(current => withNoticeSeen(current, binding.isQuit ?? false));
	const isForRow = !isScreenCovered(state) && topScope(state, scopes)?.keys.includes(binding);
	const selected = isForRow ? withPaintedRow(state, paintedState()) : state;
	const target = targetOf(selected, scopes);
	const isGone = selected !== state && currentList(selected)?.heldBecause === 'gone';
	const isSubmitted = key === 'enter' || binding.isWrite || binding.isAnswer;
	if (isSubmitted && !isTypedExactly(state)) return notify(store, notUtf8Typed, 'bad');
	const reason = isGone ? 'That row has just disappeared' : binding.unavailable?.(selected, target);
	if (reason !== undefined) return notify(store, safe(reason), 'quiet');
	if (selected !== state) store.change(current => withPaintedRow(current, paintedState()));
	binding.run(app, store.get(), key, target);
	const after = store.get();
	const isSent = !isSending(state) && isSending(after);
	const isClosed = (key === 'y' || key === 'n') && !isGuarded(after);
	const isAnswer = state.interface.dialog !== undefined && isGuarded(state);
	if (isSent || (isAnswer && isClosed)) store.change((current, now) => withKeyPause(current, key, now, isAnswer));
}

/** False if the open Ink widget handles the key. */
export function press(
	app: AppContext,
	key: Key,
	arrival: KeyArrival = {at: app.clock.now(), isFollowing: false},
): boolean {
	const {store} = app;
	const {name, text} = key;
	const scopes = app.scopes();
	const {pause} = store.get().interface;
	const isEarly = isKeyPaused(store.get(), key, arrival.at);
	store.change((current, now) => withPauseAfterKey(current, isEarly, now));
	if (isEarly) {
		const text = plain`Too soon after the answer: press ${safe(keyLabel(name), 20)} again`;
		// A held key needs no explanation.
		if (name !== pause?.key) ignore(app, text, arrival);
		return true;
	}

	const state = store.get();
	const binding = bindingOfKey(state, scopes, key);
	const isForWidget = binding?.isForWidget || topScope(state, scopes)?.isForWidget?.(state, key);
	// A widget in a question gets keys only once the question takes answers.
	if (isForWidget && isListening(state, arrival.at)) return false;
	const isTyped = !binding && text !== undefined && editedLine(state) !== undefined;
	if ((binding || isTyped || isForWidget) && isKeyTooEarly(state, scopes, binding, name, arrival)) {
		ignore(app, tooSoonText(state, plain`press ${safe(keyLabel(name), 20)}`), arrival);
	} else if (binding) runBinding(app, binding, name);
	else if (!isTyped || !typeInto(app, text, arrival)) ignore(app, unboundText(state, name, scopes), arrival);
	return true;
}
