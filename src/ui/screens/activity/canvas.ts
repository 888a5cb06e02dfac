import {activityColumns, narrowActivityColumns} from '../../../present/activity.ts';
import {count} from '../../../present/format.ts';
import type {Context} from '../../../present/table.ts';
import {isNarrow, projectRows} from '../../../store/model/layout.ts';
import {shownActivity} from '../../../store/state/lists.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Draw, DrawContext, Speak} from '../../contexts.ts';
import {type RowsOf, rowText, searchedText} from '../../keys/list-search.ts';
import {listLines, spokenList} from '../../render/list-lines.ts';
import {arrangementText, newAboveText} from '../../render/list-place.ts';

const styles = {wide: {columns: activityColumns}, narrow: {columns: narrowActivityColumns}};

function listOf({state, context}: DrawContext, width: number) {
	const screen = currentScreen(state);
	if (screen.name !== 'activity') return undefined;
	const {size} = state.interface;
	const entries = shownActivity(state);
	return {
		style: isNarrow(size) ? styles.narrow : styles.wide,
		shown: {
			position: screen.position,
			count: entries.length,
			height: projectRows(size),
			width,
			groups: [[{from: entries, rows: () => entries}]],
			rowAt: (index: number) => entries[index],
		},
		context: {...context, search: searchedText(state)},
	};
}

/** Draws the journal, newest first: changes made here and conclusions observed, including those of earlier runs. */
export const drawActivity: Draw = (shown, width) => {
	const list = listOf(shown, width);
	return list ? listLines(list) : [];
};

export const speakActivity: Speak = (shown, width) => {
	const list = listOf(shown, width);
	return list ? spokenList(list) : [];
};

export const searchedRows: RowsOf = ({state, context}) => {
	const entries = shownActivity(state);
	return {
		count: entries.length,
		from: [entries],
		textAt(index) {
			const entry = entries[index];
			return entry && rowText(activityColumns, entry, context);
		},
	};
};

/** Returns the place in the activity. Empty without entries. */
export function activityPlace(state: State, context: Context): string {
	const screen = currentScreen(state);
	const total = state.interface.activity.length;
	if (screen.name !== 'activity' || total === 0) return '';
	const {position} = screen;
	return `${count(position.index + 1)} of ${count(total)}${arrangementText(state, 'activity', context)}${newAboveText(position, context)}`;
}
