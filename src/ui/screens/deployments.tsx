import {Box} from 'ink';
import {isConcluded} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {
	type DeploymentRow,
	deploymentRows,
	hasReadAllDeployments,
	listLimit,
	noDeployments,
	type ProjectDeployments,
} from '../../model/deployment-table.ts';
import {isNarrow, liveLayout, spareWidth} from '../../model/layout.ts';
import {watchOf} from '../../model/watches.ts';
import {asOfText, deploymentColumns, type LiveRow} from '../../present/deployment.ts';
import type {Field} from '../../present/fields.ts';
import {count} from '../../present/format.ts';
import {type Line, wrappedLines} from '../../present/line.ts';
import {headlined, type ListedDeployment, type ProjectStatistics, usualFor} from '../../present/project-statistics.ts';
import type {RowContext} from '../../present/table.ts';
import {hasChangedAgain} from '../../present/timeline.ts';
import {deploymentsOf, shownDeployments} from '../../state/deployments.ts';
import {keyOf} from '../../state/key-names.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas, speakNothing} from '../components/canvas.tsx';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {detailsKey, detailsScope} from '../keys/details-keys.ts';
import {arrangementKeys, compare, listSearch, movementBindings, nothingShownText} from '../keys/list-keys.ts';
import {edit, projectKeys} from '../keys/project-keys.ts';
import {recordKeys, showDeployment} from '../keys/record-keys.ts';
import {detailsPane, focusableLines, ruleLine, spokenField} from '../lines/details-pane.ts';
import {type List, listCanvas, listWindow, type RowGroup, type RowStyle} from '../lines/list-lines.ts';
import {arrangementText, newAboveText} from '../lines/list-place.ts';
import {indented} from '../lines/scroll-marks.ts';
import {useStore} from '../runtime.tsx';
import {
	changesOf,
	differenceFields,
	drawHeadline,
	drawHistory,
	drawTitle,
	knownFields,
	statisticsOf,
	titleLines,
} from './deployment-lines.ts';

const knownOf = (state: State): ProjectDeployments => openDeployments(state)?.known ?? noDeployments;

const loading = plain`Reading deployments`;

function textsOf(state: State) {
	const empty = state.connection?.isReadOnly
		? plain`No deployments yet, and this connection is read-only.`
		: plain`No deployments yet. Press ${keyOf(state, 'deploy', plain`t`)} to deploy this project.`;
	const texts = {loading, empty};
	const {unreadable, flaw} = knownOf(state);
	return unreadable > 0 ? unreadableTexts(texts, unreadable, keyOf(state, 'raw-record', plain`i`), flaw) : texts;
}

function DeploymentsScreen() {
	const above = useStore(state => panesOf(state).above);
	const beside = useStore(state => panesOf(state).beside);
	const below = useStore(state => panesOf(state).below);
	return (
		<ListOrReason title={drawTitle} isEmpty={state => knownOf(state).rows.length === 0} textsOf={textsOf}>
			<Box flexDirection="column" flexGrow={1}>
				<Canvas draw={drawAbove} spoken={speakNothing} height={above} flexShrink={0} />
				<Box flexGrow={1}>
					<Canvas {...deploymentList} flexGrow={1} />
					<Canvas
						draw={drawDetailsBeside}
						spoken={beside > 0 ? speakDetails : speakNothing}
						width={beside}
						flexShrink={0}
					/>
				</Box>
				<Canvas
					draw={drawDetailsBelow}
					spoken={beside > 0 ? speakNothing : speakDetails}
					height={below}
					flexShrink={0}
				/>
			</Box>
		</ListOrReason>
	);
}

const deploymentsKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	detailsKey(hasDetails, () => 'No room for details'),
	compare,
	...projectKeys.map(binding => (binding === edit ? {...edit, isHinted: true} : binding)),
	...recordKeys,
	...arrangementKeys,
	...movementBindings,
];

function selectDeployment(state: State): KeyTarget | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const row = shownDeployments(state, screen.projectId).rows[screen.position.index];
	return targetAbout(state, screen.projectId, row?.deployment.id);
}

const style: RowStyle<LiveRow> = {
	columns: deploymentColumns,
	keyOf: ({deployment}) => deployment,
	isSame: (a, b) =>
		a.usual === b.usual &&
		a.asOf === b.asOf &&
		a.isGone === b.isGone &&
		a.isWatched === b.isWatched &&
		a.hasChangedAgain === b.hasChangedAgain,
	isQuiet: ({asOf}) => asOf !== undefined,
};

/** The deployments of the open project, and the position among them. Undefined on other screens. */
function openDeployments(state: State) {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const {position, projectId} = screen;
	return {position, projectId, known: deploymentsOf(state, projectId), rows: shownDeployments(state, projectId).rows};
}

/** The size of the title and the pictures above the list, in lines, and of the details beside it, in columns, or below it, in lines. */
function panesOf({interface: {size}}: State): {
	readonly above: number;
	readonly beside: number;
	readonly below: number;
} {
	const {top, details} = liveLayout(size);
	return {above: top, beside: spareWidth(size, 'deployments'), below: details};
}

/** Draws what is between the title of a project and its list, which may show none of the deployments. */
function drawPictures(
	selected: ListedDeployment | undefined,
	known: ProjectDeployments,
	drawing: DrawContext,
	width: number,
): readonly Line[] {
	const {headline, gap, chart} = liveLayout(drawing.state.interface.size);
	const statistics = statisticsOf(known, drawing);
	const basis = selected ?? statistics.newest;
	if (!basis) return [];
	const row = headlined(statistics, basis, drawing.context.wordMeanings);
	const blank: readonly Line[] = gap > 0 ? [[]] : [];
	return [
		...blank,
		...drawHeadline(row, known, drawing, {width, height: headline}),
		...blank,
		...drawHistory(selected, known, drawing, {width, height: chart}),
	];
}

