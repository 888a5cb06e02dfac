import {isConcluded} from '../../api/types.ts';
import {plain} from '../../base/text.ts';
import {rowIn, toRow} from '../../model/deployment-table.ts';
import {bodyHeight, liveLayout} from '../../model/layout.ts';
import {wrappedFieldLines} from '../../present/fields.ts';
import type {Line} from '../../present/line.ts';
import {deploymentsOf, knownDeployment} from '../../state/deployments.ts';
import {moveBy} from '../../state/movement.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {compare, movementKeys} from '../keys/list-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys} from '../keys/record-keys.ts';
import {indented, withScrollMarks} from '../lines/scroll-marks.ts';
import {sentence, spokenLine, spokenLines} from '../lines/spoken-lines.ts';
import {differenceFields, drawHeadline, drawHistory, drawTitle, knownFields, titleLines} from './deployment-lines.ts';

const texts = {loading: plain`Reading the deployment`, empty: plain``};

const isUnknown = (state: State): boolean => {
	const screen = currentScreen(state);
	return screen.name === 'deployment' && !knownDeployment(state, screen.projectId, screen.deploymentId);
};

const DeploymentScreen = () => (
	<ListOrReason title={drawTitle} isEmpty={isUnknown} textsOf={() => texts}>
		<Canvas draw={drawDeployment} spoken={speakDeployment} flexGrow={1} />
	</ListOrReason>
);

/** Scrolls the details by lines, within their bounds. What the state holds may lie beyond them after a resize. */
function scroll({store, drawContext}: KeyContext, lines: (room: number) => number) {
	const screen = currentScreen(store.get());
	if (screen.name !== 'deployment') return;
	const {top, maxTop, room} = detailsScroll(drawContext());
	const to = Math.max(0, Math.min(maxTop, top + Math.round(lines(room))));
	if (to !== screen.top) store.change(current => moveBy(current, to - screen.top));
}

const scrollKeys = movementKeys(
	step => keyContext =>
		scroll(keyContext, room => {
			if ('rows' in step) return step.rows;
			return 'pages' in step
				? step.pages * room
				: step.to === 'first'
					? Number.NEGATIVE_INFINITY
					: Number.POSITIVE_INFINITY;
		}),
);

const deploymentKeys: readonly Binding[] = [
	{...back, isHinted: true},
	compare,
	...projectKeys,
	...recordKeys,
	...scrollKeys,
];

function selectDeployment(state: State): KeyTarget | undefined {
	const screen = currentScreen(state);
	return screen.name === 'deployment' ? targetAbout(state, screen.projectId, screen.deploymentId) : undefined;
}

/** A chart below the fields has at least this height. */
const chartHeight = {min: 6, max: 10};

/** The minimum number of terminal rows for blank lines around the headline. */
const minRowsForGaps = 20;

/** The lines of a chart below the fields, and a blank one above it. Empty without room. */
function chartBelow(room: number, draw: (height: number) => readonly Line[]): readonly Line[] {
	return room > chartHeight.min ? [[], ...draw(Math.min(chartHeight.max, room - 1))] : [];
}

/** The parts of the screen: what stays in place, and the lines that scroll below it. */
function layoutOf(drawing: DrawContext, width: number, height: number) {
	const {state} = drawing;
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return undefined;
	const {projectId, deploymentId} = screen;
	const known = deploymentsOf(state, projectId);
	const one = rowIn(known, deploymentId);
	if (!one) return undefined;
	const row = toRow(one);
	const {deployment} = row;
	const {headline} = liveLayout(state.interface.size);
	const blank: readonly Line[] = state.interface.size.rows < minRowsForGaps ? [] : [[]];
	const first = headline > 1 ? [] : differenceFields(deployment, known, drawing);
	// One line says less than the fields, unless it moves, or they begin with what was different.
	const isDrawn = headline > 1 || !isConcluded(deployment) || first.length > 0;
	const above = [
		...titleLines(state, projectId, width),
		...blank,
		...(isDrawn ? drawHeadline(row, known, drawing, {width, height: headline}) : []),
		...blank,
	];
	const lines = wrappedFieldLines(knownFields(row, drawing, {first}), width - 3);
	const room = Math.max(0, height - above.length);
	const maxTop = Math.max(0, lines.length - room);
	return {row, known, above, lines, room, maxTop, top: Math.min(screen.top, maxTop)};
}

/** Returns which line of the details is the first on the screen, which one can be at most, and how many fit. */
function detailsScroll(drawing: DrawContext): {
	readonly top: number;
	readonly maxTop: number;
	readonly room: number;
} {
	const {size} = drawing.state.interface;
	return layoutOf(drawing, size.columns, bodyHeight(size)) ?? {top: 0, maxTop: 0, room: 0};
}

/** Draws one deployment at a glance, its fields, scrolled on a short screen, and the history around it. */
const drawDeployment: Draw = (drawing, width, height) => {
	const layout = layoutOf(drawing, width, height);
	if (!layout) return [];
	const {row, known, above, lines, room, maxTop, top} = layout;
	const chart = chartBelow(room - lines.length, lineCount =>
		drawHistory(row, known, drawing, {width, height: lineCount}),
	);
	const beyond = {isAbove: top > 0, isBelow: top < maxTop};
	const marked = withScrollMarks(lines.slice(top, top + room), width - 1, beyond, drawing.context);
	return [...above, ...indented(marked, 1), ...chart];
};

/** Says the title and the fields, which hold everything that the headline shows. */
const speakDeployment: Speak = (drawing, width) => {
	const layout = layoutOf(drawing, width, bodyHeight(drawing.state.interface.size));
	if (!layout) return [];
	const {row, known} = layout;
	const {projectId} = row.deployment;
	const fields = knownFields(row, drawing, {first: differenceFields(row.deployment, known, drawing)});
	const {isStill} = drawing.context;
	return [
		...spokenLines(titleLines(drawing.state, projectId, width)),
		...fields.map(({label, value}) =>
			// Every answer has another request id.
			sentence([label, isStill && label === 'request id' ? undefined : spokenLine([value])]),
		),
	];
};

export const deploymentScreen = {
	title: 'Deployment',
	mainScreen: 'projects',
	selects: selectDeployment,
	keys: deploymentKeys,
	component: DeploymentScreen,
} as const;
