import type {ProjectChanges} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import {formLayout, valuesFrom} from '../model/form.ts';
import {editNotes} from './forms.ts';
import type {EditField} from './screen.ts';
import {currentForm, type ShownQuestion, type State, withInterface, withNotice} from './state.ts';

/** An answer counts only after this long without a key. So do letters after an answer. */
export const answerDelayMs = 500;

/** A guard whose end is noticed later than this may let through what was typed before. */
const maxGuardDelayMs = 250;

/** How long the footer says why a key had no effect. */
const reasonMs = 1000;

/** How long a key is ignored after it has answered or sent something. Exceeds the repeat delay of a held key, and the time it takes to release one. */
const heldMs = 1000;

/** `at`: since when a key may have waited, by the local clock. `isFollowing`: before the key before it was handled, so the user cannot have seen its effect. */
export type KeyArrival = {readonly at: LocalTime; readonly isFollowing: boolean};

type KeyPress = {readonly name: string; readonly text?: string | undefined};

/** Returns a key for the open question or form, if enter or a letter in it writes to the service or the settings. A different key means a different question. Where one only searches, runs a command or asks for an address, typing on is what users do. */
function openQuestionKey(state: State): string | undefined {
	const {
		interface: {dialog},
		writes: {unconfirmed},
	} = state;
	switch (dialog?.name) {
		case 'deploy':
			return `deploy ${dialog.projectId} ${dialog.isAskedAgain ?? false}`;
		case 'bulk':
			return `bulk ${dialog.isRunning}`;
		case 'unconfirmed change':
			return `unconfirmed change ${dialog.id} ${unconfirmed.get(dialog.id)?.finding?.kind ?? ''}`;
		case 'delete':
		case 'switch':
		case 'remove profile':
		case 'meaning':
		case 'user command':
		case 'line':
			return dialog.name;
		case undefined: {
			const form = currentForm(state);
			if (form?.name === 'connect') return undefined;
			return form?.name === 'edit' ? `edit ${form.projectId}` : form?.name;
		}

		// In none of these is a text typed that is sent or saved. Listed, so that a new dialog has to say whether it is.
		case 'palette':
		case 'help':
		case 'filter':
		case 'sort':
		case 'saved filters':
		case 'theme':
		case 'rules':
		case 'copy':
		case 'activity entry':
		case 'request log':
		case 'request':
		case 'raw record':
		case 'output':
		case 'profiles':
			return undefined;
	}
}

export const isGuarded = (state: State): boolean => openQuestionKey(state) !== undefined;

const currentQuestion = (state: State): ShownQuestion | undefined =>
	state.interface.shownQuestion?.key === openQuestionKey(state) ? state.interface.shownQuestion : undefined;

/** What the user has not read of the values that saving the open form would replace. `isInView`: only of the notes that are wholly in view. */
function unreadValues(state: State, isInView: boolean): ProjectChanges {
	const {dialog, size} = state.interface;
	const screen = currentForm(state);
	if (dialog || screen?.name !== 'edit') return {};
	const {form} = screen;
	const notes = editNotes(state);
	const fields = isInView ? formLayout(form, size, notes).whole : form.order;
	const read = currentQuestion(state)?.read;
	const isReplaced = (field: EditField) => notes[field]?.length && form.values[field] !== form.initial[field];
	const unread = fields.filter(field => isReplaced(field) && read?.[field] !== form.initial[field]);
	return valuesFrom(unread.map(field => [field, form.initial[field]]));
}

/** The first field with a value that the user has not read, and that saving the open form would replace. */
export const unreadField = (state: State): EditField | undefined =>
	(Object.keys(unreadValues(state, false)) as readonly EditField[])[0];

/** The open question or form, unless it has been shown as it is. */
export function unshownQuestion(state: State): string | undefined {
	return currentQuestion(state) && Object.keys(unreadValues(state, true)).length === 0
		? undefined
		: openQuestionKey(state);
}

/** Whether the open field was empty when it opened. A letter in it changes nothing that was there. */
function isFieldNew(state: State): boolean {
	const {dialog} = state.interface;
	if (!dialog) return currentForm(state)?.name === 'create';
	return dialog.name === 'delete' || dialog.name === 'bulk' || (dialog.name === 'line' && dialog.initial === '');
}

/** Whether the open question or form accepts text that may have waited since `at`. */
export function isTakingText(state: State, at = state.interface.keysReadAt): boolean {
	const question = currentQuestion(state);
	if (!isGuarded(state) || isFieldNew(state)) return true;
	return question !== undefined && (question.isRead || at >= question.listensAt);
}

