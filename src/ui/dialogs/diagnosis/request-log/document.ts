import {callCard, callColumns} from '../../../../present/call.ts';
import {count} from '../../../../present/format.ts';
import {contentWidth, headLine, layout, rowLine} from '../../../../present/table.ts';
import {isNarrow} from '../../../../store/model/layout.ts';
import {plain} from '../../../../text.ts';
import {type DocumentStyle, textDocument} from '../../../components/document-layout.ts';

/** The latest requests, newest first. */
export const requestLogDocument: DocumentStyle = {
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
