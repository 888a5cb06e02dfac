import type {State} from '../../../store/state.ts';
import {closeDialog} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';

const point =
	(by: number): Binding['run'] =>
	({store}, {dialog}) => {
		if (dialog?.name !== 'conflict') return;
		const index = Math.max(0, Math.min(dialog.fields.length - 1, dialog.index + by));
		store.dispatch({type: 'dialog-pointed', index});
	};

const choose =
	(isMine: (state: State) => boolean): Binding['run'] =>
	({store}, state) =>
		store.dispatch({type: 'conflict-chosen', isMine: isMine(state)});

export const conflictKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'save as chosen',
		isHinted: true,
		isWrite: true,
		run({actions}) {
			void actions.saveChosen();
		},
	},
	{keys: ['left', 'h', 'm'], label: 'mine', isHinted: true, run: choose(() => true)},
	{keys: ['right', 'l', 't'], label: 'theirs', isHinted: true, run: choose(() => false)},
	{keys: ['down', 'j'], label: 'down', run: point(1)},
	{keys: ['up', 'k'], label: 'up', run: point(-1)},
	{...closeDialog, label: 'cancel'},
];
