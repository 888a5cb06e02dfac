import {requestHead, requestLine} from '../../../../present/request.ts';
import {openDialog} from '../../../../store/state/dialogs.ts';
import {plain} from '../../../../text.ts';
import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';
import {requestActions, seenRequest, selectedRequest} from '../request-actions.ts';

export const requestLogKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', '!', 'q']},
	{
		keys: ['enter', 'l', 'right'],
		label: 'details',
		isHinted: true,
		blocked: state => (selectedRequest(state) ? undefined : 'No request has been made yet'),
		run({store, painted}, state) {
			const {dialog} = state.interface;
			const record = seenRequest(painted(), state);
			if (dialog?.name !== 'request log' || !record) return;
			const {name: _name, ...view} = dialog;
			// The log returns to this request, although it may follow the newest one now.
			const log = {...view, cursor: dialog.cursor ?? 0};
			const {made} = state.polling.requests;
			store.change(state => openDialog(state, {name: 'request', record, log, made, top: 0}));
		},
	},
	...requestActions,
	{
		keys: ['Y'],
		label: 'copy all',
		blocked: ({polling: {requests}}) => (requests.made === 0 ? 'No request has been made yet' : undefined),
		run: (
			{copy},
			{
				polling: {
					requests: {latest},
				},
			},
		) => copy([requestHead, ...latest.map(requestLine)], plain`${latest.length} requests`),
	},
];
