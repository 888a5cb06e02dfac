import {changeNames} from '../../../api/decode.ts';
import type {Context} from '../../../present/column.ts';
import {fitSpans, type Line, wrapped} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {plain, safe} from '../../../text.ts';
import {indented} from '../../components/panes.ts';

const labelWidth = 14;

/** A field and the blanks that keep it apart from the next. */
const widest = 60;

/** Mine and theirs side by side, field by field; what is kept is bright. */
export function conflictLines({dialog, size}: State, {isAscii}: Context): readonly Line[] {
	if (dialog?.name !== 'conflict') return [];
	const width = size.columns - 4;
	const half = Math.max(4, Math.min(widest, Math.floor((width - labelWidth - 2) / 2)));
	const cell = (text: string, isKept: boolean): Line => {
		const mark = isKept ? (isAscii ? '* ' : '• ') : '  ';
		const shown = fitSpans([{text: safe(`${mark}${text}`, 500), tone: isKept ? 'strong' : 'quiet'}], half - 2);
		return [...shown, {text: plain`  `, tone: 'plain'}];
	};
	const head: Line = [
		...fitSpans([{text: plain``, tone: 'plain'}], labelWidth + 2),
		...fitSpans([{text: plain`  MINE`, tone: 'quiet'}], half),
		...fitSpans([{text: plain`  THEIRS`, tone: 'quiet'}], half),
	];
	const rows = dialog.fields.map(
		({field, mine, theirs, isMine}, index): Line => [
			{text: index === dialog.index ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
			...fitSpans([{text: safe(changeNames[field]), tone: 'plain'}], labelWidth),
			...cell(mine, isMine),
			...cell(theirs, !isMine),
		],
	);
	const own = Object.keys(dialog.changes).length;
	const more = own > 0 ? plain`${own} more ${own === 1 ? plain`field is` : plain`fields are`} sent as typed.` : plain``;
	const said = wrapped(plain`Somebody has changed this project meanwhile. Choose what to keep.`, width);
	return indented(
		[[], ...said.map((text): Line => [{text, tone: 'strong'}]), [], head, ...rows, [], [{text: more, tone: 'quiet'}]],
		2,
	);
}
