import {closeDialog} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}) =>
		store.dispatch({type: 'dialog-scrolled', by});

/** The keys that scroll what a dialog shows. */
export const scrolling: readonly Binding[] = [
	{keys: ['down', 'j'], label: 'down', run: scroll(1)},
	{keys: ['up', 'k'], label: 'up', run: scroll(-1)},
];

export const helpKeys: readonly Binding[] = [{...closeDialog, keys: ['esc', '?', 'q', 'enter']}, ...scrolling];
