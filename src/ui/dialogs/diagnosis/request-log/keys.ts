import {callHead, callLine} from '../../../../present/call.ts';
import {plain} from '../../../../text.ts';
import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';
import {callKeys, seenCall, selectedCall} from '../call-keys.ts';

export const requestLogKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', '!', 'q']},
	{
		keys: ['enter', 'l', 'right'],
		label: 'details',
		isHinted: true,
		blocked: state => (selectedCall(state) ? undefined : 'No request has been made yet'),
		run({store, painted}, state) {
			const {dialog} = state.interface;
			const record = seenCall(painted(), state);
			if (dialog?.name !== 'calls' || !record) return;
			const {name: _name, ...view} = dialog;
			// The log returns to this request, although it may follow the newest one now.
			const log = {...view, cursor: dialog.cursor ?? 0};
			const {made} = state.polling.calls;
			store.dispatch({type: 'dialog-opened', dialog: {name: 'call', record, log, made, top: 0}});
		},
	},
	...callKeys,
	{
		keys: ['Y'],
		label: 'copy all',
		blocked: ({polling: {calls}}) => (calls.made === 0 ? 'No request has been made yet' : undefined),
		run: (
			{copy},
			{
				polling: {
					calls: {latest},
				},
			},
		) => copy([callHead, ...latest.map(callLine)], plain`${latest.length} requests`),
	},
];
