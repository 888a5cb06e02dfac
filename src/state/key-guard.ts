import type {ProjectChanges} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import {formLayout, valuesFrom} from '../model/form.ts';
import {editNotes} from './forms.ts';
import type {EditField} from './screen.ts';
import {currentForm, type ShownQuestion, type State, withInterface, withNotice} from './state.ts';

/** A question accepts an answer after this long without a key. After an answer, further letters are ignored for as long. */
export const answerDelayMs = 500;

/** If a guard ends later than planned by more than this, keys typed before its end may still arrive. */
const maxGuardDelayMs = 250;

const reasonMs = 1000;

/** How long a key that answered or sent something is ignored: longer than the repeat delay of a held key and the time to release it. */
const heldKeyMs = 1000;

/** `at`: the earliest time at which the key may have been pressed. `isFollowing`: it arrived before the previous key was handled, so the user cannot have seen that key's effect. */
export type KeyArrival = {readonly at: LocalTime; readonly isFollowing: boolean};

type KeyPress = {readonly name: string; readonly text?: string | undefined};

/** Identifies the open question or form, if enter or a letter in it writes to the service or the settings. Undefined where users keep typing, as in searches, custom commands and addresses. */
function openQuestionKey(state: State): string | undefined {
	const {
		interface: {dialog},
		writes: {unconfirmed},
	} = state;
	switch (dialog?.name) {
		case 'deploy':
			return `deploy ${dialog.projectId} ${dialog.way ?? 0} ${dialog.isAskedAgain ?? false}`;
		case 'bulk':
			return `bulk ${dialog.way ?? 0} ${dialog.isRunning}`;
		case 'unconfirmed change':
			return `unconfirmed change ${dialog.id} ${unconfirmed.get(dialog.id)?.finding?.kind ?? ''}`;
		case 'delete':
		case 'switch':
		case 'remove profile':
		case 'meaning':
		case 'custom command':
		case 'line':
			return dialog.name;
		case undefined: {
			const form = currentForm(state);
			if (form?.name === 'connect') return undefined;
			return form?.name === 'edit' ? `edit ${form.projectId}` : form?.name;
		}

		// Texts typed in these dialogs are neither sent nor saved. They are listed so that a new dialog must decide.
		case 'palette':
		case 'help':
		case 'filter':
		case 'sort':
		case 'saved filters':
		case 'theme':
		case 'rules':
		case 'copy':
		case 'activity entry':
		case 'comparison':
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

export const unreadField = (state: State): EditField | undefined =>
	(Object.keys(unreadValues(state, false)) as readonly EditField[])[0];

export function unshownQuestion(state: State): string | undefined {
	return currentQuestion(state) && Object.keys(unreadValues(state, true)).length === 0
		? undefined
		: openQuestionKey(state);
}

function isFieldNew(state: State): boolean {
	const {dialog} = state.interface;
	if (!dialog) return currentForm(state)?.name === 'create';
	return dialog.name === 'delete' || dialog.name === 'bulk' || (dialog.name === 'line' && dialog.initial === '');
}

/** Whether the question or form accepts text that may have waited since `at`. */
export function isTakingText(state: State, at = state.interface.keysReadAt): boolean {
	const question = currentQuestion(state);
	if (!isGuarded(state) || isFieldNew(state)) return true;
	return question !== undefined && (question.isRead || at >= question.listensAt);
}

export const isListening = (state: State, at = state.interface.keysReadAt): boolean =>
	unshownQuestion(state) === undefined && at >= (currentQuestion(state)?.listensAt ?? at);

export const withoutOldQuestion = (state: State): State =>
	state.interface.shownQuestion && !currentQuestion(state) ? withInterface(state, {shownQuestion: undefined}) : state;

export const withShownQuestion = (state: State, key: string, at: LocalTime): State =>
	withInterface(state, {
		shownQuestion: {
			key,
			read: {...currentQuestion(state)?.read, ...unreadValues(state, true)},
			listensAt: at + answerDelayMs,
			isRead: currentQuestion(state) !== undefined && isTakingText(state),
		},
	});

function withGuardAnew(state: State, now: LocalTime): State {
	const question = currentQuestion(state);
	return question ? withInterface(state, {shownQuestion: {...question, listensAt: now + answerDelayMs}}) : state;
}

export const withTextTaken = (state: State, at: LocalTime, now: LocalTime): State =>
	isListening(state, at) ? state : withGuardAnew(state, now);

/** When the next guard against stray keys ends. Infinite if there is none. */
export function nextGuardEnd({interface: {shownQuestion, pause, keysReadAt}}: State): LocalTime {
	const none = Number.POSITIVE_INFINITY;
	const pausedAt = pause?.at ?? none;
	const ends = [shownQuestion?.listensAt ?? none, pausedAt + answerDelayMs, pausedAt + heldKeyMs];
	return Math.min(...ends.filter(end => end > keysReadAt));
}

/** Ends guards once all keys pressed before `now` are handled. A late end means that the process stood still, so keys typed meanwhile may still arrive. */
export function withKeysRead(state: State, now: LocalTime): State {
	const endsAt = nextGuardEnd(state);
	if (now < endsAt) return state;
	const read = withInterface(state, {keysReadAt: now});
	return now > endsAt + maxGuardDelayMs ? withGuardAnew(read, now) : read;
}

/** Explains why a key had no effect, and restarts the guard, because stray keys rarely come alone. */
export function ignoreKey(state: State, {isFollowing}: KeyArrival, text: SafeText, now: LocalTime): State {
	const next = withGuardAnew(state, now);
	// Only the first key of a chunk sets the reason, so that the chunk causes one frame.
	return isFollowing && state.interface.reason ? next : withInterface(next, {reason: {text, until: now + reasonMs}});
}

/** Ignores stray keys after an action: a held or doubled key, and after an answer the rest of a typed "yes". */
export const withKeyPause = (state: State, key: string, at: LocalTime, isAnswer: boolean): State =>
	withInterface(state, {pause: {key, at, isAnswer}});

export function isKeyPaused({interface: {pause}}: State, {name, text}: KeyPress, at: LocalTime): boolean {
	if (!pause) return false;
	if (name === pause.key) return at < pause.at + heldKeyMs;
	return pause.isAnswer && (text !== undefined || name === 'enter') && at < pause.at + answerDelayMs;
}

export function withPauseAfterKey(state: State, isIgnored: boolean, now: LocalTime): State {
	const {pause} = state.interface;
	if (!pause) return state;
	return withInterface(state, {pause: isIgnored ? {...pause, at: now} : undefined});
}

export function withQuitRequest(state: State, key: string, isWriting: boolean, now: LocalTime): State {
	const text = safe(`${isWriting ? 'A change is unconfirmed. ' : ''}Press ${key} again to quit`);
	return withNotice(withInterface(state, {quitRequestedAt: now}), text, isWriting ? 'bad' : 'quiet', now);
}

/** Removes the notice, or the unknown status word if no notice covered it. Any key except quit also cancels the request to quit. */
export function withNoticeSeen(state: State, isQuitting: boolean): State {
	const {notice, reason, newWord, quitRequestedAt} = state.interface;
	return withInterface(state, {
		notice: undefined,
		reason: undefined,
		newWord: notice || reason ? newWord : undefined,
		quitRequestedAt: isQuitting ? quitRequestedAt : undefined,
	});
}
