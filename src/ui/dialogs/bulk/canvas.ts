import type {Context} from '../../../present/column.ts';
import type {Line} from '../../../present/line.ts';
import {shapeOf} from '../../../present/outcome.ts';
import {rowsWithoutTombstone} from '../../../store/model/projects/project-rows.ts';
import type {BulkTarget} from '../../../store/state/interface/dialog.ts';
import {plain, safe} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';

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

/** The projects by name, each with its outcome. */
export const drawTargets: Draw = ({state, context}, _width, height) => {
	const {
		interface: {dialog},
		projects: {view},
	} = state;
	if (dialog?.name !== 'bulk') return [];
	const {targets} = dialog;
	const rows = rowsWithoutTombstone(state.projects);
	const isHidden = (id: string) => view !== undefined && rows.indexOf(id, 0) === undefined;
	const top = Math.min(dialog.top, Math.max(0, targets.length - height));
	return targets.slice(top, top + height).map(target => targetLine(target, isHidden(target.id), context));
};
