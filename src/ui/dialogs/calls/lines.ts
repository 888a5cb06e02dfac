import {callCard, callColumns} from '../../../present/call.ts';
import type {Context} from '../../../present/column.ts';
import {count} from '../../../present/format.ts';
import type {Line} from '../../../present/line.ts';
import {headLine, layout, rowLine} from '../../../present/table.ts';
import {bodyHeight, isNarrow} from '../../../store/layout.ts';
import type {State} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {indented} from '../../components/panes.ts';

/** The latest calls of the service, newest first. */
export function callsLines({dialog, calls, size}: State, context: Context): readonly Line[] {
	if (dialog?.name !== 'calls') return [];
	const {made, latest} = calls;
	if (made === 0) return indented([[], [{text: plain`No call was made yet.`, tone: 'quiet'}]], 2);
	const width = size.columns - 4;
	const shown = layout(callColumns, width);
	const isCards = isNarrow(size);
	const height = Math.max(1, isCards ? Math.floor((bodyHeight(size) - 3) / 2) : bodyHeight(size) - 4);
	const top = Math.min(dialog.top, Math.max(0, latest.length - height));
	const rows = latest.toReversed().slice(top, top + height);
	const title = made === latest.length ? plain`Calls` : plain`The last ${latest.length} of ${count(made)} calls`;
	return indented(
		[
			[],
			[
				{text: title, tone: 'strong'},
				{text: plain`  newest first, from ${count(top + 1)} to ${count(top + rows.length)}`, tone: 'quiet'},
			],
			[],
			...(isCards
				? rows.flatMap(row => callCard(row, width))
				: [headLine(shown), ...rows.map(row => rowLine(shown, row, context))]),
		],
		2,
	);
}
