import {isConcluded} from '../../../api/types.ts';
import {wrappedFieldLines} from '../../../present/fields.ts';
import type {Line} from '../../../present/line.ts';
import {deploymentRow} from '../../../store/model/deployments/deployment-rows.ts';
import {liveLayout} from '../../../store/model/live-layout.ts';
import {deploymentsOf} from '../../../store/state/deployments/known-deployment.ts';
import {currentScreen} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';
import {indented} from '../../render/indented.ts';
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

/** Draws one deployment at a glance, its fields, scrolled on a short screen, and the history around it. */
export const drawDeployment: Draw = (shown, width, height) => {
	const {state} = shown;
	const screen = currentScreen(state);
	if (screen.name !== 'deployment') return [];
	const {projectId, deploymentId} = screen;
	const known = deploymentsOf(state, projectId);
	const row = deploymentRow(known, deploymentId);
	if (!row) return [];
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
	const room = height - above.length;
	const top = Math.min(screen.top, Math.max(0, lines.length - room));
	const chart = chartBelow(room - lines.length, lineCount =>
		drawHistory(row, known, shown, {width, height: lineCount}),
	);
	const {isAscii} = shown.context;
	const marked = lines.slice(top, top + room).map((line, at): Line => {
		const isLast = at === room - 1 && top + room < lines.length;
		const isFirst = at === 0 && top > 0;
		const mark = isLast ? (isAscii ? plain`v` : plain`▼`) : isFirst ? (isAscii ? plain`^` : plain`▲`) : plain``;
		return [...line, {text: plain` ${mark}`, tone: 'quiet'}];
	});
	return [...above, ...indented(marked, 1), ...chart];
};
