import {Box} from 'ink';
import {isConcluded, listLimit} from '../../api/types.ts';
import {clamp} from '../../base/clamp.ts';
import {memo} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {
	hasReadAllDeployments,
	type KnownDeployment,
	noDeployments,
	type ProjectDeployments,
	rowIn,
} from '../../model/deployment-table.ts';
import {bodyHeight, deploymentsLayout, hasChart, minChartHeight, spareWidth, titleHeight} from '../../model/layout.ts';
import {knownProject, projectNameOf} from '../../model/project-list.ts';
import {
	asOfText,
	type DeploymentRow,
	deploymentColumns,
	headlineLines,
	projectTitleLine,
} from '../../present/deployment.ts';
import type {CellSize} from '../../present/drawing.ts';
import {type Field, fieldsBeside, wrappedFieldLines} from '../../present/fields.ts';
import {count} from '../../present/format.ts';
import {type HistoryRow, headlined, historyLines, runningIn} from '../../present/history.ts';
import {type Line, wrappedLines} from '../../present/line.ts';
import {chosenColumns, type RowContext} from '../../present/table.ts';
import {
	deploymentsOf,
	knownDeployment,
	lastSeenAt,
	shownDeployments,
	toggleMarkedDeployment,
} from '../../state/deployments.ts';
import {outdatedMs} from '../../state/freshness.ts';
import {currentList, moveBy, selectedId} from '../../state/lists.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import {Lines} from '../components/lines.tsx';
import type {Binding, Draw, DrawContext, KeyTarget} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {actingOn, targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {
	arrangementBindings,
	compare,
	listSearch,
	movementBindings,
	movementBindingsWith,
	nothingShownText,
	rowsOfStep,
} from '../keys/list-keys.ts';
import {
	edit,
	notSelectedReason,
	projectBindings,
	recordBindings,
	showDeployment,
	targetedDeployment,
} from '../keys/record-keys.ts';
import {allFieldsOf, deploymentRowOf} from '../lines/deployment-view.ts';
import {detailLines, linesBeside, ruleLine} from '../lines/details.ts';
import {type DrawnList, listLines, listWindow, type RowStyle} from '../lines/list-lines.ts';
import {arrangementParts, indexPart, newAboveParts, statusPart} from '../lines/list-position.ts';
import {indented, scrolled} from '../lines/text-lines.ts';

/** Empty on a short screen, because the header names the project. */
const screenTitleLines = (state: State, projectId: string, width: number): readonly Line[] =>
	titleHeight(state.interface.size) > 0
		? indented([projectTitleLine(projectNameOf(state, projectId), knownProject(state, projectId), width - 2)], 1)
		: [];

const drawTitle: Draw = ({state}, width) => {
	const screen = currentScreen(state);
	return 'projectId' in screen ? screenTitleLines(state, screen.projectId, width) : [];
};

function drawHeadline(row: KnownDeployment, drawing: DrawContext, {width, height}: CellSize): readonly Line[] {
	const {state, context} = drawing;
	const {deployment} = row;
	const {rows} = deploymentsOf(state, deployment.projectId);
	const headline = {
		...deploymentRowOf(state, row),
		readAt: lastSeenAt(state, row),
		otherRunningCount: runningIn(rows).filter(other => other.deployment.id !== deployment.id).length,
	};
	return indented(headlineLines(headline, {width: width - 2, height}, context), 1);
}

function drawHistory(
	{rows}: ProjectDeployments,
	selected: HistoryRow | undefined,
	{context}: DrawContext,
	{width, height}: CellSize,
): readonly Line[] {
	return indented(historyLines(rows, {width: width - 2, height}, context, selected?.deployment.id), 1);
}

function currentDeployments(state: State) {
	const screen = currentScreen(state);
	const list = currentList(state);
	if (screen.name !== 'deployments' || !list) return undefined;
	const {projectId} = screen;
	const known = deploymentsOf(state, projectId);
	const rows = shownDeployments(state, projectId);
	return {list, projectId, known, rows, selected: rowIn(known, selectedId(state))};
}

const hasNothingToShow = ({rows, list}: NonNullable<ReturnType<typeof currentDeployments>>): boolean =>
	rows.length === 0 && !list.heldBecause;

const knownOf = (state: State): ProjectDeployments => currentDeployments(state)?.known ?? noDeployments;

function deploymentsTexts(state: State) {
	const empty = state.connection?.isReadOnly
		? plain`No deployments yet, and this connection is read-only.`
		: plain`No deployments yet. Press ${shortcutOf(state, 'deploy')} to deploy this project.`;
	const texts = {loading: plain`Reading deployments`, empty};
	const {unreadable, flaw} = knownOf(state);
	return unreadable > 0 ? unreadableTexts(texts, unreadable, shortcutOf(state, 'raw-record'), flaw) : texts;
}

function DeploymentsScreen() {
	const above = useStore(state => deploymentsLayout(state.interface.size).top);
	const below = useStore(state => deploymentsLayout(state.interface.size).details);
	const beside = useStore(state => spareWidth(state.interface.size));
	return (
		<ListOrReason title={drawTitle} isEmpty={state => knownOf(state).rows.length === 0} textsOf={deploymentsTexts}>
			<Lines draw={drawAbove} height={above} flexShrink={0} aria-hidden />
			<Box flexDirection={beside > 0 ? 'row' : 'column'} flexGrow={1}>
				<Lines draw={deploymentList} flexGrow={1} />
				<Lines draw={drawDetails} aria-hidden flexShrink={0} {...(beside > 0 ? {width: beside} : {height: below})} />
			</Box>
		</ListOrReason>
	);
}

const markDeployment: Binding = {
	id: 'mark',
	...actingOn(targetedDeployment, notSelectedReason, ({id}, {store}) =>
		store.change(state => moveBy(toggleMarkedDeployment(state, id), 1)),
	),
};

const deploymentsBindings: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	compare,
	markDeployment,
	...projectBindings.map(binding => (binding === edit ? {...edit, isHinted: true} : binding)),
	...recordBindings,
	...arrangementBindings,
	...movementBindings,
];

