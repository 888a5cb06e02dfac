import {Box} from 'ink';
import {cells, counted, cut, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight, dialogBorder, dialogContentWidth} from '../../model/layout.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {fittingParts, type Part} from '../../present/drawing.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone, wrapped} from '../../present/line.ts';
import {shapeOf, toneOf, wordTone} from '../../present/outcome.ts';
import {knownDeployment} from '../../state/deployments.ts';
import {dialogOf, withDialog, withoutDialog} from '../../state/dialogs.ts';
import type {BulkResult, BulkTarget, Dialog} from '../../state/screen.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox, Paragraph, Spans} from '../components/dialog-box.tsx';
import {TextField} from '../components/form.tsx';
import type {Binding, Draw, DrawContext} from '../contexts.ts';
import {lineEditing, typeText} from '../keys/common-keys.ts';
import {projectStanding} from '../lines/project-standing.ts';
import {outageText, recordText, titleLine} from '../lines/service.ts';
import {scrolled} from '../lines/text-lines.ts';
import {useView} from '../runtime.tsx';

type Bulk = Extract<Dialog, {name: 'bulk'}>;

/** First the user has to confirm by typing the number of projects. Once it is finished, the dialog only shows what became of each. */
function phaseOf(dialog: Dialog | undefined): 'asked' | 'running' | 'finished' {
	if (dialog?.name !== 'bulk') return 'asked';
	if (dialog.isRunning) return 'running';
	return dialog.targets.some(({result}) => result) ? 'finished' : 'asked';
}

const looks = {
	deploy: {preposition: plain`to`, tone: 'strong'},
	delete: {preposition: plain`from`, tone: 'bad'},
} as const;

function BulkDialog() {
	const {state} = useView();
	const {connection} = state;
	const dialog = dialogOf(state, 'bulk');
	if (!dialog) return null;
	const {kind, targets} = dialog;
	const {preposition, tone} = looks[kind];
	return (
		<DialogBox
			title={titleOf(dialog)}
			tone={tone}
			facts={
				<>
					{connection && (
						<Box flexShrink={0}>
							<Spans line={[{text: plain`${preposition}  `, tone: 'quiet'}, ...titleLine(connection)]} isCut />
						</Box>
					)}
					<Canvas draw={drawTargets} height={targets.length} flexShrink={1} marginBottom={1} />
				</>
			}
		>
			<Box flexDirection="column" flexShrink={0}>
				{phaseOf(dialog) === 'asked' && (
					<Box>
						<Box flexShrink={0}>
							<Spans line={[{text: plain`Type ${targets.length} and press enter: `, tone: 'plain'}]} />
						</Box>
						<TextField line={editedLine(state) ?? {text: '', caret: 0}} width={12} />
					</Box>
				)}
				{remarksOn(dialog, state).map(({text, tone: remarkTone}) => (
					<Paragraph key={text} text={text} tone={remarkTone} />
				))}
			</Box>
		</DialogBox>
	);
}

const scroll =
	(by: number): Binding['run'] =>
	({store}) =>
		store.change(state => withDialog(state, 'bulk', {top: topAfter(state, by)}));

const bulkKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'confirm',
		isHinted: true,
		hint: dialog => ({asked: 'confirm', running: undefined, finished: 'close'})[phaseOf(dialog)],
		isWrite: true,
		blocked: ({interface: {dialog}}) =>
			phaseOf(dialog) === 'running' ? 'In progress: esc stops before the next one' : undefined,
		run: ({actions}) => void actions.carryOutMarked(),
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		// Enter closes what is finished; esc does too, but one hint is enough.
		hint: dialog => ({asked: 'cancel', running: 'stop', finished: undefined})[phaseOf(dialog)],
		run: ({store}) =>
			store.change(state =>
				phaseOf(state.interface.dialog) === 'running'
					? withDialog(state, 'bulk', {isStopped: true})
					: withoutDialog(state),
			),
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];

export const bulkDialog = {
	title: 'Several projects',
	keys: bulkKeys,
	component: BulkDialog,
	isTyping: true,
	onText: typeText,
};

const countOf = ({targets}: Bulk, kind: BulkResult['kind'] | undefined): number =>
	targets.filter(({result}) => result?.kind === kind).length;

const texts = {
	deploy: {question: 'Deploy', progress: 'Deploying', record: 'deployment', done: 'started'},
	delete: {question: 'Permanently delete', progress: 'Deleting', record: 'project', done: 'deleted'},
} as const;

/** The question, then the progress, then the result. A deployment that was started has not succeeded yet. */
function titleOf(dialog: Bulk): SafeText {
	const {kind, targets} = dialog;
	const {question, progress, record, done} = texts[kind];
	const [count, doneCount] = [targets.length, countOf(dialog, 'done')];
	if (phaseOf(dialog) === 'running') return safe(`${progress}: ${doneCount} of ${count} ${done}`);
	if (phaseOf(dialog) === 'asked')
		return safe(`${question} ${count === 1 ? 'this project' : `these ${count} projects`}?`);
	const records = counted(count, record);
	return safe(doneCount === count ? `${records} ${done}` : `${doneCount} of ${records} ${done}`);
}

