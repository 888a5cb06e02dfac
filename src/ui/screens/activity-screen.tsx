import {plain, safe} from '../../base/text.ts';
import {deploymentOfEntry, type SavedActivityEntry} from '../../model/activity-entry.ts';
import {startCursor} from '../../model/cursor.ts';
import {isNarrow} from '../../model/layout.ts';
import {isGoneOrUnlisted} from '../../model/project-list.ts';
import {type ActivityRow, activityColumns, activityText} from '../../present/activity-columns.ts';
import {textField, wrappedFieldLines} from '../../present/fields.ts';
import {dateTime} from '../../present/format.ts';
import {type Line, space} from '../../present/line.ts';
import type {RowContext} from '../../present/table.ts';
import {absenceReport, absenceText, withReportDismissed} from '../../state/absence.ts';
import {type ActivityHeading, entryOfItem, hasActivity, shownActivity} from '../../state/activity.ts';
import {dialogOf, openDialog} from '../../state/dialogs.ts';
import {currentList, selectedEntry, withCursor} from '../../state/lists.ts';
import {shortcutOf} from '../../state/preferences.ts';
import type {State} from '../../state/state.ts';
import {documentDialog} from '../components/document.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import {Lines} from '../components/lines.tsx';
import type {Binding, DrawContext, KeyTarget} from '../contexts.ts';
import {changing, targetAbout} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';
import {clearOrBack, filterBindings} from '../keys/filter-keys.ts';
import {movementBindings, nextColumns, sortBindings} from '../keys/list-keys.ts';
import {notSelectedReason, projectBindings, recordBindings, showDeployment} from '../keys/record-keys.ts';
import {type DrawnList, listLines, listWindow} from '../lines/list-lines.ts';
import {
	arrangementParts,
	checkedParts,
	filterLine,
	incompleteParts,
	newAboveParts,
	nothingMatchesText,
	rowPart,
} from '../lines/list-position.ts';

const noActivity = (state: State) =>
	plain`No activity yet. Your changes and finished deployments appear here. Press ${shortcutOf(state, 'projects')} for the projects.`;

const activityTexts = (state: State) => ({
	loading: plain``,
	empty: (hasActivity(state) && nothingMatchesText(state)) || noActivity(state),
});

const ActivityScreen = () => (
	<ListOrReason isEmpty={state => shownActivity(state).length === 0} textsOf={activityTexts}>
		<Lines draw={activityList} flexGrow={1} />
	</ListOrReason>
);

const activityBindings: readonly Binding[] = [
	clearOrBack,
	{
		...showDeployment,
		unavailable: state => (selectedEntry(state) ? undefined : notSelectedReason(state)),
		run(app, state, key, target) {
			const entry = selectedEntry(state);
			if (target?.deploymentId !== undefined) showDeployment.run(app, state, key, target);
			else if (entry) app.store.change(current => openDialog(current, {name: 'activity entry', entry, top: 0}));
		},
	},
	{
		id: 'remove',
		isHinted: true,
		hint: (_dialog, state) => (absenceReport(state) ? 'dismiss report' : undefined),
		unavailable: state => (absenceReport(state) ? undefined : 'There is no report to dismiss'),
		run: changing(state => withCursor(withReportDismissed(state), startCursor)),
	},
	...filterBindings,
	...projectBindings,
	...recordBindings,
	...sortBindings,
	nextColumns(currentActivityList),
	...movementBindings,
];

function selectEntry(state: State): KeyTarget | undefined {
	const entry = selectedEntry(state);
	if (!entry || entry.projectId === '') return undefined;
	return targetAbout(state, entry.projectId, entry.deploymentId === '' ? undefined : entry.deploymentId);
}

/** The entry with its deployment as it is now, or as the journal has it. */
function toActivityRow(
	{projects, deployments, connection}: State,
	entry: SavedActivityEntry | undefined,
): ActivityRow | undefined {
	if (!entry) return undefined;
	const deployment = deploymentOfEntry(entry, deployments.table, connection?.environmentNames);
	return {entry, deployment, isGone: entry.projectId !== '' && isGoneOrUnlisted({projects}, entry.projectId)};
}

function activityHeadingLine({heading}: ActivityHeading, state: State): Line {
	const report = heading === 'away' ? absenceReport(state) : undefined;
	if (!report) return [{text: plain`  OTHER ACTIVITY`, tone: 'quiet'}];
	const tone = report.failedCount > 0 ? 'bad' : 'plain';
	return [space, space, {text: absenceText(report, isNarrow(state.interface.size)), tone}];
}

function currentActivityList(drawing: DrawContext, width: number): DrawnList<ActivityRow> | undefined {
	const window = listWindow(drawing, 'activity');
	if (!window) return undefined;
	const {state} = drawing;
	const items = shownActivity(state);
	return {
		...window,
		style: {columns: activityColumns},
		width,
		rowAt: index => toActivityRow(state, entryOfItem(items[index])),
		headingAt(index) {
			const item = items[index];
			return item && 'heading' in item ? activityHeadingLine(item, state) : undefined;
		},
	};
}

const activityList = listLines(currentActivityList);

function activityPosition(state: State, context: RowContext): Line {
	const list = currentList(state);
	const items = shownActivity(state);
	const checked = checkedParts(state, context);
	const missing = incompleteParts(state);
	if (!list || items.length === 0) return [...checked, ...missing];
	return [
		...checked,
		rowPart(list.index, items),
		...arrangementParts(state, 'activity'),
		...missing,
		...newAboveParts(list.cursor),
	];
}

export const activityScreen = {
	title: 'Activity',
	mainScreen: 'activity',
	selects: selectEntry,
	position: activityPosition,
	keys: activityBindings,
	status: filterLine,
	component: ActivityScreen,
} as const;

export const activityEntryDialog = documentDialog({
	title: plain`Activity`,
	read({state, context}, width) {
		const entry = dialogOf(state, 'activity entry')?.entry;
		if (!entry) return {rows: []};
		const fields = [
			textField('event', safe(entry.kind), context),
			textField('project', entry.project, context),
			textField('detail', activityText(entry), context),
			textField('at', dateTime(entry.at), context),
			textField('request id', entry.requestId, context),
		];
		return {rows: wrappedFieldLines(fields, width)};
	},
	keys: [closing('activity-entry.close')],
});
