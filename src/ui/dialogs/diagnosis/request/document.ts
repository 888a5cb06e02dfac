import {wrappedFieldLines} from '../../../../present/fields.ts';
import {wrappedLines} from '../../../../present/line.ts';
import {requestFields} from '../../../../present/request.ts';
import {type DocumentStyle, textDocument} from '../../../components/document.ts';

/** One request of the request log, with its whole error. */
export const requestDocument: DocumentStyle = {
	read({state, context}, width) {
		const {dialog} = state.interface;
		if (dialog?.name !== 'request') return textDocument([]);
		const {record} = dialog;
		const {message} = record;
		const error = message === undefined ? [] : wrappedLines(message, width, 'bad');
		return textDocument([
			...error,
			...(error.length > 0 ? [[]] : []),
			...wrappedFieldLines(requestFields(record, context), width),
		]);
	},
};
