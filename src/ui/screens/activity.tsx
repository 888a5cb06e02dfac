import {type EnvironmentNames, withEnvironmentName} from '../../api/environment-names.ts';
import {memoLast} from '../../base/memo.ts';
import {plain, safe} from '../../base/text.ts';
import type {ActivityEntry, SavedActivityEntry} from '../../model/activity-entry.ts';
import {type DeploymentTable, deploymentIn} from '../../model/deployment-table.ts';
import {type ActivityRow, activityColumns, activityText} from '../../present/activity.ts';
import {textField, wrappedFieldLines} from '../../present/fields.ts';
import {dateTime} from '../../present/format.ts';
import type {Line} from '../../present/line.ts';
import {dialogOf, openDialog} from '../../state/dialogs.ts';
import {currentList, selectedIndex, shownActivity} from '../../state/lists.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import {documentDialog} from '../components/document.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, DrawContext, KeyTarget} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back, closing} from '../keys/common-keys.ts';
import {listSearch, movementBindings, sortKeys} from '../keys/list-keys.ts';
import {nothingSelected, projectKeys, recordKeys, showDeployment} from '../keys/record-keys.ts';
import {type List, listCanvas, listWindow, type RowStyle} from '../lines/list-lines.ts';
import {arrangementParts, indexPart, newAboveParts} from '../lines/list-place.ts';

const texts = {loading: plain``, empty: plain`No activity yet. Your changes and finished deployments appear here.`};

const ActivityScreen = () => (
	<ListOrReason isEmpty={state => state.interface.activity.length === 0} textsOf={() => texts}>
		<Canvas {...activityList} flexGrow={1} />
	</ListOrReason>
);

const activityKeys: readonly Binding[] = [
	{...back, isHinted: true},
	{
		...showDeployment,
		blocked: state => (selectedEntry(state) ? undefined : nothingSelected(state)),
		run(keyContext, state, key, target) {
			const entry = selectedEntry(state);
			if (target?.deploymentId !== undefined) showDeployment.run(keyContext, state, key, target);
			else if (entry) keyContext.store.change(current => openDialog(current, {name: 'activity entry', entry, top: 0}));
		},
	},
	...projectKeys,
	...recordKeys,
	...sortKeys,
	...movementBindings,
];

function selectedEntry(state: State): ActivityEntry | undefined {
	const screen = currentScreen(state);
	return screen.name === 'activity' ? shownActivity(state)[selectedIndex(state) ?? -1] : undefined;
}

function selectEntry(state: State): KeyTarget | undefined {
	const entry = selectedEntry(state);
	if (!entry || entry.projectId === '') return undefined;
	return targetAbout(state, entry.projectId, entry.deploymentId === '' ? undefined : entry.deploymentId);
}

const keyOf = ({entry}: ActivityRow) => entry;
const style: RowStyle<ActivityRow> = {columns: activityColumns, keyOf};

/** The entries with their deployments, as they are known now or as the journal has them: the same rows until an entry or a deployment changes. */
const rowsOf = memoLast(
	(
		entries: readonly SavedActivityEntry[],
		table: DeploymentTable,
		names: EnvironmentNames | undefined,
	): readonly ActivityRow[] =>
		entries.map(entry => {
			const known = deploymentIn(table, entry.projectId, entry.deploymentId)?.deployment;
			return {entry, deployment: known ?? (entry.deployment && withEnvironmentName(entry.deployment, names))};
		}),
);

/** The journal, newest first: changes made here and conclusions observed, including those of earlier runs. */
function listOf(drawing: DrawContext, width: number): List<ActivityRow> | undefined {
	const window = listWindow(drawing, 'activity');
	if (!window) return undefined;
	const {state} = drawing;
	const rows = rowsOf(shownActivity(state), state.deployments.table, state.connection?.environmentNames);
	return {
		...window,
		style,
		width,
		source: rows,
		rowAt: index => rows[index],
	};
}

const activityList = listCanvas(listOf);

function activityPlace(state: State): Line {
	const list = currentList(state);
	const total = state.interface.activity.length;
	if (!list || total === 0) return [];
	return [indexPart(list.index, total), ...arrangementParts(state, 'activity'), ...newAboveParts(list.cursor)];
}

export const activityScreen = {
	title: 'Activity',
	mainScreen: 'activity',
	selects: selectEntry,
	place: activityPlace,
	...listSearch('Activity', activityKeys, listOf),
	component: ActivityScreen,
} as const;

/** An entry of the activity that is not about a deployment, with its whole text. */
export const activityEntryDialog = documentDialog({
	title: plain`Activity`,
	read({state, context}, width) {
		const entry = dialogOf(state, 'activity entry')?.entry;
		if (!entry) return {rows: []};
		const fields = [
			textField('event', safe(entry.kind), context),
			textField('project', entry.project, context),
			textField('detail', activityText(entry), context),
			textField('at', dateTime(entry.at, context), context),
			textField('request id', entry.requestId, context),
		];
		return {rows: wrappedFieldLines(fields, width)};
	},
	keys: [closing('activity-entry.close')],
});
