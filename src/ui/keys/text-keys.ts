import {focusMoved} from '../../model/form.ts';
import type {Edit} from '../../model/line-editor.ts';
import {withForm} from '../../state/forms.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {editText, undoEdit} from '../../state/text-editing.ts';
import type {Actions} from '../../sync/session.ts';
import type {Key} from '../../terminal/key-names.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {commandId} from './binding.ts';
import {blockedWhileSending, leaveForm} from './common-keys.ts';

const edit = ({store}: KeyContext, change: Edit) => store.change((state, now) => editText(state, change, now));

/** Inserts typed or pasted text at the caret of the edited line. */
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
		['undo', ['ctrl+y'], 'undo'],
	] as const
).map(([label, keys, kind]) => ({
	id: commandId({label}, 'text.'),
	keys,
	label,
	run: keyContext => (kind === 'undo' ? keyContext.store.change(undoEdit) : edit(keyContext, {kind})),
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

function isInLastField(state: State): boolean {
	const screen = currentScreen(state);
	return 'form' in screen && screen.form.focus === screen.form.order.length - 1;
}

const formKeys = (enter: Pick<Binding, 'label' | 'isWrite' | 'run'>): readonly Binding[] => [
	{keys: ['enter'], isHinted: true, blocked: blockedWhileSending, ...enter},
	leaveForm,
	...lineEditing,
];

/** Returns the keys of a form that enter submits from any field. */
export const sentByEnter = (label: string, send: (actions: Actions) => Promise<void>) =>
	formKeys({label, isWrite: true, run: ({actions}) => void send(actions)});

/** Returns the keys of a form in which enter moves to the next field and submits from the last one. */
export const sentFromLastField = (label: string, send: (actions: Actions) => Promise<void>) =>
	formKeys({
		label: `next field / ${label}`,
		run(keyContext, state) {
			if (isInLastField(state)) void send(keyContext.actions);
			else moveFocusBy(keyContext, 1);
		},
	});
