import {Box} from 'ink';
import {isConcluded} from '../../api/types.ts';
import {deploymentCard, deploymentColumns, deploymentFields, type LiveRow} from '../../present/deployment.ts';
import {fieldLines} from '../../present/fields.ts';
import type {Line} from '../../present/line.ts';
import {projectTitleLine} from '../../present/project.ts';
import {hasChangedAgain} from '../../present/timeline.ts';
import {recordOf, stripLine, usualFor} from '../../present/usual.ts';
import {type DeploymentRow, deploymentRows, rowAt, rowCount} from '../../store/model/deployments/deployment-rows.ts';
import {keyOfDeployment} from '../../store/model/deployments/detected-changes.ts';
import {noDeployments, type ProjectDeployments} from '../../store/model/deployments/project-deployments.ts';
import {
	detailsHeight,
	deploymentRows as heightOf,
	isNarrow,
	spareWidth,
	stripHeight,
	titleHeight,
} from '../../store/model/layout.ts';
import {watchOf} from '../../store/state/board.ts';
import {deploymentsOf} from '../../store/state/known-deployment.ts';
import {knownProject, projectNameOf} from '../../store/state/project-names.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext} from '../contexts.ts';
import {back} from '../keys/common-keys.ts';
import {edit} from '../keys/edit-keys.ts';
import {movementBindings} from '../keys/movement-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {openDeployment, recordKeys} from '../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import {detailsPane, ruleLine} from '../render/details-pane.ts';
import {indented} from '../render/indented.ts';
import type {RowStyle} from '../render/line-memo.ts';
import {listLines} from '../render/list-lines.ts';
import {useStore} from '../runtime.tsx';

const style: RowStyle<LiveRow> = {
	columns: deploymentColumns,
	card: deploymentCard,
	keyOf: ({deployment}) => deployment,
	isSame: (a, b) =>
		a.usual === b.usual &&
		a.asOf === b.asOf &&
		a.isGone === b.isGone &&
		a.isWatched === b.isWatched &&
		a.hasChangedAgain === b.hasChangedAgain,
	isQuiet: ({asOf}) => asOf !== undefined,
};

const texts = {
	loading: plain`Reading deployments`,
	empty: plain`No deployments yet. Press t to deploy this project.`,
};

/** The statistics of a project's deployments, computed once per response. */
const recordOfProject = (known: ProjectDeployments, memo: DrawContext['memo']) =>
	memo.once(known, () => recordOf(deploymentRows(known).map(({deployment}) => deployment)));

/** Returns the fields of one deployment as lines, except for those with a label in `without`. */
export function knownLines(
	{deployment, asOf}: DeploymentRow,
	shown: DrawContext,
	width: number,
	without?: ReadonlySet<string>,
) {
	const {state, context, memo} = shown;
	const known = deploymentsOf(state, deployment.projectId);
	const usual = usualFor(recordOfProject(known, memo), deployment);
	const changes = state.deployments.timelines.get(keyOfDeployment(deployment)) ?? [];
	const fields = deploymentFields(deployment, {usual, changes, asOf}, context);
	return fieldLines(
		fields.filter(({label}) => !without?.has(label)),
		width,
	);
}

/** The deployments of the open project, and the position among them. Undefined on other screens. */
function openDeployments(state: State) {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const {position, projectId} = screen;
	return {position, projectId, known: deploymentsOf(state, projectId)};
}

/** The size of the details beside the list, in columns, and below it, in lines. At most one of them is not 0. */
function deploymentPanes(state: State): {readonly beside: number; readonly below: number} {
	const open = openDeployments(state);
	if (!open || rowCount(open.known) === 0) return {beside: 0, below: 0};
	return {beside: spareWidth(state.interface.size, 'deployments'), below: detailsHeight(state.interface.size)};
}

/** Returns the title of a project's screen. Empty on a short screen, where the header names the project. */
export const titleLines = (state: State, projectId: string, width: number): readonly Line[] =>
	titleHeight(state.interface.size) > 0
		? indented([projectTitleLine(projectNameOf(state, projectId), knownProject(state, projectId), width - 2)], 1)
		: [];

