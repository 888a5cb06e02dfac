import {plain, type SafeText} from '../base/text.ts';
import {shownRows} from '../model/project-filter.ts';
import {shortcutOf} from './preferences.ts';
import {isPlace} from './screen.ts';
import {currentScreen, isCovered, type State} from './state.ts';

/** A command whose key the demo suggests until it was used once. */
type GuideStep = {
	readonly id: string;
	readonly key: SafeText;
	/** What the key does, after `to`. */
	readonly purpose: SafeText;
	/** Where. On every place if there are none. */
	readonly screens?: readonly string[];
	/** Whether it changes something, which a read-only connection refuses. */
	readonly isWrite?: boolean;
};

const steps: readonly GuideStep[] = [
	{id: 'open-project', key: plain`enter`, purpose: plain`see its deployments`, screens: ['projects']},
	{id: 'deploy', key: plain`t`, purpose: plain`deploy it and watch it land`, screens: ['deployments'], isWrite: true},
	{id: 'board', key: plain`2`, purpose: plain`see everything in progress`},
	{id: 'projects', key: plain`1`, purpose: plain`go back to the projects`, screens: ['board', 'activity', 'versions']},
	{id: 'filter', key: plain`/`, purpose: plain`find a project`, screens: ['projects']},
	{id: 'watch', key: plain`w`, purpose: plain`watch it from anywhere`, screens: ['projects', 'deployments']},
	{id: 'commands', key: plain`:`, purpose: plain`find any command`},
	{id: 'help', key: plain`?`, purpose: plain`see all keys of this screen`},
];

export const wholeGuide: readonly string[] = steps.map(({id}) => id);

function isHere(state: State, {screens}: GuideStep): boolean {
	const screen = currentScreen(state);
	return screens ? screens.includes(screen.name) : isPlace(screen);
}

/** Whether esc has nothing else to do than to end the guide. */
const canEnd = ({interface: {screens, dialog}, projects: {filtered, marks, loading}}: State): boolean =>
	screens.length === 1 && !dialog && !filtered && !loading && marks.size === 0;

const hasKey = ({interface: {customKeys}}: State, {id}: GuideStep): boolean =>
	!customKeys.has(id) || customKeys.get(id) !== undefined;

/** Whether the list of projects is on the screen, and has no rows. */
const hasNoProjects = (state: State): boolean =>
	currentScreen(state).name === 'projects' && shownRows(state.projects).length === 0;

/** Returns the key to suggest now, what for, and whether esc ends the guide here. Undefined outside of the demo. */
export function suggestion(state: State) {
	if (!state.connection?.isDemo || isCovered(state) || hasNoProjects(state)) return undefined;
	const {isReadOnly} = state.connection;
	const {guide} = state.interface;
	const step = steps.find(
		known => guide.includes(known.id) && isHere(state, known) && hasKey(state, known) && !(isReadOnly && known.isWrite),
	);
	return step && {key: shortcutOf(state, step.id, step.key), purpose: step.purpose, canEnd: canEnd(state)};
}

/** Returns what is left of the guide after a command was run with a key. */
export function guideAfter(state: State, id: string, key: string): readonly string[] {
	const {guide, dialog} = state.interface;
	if (guide.length === 0 || !state.connection?.isDemo || dialog) return guide;
	if (key === 'esc') return canEnd(state) ? [] : guide;
	const isUsed = guide.includes(id) && steps.some(step => step.id === id && isHere(state, step));
	return isUsed ? guide.filter(other => other !== id) : guide;
}
