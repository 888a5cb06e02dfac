import type {Edit} from '../../store/model/line-editor.ts';
import type {State} from '../../store/state/state.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import type {Binding, KeyContext} from '../contexts.ts';

const edit = ({store, clock}: KeyContext, change: Edit) =>
	store.dispatch({type: 'text-edited', edit: change, at: clock.now()});

/** Takes in what was typed or pasted. */
export const typeText = (desk: KeyContext, _state: State, text: string) => edit(desk, {kind: 'insert', text});

/** Longer than any number or hours of a day. */
const maxAsciiLength = 20;

/** What can be shown as it is. */
const asciiOf = (text: string): string => text.replace(/[^ -~]/g, '');

/** Takes in what was typed or pasted where only ASCII makes sense: the widget shows what it holds as it is. */
export const typeAscii = (desk: KeyContext, _state: State, text: string) =>
	edit(desk, {kind: 'insert', text: asciiOf(text).slice(0, maxAsciiLength)});

/** The keys that the widget for ASCII hears itself. */
export const isAsciiKey = ({name, text}: Key): boolean => name === 'backspace' || /^[ -~]$/.test(text ?? '');

const by =
	(kind: Exclude<Edit['kind'], 'insert' | 'replace'>): Binding['run'] =>
	desk =>
		edit(desk, {kind});

/** The keys that move and delete within a line that is typed. */
export const lineEditing: readonly Binding[] = [
	{keys: ['left'], label: 'previous character', run: by('left')},
	{keys: ['right'], label: 'next character', run: by('right')},
	{keys: ['ctrl+left', 'alt+left', 'alt+b'], label: 'previous word', run: by('word left')},
	{keys: ['ctrl+right', 'alt+right', 'alt+f'], label: 'next word', run: by('word right')},
	{keys: ['home', 'ctrl+a'], label: 'start of line', run: by('home')},
	{keys: ['end', 'ctrl+e'], label: 'end of line', run: by('end')},
	{keys: ['backspace'], label: 'delete previous character', run: by('delete before')},
	{keys: ['delete', 'ctrl+d'], label: 'delete next character', run: by('delete after')},
	{keys: ['ctrl+w'], label: 'delete previous word', run: by('delete word')},
	{keys: ['ctrl+u'], label: 'delete to start of line', run: by('delete to start')},
	{keys: ['ctrl+k'], label: 'delete to end of line', run: by('delete to end')},
	{
		keys: ['ctrl+y'],
		label: 'undo',
		run: ({store, clock}) => store.dispatch({type: 'edit-undone', at: clock.now()}),
	},
];
