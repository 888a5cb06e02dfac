import {callFields} from '../../../present/call.ts';
import {fieldLines} from '../../../present/fields.ts';
import {type Line, wrapped} from '../../../present/line.ts';
import {withRowsAbove} from '../../../store/reducers/documents.ts';
import {plain} from '../../../text.ts';
import {documentLayer} from '../../components/document.ts';
import {documentDialog} from '../../components/document-dialog.tsx';
import {type DocumentStyle, textDocument} from '../../components/document-layout.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {callKeys} from './call-keys.ts';

/** One request of the request log, with its whole error. */
const style: DocumentStyle = {
	read({state, context}, width) {
		const {dialog} = state.interface;
		if (dialog?.name !== 'call') return textDocument([]);
		const {record} = dialog;
		const {message} = record;
		const error = message === undefined ? [] : wrapped(message, width).map((text): Line => [{text, tone: 'bad'}]);
		return textDocument([
			...error,
			...(error.length > 0 ? [[]] : []),
			...fieldLines(callFields(record, context), width),
		]);
	},
};

export const callDialog = {
	...documentLayer('Request', style, [
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
	]),
	component: documentDialog(plain`Request`, style),
};
