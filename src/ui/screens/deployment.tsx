import {type Deployment, isConcluded} from '../../api/types.ts';
import {toServiceTime} from '../../base/clock.ts';
import {memoLast} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {keyOfDeployment} from '../../model/deployment-changes.ts';
import {type KnownDeployment, type ProjectDeployments, rowIn} from '../../model/deployment-table.ts';
import {hasFailed} from '../../model/durations.ts';
import {bodyHeight, liveLayout, titleHeight} from '../../model/layout.ts';
import {knownProject, projectNameOf} from '../../model/project-list.ts';
import type {WordMeanings} from '../../model/status-words.ts';
import {watchOf} from '../../model/watches.ts';
import {
	type DeploymentView,
	deploymentFields,
	failureDifferences,
	headlineLines,
	lastSuccessBefore,
	projectTitleLine,
} from '../../present/deployment.ts';
import {type Field, wrappedFieldLines} from '../../present/fields.ts';
import {
	historyLines,
	type ListedDeployment,
	type ProjectStatistics,
	projectStatistics,
	runningIn,
	usualFor,
} from '../../present/history.ts';
import type {Line} from '../../present/line.ts';
import {deploymentsOf, knownDeployment} from '../../state/deployments.ts';
import {moveBy} from '../../state/lists.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {compare, movementKeys, rowsOfStep} from '../keys/list-keys.ts';
import {projectKeys, recordKeys} from '../keys/record-keys.ts';
import {indented, scrolled, spokenField, spokenLines} from '../lines/text-lines.ts';

/** Returns the title of a project's screen. Empty on a short screen, where the header names the project. */
export const titleLines = (state: State, projectId: string, width: number): readonly Line[] =>
	titleHeight(state.interface.size) > 0
		? indented([projectTitleLine(projectNameOf(state, projectId), knownProject(state, projectId), width - 2)], 1)
		: [];

export const drawTitle: Draw = ({state}, width) => {
	const screen = currentScreen(state);
	return 'projectId' in screen ? titleLines(state, screen.projectId, width) : [];
};

type Size = {readonly width: number; readonly height: number};

const statisticsIn = memoLast((known: ProjectDeployments, wordMeanings: WordMeanings) =>
	projectStatistics(known.rows, wordMeanings),
);

/** Returns the statistics of a project, computed once per response. */
export const statisticsOf = (known: ProjectDeployments, {interface: ui}: State): ProjectStatistics =>
	statisticsIn(known, ui.wordMeanings);

const noChanges = [] as const;

/** Returns a deployment with what is known about it. */
export function deploymentViewOf(
	state: State,
	{deployment, asOf, isGone = false}: ListedDeployment & {readonly isGone?: boolean},
): DeploymentView {
	const {timelines} = state.deployments;
	const {watches} = state.presence;
	const statistics = statisticsOf(deploymentsOf(state, deployment.projectId), state);
	return {
		deployment,
		asOf,
		isGone,
		isWatched: watches.size > 0 && !isConcluded(deployment) && watchOf(watches, deployment) !== undefined,
		changes: timelines.get(keyOfDeployment(deployment)) ?? noChanges,
		usual: usualFor(statistics, deployment),
	};
}

function successBefore(deployment: Deployment, {state, context}: DrawContext): Deployment | undefined {
	const {rows} = deploymentsOf(state, deployment.projectId);
	const others = rows.map(row => row.deployment);
	return hasFailed(deployment, context.wordMeanings) ? lastSuccessBefore(deployment, others, context) : undefined;
}

/** Returns how a failed deployment differed from the last success, for its details. Empty for any other. */
export function differenceFields(row: ListedDeployment, drawing: DrawContext): readonly Field[] {
	const {state, context} = drawing;
	const {deployment} = row;
	return hasFailed(deployment, context.wordMeanings)
		? failureDifferences(deploymentViewOf(state, row), successBefore(deployment, drawing), context)
		: [];
}

export function drawHeadline(row: ListedDeployment, drawing: DrawContext, {width, height}: Size): readonly Line[] {
	const {state, context} = drawing;
	const {deployment} = row;
	const {requestedAt, rows} = deploymentsOf(state, deployment.projectId);
	const headline = {
		...deploymentViewOf(state, row),
		readAt: requestedAt === undefined ? undefined : toServiceTime(requestedAt, state.polling.skewMs),
		success: successBefore(deployment, drawing),
		otherCount: runningIn(rows).filter(other => other.deployment.id !== deployment.id).length,
	};
	return indented(headlineLines(headline, {width: width - 2, height}, context), 1);
}

