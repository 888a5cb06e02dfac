import {count} from '../../../../present/format.ts';
import {requestColumns} from '../../../../present/request.ts';
import {contentWidth, headLine, layout, rowLine} from '../../../../present/table.ts';
import {plain} from '../../../../text.ts';
import {type DocumentStyle, textDocument} from '../../../components/document.ts';

/** The latest requests, newest first. */
export const requestLogDocument: DocumentStyle = {
	isLarge: true,
	hasCursor: true,
	read(
		{
			state: {
				polling: {requests},
			},
			context,
		},
		width,
	) {
		const {made, latest} = requests;
		if (made === 0) return textDocument([[{text: plain`No request has been made yet.`, tone: 'quiet'}]]);
		const table = layout(requestColumns, width, index => contentWidth(requestColumns, index, latest, context));
		const shown = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
		return {
			head: [[{text: plain`${shown}, newest first`, tone: 'quiet'}], headLine(table)],
			rowCount: latest.length,
			canSelect: () => true,
			row(index) {
				const request = latest[latest.length - 1 - index];
				return request ? rowLine(table, request, context) : [];
			},
		};
	},
};
