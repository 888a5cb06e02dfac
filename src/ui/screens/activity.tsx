import {plain} from '../../base/text.ts';
import {isNarrow, projectRows} from '../../model/layout.ts';
import {activityColumns, narrowActivityColumns} from '../../present/activity.ts';
import {count} from '../../present/format.ts';
import type {RowContext} from '../../present/table.ts';
import {shownActivity} from '../../state/lists.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {listSearch, movementBindings, type RowsOf, rowText, searchedText, sortKeys} from '../keys/list-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys, showDeployment} from '../keys/record-keys.ts';
import {listLines, spokenList} from '../lines/list-lines.ts';
import {arrangementText, newAboveText} from '../lines/list-place.ts';

const texts = {loading: plain``, empty: plain`No activity yet: no changes made here, and no conclusions observed.`};

const ActivityScreen = () => (
	<ListOrReason isEmpty={state => state.interface.activity.length === 0} textsOf={() => texts}>
		<Canvas draw={drawActivity} spoken={speakActivity} flexGrow={1} />
	</ListOrReason>
);

const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	...projectKeys,
	...recordKeys,
	...sortKeys,
	...movementBindings,
];

/** The project or deployment of the selected entry. */
function selectEntry(state: State): KeyTarget | undefined {
	const screen = currentScreen(state);
	const entry = screen.name === 'activity' ? shownActivity(state)[screen.position.index] : undefined;
	if (!entry || entry.projectId === '') return undefined;
	return targetAbout(state, entry.projectId, entry.deploymentId === '' ? undefined : entry.deploymentId);
}

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
const drawActivity: Draw = (shown, width) => {
	const list = listOf(shown, width);
	return list ? listLines(list) : [];
};

const speakActivity: Speak = (shown, width) => {
	const list = listOf(shown, width);
	return list ? spokenList(list) : [];
};

const searchedRows: RowsOf = ({state, context}) => {
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
function activityPlace(state: State, context: RowContext): string {
	const screen = currentScreen(state);
	const total = state.interface.activity.length;
	if (screen.name !== 'activity' || total === 0) return '';
	const {position} = screen;
	return `${count(position.index + 1)} of ${count(total)}${arrangementText(state, 'activity', context)}${newAboveText(position, context)}`;
}

export const activityScreen = {
	title: 'Activity',
	mainScreen: 'activity',
	selects: selectEntry,
	place: activityPlace,
	...listSearch('Activity', activityKeys, searchedRows),
	component: ActivityScreen,
} as const;
