import type {Key} from '../../../src/terminal/key-names.ts';

export const keySequences: Readonly<Record<string, string>> = {
	up: '\u001B[A',
	down: '\u001B[B',
	right: '\u001B[C',
	left: '\u001B[D',
	pageUp: '\u001B[5~',
	pageDown: '\u001B[6~',
	home: '\u001B[H',
	end: '\u001B[F',
	enter: '\r',
	esc: '\u001B',
	tab: '\t',
	'shift+tab': '\u001B[Z',
	backspace: '\u007F',
	'ctrl+c': '\u0003',
	'ctrl+d': '\u0004',
	'ctrl+u': '\u0015',
	'ctrl+z': '\u001A',
	'ctrl+a': '\u0001',
	'ctrl+w': '\u0017',
	'ctrl+x': '\u0018',
	delete: '\u001B[3~',
};

/** A character key also has its text. */
export const keyNamed = (name: string): Key => ({name, text: [...name].length === 1 ? name : undefined});
