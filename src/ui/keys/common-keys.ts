import {plain} from '../../base/text.ts';
import {type CommandId, defaultKeysOf} from '../../model/commands.ts';
import {draftIn, type Form, focusMoved, nextMissing} from '../../model/form.ts';
import type {Edit} from '../../model/line-editor.ts';
import {isGoneOrUnlisted, projectNameOf} from '../../model/project-list.ts';
import {projectIdOf} from '../../model/write-intent.ts';
import {zoneText} from '../../present/format.ts';
import {refreshAll, timeLeft} from '../../state/checks.ts';
import {isProgramShown, openDialog, openPalette, withoutDialog, withProgramStopped} from '../../state/dialogs.ts';
import {projectForm, withForm, withoutDraftChanges} from '../../state/forms.ts';
import {answerDelayMs, withQuitRequest} from '../../state/key-guard.ts';
import {withPaintedRow} from '../../state/lists.ts';
import {openConnect, openProfiles} from '../../state/login.ts';
import {
	goBack,
	goToBoard,
	goToPreviousPlace,
	goToProjects,
	goToVersions,
	goToWall,
	openUndo,
	previousPlace,
	undoableEdit,
} from '../../state/navigation.ts';
import {shortcutOf, togglePause, toggleTimeStyle} from '../../state/preferences.ts';
import {refresh} from '../../state/requests.ts';
import {currentForm, type SavedEdit, type State} from '../../state/state.ts';
import {editText} from '../../state/text-editing.ts';
import type {Actions} from '../../sync/session.ts';
import {notify} from '../../sync/store.ts';
import type {Key} from '../../terminal/key-names.ts';
import type {AppContext, Binding, KeyTarget} from '../contexts.ts';
import {actingOn, changing, opening} from './binding.ts';

const quitWindowMs = 2000;

