import {callCard, callColumns} from '../../../present/call.ts';
import {count} from '../../../present/format.ts';
import {headLine, layout, rowLine} from '../../../present/table.ts';
import {isNarrow} from '../../../store/layout.ts';
import {plain} from '../../../text.ts';
import type {Draw} from '../../desk.ts';

/** The latest requests, newest first. */
export const drawCalls: Draw = ({state: {dialog, calls, size}, context}, width, height) => {
	if (dialog?.name !== 'calls') return [];
	const {made, latest} = calls;
	if (made === 0) return [[{text: plain`No request has been made yet.`, tone: 'quiet'}]];
	const isCards = isNarrow(size);
	const room = Math.max(1, isCards ? Math.floor((height - 1) / 2) : height - 2);
	const top = Math.min(dialog.top, Math.max(0, latest.length - room));
	const rows = latest.toReversed().slice(top, top + room);
	const which = made === latest.length ? plain`${count(made)}` : plain`the last ${latest.length} of ${count(made)}`;
	const shown = layout(callColumns, width);
	return [
		[{text: plain`${which}, newest first: ${count(top + 1)} to ${count(top + rows.length)}`, tone: 'quiet'}],
		...(isCards
			? rows.flatMap(row => callCard(row, width))
			: [headLine(shown), ...rows.map(row => rowLine(shown, row, context))]),
	];
};
