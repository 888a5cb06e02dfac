import {currentScreen, type State} from '../../store/state/state.ts';

/** Whether keys act on the marked projects instead of the selected one. */
export const hasMarks = (state: State): boolean =>
	state.projects.marks.size > 0 && currentScreen(state).name === 'projects';