export const drawHistory = (
	statistics: ProjectStatistics,
	selected: ListedDeployment | undefined,
	{context}: DrawContext,
	{width, height}: Size,
): readonly Line[] =>
	indented(historyLines(statistics, {width: width - 2, height}, context, selected?.deployment.id), 1);

/** Returns every field of a deployment, with the id of the request that read it last. */
export function fieldsOf(row: KnownDeployment, {state, context}: DrawContext): readonly Field[] {
	const view = deploymentViewOf(state, row);
	return deploymentFields({...view, deployment: {...view.deployment, requestId: row.requestId}}, context);
}

const texts = {loading: plain`Reading the deployment`, empty: plain``};

function currentDeployment(state: State) {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? screen : undefined;
}

function isUnknown(state: State): boolean {
	const open = currentDeployment(state);
	return open !== undefined && !knownDeployment(state, open.projectId, open.deploymentId);
}

const DeploymentScreen = () => (
	<ListOrReason title={drawTitle} isEmpty={isUnknown} textsOf={() => texts}>
		<Canvas draw={drawDeployment} spoken={speakDeployment} flexGrow={1} />
	</ListOrReason>
);

/** Scroll the details, within their bounds. What the state holds may lie beyond them after a resize. */
const scrollKeys = movementKeys(step => ({store, drawContext}, state) => {
	const {size} = state.interface;
	const layout = layoutOf(drawContext(), size.columns, bodyHeight(size));
	if (!layout) return;
	const {lines, top, maxTop, room} = layout;
	const to = Math.max(0, Math.min(maxTop, top + rowsOfStep(step, lines.length, room)));
	store.change(current => moveBy(current, to - (currentDeployment(current)?.top ?? to)));
});

const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	compare,
	...projectKeys,
	...recordKeys,
	...scrollKeys,
];

function selectDeployment(state: State): KeyTarget | undefined {
	const open = currentDeployment(state);
	return open && targetAbout(state, open.projectId, open.deploymentId);
}

/** A chart below the fields has at least this height. */
const chartHeight = {min: 6, max: 10};

/** The minimum number of terminal rows for blank lines around the headline. */
const minRowsForGaps = 20;

/** The parts of the screen: what stays in place, and the lines that scroll below it. */
function layoutOf(drawing: DrawContext, width: number, height: number) {
	const {state} = drawing;
	const open = currentDeployment(state);
	const row = open && rowIn(deploymentsOf(state, open.projectId), open.deploymentId);
	if (!row) return undefined;
	const {deployment} = row;
	const {headline} = liveLayout(state.interface.size);
	const blank: readonly Line[] = state.interface.size.rows < minRowsForGaps ? [] : [[]];
	const first = headline > 1 ? [] : differenceFields(row, drawing);
	// One line says less than the fields, unless it moves, or they begin with what was different.
	const isDrawn = headline > 1 || !isConcluded(deployment) || first.length > 0;
	const above = [
		...titleLines(state, open.projectId, width),
		...blank,
		...(isDrawn ? drawHeadline(row, drawing, {width, height: headline}) : []),
		...blank,
	];
	const lines = wrappedFieldLines([...first, ...fieldsOf(row, drawing)], width - 3);
	const room = Math.max(0, height - above.length);
	const maxTop = Math.max(0, lines.length - room);
	return {row, above, lines, room, maxTop, top: Math.min(open.top, maxTop)};
}

/** Draws one deployment at a glance, its fields, scrolled on a short screen, and the history around it. */
const drawDeployment: Draw = (drawing, width, height) => {
	const layout = layoutOf(drawing, width, height);
	if (!layout) return [];
	const {row, above, lines, room, top} = layout;
	const marked = scrolled(lines, {top, height: room, width: width - 1}, line => line);
	const left = room - lines.length;
	const statistics = statisticsOf(deploymentsOf(drawing.state, row.deployment.projectId), drawing.state);
	const size = {width, height: Math.min(chartHeight.max, left - 1)};
	const chart = left > chartHeight.min ? [[], ...drawHistory(statistics, row, drawing, size)] : [];
	return [...above, ...indented(marked, 1), ...chart];
};

/** Says the title and the fields, which hold everything that the headline shows. */
const speakDeployment: Speak = (drawing, width) => {
	const layout = layoutOf(drawing, width, 0);
	if (!layout) return [];
	const {row} = layout;
	const fields = [...differenceFields(row, drawing), ...fieldsOf(row, drawing)];
	return [
		...spokenLines(titleLines(drawing.state, row.deployment.projectId, width)),
		...fields.map(field => spokenField(field, drawing.context)),
	];
};

export const deploymentScreen = {
	title: 'Deployment',
	mainScreen: 'projects',
	selects: selectDeployment,
	keys: deploymentKeys,
	component: DeploymentScreen,
} as const;