/** Whether the open question or form accepts a key that may have waited since `at`, including one that sends. */
export const isListening = (state: State, at = state.interface.keysReadAt): boolean =>
	unshownQuestion(state) === undefined && at >= (currentQuestion(state)?.listensAt ?? at);

export const withoutOldQuestion = (state: State): State =>
	state.interface.shownQuestion && !currentQuestion(state) ? withInterface(state, {shownQuestion: undefined}) : state;

/** A form that was read before goes on taking text. */
export const withShownQuestion = (state: State, key: string, at: LocalTime): State =>
	withInterface(state, {
		shownQuestion: {
			key,
			read: {...currentQuestion(state)?.read, ...unreadValues(state, true)},
			listensAt: at + answerDelayMs,
			isRead: currentQuestion(state) !== undefined && isTakingText(state),
		},
	});

/** Starts the half second without a key anew, after which the open question or form accepts an answer. */
function withGuardAnew(state: State, now: LocalTime): State {
	const question = currentQuestion(state);
	return question ? withInterface(state, {shownQuestion: {...question, listensAt: now + answerDelayMs}}) : state;
}

/** After a text that was taken too early for an answer, an answer is too early, too. */
export const withTextTaken = (state: State, at: LocalTime, now: LocalTime): State =>
	isListening(state, at) ? state : withGuardAnew(state, now);

/** When the next guard against stray keys ends, or ended before the keys were read. Infinite if none does. */
export function nextGuardEnd({interface: {shownQuestion, pause, keysReadAt}}: State): LocalTime {
	const none = Number.POSITIVE_INFINITY;
	const pausedAt = pause?.at ?? none;
	const ends = [shownQuestion?.listensAt ?? none, pausedAt + answerDelayMs, pausedAt + heldMs];
	return Math.min(...ends.filter(end => end > keysReadAt));
}

/** Ends guards, once all keys are read that were pressed before `now`. Where that is long after the end, the process stood still, and more of what was typed then may arrive. */
export function withKeysRead(state: State, now: LocalTime): State {
	const endsAt = nextGuardEnd(state);
	if (now < endsAt) return state;
	const read = withInterface(state, {keysReadAt: now});
	return now > endsAt + maxGuardDelayMs ? withGuardAnew(read, now) : read;
}

/** Says why a key had no effect. It was not meant for the open question or form, or came too early for it: the next one may, too, as while a key is held or a word typed. */
export function ignoreKey(state: State, {isFollowing}: KeyArrival, text: SafeText, now: LocalTime): State {
	const next = withGuardAnew(state, now);
	// Only the first key of a chunk sets the reason, so that the chunk causes a single frame.
	return isFollowing && state.interface.reason ? next : withInterface(next, {reason: {text, until: now + reasonMs}});
}

/** Ignores for a while what may not be meant for what is open now: the key that has sent something, which may be held or pressed twice, and after an answer the rest of a typed word, such as “yes”. */
export const withKeyPause = (state: State, key: string, at: LocalTime, isAnswer: boolean): State =>
	withInterface(state, {pause: {key, at, isAnswer}});

/** Whether a key is ignored because it came too soon after one that has sent or answered something, or after another that was ignored. */
export function isKeyPaused({interface: {pause}}: State, {name, text}: KeyPress, at: LocalTime): boolean {
	if (!pause) return false;
	if (name === pause.key) return at < pause.at + heldMs;
	return pause.isAnswer && (text !== undefined || name === 'enter') && at < pause.at + answerDelayMs;
}

/** Begins the pause anew after an ignored key, and ends it after another one. */
export function withPauseAfterKey(state: State, isIgnored: boolean, now: LocalTime): State {
	const {pause} = state.interface;
	if (!pause) return state;
	return withInterface(state, {pause: isIgnored ? {...pause, at: now} : undefined});
}

/** Asks the user to press a key again to quit. `isWriting`: whether a write is in flight, or its outcome is unknown. */
export function withQuitRequest(state: State, key: string, isWriting: boolean, now: LocalTime): State {
	const text = safe(`${isWriting ? 'A change is unconfirmed. ' : ''}Press ${key} again to quit`);
	return withNotice(withInterface(state, {quitRequestedAt: now}), text, isWriting ? 'bad' : 'quiet', now);
}

/** Removes the notice, which the user has seen when pressing the key of a command, or the new status word if nothing covered it. Keeps the quit request only if the user asks again. */
export function withNoticeSeen(state: State, isQuitting: boolean): State {
	const {notice, reason, newWord, quitRequestedAt} = state.interface;
	return withInterface(state, {
		notice: undefined,
		reason: undefined,
		newWord: notice || reason ? newWord : undefined,
		quitRequestedAt: isQuitting ? quitRequestedAt : undefined,
	});
}
