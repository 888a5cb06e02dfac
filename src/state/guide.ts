import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {projectRowsOf} from '../model/project-filter.ts';
import {keyOf} from './key-names.ts';
import {currentScreen, type State, withInterface, withNotice} from './state.ts';

/** A command whose key the demo suggests until it was used once. */
type GuideStep = {
	readonly id: string;
	readonly key: SafeText;
	/** What the key does, after `to`. */
	readonly purpose: SafeText;
	readonly screens: readonly string[];
	/** Whether it changes something, which a read-only connection refuses. */
	readonly isWrite?: boolean;
};

const places: readonly string[] = ['projects', 'board', 'activity', 'versions', 'deployments', 'deployment'];

const steps: readonly GuideStep[] = [
	{id: 'open-project', key: plain`enter`, purpose: plain`see its deployments`, screens: ['projects']},
	{id: 'deploy', key: plain`t`, purpose: plain`deploy it and watch it land`, screens: ['deployments'], isWrite: true},
	{id: 'board', key: plain`2`, purpose: plain`see everything in progress`, screens: places},
	{id: 'projects', key: plain`1`, purpose: plain`go back to the projects`, screens: ['board', 'activity', 'versions']},
	{id: 'filter', key: plain`/`, purpose: plain`find a project`, screens: ['projects']},
	{id: 'watch', key: plain`w`, purpose: plain`watch it from anywhere`, screens: ['projects', 'deployments']},
	{id: 'commands', key: plain`:`, purpose: plain`find any command`, screens: places},
	{id: 'help', key: plain`?`, purpose: plain`see all keys of this screen`, screens: places},
];

export const wholeGuide: readonly string[] = steps.map(({id}) => id);

const isHere = (state: State, {screens}: GuideStep): boolean => screens.includes(currentScreen(state).name);

/** Whether esc has nothing else to do than to end the guide. */
const canEnd = ({interface: {screens, dialog}, projects: {filtered, marks, loading}}: State): boolean =>
	screens.length === 1 && !dialog && !filtered && !loading && marks.size === 0;

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
	const {guide} = state.interface;
	const step = steps.find(
		known => guide.includes(known.id) && isHere(state, known) && hasKey(state, known) && !(isReadOnly && known.isWrite),
	);
	return step && {key: keyOf(state, step.id, step.key), purpose: step.purpose, canEnd: canEnd(state)};
}

/** Returns what is left of the guide after a command was run with a key. */
function guideAfter(state: State, id: string, key: string): readonly string[] {
	const {guide, dialog} = state.interface;
	if (guide.length === 0 || !state.connection?.isDemo || dialog) return guide;
	if (key === 'esc') return canEnd(state) ? [] : guide;
	const isUsed = guide.includes(id) && steps.some(step => step.id === id && isHere(state, step));
	return isUsed ? guide.filter(other => other !== id) : guide;
}

type QuitRequest = {
	readonly key: string;
	/** Whether a write is in flight, or its outcome is unknown. */
	readonly isWriting: boolean;
};

/** Asks the user to press a key again to quit. */
export function withQuitRequest(state: State, {key, isWriting}: QuitRequest, now: LocalTime): State {
	const text = isWriting
		? safe(`A change is unconfirmed. Press ${key} again to quit`)
		: safe(`Press ${key} again to quit`);
	return withNotice(withInterface(state, {quitRequestedAt: now}), text, isWriting ? 'bad' : 'quiet', now);
}

/** Whether any key may change what is on the screen, whatever it does otherwise: a notice, a tip, the guide or the hint on quitting goes away. */
export const isAwaitingKey = ({
	interface: {notice, newWord, reason, quitRequestedAt, guide},
	connection,
}: State): boolean =>
	notice !== undefined ||
	newWord !== undefined ||
	reason !== undefined ||
	quitRequestedAt !== undefined ||
	(guide.length > 0 && connection?.isDemo === true);

/** The command of a key that was pressed, by its id. `isQuitting`: it quits if it is used twice. */
type UsedCommand = {readonly id: string; readonly key: string; readonly isQuitting: boolean};

/** Removes the notice, which the user has seen when pressing the key of a command, or the new status word if nothing covered it, and the command from the guide. Keeps the quit request only if the user asks again. */
export function withNoticeSeen(state: State, {id, key, isQuitting}: UsedCommand): State {
	const quitRequestedAt = isQuitting ? state.interface.quitRequestedAt : undefined;
	const guide = guideAfter(state, id, key);
	const {notice, reason} = state.interface;
	const newWord = notice || reason ? state.interface.newWord : undefined;
	const isUnchanged =
		!notice &&
		!reason &&
		state.interface.newWord === newWord &&
		state.interface.quitRequestedAt === quitRequestedAt &&
		state.interface.guide === guide;
	return isUnchanged
		? state
		: withInterface(state, {notice: undefined, reason: undefined, newWord, quitRequestedAt, guide});
}
