import {withDialog} from '../../../store/state/dialogs.ts';
import {withChoice} from '../../../store/state/forms.ts';
import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';

const moveSelection =
	(by: number): Binding['run'] =>
	({store}, {interface: {dialog}}) => {
		if (dialog?.name !== 'conflict') return;
		const index = Math.max(0, Math.min(dialog.fields.length - 1, dialog.index + by));
		store.change(state => withDialog(state, 'conflict', {index}));
	};

const choose =
	(isMine: boolean): Binding['run'] =>
	({store}) =>
		store.change(state => withChoice(state, isMine));

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
	{keys: ['left', 'h', 'm'], label: 'mine', isHinted: true, run: choose(true)},
	{keys: ['right', 'l', 't'], label: 'theirs', isHinted: true, run: choose(false)},
	{keys: ['down', 'j'], label: 'down', run: moveSelection(1)},
	{keys: ['up', 'k'], label: 'up', run: moveSelection(-1)},
	{...closeDialog, label: 'cancel'},
];
