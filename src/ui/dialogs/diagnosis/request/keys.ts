import {openDialog} from '../../../../store/state/dialogs.ts';
import {withRowsAbove} from '../../../../store/state/documents.ts';
import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';
import {requestActions} from '../request-actions.ts';

export const requestKeys: readonly Binding[] = [
	{
		...closeDialog,
		keys: ['esc', 'q', 'enter', 'h', 'left'],
		label: 'back',
		run({store}, {interface: {dialog}, polling}) {
			if (dialog?.name !== 'request') return;
			const log = withRowsAbove(dialog.log, polling.requests.made - dialog.made);
			store.change(state => openDialog(state, {name: 'request log', ...log}));
		},
	},
	...requestActions,
];
