import type {GuideStep} from '../model/guide.ts';
import {currentScreen, type State} from './state.ts';

const isHere = (state: State, {screens}: GuideStep): boolean => screens.includes(currentScreen(state).name);

/** Whether esc has nothing else to do than to end the guide. */
const canEnd = ({interface: {screens, dialog}, projects: {view, marks, loadAll}}: State): boolean =>
	screens.length === 1 && !dialog && !view && !loadAll && marks.size === 0;

/** Returns the key to suggest now, and whether esc ends the guide here. Undefined outside of the demo. */
export function suggestion(state: State): {readonly step: GuideStep; readonly canEnd: boolean} | undefined {
	// The guide names the default keys.
	if (!state.connection?.isDemo || state.interface.dialog || state.interface.customKeys.size > 0) return undefined;
	const step = state.interface.guide.find(known => isHere(state, known));
	return step && {step, canEnd: canEnd(state)};
}

/** Returns the steps that are left after a key was pressed. */
export function guideAfter(state: State, key: string): readonly GuideStep[] {
	const {guide, dialog} = state.interface;
	if (guide.length === 0 || !state.connection?.isDemo || dialog) return guide;
	if (key === 'esc') return canEnd(state) ? [] : guide;
	const used = guide.find(step => step.key === key && isHere(state, step));
	return used ? guide.filter(step => step !== used) : guide;
}