function progressText(dialog: Bulk): SafeText | undefined {
	const {kind, isStopped} = dialog;
	if (phaseOf(dialog) === 'asked') return undefined;
	if (phaseOf(dialog) === 'running')
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	const rest = [
		[countOf(dialog, 'refused'), 'refused'],
		[countOf(dialog, 'unconfirmed'), 'unconfirmed'],
		[countOf(dialog, undefined), 'not sent'],
	] as const;
	const counts = rest.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
	const restCount = rest.reduce((sum, [count]) => sum + count, 0);
	const fate = restCount === 1 ? 'It stays marked.' : `These ${restCount} stay marked.`;
	if (counts.length > 0) return safe(`${isStopped ? 'Stopped. ' : ''}${counts.join(', ')}. ${fate}`);
	return kind === 'deploy' ? plain`Watched until they conclude.` : undefined;
}

const maxReasons = 3;
const maxNamesPerReason = 3;

/** The reasons that have no room beside their projects, each once. */
function cutReasons({targets}: Bulk, {interface: {size}}: State): ReadonlyArray<readonly [SafeText, Tone]> {
	const width = dialogContentWidth(size);
	const byReason = new Map<SafeText, SafeText[]>();
	for (const {title, result} of targets) {
		if (!result || result.kind === 'done') continue;
		byReason.set(result.text, [...(byReason.get(result.text) ?? []), title]);
	}

	const isCut = ([text, titles]: readonly [SafeText, readonly SafeText[]]) =>
		titles.some(title => cells(title) + cells(text) + rowGaps > width);
	return [...byReason]
		.filter(isCut)
		.slice(0, maxReasons)
		.map(([text, titles]) => {
			const names = titles.slice(0, maxNamesPerReason).map(title => cut(title, 24));
			const moreCount = titles.length - names.length;
			return [safe(`${names.join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}: ${text}`, 400), 'bad'];
		});
}

/** The cells of a row besides the name and the reason: the sign, the gaps, and the marks that say it scrolls. */
const rowGaps = 6;

const remarksOn = (dialog: Bulk, state: State) =>
	(
		[
			...cutReasons(dialog, state),
			[progressText(dialog), 'quiet'],
			[outageText(state), 'bad'],
			[dialog.problem ? undefined : recordText(state), 'bad'],
			[dialog.problem, 'bad'],
		] as const
	).flatMap(([text, tone]) => (text ? [{text, tone}] : []));

/** Returns the index of the first project that is shown after scrolling by some lines, as far as there are others to show. */
function topAfter(state: State, by: number): number {
	const dialog = dialogOf(state, 'bulk');
	if (!dialog) return 0;
	const {size} = state.interface;
	const remarkLines = remarksOn(dialog, state).flatMap(({text}) => wrapped(text, dialogContentWidth(size)));
	const belowHeight = remarkLines.length + (phaseOf(dialog) === 'asked' ? 1 : 0);
	const shownCount = bodyHeight(size) - dialogBorder - (state.connection ? 1 : 0) - 1 - belowHeight;
	return Math.max(0, Math.min(dialog.targets.length - Math.max(1, shownCount), dialog.top + by));
}

/** One project and what became of it: for a deployment that was started, its current status. */
function targetLine({title, id, result}: BulkTarget, drawing: DrawContext, width: number): Line {
	const {state, context} = drawing;
	const name: SafeSpan = {text: plain` ${title}`, tone: 'strong'};
	if (!result) {
		const isHidden = state.projects.filtered?.rows.every(row => row.id !== id) ?? false;
		const hidden = isHidden ? plain`hidden by the filter` : plain``;
		const {running, runningCount, upload, newest} = projectStanding(id, drawing);
		const bullet: SafeSpan = {text: plain`•`, tone: 'quiet'};
		const quiet = (text: SafeText, keep: number): Part => ({spans: text === '' ? [] : [{text, tone: 'quiet'}], keep});
		const warningIn = (text: SafeText): Line => [{text, tone: 'busy'}];
		const [long, short] = [
			warningIn(plain`in progress: ${running ?? plain``}`),
			warningIn(runningCount === 1 ? plain`in progress` : plain`${runningCount} in progress`),
		];
		const fits = lineWidth([bullet, name, ...long]) + 2 <= width;
		const warning = running === undefined ? [] : fits ? long : short;
		// The name is cut for the warning.
		const shownName = running === undefined ? [bullet, name] : cutLine([bullet, name], width - lineWidth(warning) - 2);
		const isDeploying = dialogOf(state, 'bulk')?.kind === 'deploy';
		return fittingParts(
			[
				{spans: shownName, keep: 9},
				quiet(safe(id), 5),
				quiet(hidden, 7),
				{spans: warning, keep: 8},
				...(isDeploying ? [quiet(upload ?? plain``, 3), ...newest.map((fact, at) => quiet(fact, 6 - at * 2))] : []),
			],
			width,
			plain`  `,
		);
	}

	const {text, deploymentId} = result;
	if (deploymentId === undefined) {
		const outcome = result.kind === 'done' ? 'good' : 'bad';
		return [shapeOf(outcome, context), name, {text: plain`  ${text}`, tone: toneOf(outcome)}];
	}

	const known = knownDeployment(state, id, deploymentId)?.deployment;
	const outcome = known ? outcomeOf(known, context.wordMeanings) : 'waiting';
	const word = (known && outcomeWord(known)) ?? text;
	return [shapeOf(outcome, context), name, {text: plain`  ${word}`, tone: wordTone(outcome)}];
}

const drawTargets: Draw = (drawing, width, height) => {
	const {targets = [], top: wantedTop = 0} = dialogOf(drawing.state, 'bulk') ?? {};
	const top = Math.min(wantedTop, Math.max(0, targets.length - height));
	return scrolled(targets, {top, height, width}, target => targetLine(target, drawing, width - 2));
};
