import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {PaintedQuestion} from '../model/painted-question.ts';
import {currentScreen, type State, withInterface} from '../state/state.ts';

/** How long a question is on the screen before it takes an answer. */
export const answerDelayMs = 500;

/** Longer than a held key waits before it repeats, and longer than a hand takes to let go of it. */
export const mutedMs = 1000;

/** When a key arrived, and whether it came together with others that arrived before it. */
export type Arrival = {readonly at: LocalTime; readonly isFollowing: boolean};

export type KeyGuardEvent =
	/** What asks for an answer is on the screen. */
	| {readonly type: 'question-painted'; readonly key: string; readonly at: LocalTime}
	/** A key had no effect, and `text` says why. `isStray` says that it was no answer, so that the next one may not be meant as one either. */
	| ({
			readonly type: 'key-ignored';
			readonly text: SafeText;
			readonly isStray: boolean;
			/** Until when that is said. */
			readonly until: LocalTime;
	  } & Arrival)
	| {readonly type: 'remark-expired'; readonly at: LocalTime}
	/** A key sent something: pressed once too often, or held, it must not send it again. */
	| {readonly type: 'key-answered'; readonly key: string; readonly at: LocalTime}
	| {readonly type: 'muted-key-pressed'; readonly at: LocalTime}
	/** Another key was pressed, so the one that has sent something is not held any more. */
	| {readonly type: 'key-released'};

/** Names what could change something at the service with the next key: a question or a form. Another name means that something else is asked. */
export function openQuestionKey(state: State): string | undefined {
	const {
		interface: {dialog},
		writes: {lost: losses},
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
		case 'lost':
			return `lost ${dialog.id} ${losses.get(dialog.id)?.finding?.kind ?? ''}`;
		case undefined: {
			const screen = currentScreen(state);
			if (screen.name === 'create') return 'create';
			return screen.name === 'edit' ? `edit ${screen.projectId}` : undefined;
		}

		default:
			return undefined;
	}
}

/** Whether what asks for an answer is a question: a dialog that is there to be answered, with any of its keys. */
export const isQuestion = (state: State): boolean =>
	state.interface.dialog !== undefined && openQuestionKey(state) !== undefined;

/** What is asked now, if it is on the screen. */
const askedNow = (state: State): PaintedQuestion | undefined =>
	state.interface.confirmation?.key === openQuestionKey(state) ? state.interface.confirmation : undefined;

/** Whether a question takes an answer that arrived at `at`. */
export function isListening(state: State, at: LocalTime): boolean {
	const asked = askedNow(state);
	return !isQuestion(state) || (asked !== undefined && at >= asked.listensAt);
}

/** Whether what asks for an answer was on the screen when a key arrived. */
export function wasShown(state: State, {at, isFollowing}: Arrival): boolean {
	const asked = askedNow(state);
	return asked !== undefined && (isFollowing ? at > asked.paintedAt : at >= asked.paintedAt);
}

/** Whether a key was pressed so lately to send something that it means nothing now. */
export const isMuted = ({interface: {ignoredKey: deafTo}}: State, key: string, at: LocalTime): boolean =>
	deafTo?.key === key && at < deafTo.until;

/** The state without what is known of a question, or of a form, that is not asked any more. */
export function withoutOldQuestion(state: State): State {
	const {confirmation: asked, ignoredKey: deafTo} = state.interface;
	if (!asked && deafTo?.asking === undefined) return state;
	const key = openQuestionKey(state);
	const isOver = asked !== undefined && asked.key !== key;
	const isHeard = deafTo?.asking !== undefined && deafTo.asking !== key;
	if (!isOver && !isHeard) return state;
	return withInterface(state, {confirmation: isOver ? undefined : asked, ignoredKey: isHeard ? undefined : deafTo});
}

function ignored(
	state: State,
	{text, isStray, until, isFollowing, at}: Extract<KeyGuardEvent, {type: 'key-ignored'}>,
): State {
	const asked = askedNow(state);
	const isPutOff = isStray && asked !== undefined && isQuestion(state) && at + answerDelayMs > asked.listensAt;
	const next = isPutOff ? withInterface(state, {confirmation: {...asked, listensAt: at + answerDelayMs}}) : state;
	// Keys that come together are one remark, so that they are one frame.
	return isFollowing && state.interface.remark ? next : withInterface(next, {remark: {text, until}});
}

export function reduceKeyGuard(state: State, event: KeyGuardEvent): State {
	switch (event.type) {
		case 'question-painted':
			return withInterface(state, {
				confirmation: {key: event.key, paintedAt: event.at, listensAt: event.at + answerDelayMs},
			});
		case 'key-ignored':
			return ignored(state, event);
		case 'remark-expired':
			return state.interface.remark && state.interface.remark.until <= event.at
				? withInterface(state, {remark: undefined})
				: state;
		case 'key-answered':
			return withInterface(state, {
				ignoredKey: {key: event.key, until: event.at + mutedMs, asking: openQuestionKey(state)},
			});
		case 'muted-key-pressed':
			return state.interface.ignoredKey
				? withInterface(state, {ignoredKey: {...state.interface.ignoredKey, until: event.at + mutedMs}})
				: state;
		case 'key-released':
			return withInterface(state, {ignoredKey: undefined});
	}
}
