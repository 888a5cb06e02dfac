import type {Edit} from '../../store/line-edit.ts';
import type {State} from '../../store/state.ts';
import type {Binding, Desk} from '../desk.ts';

const edit = ({store, clock}: Desk, change: Edit) =>
	store.dispatch({type: 'text-edited', edit: change, at: clock.now()});

/** Takes in what was typed or pasted. */
export const typeText = (desk: Desk, _state: State, text: string) => edit(desk, {kind: 'insert', text});

/** Longer than any number or hours of a day. */
const longestAscii = 20;

/** What can be shown as it is. */
export const asciiOf = (text: string): string => text.replace(/[^ -~]/g, '');

/** Takes in what was typed or pasted where only ASCII makes sense: the widget shows what it holds as it is. */
export const typeAscii = (desk: Desk, _state: State, text: string) =>
	edit(desk, {kind: 'insert', text: asciiOf(text).slice(0, longestAscii)});

/** The keys that the widget for ASCII hears itself. */
export const isAsciiKey = (key: string): boolean => /^(?:[ -~]|backspace|left|right)$/.test(key);

const by =
	(kind: Exclude<Edit['kind'], 'insert' | 'replace'>): Binding['run'] =>
	desk =>
		edit(desk, {kind});

/** The keys that move and delete within a line that is typed. */
export const lineEditing: readonly Binding[] = [
	{keys: ['left'], label: 'a letter back', run: by('left')},
	{keys: ['right'], label: 'a letter on', run: by('right')},
	{keys: ['ctrl+left', 'alt+left', 'alt+b'], label: 'a word back', run: by('word left')},
	{keys: ['ctrl+right', 'alt+right', 'alt+f'], label: 'a word on', run: by('word right')},
	{keys: ['home', 'ctrl+a'], label: 'to the beginning', run: by('home')},
	{keys: ['end', 'ctrl+e'], label: 'to the end', run: by('end')},
	{keys: ['backspace'], label: 'delete a letter', run: by('delete before')},
	{keys: ['delete', 'ctrl+d'], label: 'delete the letter here', run: by('delete after')},
	{keys: ['ctrl+w'], label: 'delete a word', run: by('delete word')},
	{keys: ['ctrl+u'], label: 'delete all before', run: by('delete to start')},
	{keys: ['ctrl+k'], label: 'delete all behind', run: by('delete to end')},
	{
		keys: ['ctrl+y'],
		label: 'undo',
		run: ({store, clock}) => store.dispatch({type: 'edit-undone', at: clock.now()}),
	},
];
