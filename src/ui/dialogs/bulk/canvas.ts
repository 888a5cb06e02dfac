import type {Context} from '../../../present/column.ts';
import {cutLine, type Line} from '../../../present/line.ts';
import {shapeOf} from '../../../present/outcome.ts';
import {fieldLine} from '../../../present/typed-line.ts';
import type {BulkTarget} from '../../../store/dialog.ts';
import {bodyHeight} from '../../../store/layout.ts';
import {livingRows} from '../../../store/project-rows.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {indented} from '../../components/panes.ts';
import {serviceTitle} from '../../components/service-title.ts';
import type {Draw} from '../../desk.ts';

/** One project, and what came of it. */
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

function remark(isRunning: boolean, isStopped: boolean, isAllDone: boolean): SafeText {
	if (isRunning)
		return isStopped ? plain`The one that was begun is waited for.` : plain`esc stops before the next one.`;
	if (isAllDone) return plain`All of them were done.`;
	return isStopped ? plain`Stopped: what was not done stays marked.` : plain`What was not done stays marked.`;
}

/** Several projects by their names, the question about them, and what comes of each. */
export const drawBulk: Draw = ({state, context}) => {
	const {dialog, size, view, connection} = state;
	if (dialog?.name !== 'bulk') return [];
	const {kind, targets, isRunning, isStopped, problem} = dialog;
	const rows = livingRows(state);
	const isHidden = (id: string) => view !== undefined && rows.indexOf(id, 0) === undefined;
	const done = targets.filter(({isDone}) => isDone).length;
	const tried = targets.filter(({result}) => result !== undefined).length;
	const isOver = !isRunning && tried > 0;
	const verb = kind === 'deploy' ? plain`Deploy` : plain`Delete for good`;
	const title =
		isOver || isRunning
			? plain`${verb}: ${done} of ${targets.length} done`
			: plain`${verb} these ${targets.length} projects?`;
	const place = connection ? serviceTitle(connection) : plain``;
	const height = Math.max(1, bodyHeight(size) - 7);
	const top = Math.min(dialog.top, Math.max(0, targets.length - height));
	const list = targets.slice(top, top + height).map(target => targetLine(target, isHidden(target.id), context));
	const line = typedLine(state);
	const question: Line =
		isOver || isRunning || !line
			? [{text: remark(isRunning, isStopped, done === targets.length), tone: 'quiet'}]
			: [{text: plain`Type ${targets.length} and press enter: `, tone: 'plain'}, ...fieldLine(line, plain``, 12)];
	const wrong: readonly Line[] = problem ? [[{text: problem, tone: 'bad'}]] : [];
	const lines: readonly Line[] = [
		[],
		[{text: title, tone: kind === 'delete' ? 'bad' : 'strong'}],
		[{text: place, tone: 'quiet'}],
		...list,
		[],
		question,
		...wrong,
	];
	return indented(
		lines.map(one => cutLine(one, size.columns - 3)),
		2,
	);
};
