import {withRowsAbove} from '../../../../store/reducers/documents.ts';
import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';
import {callKeys} from '../call-keys.ts';

export const requestKeys: readonly Binding[] = [
	{
		...closeDialog,
		keys: ['esc', 'q', 'enter', 'h', 'left'],
		label: 'back',
		run({store}, {interface: {dialog}, polling}) {
			if (dialog?.name !== 'call') return;
			const log = withRowsAbove(dialog.log, polling.calls.made - dialog.made);
			store.dispatch({type: 'dialog-opened', dialog: {name: 'calls', ...log}});
		},
	},
	...callKeys,
];
