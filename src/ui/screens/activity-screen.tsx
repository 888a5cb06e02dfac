import {activityCard, activityColumns} from '../../present/activity.ts';
import {isNarrow, projectRows} from '../../store/model/layout.ts';
import {shownActivity} from '../../store/state/shown-activity.ts';
import type {State} from '../../store/state/state.ts';
import {currentScreen} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw} from '../contexts.ts';
import {sortKeys} from '../keys/arrangement-keys.ts';
import {back} from '../keys/common-keys.ts';
import {listSearch, type RowsOf, rowText, searchedText} from '../keys/list-search.ts';
import {movementBindings} from '../keys/movement-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {openDeployment, recordKeys} from '../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import {listLines} from '../render/list-lines.ts';

const style = {columns: activityColumns, card: activityCard};
const texts = {loading: plain``, empty: plain`No activity yet: no changes made here, and no conclusions observed.`};

/** Draws the journal, newest first: changes made here and conclusions observed, including those of earlier runs. */
const drawActivity: Draw = ({state, context, memo}, width) => {
	const screen = currentScreen(state);
	if (screen.name !== 'activity') return [];
	const {size} = state.interface;
	const entries = shownActivity(state);
	return listLines(
		style,
		{
			position: screen.position,
			count: entries.length,
			height: projectRows(size),
			width,
			isNarrow: isNarrow(size),
			groups: [[{from: entries, rows: () => entries}]],
			rowAt: index => entries[index],
		},
		{...context, search: searchedText(state)},
		memo,
	);
};

const ActivityScreen = () => (
	<ListOrReason isEmpty={state => state.interface.activity.length === 0} textsOf={() => texts}>
		<Canvas draw={drawActivity} flexGrow={1} />
	</ListOrReason>
);

const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	...projectKeys,
	...recordKeys,
	...sortKeys,
	...movementBindings,
];

const rowsOf: RowsOf = ({state, context}) => {
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

/** The project or deployment of the selected entry. */
function selectEntry(state: State): Subject | undefined {
	const screen = currentScreen(state);
	const entry = screen.name === 'activity' ? shownActivity(state)[screen.position.index] : undefined;
	if (!entry || entry.projectId === '') return undefined;
	return subjectAbout(state, entry.projectId, entry.deploymentId === '' ? undefined : entry.deploymentId);
}

export const activityScreen = {
	title: 'Activity',
	place: 'activity',
	selects: selectEntry,
	...listSearch('Activity', activityKeys, rowsOf),
	component: ActivityScreen,
} as const;
