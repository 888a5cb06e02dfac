import {count} from '../../../../present/format.ts';
import {requestCard, requestColumns} from '../../../../present/request.ts';
import {contentWidth, headLine, layout, rowLine} from '../../../../present/table.ts';
import {isNarrow} from '../../../../store/model/layout.ts';
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
				interface: {size},
			},
			context,
		},
		width,
	) {
		const {made, latest} = requests;
		if (made === 0) return textDocument([[{text: plain`No request has been made yet.`, tone: 'quiet'}]]);
		const isCard = isNarrow(size);
		const table = layout(requestColumns, width, index => contentWidth(requestColumns, index, latest, context));
		const shown = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
		return {
			head: [[{text: plain`${shown}, newest first`, tone: 'quiet'}], ...(isCard ? [] : [headLine(table)])],
			rowCount: latest.length,
			rowHeight: isCard ? 2 : 1,
			canSelect: () => true,
			row(index) {
				const request = latest[latest.length - 1 - index];
				if (!request) return [];
				return isCard ? requestCard(request, width, context) : [rowLine(table, request, context)];
			},
		};
	},
};