/** Draws the title of a project, the deployment in progress and the history. */
const drawAbove: Draw = (drawing, width) => {
	const {state} = drawing;
	const open = openDeployments(state);
	if (!open) return [];
	const selected = open.rows[open.position.index];
	return [...titleLines(state, open.projectId, width), ...drawPictures(selected, open.known, drawing, width)];
};

const groupsOf = memoOn(
	(known: ProjectDeployments, _state: State, _statistics: ProjectStatistics) => [known],
	(known, state, statistics): ReadonlyArray<RowGroup<LiveRow>> => [
		{from: known, rows: () => deploymentRows(known).map(row => liveRow(row, state, statistics))},
	],
);

/** The list of a project's deployments. Undefined if it shows none. */
function listOf(drawing: DrawContext, width: number): List<LiveRow> | undefined {
	const {state} = drawing;
	const window = listWindow(drawing, 'deployments');
	const open = openDeployments(state);
	if (!window || !open || open.rows.length === 0) return undefined;
	const {known, rows} = open;
	const statistics = statisticsOf(known, drawing);
	return {
		...window,
		style,
		width,
		groups: groupsOf(known, state, statistics),
		rowAt(index) {
			const row = rows[index];
			return row && liveRow(row, state, statistics);
		},
	};
}

/** Draws why a list that is limited to some deployments shows none. */
const drawNothingShown: Draw = ({state}, width) => {
	const text = nothingShownText(state, 'deployments');
	return text ? [[], ...indented(wrappedLines(text, width - 4, 'quiet'), 2)] : [];
};

const deploymentList = listCanvas(listOf, drawNothingShown);

/** The fields that the row shows already. */
const rowLabels = new Set(['conclusion', 'environment', 'upload version', 'took', 'running for']);
const narrowRowLabels = new Set(['conclusion', 'upload version']);

/** Whether the list has details beside or below it. */
function hasDetails(state: State): boolean {
	const {beside, below} = panesOf(state);
	return (beside > 0 || below > 1) && openDeployments(state)?.rows.length !== 0;
}

/** The fields of the selected deployment that neither its row nor the headline shows. */
function detailFields(drawing: DrawContext): readonly Field[] {
	const open = openDeployments(drawing.state);
	const row = open?.rows[open.position.index];
	if (!row) return [];
	const {known} = open;
	const {size} = drawing.state.interface;
	const {headline} = liveLayout(size);
	const above = headlined(statisticsOf(known, drawing), row, drawing.context.wordMeanings);
	const isInHeadline = headline > 1 && above.deployment === row.deployment;
	const first = isInHeadline ? [] : differenceFields(row.deployment, known, drawing);
	return knownFields(row, drawing, {first, without: isNarrow(size) ? narrowRowLabels : rowLabels});
}

/** Says the field that has the focus. */
const speakDetails: Speak = drawing => spokenField(detailFields(drawing), drawing);

const drawDetailsBeside: Draw = (drawing, width, height) =>
	hasDetails(drawing.state)
		? detailsPane(plain``, focusableLines(detailFields(drawing), drawing, width - 3, height), height, drawing.context)
		: [];

const drawDetailsBelow: Draw = (drawing, width, height) =>
	hasDetails(drawing.state)
		? [
				ruleLine(width, drawing.context),
				...indented(focusableLines(detailFields(drawing), drawing, width - 3, height - 1), 3),
			]
		: [];

function liveRow(row: DeploymentRow, state: State, statistics: ProjectStatistics): LiveRow {
	const {deployment} = row;
	const {watches} = state.presence;
	return {
		...row,
		isWatched: watches.size > 0 && !isConcluded(deployment) && watchOf(watches, deployment) !== undefined,
		hasChangedAgain: hasChangedAgain(changesOf(state, deployment)),
		usual: usualFor(statistics, deployment),
	};
}

/** Returns the place among the deployments, and what limits the list. Empty without rows. */
function deploymentsPlace(state: State, context: RowContext): string {
	const open = openDeployments(state);
	if (!open || open.known.rows.length === 0) return '';
	const {known, rows, position} = open;
	const {completeSince, unreadable} = known;
	const remembered = known.rows.filter(({standing}) => standing !== 'listed').length;
	const listed = known.rows.length - remembered;
	const reach = completeSince === Number.POSITIVE_INFINITY ? 'not in order' : 'no next page';
	const limit =
		!hasReadAllDeployments(known) && listed >= listLimit ? ` · at most ${listLimit} are listed, ${reach}` : '';
	const unreadableText = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const {asOf} = rows[position.index] ?? {};
	const since = asOf === undefined ? '' : `, this one ${asOfText(asOf, context)}`;
	const rememberedText = remembered > 0 ? ` · ${count(remembered)} remembered${since}` : '';
	const at = rows.length === 0 ? 0 : position.index + 1;
	const arranged = arrangementText(state, 'deployments', context);
	return `${count(at)} of ${count(rows.length)}${arranged}${limit}${rememberedText}${unreadableText}${newAboveText(position, context)}`;
}

export const deploymentsScreen = {
	title: 'Deployments',
	mainScreen: 'projects',
	selects: selectDeployment,
	place: deploymentsPlace,
	...listSearch('Deployments', deploymentsKeys, listOf),
	pane: detailsScope(hasDetails, detailFields),
	component: DeploymentsScreen,
} as const;
