import {type Line, type SafeSpan, wrapped} from '../../../present/line.ts';
import {shapeOf, toneOf, wordTone} from '../../../present/outcome.ts';
import type {Context} from '../../../present/table.ts';
import {outcomeOf, outcomeWord} from '../../../status-words.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../../store/model/layout.ts';
import {listedIndex} from '../../../store/model/projects/project-filter.ts';
import {knownDeployment} from '../../../store/state/deployments.ts';
import type {BulkTarget, Dialog} from '../../../store/state/dialog.ts';
import type {State} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';
import {outageText} from '../../render/problem-texts.ts';
import {withScrollMarks} from '../../render/scroll-marks.ts';

type Bulk = Extract<Dialog, {name: 'bulk'}>;

/** One project and what became of it: for a deployment that was started, its current status. */
function targetLine({title, id, result}: BulkTarget, state: State, isHidden: boolean, context: Context): Line {
	const name: SafeSpan = {text: plain` ${title}`, tone: 'strong'};
	if (!result) {
		const hidden = isHidden ? plain`  hidden by the filter` : plain``;
		return [shapeOf('waiting', context), name, {text: safe(`  ${id}${hidden}`), tone: 'quiet'}];
	}

	const {kind, text, deploymentId} = result;
	if (deploymentId === undefined) {
		const outcome = kind === 'done' ? 'good' : 'bad';
		return [shapeOf(outcome, context), name, {text: plain`  ${text}`, tone: toneOf(outcome)}];
	}

	const known = knownDeployment(state, id, deploymentId);
	const outcome = known ? outcomeOf(known.deployment, context.pins) : 'waiting';
	const word = (known && outcomeWord(known.deployment)) ?? text;
	return [shapeOf(outcome, context), name, {text: plain`  ${word}`, tone: wordTone(outcome)}];
}

const hasResults = ({targets}: Bulk): boolean => targets.some(({result}) => result);

/** Whether the user still has to confirm by typing the number of projects. */
export const isUnconfirmed = ({interface: {dialog}}: State): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && !hasResults(dialog);

/** Whether nothing more happens: the dialog only shows what became of each project. */
export const isFinished = (dialog: Dialog | undefined): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && hasResults(dialog);

const countOf = ({targets}: Bulk, kind: 'done' | 'refused' | 'unconfirmed' | undefined): number =>
	targets.filter(({result}) => result?.kind === kind).length;

const texts = {
	deploy: {question: 'Deploy', progress: 'Deploying', record: 'deployment', done: 'started'},
	delete: {question: 'Permanently delete', progress: 'Deleting', record: 'project', done: 'deleted'},
} as const;

/** The question, then the progress, then the result. A deployment that was started has not succeeded yet. */
export function titleOf(dialog: Bulk): SafeText {
	const {kind, targets, isRunning} = dialog;
	const {question, progress, record, done} = texts[kind];
	const [count, doneCount] = [targets.length, countOf(dialog, 'done')];
	if (isRunning) return safe(`${progress}: ${doneCount} of ${count} ${done}`);
	if (!hasResults(dialog)) return safe(`${question} these ${count} projects?`);
	const records = count === 1 ? record : `${record}s`;
	return safe(doneCount === count ? `${count} ${records} ${done}` : `${doneCount} of ${count} ${records} ${done}`);
}

/** What stands below the projects once the bulk action is confirmed. */
export function remarkOf(dialog: Bulk): SafeText | undefined {
	const {kind, isRunning, isStopped} = dialog;
	if (isRunning)
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	const rest = [
		[countOf(dialog, 'refused'), 'refused'],
		[countOf(dialog, 'unconfirmed'), 'unconfirmed'],
		[countOf(dialog, undefined), 'not sent'],
	] as const;
	const counts = rest.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
	if (counts.length > 0) return safe(`${isStopped ? 'Stopped. ' : ''}${counts.join(', ')}. The rest stay marked.`);
	return kind === 'deploy' ? plain`Watched until they conclude.` : undefined;
}

/** Returns the index of the first project that is shown after scrolling by some lines, as far as there are others to show. */
export function topAfter(state: State, by: number): number {
	const {
		interface: {dialog, size},
		connection,
	} = state;
	if (dialog?.name !== 'bulk') return 0;
	const heightOf = (text: SafeText | undefined) => (text ? wrapped(text, contentWidth(size)).length : 0);
	const belowHeight =
		(isUnconfirmed(state) ? 1 : heightOf(remarkOf(dialog))) + heightOf(outageText(state)) + heightOf(dialog.problem);
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
	const isHidden = (id: string) => view !== undefined && listedIndex(state.projects, id) === undefined;
	const top = Math.min(dialog.top, Math.max(0, targets.length - height));
	const lines = targets.slice(top, top + height).map(target => targetLine(target, state, isHidden(target.id), context));
	return withScrollMarks(lines, width, {isAbove: top > 0, isBelow: top + height < targets.length}, context);
};
