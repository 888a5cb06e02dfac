import {withoutDialog} from '../../../store/state/dialogs.ts';
import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/menu-keys.ts';

export const themeKeys: readonly Binding[] = [
	...menuKeys('keep'),
	{
		...closeDialog,
		keys: ['esc', 'q'],
		label: 'cancel',
		run({store}, {interface: {dialog}}) {
			if (dialog?.name === 'theme') store.dispatch({type: 'theme-changed', theme: dialog.before});
			store.change(withoutDialog);
		},
	},
];
