import type {Context} from '../../../present/column.ts';
import {type Line, wrapped} from '../../../present/line.ts';
import {shapeOf} from '../../../present/outcome.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../../store/model/layout.ts';
import {rowsWithoutTombstone} from '../../../store/model/projects/project-rows.ts';
import type {BulkTarget, Dialog} from '../../../store/state/interface/dialog.ts';
import type {State} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';
import {withScrollMarks} from '../../render/scroll-marks.ts';

type Bulk = Extract<Dialog, {name: 'bulk'}>;

/** One project and its outcome. */
function targetLine({title, id, result, isDone}: BulkTarget, isHidden: boolean, context: Context): Line {
	const sign = result === undefined ? shapeOf('waiting', context) : shapeOf(isDone ? 'good' : 'bad', context);
	const hidden = isHidden ? plain`  hidden by the filter` : plain``;
	return [
		sign,
		{text: plain` ${title}`, tone: 'strong'},
		result === undefined
			? {text: safe(`  ${id}${hidden}`), tone: 'quiet'}
			: {text: plain`  ${result}`, tone: isDone ? 'good' : 'bad'},
	];
}

/** Whether the user still has to confirm by typing the number of projects. */
export const isUnconfirmed = ({interface: {dialog}}: State): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && dialog.targets.every(({result}) => result === undefined);

/** What stands below the projects once the bulk action is confirmed. */
export function remarkOf({targets, isRunning, isStopped}: Bulk): SafeText {
	if (isRunning)
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	if (targets.every(({isDone}) => isDone)) return plain`All done.`;
	return isStopped ? plain`Stopped. The rest stay marked.` : plain`The rest stay marked.`;
}

/** Returns the index of the first project that is shown after scrolling by some lines, as far as there are others to show. */
export function topAfter(state: State, by: number): number {
	const {
		interface: {dialog, size},
		connection,
	} = state;
	if (dialog?.name !== 'bulk') return 0;
	const heightOf = (text: SafeText | undefined) => (text ? wrapped(text, contentWidth(size)).length : 0);
	const belowHeight = (isUnconfirmed(state) ? 1 : heightOf(remarkOf(dialog))) + heightOf(dialog.problem);
	const shownCount = Math.max(1, bodyHeight(size) - dialogBorder - (connection ? 1 : 0) - 1 - belowHeight);
	return Math.max(0, Math.min(dialog.targets.length - shownCount, dialog.top + by));
}

/** The projects by name, each with its outcome. */
export const drawTargets: Draw = ({state, context}, width, height) => {
	const {
		interface: {dialog},
		projects: {view},
	} = state;
	if (dialog?.name !== 'bulk') return [];
	const {targets} = dialog;
	const rows = rowsWithoutTombstone(state.projects);
	const isHidden = (id: string) => view !== undefined && rows.indexOf(id, 0) === undefined;
	const top = Math.min(dialog.top, Math.max(0, targets.length - height));
	const lines = targets.slice(top, top + height).map(target => targetLine(target, isHidden(target.id), context));
	return withScrollMarks(lines, width, {isAbove: top > 0, isBelow: top + height < targets.length}, context);
};
