import {closeDialog} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';
import {scrolling} from '../help/keys.ts';

export const inspectKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', 'i', 'q', 'enter']},
	...scrolling,
	{
		keys: ['r'],
		label: 'read it again',
		isHinted: true,
		run: ({store, clock}) => store.dispatch({type: 'refresh-asked', isAll: false, at: clock.now()}),
	},
];