function selectDeployment(state: State): KeyTarget | undefined {
	const current = currentDeployments(state);
	if (current?.list.heldBecause === 'gone') return undefined;
	return current && targetAbout(state, current.projectId, current.selected?.deployment.id);
}

const deploymentsStyle = memo(
	({columns}: State['preferences'], isOutdated: boolean): RowStyle<DeploymentRow> => ({
		columns: chosenColumns(deploymentColumns, columns.get('deployments')),
		isQuiet: ({asOf}) => isOutdated || asOf !== undefined,
	}),
);

const blankLines = (count: number): readonly Line[] => Array.from({length: count}, () => []);

const drawAbove: Draw = (drawing, width) => {
	const {state} = drawing;
	const current = currentDeployments(state);
	if (!current) return [];
	const {projectId, known, selected} = current;
	const title = screenTitleLines(state, projectId, width);
	const basis = selected ?? known.rows[0];
	if (!basis) return title;
	const {gap, headline, view} = deploymentsLayout(state.interface.size);
	const row = headlined(known.rows, basis);
	const lines = drawHeadline(row, drawing, {width, height: headline});
	const left = view - lines.length;
	const gapBelow = left > minChartHeight ? 1 : 0;
	return [
		...title,
		...blankLines(gap),
		...lines,
		...blankLines(gapBelow),
		...drawHistory(known, selected, drawing, {width, height: left - gapBelow}),
	];
};

function currentDeploymentList(drawing: DrawContext, width: number): DrawnList<DeploymentRow> | undefined {
	const {state, context} = drawing;
	const window = listWindow(drawing, 'deployments');
	const current = currentDeployments(state);
	if (!window || !current || hasNothingToShow(current)) return undefined;
	const {known, rows, list, selected} = current;
	return {
		...window,
		style: deploymentsStyle(state.preferences, outdatedMs(state, context.localNow) !== undefined),
		width: Math.min(width, state.interface.size.columns - spareWidth(state.interface.size)),
		source: known,
		rowAt(index) {
			const row = rows[index];
			return row && deploymentRowOf(state, row);
		},
		heldRow: list.heldBecause && selected && deploymentRowOf(state, selected),
	};
}

const drawNothingShown: Draw = ({state}, width) => {
	const text = nothingShownText(state, 'deployments');
	return text ? [[], ...indented(wrappedLines(text, width - 4, 'quiet'), 2)] : [];
};

const deploymentList = listLines(currentDeploymentList, drawNothingShown);

function hasDeploymentDetails(state: State): boolean {
	const hasRoom = spareWidth(state.interface.size) > 0 || deploymentsLayout(state.interface.size).details > 1;
	const current = currentDeployments(state);
	return hasRoom && !(current && hasNothingToShow(current));
}

function deploymentDetailFields(drawing: DrawContext): readonly Field[] {
	const current = currentDeployments(drawing.state);
	if (!current?.selected) return [];
	return fieldsBeside('row', allFieldsOf(current.selected, drawing));
}

const drawDetails: Draw = (drawing, width, height) => {
	if (!hasDeploymentDetails(drawing.state)) return [];
	const fields = deploymentDetailFields(drawing);
	if (spareWidth(drawing.state.interface.size) > 0)
		return linesBeside(plain``, detailLines(fields, width - 3, height), height);
	const key = fields.length > height - 1 ? shortcutOf(drawing.state, 'open-deployment') : undefined;
	return [ruleLine(width, key), ...indented(detailLines(fields, width - 3, height - 1), 3)];
};

