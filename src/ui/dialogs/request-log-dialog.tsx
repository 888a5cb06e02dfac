import {callCard, callColumns, callHead, callLine} from '../../present/call.ts';
import {count} from '../../present/format.ts';
import {contentWidth, headLine, layout, rowLine} from '../../present/table.ts';
import {isNarrow} from '../../store/model/layout.ts';
import {plain} from '../../text.ts';
import {documentLayer} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import {type DocumentStyle, textDocument} from '../components/document-layout.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {callKeys, seenCall, selectedCall} from './diagnosis/call-keys.ts';

/** The latest requests, newest first. */
const style: DocumentStyle = {
	isLarge: true,
	hasCursor: true,
	read(
		{
			state: {
				polling: {calls},
				interface: {size},
			},
			context,
		},
		width,
	) {
		const {made, latest} = calls;
		if (made === 0) return textDocument([[{text: plain`No request has been made yet.`, tone: 'quiet'}]]);
		const isCard = isNarrow(size);
		const table = layout(callColumns, width, index => contentWidth(callColumns, index, latest, context));
		const shown = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
		return {
			head: [[{text: plain`${shown}, newest first`, tone: 'quiet'}], ...(isCard ? [] : [headLine(table)])],
			rowCount: latest.length,
			rowHeight: isCard ? 2 : 1,
			canSelect: () => true,
			row(index) {
				const call = latest[latest.length - 1 - index];
				if (!call) return [];
				return isCard ? callCard(call, width, context) : [rowLine(table, call, context)];
			},
		};
	},
};

export const requestLogDialog = {
	...documentLayer('Request log', style, [
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
	]),
	component: documentDialog(plain`Request log`, style),
};
