import {isConcluded} from '../../../api/types.ts';
import {wrappedFieldLines} from '../../../present/fields.ts';
import type {Line} from '../../../present/line.ts';
import {rowIn, toRow} from '../../../store/model/deployments/deployment-table.ts';
import {bodyHeight, liveLayout} from '../../../store/model/layout.ts';
import {deploymentsOf} from '../../../store/state/deployments.ts';
import {currentScreen} from '../../../store/state/state.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {indented} from '../../render/indented.ts';
import {withScrollMarks} from '../../render/scroll-marks.ts';
import {titleLines} from '../deployments/canvas.ts';
import {differenceFields, drawHeadline, drawHistory, knownFields} from '../deployments/pictures.ts';

/** A chart below the fields has at least this height. */
const chartHeight = {min: 6, max: 10};

/** The minimum number of terminal rows for blank lines around the headline. */
const minRowsForGaps = 20;

/** The lines of a chart below the fields, and a blank one above it. Empty without room. */
function chartBelow(room: number, draw: (height: number) => readonly Line[]): readonly Line[] {
	return room > chartHeight.min ? [[], ...draw(Math.min(chartHeight.max, room - 1))] : [];
}

/** The parts of the screen: what stays in place, and the lines that scroll below it. */
function layoutOf(shown: DrawContext, width: number, height: number) {
	const {state} = shown;
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
	const first = headline > 1 ? [] : differenceFields(deployment, known, shown);
	// One line says less than the fields, unless it moves, or they begin with what was different.
	const isDrawn = headline > 1 || !isConcluded(deployment) || first.length > 0;
	const above = [
		...titleLines(state, projectId, width),
		...blank,
		...(isDrawn ? drawHeadline(row, known, shown, {width, height: headline}) : []),
		...blank,
	];
	const lines = wrappedFieldLines(knownFields(row, shown, {first}), width - 3);
	const room = Math.max(0, height - above.length);
	const maxTop = Math.max(0, lines.length - room);
	return {row, known, above, lines, room, maxTop, top: Math.min(screen.top, maxTop)};
}

/** Returns which line of the details is the first on the screen, which one can be at most, and how many fit. */
export function detailsScroll(shown: DrawContext): {
	readonly top: number;
	readonly maxTop: number;
	readonly room: number;
} {
	const {size} = shown.state.interface;
	return layoutOf(shown, size.columns, bodyHeight(size)) ?? {top: 0, maxTop: 0, room: 0};
}

/** Draws one deployment at a glance, its fields, scrolled on a short screen, and the history around it. */
export const drawDeployment: Draw = (shown, width, height) => {
	const layout = layoutOf(shown, width, height);
	if (!layout) return [];
	const {row, known, above, lines, room, maxTop, top} = layout;
	const chart = chartBelow(room - lines.length, lineCount =>
		drawHistory(row, known, shown, {width, height: lineCount}),
	);
	const beyond = {isAbove: top > 0, isBelow: top < maxTop};
	const marked = withScrollMarks(lines.slice(top, top + room), width - 1, beyond, shown.context);
	return [...above, ...indented(marked, 1), ...chart];
};