function deploymentsPosition(state: State, context: RowContext): Line {
	const current = currentDeployments(state);
	if (!current || current.known.rows.length === 0) return [];
	const {known, rows, list, selected} = current;
	const {unreadable} = known;
	const remembered = known.rows.filter(({asOf}) => asOf !== undefined).length;
	const listed = known.rows.length - remembered;
	const isFull = listed >= listLimit && !hasReadAllDeployments(known);
	const limit = isFull ? [statusPart(`the service lists at most ${listLimit}`)] : [];
	const notRead = unreadable > 0 ? [statusPart(`${count(unreadable)} could not be read`)] : [];
	const since = selected?.asOf === undefined ? '' : `, this one ${asOfText(selected.asOf, context)}`;
	const kept = remembered > 0 ? [statusPart(`${count(remembered)} remembered${since}`)] : [];
	return [
		indexPart(list.index, rows.length),
		...arrangementParts(state, 'deployments'),
		...limit,
		...kept,
		...notRead,
		...newAboveParts(list.cursor),
	];
}

export const deploymentsScreen = {
	title: 'Deployments',
	mainScreen: 'projects',
	selects: selectDeployment,
	position: deploymentsPosition,
	...listSearch('Deployments', deploymentsBindings, currentDeploymentList),
	component: DeploymentsScreen,
} as const;

const deploymentTexts = {loading: plain`Reading the deployment`, empty: plain``};

function currentDeployment(state: State) {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? screen : undefined;
}

function isDeploymentUnknown(state: State): boolean {
	const current = currentDeployment(state);
	return current !== undefined && !knownDeployment(state, current.projectId, current.deploymentId);
}

const DeploymentScreen = () => (
	<ListOrReason title={drawTitle} isEmpty={isDeploymentUnknown} textsOf={() => deploymentTexts}>
		<Lines draw={drawDeployment} flexGrow={1} />
	</ListOrReason>
);

/** Keeps the scroll position in bounds, because a resize can leave the stored one outside. */
const scrollBindings = movementBindingsWith(step => ({store, drawContext}, state) => {
	const {size} = state.interface;
	const layout = deploymentScreenLayout(drawContext(), size.columns, bodyHeight(size));
	if (!layout) return;
	const {lines, top, maxTop, room} = layout;
	const to = clamp(top + rowsOfStep(step, lines.length, room), 0, maxTop);
	store.change(latest => moveBy(latest, to - (currentDeployment(latest)?.top ?? to)));
});

const deploymentBindings: readonly Binding[] = [
	{...back, isHinted: true},
	compare,
	...projectBindings,
	...recordBindings,
	...scrollBindings,
];

function selectOpenDeployment(state: State): KeyTarget | undefined {
	const current = currentDeployment(state);
	return current && targetAbout(state, current.projectId, current.deploymentId);
}

const chartBelowFieldsHeight = {min: 6, max: 10};

const minTerminalRowsForGaps = 20;

function deploymentScreenLayout(drawing: DrawContext, width: number, height: number) {
	const {state} = drawing;
	const current = currentDeployment(state);
	const row = current && rowIn(deploymentsOf(state, current.projectId), current.deploymentId);
	if (!row) return undefined;
	const {deployment} = row;
	const {headline} = deploymentsLayout(state.interface.size);
	const blank: readonly Line[] = state.interface.size.rows < minTerminalRowsForGaps ? [] : [[]];
	// A headline of one line repeats the fields, unless the deployment is in progress.
	const isDrawn = headline > 1 || !isConcluded(deployment);
	const above = [
		...screenTitleLines(state, current.projectId, width),
		...blank,
		...(isDrawn ? drawHeadline(row, drawing, {width, height: headline}) : []),
		...blank,
	];
	const lines = wrappedFieldLines(allFieldsOf(row, drawing), width - 3);
	const room = Math.max(0, height - above.length);
	const maxTop = Math.max(0, lines.length - room);
	return {row, above, lines, room, maxTop, top: Math.min(current.top, maxTop)};
}

const drawDeployment: Draw = (drawing, width, height) => {
	const layout = deploymentScreenLayout(drawing, width, height);
	if (!layout) return [];
	const {row, above, lines, room, top} = layout;
	const marked = scrolled(lines, {top, height: room, width: width - 1}, line => line);
	const left = room - lines.length;
	const hasRoom = hasChart(drawing.state.interface.size) && left > chartBelowFieldsHeight.min;
	const known = deploymentsOf(drawing.state, row.deployment.projectId);
	const size = {width, height: Math.min(chartBelowFieldsHeight.max, left - 1)};
	const chart = hasRoom ? [[], ...drawHistory(known, row, drawing, size)] : [];
	return [...above, ...indented(marked, 1), ...chart];
};

export const deploymentScreen = {
	title: 'Deployment',
	mainScreen: 'projects',
	selects: selectOpenDeployment,
	keys: deploymentBindings,
	component: DeploymentScreen,
} as const;
