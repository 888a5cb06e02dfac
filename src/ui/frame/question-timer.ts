import {isListening, openQuestionKey, withPaintedQuestion} from '../../store/reducers/key-guard.ts';
import type {KeyContext} from '../contexts.ts';

/** How soon a question is painted again after the terminal has not accepted it. */
const retryMs = 100;

type QuestionTimer = {
	/** Call after each frame. `isTaken`: the terminal has accepted it. `hasQuestion`: Ink is loaded, so an open question is in it. */
	readonly framePainted: (frame: {readonly isTaken: boolean; readonly hasQuestion: boolean}) => void;
	readonly stop: () => void;
};

/** Tells the store when an open question is on the screen, since it takes answers only some time after that, and calls `repaint` once it does. */
export function createQuestionTimer(
	{store, clock}: Pick<KeyContext, 'store' | 'clock'>,
	repaint: () => void,
): QuestionTimer {
	let cancel: (() => void) | undefined;

	const reportPainted = () => {
		const state = store.get();
		const key = openQuestionKey(state);
		if (key === undefined || state.interface.paintedQuestion) return;
		store.change((current, now) => withPaintedQuestion(current, key, now));
	};
	const repaintLater = (isTaken: boolean) => {
		cancel?.();
		cancel = undefined;
		const state = store.get();
		const {paintedQuestion} = state.interface;
		const at = clock.now();
		if (isListening(state, at) || (isTaken && !paintedQuestion)) return;
		cancel = clock.after(paintedQuestion ? paintedQuestion.listensAt - at : retryMs, repaint);
	};

	return {
		framePainted({isTaken, hasQuestion}) {
			if (isTaken && hasQuestion) reportPainted();
			repaintLater(isTaken);
		},
		stop: () => cancel?.(),
	};
}
