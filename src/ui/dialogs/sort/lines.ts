import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import type {State} from '../../../store/state.ts';
import {indented} from '../../components/panes.ts';
import {sortChoices} from './keys.ts';

/** What the list can be sorted by; a point marks what it is sorted by now. */
export function sortLines(state: State, {isAscii}: Context): readonly Line[] {
	const pointed = state.dialog?.name === 'sort' ? state.dialog.index : 0;
	const current = state.view?.sort?.by;
	const choices = sortChoices.map(
		({by, label}, index): Line => [
			{text: index === pointed ? (isAscii ? '> ' : '▌ ') : '  ', tone: 'accent'},
			{text: label, tone: index === pointed ? 'strong' : 'plain'},
			{text: by === current ? (isAscii ? '  *' : '  •') : '', tone: 'accent'},
		],
	);
	return indented([[], [{text: 'Sort the projects at hand by', tone: 'strong'}], [], ...choices], 2);
}
