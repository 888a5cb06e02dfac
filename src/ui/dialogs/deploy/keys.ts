import {openLine} from '../../../store/state/dialogs.ts';
import type {Binding} from '../../contexts.ts';
import {blockedWhileSending, closeDialog} from '../../keys/common-keys.ts';

export const deployKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'deploy',
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run({actions}) {
			void actions.deploy();
		},
	},
	{
		keys: ['p'],
		label: 'deploy anyway',
		isWrite: true,
		blocked: state =>
			blockedWhileSending(state) ??
			(state.interface.dialog?.name === 'deploy' && state.interface.dialog.isAskedAgain ? undefined : 'Press y first'),
		run({actions}) {
			void actions.deploy(true);
		},
	},
	{
		keys: ['e'],
		label: 'edit request body',
		isHinted: true,
		blocked: blockedWhileSending,
		run({store}, {interface: {dialog}}) {
			if (dialog?.name !== 'deploy') return;
			const {name: _name, body, ...question} = dialog;
			const about = {kind: 'body', question: {...question, problem: undefined}} as const;
			store.change(state => openLine(state, about, body));
		},
	},
	{...closeDialog, keys: ['esc', 'n', 'enter'], label: 'cancel'},
];
