import type {Edit} from '../../store/model/line-editor.ts';
import type {State} from '../../store/state/state.ts';
import {editText, undoEdit} from '../../store/state/text-editing.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import type {Binding, KeyContext} from '../contexts.ts';

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
