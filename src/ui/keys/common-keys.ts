import {projectIdOf} from '../../store/model/writes/write-intent.ts';
import {answerDelayMs} from '../../store/reducers/key-guard.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import type {Binding, KeyContext} from '../contexts.ts';

const leaveTwiceMs = 2000;

/** Leaves when asked twice in a row; says so the first time. */
function askToLeave(
	{store, clock, leave}: KeyContext,
	{interface: {quitRequestedAt: leaveAskedAt}}: State,
	key: 'q' | 'ctrl+c',
) {
	const at = clock.now();
	const isWriting = isSending(store.get()) || store.get().writes.lost.size > 0;
	const sinceMs = leaveAskedAt === undefined ? leaveTwiceMs : at - leaveAskedAt;
	// Leaving loses nothing, so two quick presses will do, unless there is more to read than that.
	if (sinceMs < leaveTwiceMs && (key === 'ctrl+c' || !isWriting || sinceMs >= answerDelayMs)) return leave();
	store.dispatch({type: 'quit-requested', at, key, isWriting});
}

/** Whether what is open now has sent something that was not answered yet. */
export const isSending = (state: State): boolean => {
	const screen = currentScreen(state);
	return (
		(state.interface.dialog !== undefined &&
			'isSending' in state.interface.dialog &&
			state.interface.dialog.isSending) ||
		('form' in screen && screen.form.isSending)
	);
};

/** Why the person cannot go away from what is open now. */
export const heldBySending = (state: State): string | undefined =>
	isSending(state) ? 'It is being sent: wait for the answer' : undefined;

const atRoot = ({interface: {screens}}: State): boolean => screens.length < 2;

export const back: Binding = {
	keys: ['esc', 'h', 'left'],
	label: 'back',
	blocked: state => (atRoot(state) ? 'There is nothing to go back to' : undefined),
	run: ({store}) => store.dispatch({type: 'went-back'}),
};

/** Leaves a form; what was typed is kept. */
export const leaveForm: Binding = {
	keys: ['esc'],
	label: 'back',
	isHinted: true,
	blocked: heldBySending,
	run: ({store}) => store.dispatch({type: 'went-back'}),
};

export const closeDialog: Binding = {
	keys: ['esc'],
	label: 'close',
	isHinted: true,
	blocked: heldBySending,
	run: ({store}) => store.dispatch({type: 'dialog-closed'}),
};

const withoutConnection = ({connection}: State): string | undefined =>
	connection ? undefined : 'Nothing is connected';

/** Keys that work wherever no text is typed. */
export const anywhere: readonly Binding[] = [
	{
		keys: ['1'],
		label: 'projects',
		blocked: withoutConnection,
		run: ({store}) => store.dispatch({type: 'projects-opened'}),
	},
	{
		keys: ['2'],
		label: 'watch',
		blocked: withoutConnection,
		run: ({store}) => store.dispatch({type: 'watch-opened'}),
	},
	{keys: ['3'], label: 'activity', blocked: withoutConnection, run: ({actions}) => actions.openActivity()},
	{
		keys: ['r'],
		label: 'read this again',
		blocked: withoutConnection,
		run: ({store, clock}) => store.dispatch({type: 'refresh-requested', isAll: false, at: clock.now()}),
	},
	{
		keys: ['R'],
		label: 'read all again',
		blocked: withoutConnection,
		run: ({store, clock}) => store.dispatch({type: 'refresh-requested', isAll: true, at: clock.now()}),
	},
	{
		keys: ['P'],
		label: 'pause / resume reading',
		blocked: withoutConnection,
		run: ({store}) => store.dispatch({type: 'pause-toggled'}),
	},
	{
		keys: ['u'],
		label: 'unconfirmed changes',
		blocked: ({writes: {lost: losses}}) => (losses.size > 0 ? undefined : 'No unconfirmed changes'),
		run({store}, state, _key, subject) {
			const about = subject?.projectId;
			const lost = [...state.writes.lost.values()].map(({intended}) => intended);
			const {id = ''} = lost.find(({write}) => projectIdOf(write) === about) ?? lost[0] ?? {};
			store.dispatch({type: 'dialog-opened', dialog: {name: 'lost', id, top: 0}});
		},
	},
	{
		keys: ['W'],
		label: 'notifications',
		run: ({store}) => store.dispatch({type: 'dialog-opened', dialog: {name: 'rules', index: 0}}),
	},
	{
		keys: ['!'],
		label: 'request log',
		run: ({store}) => store.dispatch({type: 'dialog-opened', dialog: {name: 'calls', top: 0}}),
	},
	{keys: ['z'], label: 'ages or dates', run: ({store}) => store.dispatch({type: 'time-style-toggled'})},
	{keys: [','], label: 'connect to a service', run: ({store}) => store.dispatch({type: 'connect-opened'})},
	{
		keys: ['?'],
		label: 'help',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'dialog-opened', dialog: {name: 'help', top: 0}}),
	},
	{
		keys: [':', 'ctrl+p'],
		label: 'commands',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'palette-opened'}),
	},
	{
		keys: ['q'],
		label: 'back; twice to leave',
		run: (desk, state) => (atRoot(state) ? askToLeave(desk, state, 'q') : desk.store.dispatch({type: 'went-back'})),
	},
];

/** Keys that work even while text is typed. */
export const always: readonly Binding[] = [
	{keys: ['ctrl+z'], label: 'to the shell, and back with fg', run: ({suspend}) => suspend()},
	{keys: ['ctrl+c'], label: 'twice: leave', run: (desk, state) => askToLeave(desk, state, 'ctrl+c')},
];
