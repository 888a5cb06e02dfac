import {withoutDialog} from '../../../store/state/dialogs.ts';
import {withInterface} from '../../../store/state/state.ts';
import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/text-keys.ts';

export const themeKeys: readonly Binding[] = [
	...menuKeys('keep'),
	{
		...closeDialog,
		keys: ['esc', 'q'],
		label: 'cancel',
		run({store}, {interface: {dialog}}) {
			if (dialog?.name === 'theme') store.change(state => withInterface(state, {theme: dialog.before}));
			store.change(withoutDialog);
		},
	},
];
