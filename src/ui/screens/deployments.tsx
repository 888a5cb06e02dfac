import {Box} from 'ink';
import {listLimit} from '../../api/types.ts';
import {memoOn} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {hasReadAllDeployments, noDeployments, type ProjectDeployments} from '../../model/deployment-table.ts';
import {isNarrow, liveLayout, spareWidth} from '../../model/layout.ts';
import {asOfText, type DeploymentView, deploymentColumns} from '../../present/deployment.ts';
import type {Field} from '../../present/fields.ts';
import {count} from '../../present/format.ts';
import {headlined} from '../../present/history.ts';
import {type Line, wrappedLines} from '../../present/line.ts';
import type {RowContext} from '../../present/table.ts';
import {deploymentsOf, shownDeployments} from '../../state/deployments.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas, speakNothing} from '../components/canvas.tsx';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {detailsKey, detailsPane, detailsScope, focusableLines, ruleLine, spokenDetails} from '../keys/details-pane.ts';
import {arrangementKeys, compare, listSearch, movementBindings, nothingShownText} from '../keys/list-keys.ts';
import {edit, projectKeys, recordKeys, showDeployment} from '../keys/record-keys.ts';
import {type List, listCanvas, listWindow, type RowGroup, type RowStyle} from '../lines/list-lines.ts';
import {arrangementText, newAboveText} from '../lines/list-place.ts';
import {indented} from '../lines/text-lines.ts';
import {useStore} from '../runtime.tsx';
import {
	deploymentViewOf,
	differenceFields,
	drawHeadline,
	drawHistory,
	drawTitle,
	fieldsOf,
	statisticsOf,
	titleLines,
} from './deployment.tsx';

/** The deployments of the open project, and the selected one. Undefined on other screens. */
function openDeployments(state: State) {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const {position, projectId} = screen;
	const known = deploymentsOf(state, projectId);
	const rows = shownDeployments(state, projectId);
	return {position, projectId, known, rows, selected: rows[position.index], statistics: statisticsOf(known, state)};
}

const knownOf = (state: State): ProjectDeployments => openDeployments(state)?.known ?? noDeployments;

const loading = plain`Reading deployments`;

function textsOf(state: State) {
	const empty = state.connection?.isReadOnly
		? plain`No deployments yet, and this connection is read-only.`
		: plain`No deployments yet. Press ${shortcutOf(state, 'deploy', plain`t`)} to deploy this project.`;
	const texts = {loading, empty};
	const {unreadable, flaw} = knownOf(state);
	return unreadable > 0 ? unreadableTexts(texts, unreadable, shortcutOf(state, 'raw-record', plain`i`), flaw) : texts;
}

const besideWidth = ({interface: {size}}: State): number => spareWidth(size, 'deployments');

function DeploymentsScreen() {
	const above = useStore(state => liveLayout(state.interface.size).top);
	const below = useStore(state => liveLayout(state.interface.size).details);
	const beside = useStore(besideWidth);
	return (
		<ListOrReason title={drawTitle} isEmpty={state => knownOf(state).rows.length === 0} textsOf={textsOf}>
			<Canvas draw={drawAbove} spoken={speakNothing} height={above} flexShrink={0} />
			<Box flexDirection={beside > 0 ? 'row' : 'column'} flexGrow={1}>
				<Canvas {...deploymentList} flexGrow={1} />
				<Canvas
					draw={drawDetails}
					spoken={speakDetails}
					flexShrink={0}
					{...(beside > 0 ? {width: beside} : {height: below})}
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
	const open = openDeployments(state);
	return open && targetAbout(state, open.projectId, open.selected?.deployment.id);
}

const style: RowStyle<DeploymentView> = {
	columns: deploymentColumns,
	keyOf: ({deployment}) => deployment,
	isQuiet: ({asOf}) => asOf !== undefined,
};

/** Draws the title of a project, the deployment in progress or the selected one, and the history. */
const drawAbove: Draw = (drawing, width) => {
	const {state, context} = drawing;
	const open = openDeployments(state);
	if (!open) return [];
	const {projectId, selected, statistics} = open;
	const title = titleLines(state, projectId, width);
	const basis = selected ?? statistics.rows[0];
	if (!basis) return title;
	const {headline, gap, chart} = liveLayout(state.interface.size);
	const row = headlined(statistics, basis, context.wordMeanings);
	const blank: readonly Line[] = gap > 0 ? [[]] : [];
	return [
		...title,
		...blank,
		...drawHeadline(row, drawing, {width, height: headline}),
		...blank,
		...drawHistory(statistics, selected, drawing, {width, height: chart}),
	];
};

const groupsOf = memoOn(
	(known: ProjectDeployments, _state: State) => [known],
	(known, state): ReadonlyArray<RowGroup<DeploymentView>> => [
		{from: known, rows: () => known.rows.map(row => deploymentViewOf(state, row))},
	],
);

/** The list of a project's deployments. Undefined if it shows none. */
function listOf(drawing: DrawContext, width: number): List<DeploymentView> | undefined {
	const {state} = drawing;
	const window = listWindow(drawing, 'deployments');
	const open = openDeployments(state);
	if (!window || !open || open.rows.length === 0) return undefined;
	const {known, rows} = open;
	return {
		...window,
		style,
		width,
		groups: groupsOf(known, state),
		rowAt(index) {
			const row = rows[index];
			return row && deploymentViewOf(state, row);
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

function hasDetails(state: State): boolean {
	const hasRoom = besideWidth(state) > 0 || liveLayout(state.interface.size).details > 1;
	return hasRoom && openDeployments(state)?.rows.length !== 0;
}

/** The fields of the selected deployment that neither its row nor the headline shows. */
function detailFields(drawing: DrawContext): readonly Field[] {
	const open = openDeployments(drawing.state);
	if (!open?.selected) return [];
	const {selected, statistics} = open;
	const {size} = drawing.state.interface;
	const above = headlined(statistics, selected, drawing.context.wordMeanings);
	const isInHeadline = liveLayout(size).headline > 1 && above.deployment === selected.deployment;
	const first = isInHeadline ? [] : differenceFields(selected, drawing);
	const shown = isNarrow(size) ? narrowRowLabels : rowLabels;
	return [...first, ...fieldsOf(selected, drawing).filter(({label}) => !shown.has(label))];
}

/** Draws the details beside the list or, below a rule, under it. */
const drawDetails: Draw = (drawing, width, height) => {
	if (!hasDetails(drawing.state)) return [];
	const fields = detailFields(drawing);
	return besideWidth(drawing.state) > 0
		? detailsPane(plain``, focusableLines(fields, drawing, width - 3, height), height)
		: [ruleLine(width), ...indented(focusableLines(fields, drawing, width - 3, height - 1), 3)];
};

const speakDetails: Speak = drawing => spokenDetails(detailFields(drawing), drawing);

/** Returns the place among the deployments, and what limits the list. Empty without rows. */
function deploymentsPlace(state: State, context: RowContext): string {
	const open = openDeployments(state);
	if (!open || open.known.rows.length === 0) return '';
	const {known, rows, position, selected} = open;
	const {completeSince, unreadable} = known;
	const remembered = known.rows.filter(({asOf}) => asOf !== undefined).length;
	const listed = known.rows.length - remembered;
	const reach = completeSince === Number.POSITIVE_INFINITY ? 'not in order' : 'no next page';
	const limit =
		!hasReadAllDeployments(known) && listed >= listLimit ? ` · at most ${listLimit} are listed, ${reach}` : '';
	const unreadableText = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const since = selected?.asOf === undefined ? '' : `, this one ${asOfText(selected.asOf, context)}`;
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
