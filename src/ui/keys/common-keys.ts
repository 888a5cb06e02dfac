import {plain} from '../../base/text.ts';
import {draftIn, type Form, focusMoved, nextMissing} from '../../model/form.ts';
import type {Edit} from '../../model/line-editor.ts';
import {projectIdOf} from '../../model/write-intent.ts';
import {zoneText} from '../../present/format.ts';
import {openDialog, openPalette, withoutDialog} from '../../state/dialogs.ts';
import {withForm, withoutDraftChanges} from '../../state/forms.ts';
import {answerDelayMs, withQuitRequest} from '../../state/key-guard.ts';
import {openConnect, openProfiles} from '../../state/login.ts';
import {
	goBack,
	goToBoard,
	goToPreviousPlace,
	goToProjects,
	goToVersions,
	previousPlace,
} from '../../state/navigation.ts';
import {shortcutOf, togglePause, toggleTimeStyle} from '../../state/preferences.ts';
import {refresh} from '../../state/requests.ts';
import {openForm, type State} from '../../state/state.ts';
import {editText} from '../../state/text-editing.ts';
import type {Actions} from '../../sync/session.ts';
import {notify} from '../../sync/store.ts';
import type {Key} from '../../terminal/key-names.ts';
import type {Binding, KeyContext, KeyTarget} from '../contexts.ts';
import {actingOn, changing, commandId, opening} from './binding.ts';

/** How soon the second press must follow to quit. */
const quitWindowMs = 2000;

/** Quits on the second press within `quitWindowMs`. The first press shows a hint. */
function requestQuit(
	{store, clock, leave}: KeyContext,
	{interface: {quitRequestedAt}}: State,
	key: string,
	isUrgent = false,
) {
	const at = clock.now();
	const isWriting = isSending(store.get()) || store.get().writes.unconfirmed.size > 0;
	const sinceMs = quitRequestedAt === undefined ? quitWindowMs : at - quitRequestedAt;
	// Two quick presses are enough because quitting loses nothing. With unconfirmed changes the hint is a warning, which takes time to read.
	if (sinceMs < quitWindowMs && (isUrgent || !isWriting || sinceMs >= answerDelayMs)) return leave();
	store.change((state, now) => withQuitRequest(state, key, isWriting, now));
}

/** Whether the open dialog or form is waiting for the response to its request. */
export function isSending(state: State): boolean {
	const {dialog} = state.interface;
	return (dialog && 'isSending' in dialog && dialog.isSending) || openForm(state)?.form.isSending === true;
}

/** Returns why the open dialog or form cannot be left or submitted again while it is being sent. */
export const blockedWhileSending = (state: State): string | undefined =>
	isSending(state) ? 'Sending: wait for the response' : undefined;

const atRoot = ({interface: {screens}}: State): boolean => screens.length < 2;

export const back: Binding = {
	keys: ['esc', 'h', 'left'],
	label: 'back',
	blocked: state => (atRoot(state) ? 'Nothing to go back to' : undefined),
	run: changing(goBack),
};

/** Leaves a form but keeps what was typed. */
const leaveForm: Binding = {
	keys: ['esc'],
	label: 'back',
	isHinted: true,
	blocked: blockedWhileSending,
	run({store}, state) {
		const screen = openForm(state);
		store.change(goBack);
		if (!screen || screen.name === 'connect' || !draftIn(screen.form)) return;
		const key = screen.name === 'edit' ? shortcutOf(state, 'edit', plain`e`) : shortcutOf(state, 'add', plain`a`);
		notify(store, plain`Your changes are kept unsent: ${key} opens them again`, 'quiet');
	},
};

/** Empties a form of what was typed into it and not sent. */
export const dropChanges: Binding = {
	keys: ['ctrl+x'],
	label: 'drop unsent changes',
	blocked(state) {
		const form: Form | undefined = openForm(state)?.form;
		return blockedWhileSending(state) ?? (form && draftIn(form) ? undefined : 'No changes to drop');
	},
	run: changing(withoutDraftChanges),
};

export const closeDialog: Binding = {
	keys: ['esc'],
	label: 'close',
	isHinted: true,
	blocked: blockedWhileSending,
	run: changing(withoutDialog),
};

/** While the key is refused, the user needs the form to enter another one. */
const openLogin = (state: State): State => (state.connection?.refusal ? openConnect(state) : openProfiles(state));

/** Returns the unconfirmed change of the target's project, else the oldest one. */
function unconfirmedOf({writes}: State, target: KeyTarget | undefined) {
	const intents = [...writes.unconfirmed.values()].map(({intended}) => intended);
	return intents.find(({write}) => projectIdOf(write) === target?.projectId) ?? intents[0];
}

/** Shows dates, and says in which time zone they are, or ages. */
const toggleDates: Binding['run'] = ({store, clock}) => {
	store.change(toggleTimeStyle);
	const text = store.get().preferences.isTimeAbsolute ? plain`Dates in ${zoneText(clock.now())}` : plain`Ages`;
	notify(store, text, 'quiet');
};

const withoutConnection = ({connection}: State): string | undefined => (connection ? undefined : 'Not connected');

