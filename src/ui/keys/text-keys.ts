import type {Actions} from '../../store/actions/actions.ts';
import {focusMoved} from '../../store/model/form.ts';
import type {Edit} from '../../store/model/line-editor.ts';
import {editText, undoEdit} from '../../store/reducers/text-editing.ts';
import {withForm} from '../../store/state/current-form.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {blockedWhileSending, leaveForm} from './common-keys.ts';

const edit = ({store}: KeyContext, change: Edit) => store.change((state, now) => editText(state, change, now));

/** Inserts typed or pasted text at the caret of the edited line. */
export const typeText = (keyContext: KeyContext, _state: State, text: string) =>
	edit(keyContext, {kind: 'insert', text});

/** Longer than any number or time range that is typed into an ASCII field. */
const maxAsciiLength = 20;

const printableAscii = (text: string): string => text.replace(/[^ -~]/g, '');

/** Like `typeText`, but drops everything except printable ASCII, because the widget shows its text unescaped. */
export const typeAscii = (keyContext: KeyContext, _state: State, text: string) =>
	edit(keyContext, {kind: 'insert', text: printableAscii(text).slice(0, maxAsciiLength)});

/** Whether `AsciiInput` handles a key itself. */
export const isAsciiKey = ({name, text}: Key): boolean => name === 'backspace' || /^[ -~]$/.test(text ?? '');

const runEdit =
	(kind: Exclude<Edit['kind'], 'insert' | 'replace'>): Binding['run'] =>
	keyContext =>
		edit(keyContext, {kind});

/** The keys that move the caret and delete text in the edited line. */
export const lineEditing: readonly Binding[] = [
	{id: 'text.previous-character', keys: ['left'], label: 'previous character', run: runEdit('left')},
	{id: 'text.next-character', keys: ['right'], label: 'next character', run: runEdit('right')},
	{
		id: 'text.previous-word',
		keys: ['ctrl+left', 'alt+left', 'alt+b'],
		label: 'previous word',
		run: runEdit('word left'),
	},
	{id: 'text.next-word', keys: ['ctrl+right', 'alt+right', 'alt+f'], label: 'next word', run: runEdit('word right')},
	{id: 'text.start-of-line', keys: ['home', 'ctrl+a'], label: 'start of line', run: runEdit('home')},
	{id: 'text.end-of-line', keys: ['end', 'ctrl+e'], label: 'end of line', run: runEdit('end')},
	{
		id: 'text.delete-previous-character',
		keys: ['backspace'],
		label: 'delete previous character',
		run: runEdit('delete before'),
	},
	{
		id: 'text.delete-next-character',
		keys: ['delete', 'ctrl+d'],
		label: 'delete next character',
		run: runEdit('delete after'),
	},
	{id: 'text.delete-previous-word', keys: ['ctrl+w'], label: 'delete previous word', run: runEdit('delete word')},
	{
		id: 'text.delete-to-start-of-line',
		keys: ['ctrl+u'],
		label: 'delete to start of line',
		run: runEdit('delete to start'),
	},
	{id: 'text.delete-to-end-of-line', keys: ['ctrl+k'], label: 'delete to end of line', run: runEdit('delete to end')},
	{
		id: 'text.undo',
		keys: ['ctrl+y'],
		label: 'undo',
		run: ({store}) => store.change(undoEdit),
	},
];

/** Returns bindings for the keys that the widget handles itself, for hints and help. `enterLabel` describes what enter does. */
export const menuKeys = (enterLabel: string): readonly Binding[] => [
	{id: 'menu.choose', keys: ['enter'], label: enterLabel, isHinted: true, isFixed: true, run() {}},
	{id: 'menu.down', keys: ['down', 'j'], label: 'down', isFixed: true, run() {}},
	{id: 'menu.up', keys: ['up', 'k'], label: 'up', isFixed: true, run() {}},
];

const handledKeys: ReadonlySet<string> = new Set(menuKeys('').flatMap(({keys}) => keys));

export const isMenuKey = (_state: unknown, {name}: Key): boolean => handledKeys.has(name);

/** Whether the last field of the current form has the focus. */
function isInLastField(state: State): boolean {
	const screen = currentScreen(state);
	return 'form' in screen && screen.form.focus === screen.form.order.length - 1;
}

const moveFocusBy = ({store}: KeyContext, by: number): void =>
	store.change(state => withForm(state, form => focusMoved(form, by)));

export const fieldMovement: readonly Binding[] = [
	{keys: ['tab', 'down'], label: 'next field', isHinted: true, run: keyContext => moveFocusBy(keyContext, 1)},
	{keys: ['shift+tab', 'up'], label: 'previous field', run: keyContext => moveFocusBy(keyContext, -1)},
];

/** Returns the keys of a form that enter submits from any field. */
export const sentByEnter = (label: string, send: (actions: Actions) => Promise<void>): readonly Binding[] => [
	{
		keys: ['enter'],
		label,
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run({actions}) {
			void send(actions);
		},
	},
	leaveForm,
	...lineEditing,
];

/** Returns the keys of a form in which enter moves to the next field and submits from the last one. */
export const sentFromLastField = (label: string, send: (actions: Actions) => Promise<void>): readonly Binding[] => [
	{
		keys: ['enter'],
		label: `next field / ${label}`,
		isHinted: true,
		blocked: blockedWhileSending,
		run(keyContext, state) {
			if (isInLastField(state)) void send(keyContext.actions);
			else moveFocusBy(keyContext, 1);
		},
	},
	leaveForm,
	...lineEditing,
];
