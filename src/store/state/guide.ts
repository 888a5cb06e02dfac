import type {GuideStep} from '../model/guide.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {keyOf} from './key-names.ts';
import {currentScreen, type State} from './state.ts';

const isHere = (state: State, {screens}: GuideStep): boolean => screens.includes(currentScreen(state).name);

/** Whether esc has nothing else to do than to end the guide. */
const canEnd = ({interface: {screens, dialog}, projects: {view, marks, loadAll}}: State): boolean =>
	screens.length === 1 && !dialog && !view && !loadAll && marks.size === 0;

const hasKey = ({interface: {customKeys}}: State, {id}: GuideStep): boolean =>
	!customKeys.has(id) || customKeys.get(id) !== undefined;

/** Whether the list of projects is on the screen, and has no rows. */
const hasNoProjects = (state: State): boolean =>
	currentScreen(state).name === 'projects' && projectRowsOf(state.projects).count === 0;

type Suggestion = Pick<GuideStep, 'key' | 'purpose'> & {readonly canEnd: boolean};

/** Returns the key to suggest now, what for, and whether esc ends the guide here. Undefined outside of the demo. */
export function suggestion(state: State): Suggestion | undefined {
	if (!state.connection?.isDemo || state.interface.dialog || hasNoProjects(state)) return undefined;
	const {isReadOnly} = state.connection;
	const step = state.interface.guide.find(
		known => isHere(state, known) && hasKey(state, known) && !(isReadOnly && known.isWrite),
	);
	return step && {key: keyOf(state, step.id, step.key), purpose: step.purpose, canEnd: canEnd(state)};
}

/** Returns the steps that are left after a command was run with a key. */
export function guideAfter(state: State, id: string, key: string): readonly GuideStep[] {
	const {guide, dialog} = state.interface;
	if (guide.length === 0 || !state.connection?.isDemo || dialog) return guide;
	if (key === 'esc') return canEnd(state) ? [] : guide;
	const used = guide.find(step => step.id === id && isHere(state, step));
	return used ? guide.filter(step => step !== used) : guide;
}