/** Draws the title where no deployment is shown. */
export const drawTitle: Draw = ({state}, width) => {
	const screen = currentScreen(state);
	return 'projectId' in screen ? titleLines(state, screen.projectId, width) : [];
};

/** Draws the live view of a project: a summary of its deployments and the list of them. */
const drawDeployments: Draw = ({state, context, memo}, width) => {
	const {size} = state.interface;
	const open = openDeployments(state);
	if (!open) return [];
	const {known, position} = open;
	if (rowCount(known) === 0) return [];
	const record = recordOfProject(known, memo);
	const title = titleLines(state, open.projectId, width);
	const strip = stripHeight(size) > 0 ? indented([stripLine(record, context)], 1) : [];
	const rows = () => deploymentRows(known).flatMap(row => liveRow(row, state, record) ?? []);
	const list = listLines(
		style,
		{
			position,
			count: rowCount(known),
			height: heightOf(size),
			width,
			isNarrow: isNarrow(size),
			groups: [[known, state.deployments.timelines].map(from => ({from, rows}))],
			rowAt: index => liveRow(rowAt(known, index), state, record),
		},
		context,
		memo,
	);
	return [...title, ...strip, ...list];
};

const selectedRow = (state: State): DeploymentRow | undefined => {
	const open = openDeployments(state);
	return open && rowAt(open.known, open.position.index);
};

/** The fields that the row shows already. */
const rowLabels = new Set(['conclusion', 'environment', 'upload version', 'took', 'running for']);

/** The fields of the selected deployment that its row does not show. */
function detailLines(shown: DrawContext, width: number): readonly Line[] {
	const row = selectedRow(shown.state);
	return row ? knownLines(row, shown, width, rowLabels) : [];
}

const drawDetailsBeside: Draw = (shown, width, height) =>
	detailsPane(plain``, detailLines(shown, width - 3), height, shown.context);

const drawDetailsBelow: Draw = (shown, width) => [
	ruleLine(width, shown.context),
	...indented(detailLines(shown, width - 3), 3),
];

function liveRow(
	row: DeploymentRow | undefined,
	state: State,
	record: ReturnType<typeof recordOf>,
): LiveRow | undefined {
	if (!row) return undefined;
	const {deployment} = row;
	const isWatched =
		state.presence.watches.size > 0 && !isConcluded(deployment) && watchOf(state, deployment) !== undefined;
	return {
		...row,
		isWatched,
		hasChangedAgain: hasChangedAgain(state.deployments.timelines.get(keyOfDeployment(deployment)) ?? []),
		usual: usualFor(record, deployment),
	};
}

const knownOf = (state: State): ProjectDeployments => openDeployments(state)?.known ?? noDeployments;

function textsOf(state: State) {
	const {unreadable, flaw} = knownOf(state).list;
	return unreadable > 0 ? unreadableTexts(texts, unreadable, flaw) : texts;
}

function DeploymentsScreen() {
	const beside = useStore(state => deploymentPanes(state).beside);
	const below = useStore(state => deploymentPanes(state).below);
	return (
		<ListOrReason title={drawTitle} isEmpty={state => rowCount(knownOf(state)) === 0} textsOf={textsOf}>
			<Box flexDirection="column" flexGrow={1}>
				<Box flexGrow={1}>
					<Canvas draw={drawDeployments} flexGrow={1} />
					<Canvas draw={drawDetailsBeside} width={beside} flexShrink={0} />
				</Box>
				<Canvas draw={drawDetailsBelow} height={below} flexShrink={0} />
			</Box>
		</ListOrReason>
	);
}

const deploymentsKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	...projectKeys.map(binding => (binding === edit ? {...edit, isHinted: true} : binding)),
	...recordKeys,
	...movementBindings,
];

function selectDeployment(state: State): Subject | undefined {
	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return undefined;
	const row = rowAt(deploymentsOf(state, screen.projectId), screen.position.index);
	return subjectAbout(state, screen.projectId, row?.deployment.id);
}

export const deploymentsScreen = {
	title: 'Deployments',
	place: 'projects',
	selects: selectDeployment,
	keys: deploymentsKeys,
	component: DeploymentsScreen,
} as const;