export const anywhere: readonly Binding[] = [
	{keys: ['1'], label: 'projects', blocked: withoutConnection, run: changing(goToProjects)},
	{keys: ['2'], label: 'board', blocked: withoutConnection, run: changing(goToBoard)},
	{keys: ['3'], label: 'activity', blocked: withoutConnection, run: ({actions}) => actions.openActivity()},
	{keys: ['4'], label: 'versions', blocked: withoutConnection, run: changing(goToVersions)},
	{
		keys: ['-'],
		label: 'previous place',
		blocked: state => (previousPlace(state) ? undefined : 'No previous place'),
		run: changing(goToPreviousPlace),
	},
	{keys: ['r'], label: 'refresh', blocked: withoutConnection, run: changing(refresh)},
	{
		keys: ['R'],
		label: 'refresh all',
		blocked: withoutConnection,
		run: changing((state, now) => refresh(state, now, true)),
	},
	{id: 'pause', keys: ['P'], label: 'pause / resume polling', blocked: withoutConnection, run: changing(togglePause)},
	{
		keys: ['u'],
		label: 'unconfirmed changes',
		...actingOn(unconfirmedOf, 'No unconfirmed changes', ({id}, {store}) =>
			store.change(state => openDialog(state, {name: 'unconfirmed change', id, top: 0})),
		),
	},
	{keys: ['W'], label: 'notifications', run: opening({name: 'rules', index: 0})},
	{keys: ['!'], label: 'request log', run: opening({name: 'request log', top: 0})},
	{id: 'toggle-dates', keys: ['z'], label: 'ages / dates', run: toggleDates},
	{keys: [','], label: 'profiles', run: changing(openLogin)},
	{keys: ['?'], label: 'help', isHinted: true, run: opening({name: 'help', top: 0})},
	{
		keys: [':', 'ctrl+p'],
		label: 'commands',
		isHinted: true,
		run({store}, _state, _key, target) {
			const record = target && {projectId: target.projectId, deploymentId: target.deploymentId};
			store.change(state => openPalette(state, record));
		},
	},
	{
		id: 'quit',
		isQuit: true,
		keys: ['q'],
		label: 'back / press twice to quit',
		run: (keyContext, state, key) =>
			atRoot(state) ? requestQuit(keyContext, state, key) : keyContext.store.change(goBack),
	},
];

export const always: readonly Binding[] = [
	{id: 'redraw', keys: ['ctrl+l'], label: 'redraw the screen', run: ({repaint}) => repaint()},
	{id: 'suspend', keys: ['ctrl+z'], label: 'suspend, resume with fg', run: ({suspend}) => suspend()},
	{
		id: 'quit-anywhere',
		isQuit: true,
		keys: ['ctrl+c'],
		label: 'press twice to quit',
		run: (keyContext, state, key) => requestQuit(keyContext, state, key, true),
	},
];

const edit = ({store}: KeyContext, change: Edit) => store.change((state, now) => editText(state, change, now));

export const typeText = (keyContext: KeyContext, _state: State, text: string) =>
	edit(keyContext, {kind: 'insert', text});

/** The keys that move the caret and delete text in the edited line. Their ids begin with `text.` in every field. */
export const lineEditing: readonly Binding[] = (
	[
		['previous character', ['left'], 'left'],
		['next character', ['right'], 'right'],
		['previous word', ['ctrl+left', 'alt+left', 'alt+b'], 'word left'],
		['next word', ['ctrl+right', 'alt+right', 'alt+f'], 'word right'],
		['start of line', ['home', 'ctrl+a'], 'home'],
		['end of line', ['end', 'ctrl+e'], 'end'],
		['delete previous character', ['backspace'], 'delete before'],
		['delete next character', ['delete', 'ctrl+d'], 'delete after'],
		['delete previous word', ['ctrl+w'], 'delete word'],
		['delete to start of line', ['ctrl+u'], 'delete to start'],
		['delete to end of line', ['ctrl+k'], 'delete to end'],
	] as const
).map(([label, keys, kind]) => ({
	id: commandId({label}, 'text.'),
	keys,
	label,
	run: keyContext => edit(keyContext, {kind}),
}));

/** Returns bindings for the keys that a menu handles itself, for hints and help. `enterLabel` describes what enter does. */
export const menuKeys = (enterLabel: string): readonly Binding[] => [
	{id: 'menu.choose', keys: ['enter'], label: enterLabel, isHinted: true, isFixed: true, run() {}},
	{id: 'menu.down', keys: ['down', 'j'], label: 'down', isFixed: true, run() {}},
	{id: 'menu.up', keys: ['up', 'k'], label: 'up', isFixed: true, run() {}},
];

const handledByMenu: ReadonlySet<string> = new Set(menuKeys('').flatMap(({keys}) => keys));

export const isMenuKey = ({name}: Key): boolean => handledByMenu.has(name);

const moveFocusBy = ({store}: KeyContext, by: number): void =>
	store.change(state => withForm(state, form => focusMoved(form, by)));

export const fieldMovement: readonly Binding[] = [
	{keys: ['tab', 'down'], label: 'next field', isHinted: true, run: keyContext => moveFocusBy(keyContext, 1)},
	{keys: ['shift+tab', 'up'], label: 'previous field', run: keyContext => moveFocusBy(keyContext, -1)},
];

const formKeys = (enter: Pick<Binding, 'label' | 'isWrite' | 'run'>): readonly Binding[] => [
	{keys: ['enter'], isHinted: true, blocked: blockedWhileSending, ...enter},
	leaveForm,
	...lineEditing,
];

/** Returns the keys of a form that enter submits from any field. */
export const sentByEnter = (label: string, send: (actions: Actions) => Promise<void>) =>
	formKeys({label, isWrite: true, run: ({actions}) => void send(actions)});

/** Returns the keys of a form in which enter moves to the next of the required fields that is empty, and submits if there is no other. */
export const sentWhenFilled = (label: string, required: readonly string[], send: (actions: Actions) => Promise<void>) =>
	formKeys({
		label: `next field / ${label}`,
		run({store, actions}, state) {
			const form: Form | undefined = openForm(state)?.form;
			const next = form && nextMissing(form, required);
			if (next === undefined || next === form?.focus) void send(actions);
			else store.change(current => withForm(current, open => ({...open, focus: next})));
		},
	});
