import type {LocalTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import {openForm, type PaintedQuestion, type State, withInterface, withNotice} from './state.ts';

/** How long a question must be on the screen before it accepts a key. */
export const answerDelayMs = 500;

/** How long a key is ignored after it has sent something. Exceeds the repeat delay of a held key, and the time it takes to release one. */
export const mutedMs = 1000;

/** When a key arrived, by the local clock. `isFollowing`: before the key before it was handled, so the user cannot have seen its effect. */
export type KeyArrival = {readonly at: LocalTime; readonly isFollowing: boolean};

/** Returns a key for the open question or form, which the next key press could send to the service. A different key means a different question. */
export function openQuestionKey(state: State): string | undefined {
	const {
		interface: {dialog},
		writes: {unconfirmed},
	} = state;
	switch (dialog?.name) {
		case 'deploy':
			return `deploy ${dialog.projectId} ${dialog.isAskedAgain ?? false}`;
		case 'delete':
			return `delete ${dialog.projectId}`;
		case 'conflict':
			return `conflict ${dialog.projectId}`;
		case 'bulk':
			return `bulk ${dialog.kind} ${dialog.isRunning}`;
		case 'unconfirmed change':
			return `unconfirmed change ${dialog.id} ${unconfirmed.get(dialog.id)?.finding?.kind ?? ''}`;
		case 'switch':
			return 'switch';
		case 'remove profile':
			return `remove profile ${dialog.profile}`;
		case undefined: {
			const form = openForm(state);
			if (form?.name === 'create') return 'create';
			return form?.name === 'edit' ? `edit ${form.projectId}` : undefined;
		}

		// None of these sends anything. Listed, so that a new dialog has to say whether it does.
		case 'palette':
		case 'help':
		case 'filter':
		case 'sort':
		case 'saved filters':
		case 'theme':
		case 'rules':
		case 'meaning':
		case 'copy':
		case 'activity entry':
		case 'request log':
		case 'request':
		case 'raw record':
		case 'line':
		case 'profiles':
			return undefined;
	}
}

export const isQuestionOpen = (state: State): boolean =>
	state.interface.dialog !== undefined && openQuestionKey(state) !== undefined;

const currentQuestion = (state: State): PaintedQuestion | undefined =>
	state.interface.paintedQuestion?.key === openQuestionKey(state) ? state.interface.paintedQuestion : undefined;

/** Whether the open question accepts a key that arrived at `at`, by the local clock. */
export function isListening(state: State, at: LocalTime): boolean {
	const question = currentQuestion(state);
	return !isQuestionOpen(state) || (question !== undefined && at >= question.listensAt);
}

/** Whether the open question or form had been drawn when a key arrived. */
export function wasShown(state: State, {at, isFollowing}: KeyArrival): boolean {
	const question = currentQuestion(state);
	return question !== undefined && (isFollowing ? at > question.paintedAt : at >= question.paintedAt);
}

export const isMuted = ({interface: {mutedKey}}: State, key: string, at: LocalTime): boolean =>
	mutedKey?.key === key && at < mutedKey.until;

/** Removes the timing data of a question or form that is no longer open. */
export function withoutOldQuestion(state: State): State {
	const {paintedQuestion, mutedKey} = state.interface;
	if (!paintedQuestion && mutedKey?.questionKey === undefined) return state;
	const key = openQuestionKey(state);
	const isUnmuted = mutedKey?.questionKey !== undefined && mutedKey.questionKey !== key;
	return withInterface(state, {
		paintedQuestion: paintedQuestion?.key === key ? paintedQuestion : undefined,
		mutedKey: isUnmuted ? undefined : mutedKey,
	});
}

export const withPaintedQuestion = (state: State, key: string, at: LocalTime): State =>
	withInterface(state, {paintedQuestion: {key, paintedAt: at, listensAt: at + answerDelayMs}});

/** Says why a key had no effect. A stray key was not meant for the open question, and delays the answers to it, because the next key may not be meant for it either. */
export function ignoreKey(
	state: State,
	{at, isFollowing}: KeyArrival,
	{text, isStray, until}: {readonly text: SafeText; readonly isStray: boolean; readonly until: LocalTime},
): State {
	const question = currentQuestion(state);
	const isDelayed =
		isStray && question !== undefined && isQuestionOpen(state) && at + answerDelayMs > question.listensAt;
	const next = isDelayed
		? withInterface(state, {paintedQuestion: {...question, listensAt: at + answerDelayMs}})
		: state;
	// Only the first key of a chunk sets the reason, so that the chunk causes a single frame.
	return isFollowing && state.interface.reason ? next : withInterface(next, {reason: {text, until}});
}

export const withoutOldReason = (state: State, now: LocalTime): State =>
	state.interface.reason && state.interface.reason.until <= now ? withInterface(state, {reason: undefined}) : state;

/** Mutes a key that has sent something, for longer if it is pressed again: held, or pressed twice by mistake, it must not send it again. */
export const muteKey = (state: State, key: string, at: LocalTime): State =>
	withInterface(state, {mutedKey: {key, until: at + mutedMs, questionKey: openQuestionKey(state)}});

/** Ends the muting because another key was pressed, so the one that has sent something is no longer held. */
export const unmuteKey = (state: State): State => withInterface(state, {mutedKey: undefined});

/** How long the next letter of a word may take. */
const letterMs = 1000;

const answerWords: Readonly<Record<string, readonly string[]>> = {y: ['e', 's', 'enter'], n: ['o', 'enter']};

/** Expects the rest of a word after its first letter has answered a question. */
export const withAnswer = (state: State, key: string, at: LocalTime): State => {
	const keys = answerWords[key];
	return keys ? withInterface(state, {restOfAnswer: {keys, until: at + letterMs}}) : state;
};

/** Whether a key goes on with the word that has answered a question, so that it must not reach what is open now. */
export const isRestOfAnswer = ({interface: {restOfAnswer}}: State, key: string, at: LocalTime): boolean =>
	restOfAnswer !== undefined && restOfAnswer.keys[0] === key && at < restOfAnswer.until;

/** Takes a key as part of that word, and expects what follows it. Any other key ends the word. */
export function withAnswerRest(state: State, key: string, at: LocalTime): State {
	const {restOfAnswer} = state.interface;
	if (!restOfAnswer) return state;
	const isRest = isRestOfAnswer(state, key, at);
	return withInterface(state, {
		restOfAnswer: isRest ? {keys: restOfAnswer.keys.slice(1), until: at + letterMs} : undefined,
	});
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