function requestQuit(
	{store, clock, leave}: AppContext,
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

export function isSending(state: State): boolean {
	const {dialog} = state.interface;
	return (dialog && 'isSending' in dialog && dialog.isSending) || currentForm(state)?.form.isSending === true;
}

export const sendingReason = (state: State): string | undefined =>
	isSending(state) ? 'Wait for the answer' : undefined;

const atRoot = ({interface: {screens}}: State): boolean => screens.length < 2;

export const back: Binding = {
	id: 'back',
	unavailable: state => (atRoot(state) ? 'Nothing to go back to' : undefined),
	run: changing(goBack),
};

const leaveForm: Binding = {
	id: 'leave-form',
	isHinted: true,
	unavailable: sendingReason,
	run({store}, state) {
		const screen = projectForm(state);
		store.change(goBack);
		if (!screen || !draftIn(screen.form)) return;
		if (screen.name === 'edit' && isGoneOrUnlisted(state, screen.projectId)) {
			const name = projectNameOf(state, screen.projectId);
			return notify(store, plain`${name} is gone: your changes are kept in case it returns`, 'quiet');
		}

		const key = screen.name === 'edit' ? shortcutOf(state, 'edit') : shortcutOf(state, 'add');
		notify(store, plain`Your changes are kept unsent: ${key} opens them again`, 'quiet');
	},
};

export const dropChanges: Binding = {
	id: 'drop-unsent-changes',
	unavailable(state) {
		const form: Form | undefined = currentForm(state)?.form;
		return sendingReason(state) ?? (form && draftIn(form) ? undefined : 'No changes to drop');
	},
	run: changing(withoutDraftChanges),
};

export const closing = (id: CommandId): Binding => ({
	id,
	isHinted: true,
	unavailable: sendingReason,
	run: changing(withoutDialog),
});

/** While the API key is rejected, the user needs the form to enter another one. */
const openLogin = (state: State): State => (state.connection?.rejection ? openConnect(state) : openProfiles(state));

function unconfirmedOf({writes}: State, target: KeyTarget | undefined) {
	const intents = [...writes.unconfirmed.values()].map(({intended}) => intended);
	return intents.find(({write}) => projectIdOf(write) === target?.projectId) ?? intents[0];
}

/** Undefined if the project has unsent changes, because the form would send both. */
function editToUndo(state: State): SavedEdit | undefined {
	const found = undoableEdit(state);
	return found && state.writes.drafts.has(found.project.id) ? undefined : found;
}

function noUndoReason(state: State): string {
	const found = undoableEdit(state);
	if (!found) return 'No unconfirmed changes, and no edit to undo';
	return `${projectNameOf(state, found.project.id)} has unsent changes: ${shortcutOf(state, 'edit')} opens them`;
}

const toggleDates: Binding['run'] = ({store, clock}) => {
	store.change(toggleTimeStyle);
	const text = store.get().preferences.isTimeAbsolute ? plain`Dates in ${zoneText(clock.now())}` : plain`Ages`;
	notify(store, text, 'quiet');
};

export const noConnectionReason = ({connection}: State): string | undefined =>
	connection ? undefined : 'Not connected';

function checkHint(state: State): string | undefined {
	const time = state.projects.loading === 'checks' ? undefined : timeLeft(state);
	return time && `check all, ${time}`;
}

export const anywhere: readonly Binding[] = [
	{id: 'projects', unavailable: noConnectionReason, run: changing(goToProjects)},
	{id: 'board', unavailable: noConnectionReason, run: changing(goToBoard)},
	{id: 'activity', unavailable: noConnectionReason, run: ({actions}) => actions.openActivity()},
	{id: 'versions', unavailable: noConnectionReason, run: changing(goToVersions)},
	{
		id: 'previous-place',
		unavailable: state => (previousPlace(state) ? undefined : 'No previous place'),
		run: changing(goToPreviousPlace),
	},
	{id: 'refresh', unavailable: noConnectionReason, run: changing(refresh)},
	{
		id: 'refresh-all',
		isHinted: true,
		hint: (_dialog, state) => checkHint(state),
		unavailable: noConnectionReason,
		run: ({store, paintedState}) => store.change((state, at) => refreshAll(withPaintedRow(state, paintedState()), at)),
	},
	{id: 'pause', unavailable: noConnectionReason, run: changing(togglePause)},
	{
		id: 'unconfirmed-changes',
		...actingOn(
			(state, target) => unconfirmedOf(state, target) ?? editToUndo(state),
			noUndoReason,
			(found, {store}) => {
				if ('id' in found)
					return store.change(state => openDialog(state, {name: 'unconfirmed change', id: found.id, top: 0}));
				store.change(state => openUndo(state, found));
				notify(store, plain`enter restores the values before the last edit`, 'quiet');
			},
		),
	},
	{id: 'notifications', run: opening({name: 'rules', index: 0})},
	{id: 'request-log', run: opening({name: 'request log', top: 0})},
	{id: 'toggle-dates', run: toggleDates},
	{id: 'profiles', run: changing(openLogin)},
	{id: 'wall', unavailable: noConnectionReason, run: changing(goToWall)},
	{id: 'theme', run: changing(state => openDialog(state, {name: 'theme', before: state.preferences.theme}))},
	{id: 'help', isHinted: true, run: opening({name: 'help', top: 0})},
	{
		id: 'commands',
		isHinted: true,
		run({store}, _state, _key, target) {
			const record = target && {projectId: target.projectId, deploymentId: target.deploymentId};
			store.change(state => openPalette(state, record));
		},
	},
	{
		isQuit: true,
		id: 'quit',
		run: (app, state, key) => (atRoot(state) ? requestQuit(app, state, key) : app.store.change(goBack)),
	},
];

export const always: readonly Binding[] = [
	{id: 'redraw', run: ({repaint}) => repaint()},
	{id: 'suspend', run: ({suspend}) => suspend()},
	{
		isQuit: true,
		id: 'quit-anywhere',
		run(app, state, key) {
			if (isProgramShown(state)) app.store.change(withProgramStopped);
			else requestQuit(app, state, key, true);
		},
	},
];

const changeText = ({store}: AppContext, change: Edit) => store.change((state, now) => editText(state, change, now));

export const typeText = (app: AppContext, _state: State, text: string) => changeText(app, {kind: 'insert', text});

export const retypeText = (app: AppContext, text: string) => changeText(app, {kind: 'replace', text});

const editing = (id: CommandId, kind: Exclude<Edit['kind'], 'insert' | 'replace'>): Binding => ({
	id,
	run: app => changeText(app, {kind}),
});

export const lineEditing: readonly Binding[] = [
	editing('text.previous-character', 'left'),
	editing('text.next-character', 'right'),
	editing('text.previous-word', 'word left'),
	editing('text.next-word', 'word right'),
	editing('text.start-of-line', 'home'),
	editing('text.end-of-line', 'end'),
	editing('text.delete-previous-character', 'delete before'),
	editing('text.delete-next-character', 'delete after'),
	editing('text.delete-previous-word', 'delete word'),
	editing('text.delete-next-word', 'delete next word'),
	editing('text.delete-to-start-of-line', 'delete to start'),
	editing('text.delete-to-end-of-line', 'delete to end'),
];

const widgetKey = (id: CommandId): Binding => ({id, isForWidget: true, run() {}});

const menuIds = ['menu.choose', 'menu.down', 'menu.up'] as const;

/** For hints only: the menu handles these keys itself. */
export const menuBindings = (enterHint: string): readonly Binding[] =>
	menuIds.map(id => ({...widgetKey(id), ...(id === 'menu.choose' && {isHinted: true, hint: () => enterHint})}));

/** For help only: ink-text-input handles these keys itself. */
export const inputBindings: readonly Binding[] = [
	widgetKey('input.previous-character'),
	widgetKey('input.next-character'),
	widgetKey('input.delete-previous-character'),
];

export const isMenuKey = ({name}: Key): boolean => menuIds.some(id => defaultKeysOf(id).includes(name));

const moveFocusBy = ({store}: AppContext, by: number): void =>
	store.change(state => withForm(state, form => focusMoved(form, by)));

export const fieldMovement: readonly Binding[] = [
	{id: 'next-field', isHinted: true, run: app => moveFocusBy(app, 1)},
	{id: 'previous-field', run: app => moveFocusBy(app, -1)},
];

const formBindings = (enter: Pick<Binding, 'id' | 'isWrite' | 'run'>): readonly Binding[] => [
	{isHinted: true, unavailable: sendingReason, ...enter},
	leaveForm,
];

export const sentByEnter = (id: CommandId, send: (actions: Actions) => Promise<void>) => [
	...formBindings({id, isWrite: true, run: ({actions}) => void send(actions)}),
	...lineEditing,
];

/** Moves to the next empty required field. Submits if there is none. */
export const sentWhenFilled = (id: CommandId, required: readonly string[], send: (actions: Actions) => Promise<void>) =>
	formBindings({
		id,
		run({store, actions}, state) {
			const form: Form | undefined = currentForm(state)?.form;
			const next = form && nextMissing(form, required);
			if (next === undefined || next === form?.focus) void send(actions);
			else store.change(current => withForm(current, open => ({...open, focus: next})));
		},
	});
