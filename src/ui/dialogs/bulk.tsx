import {Box} from 'ink';
import {clamp} from '../../base/clamp.ts';
import {cells, counted, plain, type SafeText, safe, wrapped} from '../../base/text.ts';
import {bulkAnswer, nextBatchText, questionText, typingText} from '../../model/confirmation.ts';
import {noVersions} from '../../model/deployed-versions.ts';
import {bodyHeight, dialogBorder, dialogContentWidth} from '../../model/layout.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {projectIdOf} from '../../model/write-intent.ts';
import {fittingParts, type Part} from '../../present/drawing.ts';
import {cutLine, type Line, lineText, lineWidth, type SafeSpan, type Tone, wrappedLines} from '../../present/line.ts';
import {shapeOf, toneOf, wordTone} from '../../present/outcome.ts';
import {signSpan} from '../../present/signs.ts';
import {knownDeployment, versionsOf} from '../../state/deployments.ts';
import {chosenDeploy, dialogOf, namedDeploys, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {shortcutOf} from '../../state/preferences.ts';
import type {BulkResult, BulkState, BulkTarget, Dialog} from '../../state/screen.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {DialogBox, Paragraph, Spans} from '../components/dialog-box.tsx';
import {TextField} from '../components/form-fields.tsx';
import {Lines, PaintedLine} from '../components/lines.tsx';
import type {Binding, Draw, DrawContext} from '../contexts.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {changing} from '../keys/binding.ts';
import {lineEditing, typeText} from '../keys/common-keys.ts';
import {projectStanding} from '../lines/project-standing.ts';
import {journalWarning, outageText} from '../lines/service.ts';
import {indented, scrolled, scrollMarkWidth} from '../lines/text-lines.ts';
import {namedDeploySpans, noNamedDeploy, questionTones, serviceLine} from './questions.tsx';

function phaseOf(dialog: Dialog | undefined): 'asked' | 'running' | 'finished' {
	if (dialog?.name !== 'bulk') return 'asked';
	if (dialog.isRunning) return 'running';
	return dialog.targets.some(({result}) => result) ? 'finished' : 'asked';
}

function BulkDialog() {
	const {drawContext} = useAppContext();
	const state = useStore();
	const {connection} = state;
	const dialog = dialogOf(state, 'bulk');
	if (!dialog) return null;
	const {kind, targets} = dialog;
	return (
		<DialogBox
			title={bulkTitle(dialog)}
			tone={questionTones[kind]}
			facts={
				<>
					{connection && (
						<Box flexShrink={0}>
							<PaintedLine line={serviceLine(kind, connection)} />
						</Box>
					)}
					<Lines draw={drawTargets} height={allTargetLines(drawContext()).length} flexShrink={1} marginBottom={1} />
				</>
			}
		>
			<Box flexDirection="column" flexShrink={0}>
				{phaseOf(dialog) === 'asked' && (
					<Box flexWrap="wrap">
						<Box flexShrink={0}>
							<Spans line={[{text: plain`${typingText(bulkAnswer(kind, targets.length))}: `, tone: 'plain'}]} />
						</Box>
						<TextField line={editedLine(state) ?? {text: '', caret: 0}} width={12} />
					</Box>
				)}
				{bulkRemarks(dialog, state).map(({text, tone: remarkTone}) => (
					<Paragraph key={text} text={text} tone={remarkTone} />
				))}
			</Box>
		</DialogBox>
	);
}

function namedDeployText({kind}: BulkState, state: State): SafeText | undefined {
	if (kind === 'delete' || noNamedDeploy(state)) return undefined;
	const chosen = chosenDeploy(state);
	const text = chosen ? lineText(namedDeploySpans(chosen)) : plain`chooses a named deploy`;
	return plain`${shortcutOf(state, 'bulk.choose')}  ${text}`;
}

const countOf = ({targets}: BulkState, kind: BulkResult['kind'] | undefined): number =>
	targets.filter(({result}) => result?.kind === kind).length;

const texts = {
	deploy: {progress: 'Deploying', record: 'deployment', done: 'started'},
	delete: {progress: 'Deleting', record: 'project', done: 'deleted'},
} as const;

/** A started deployment only counts as started, because it has not succeeded yet. */
function bulkTitle(dialog: BulkState): SafeText {
	const {kind, targets} = dialog;
	const {progress, record, done} = texts[kind];
	const [count, doneCount] = [targets.length, countOf(dialog, 'done')];
	if (phaseOf(dialog) === 'running') return safe(`${progress}: ${doneCount} of ${count} ${done}`);
	if (phaseOf(dialog) === 'asked')
		return questionText(
			kind,
			targets.map(({title}) => title),
		);
	const records = counted(count, record);
	return safe(doneCount === count ? `${records} ${done}` : `${doneCount} of ${records} ${done}`);
}

function bulkProgressText(dialog: BulkState): SafeText | undefined {
	const {kind, isStopped} = dialog;
	if (phaseOf(dialog) === 'asked') return undefined;
	if (phaseOf(dialog) === 'running')
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	const rest = [
		[countOf(dialog, 'rejected'), 'rejected'],
		[countOf(dialog, 'unconfirmed'), 'unconfirmed'],
		[countOf(dialog, undefined), 'not sent'],
	] as const;
	const counts = rest.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
	const restCount = rest.reduce((sum, [count]) => sum + count, 0);
	const fate = restCount === 1 ? 'It stays marked.' : `These ${restCount} stay marked.`;
	if (counts.length > 0) return safe(`${isStopped ? 'Stopped. ' : ''}${counts.join(', ')}. ${fate}`);
	return kind === 'deploy' ? plain`Watched until they conclude.` : undefined;
}

function liveText({kind, targets}: BulkState, state: State): SafeText | undefined {
	if (kind !== 'delete') return undefined;
	const known = targets.map(({id}) => versionsOf(state).projects.get(id) ?? noVersions);
	const live = known.filter(({deployed}) => [...deployed.values()].some(version => version.live));
	const openCount = known.filter(versions => !live.includes(versions) && !versions.isWhole).length;
	const rest = openCount > 0 ? plain`; ${openCount} not checked yet` : plain``;
	return plain`Something is live in ${live.length} of these ${targets.length}${rest}.`;
}

function batchText(dialog: BulkState, state: State): SafeText | undefined {
	const {kind, targets, restCount} = dialog;
	if (restCount === 0 || phaseOf(dialog) === 'running') return undefined;
	return nextBatchText(targets.length, restCount, shortcutOf(state, kind));
}

const bulkRemarks = (dialog: BulkState, state: State) =>
	(
		[
			[phaseOf(dialog) === 'asked' ? liveText(dialog, state) : undefined, 'bad'],
			[phaseOf(dialog) === 'asked' ? namedDeployText(dialog, state) : undefined, 'strong'],
			[bulkProgressText(dialog), 'quiet'],
			[batchText(dialog, state), 'quiet'],
			[outageText(state), 'bad'],
			[dialog.problem ? undefined : journalWarning(state), 'bad'],
			[dialog.problem, 'bad'],
		] as const
	).flatMap(([text, tone]) => (text ? [{text, tone}] : []));

function bulkTargetLines({title, id, result}: BulkTarget, drawing: DrawContext, width: number): readonly Line[] {
	const {state, context} = drawing;
	const name: SafeSpan = {text: plain` ${title}`, tone: 'strong'};
	const {isRunning, targets = []} = dialogOf(state, 'bulk') ?? {};
	if (isRunning && targets.find(target => !target.result)?.id === id) {
		const {sending: inFlight} = state.writes;
		const isSent = inFlight !== undefined && projectIdOf(inFlight.write) === id;
		const sending = isSent ? plain`  sending` : plain`  waiting to send`;
		const named = cutLine([signSpan('made here', 'busy', context), name], width - cells(sending));
		return [[...named, {text: sending, tone: 'busy'}]];
	}

	if (!result) {
		const isFilteredOut = state.projects.filtered?.rows.every(row => row.id !== id) ?? false;
		const isDeploying = dialogOf(state, 'bulk')?.kind === 'deploy';
		const {running, runningCount, stopped, upload, newest} = projectStanding(id, drawing);
		const bullet: SafeSpan = {text: plain`•`, tone: 'quiet'};
		const warning = runningCount === 1 ? plain`in progress` : plain`${runningCount} in progress`;
		const part = (text: SafeText | undefined | false, keep: number, tone: Tone = 'quiet'): readonly Part[] =>
			text ? [{spans: [{text, tone}], keep}] : [];
		// The name is cut to make room for the warning.
		const nameWidth = running === undefined ? width : width - cells(warning) - 2;
		return [
			fittingParts(
				[
					{spans: cutLine([bullet, name], nameWidth), keep: 9},
					...part(safe(id), 5),
					...part(isFilteredOut && plain`filtered out`, 7),
					...part(running && warning, 8, 'busy'),
					...part(running, 6, 'busy'),
					...part(isDeploying && stopped, 6.5, 'stopped'),
					...part(isDeploying && upload, 3),
					...newest.flatMap((fact, at) => part(isDeploying && fact, 4 - at * 2)),
				],
				width,
				plain`  `,
			),
		];
	}

	const {text, deploymentId} = result;
	if (deploymentId === undefined) {
		const outcome = result.kind === 'done' ? 'good' : 'bad';
		const line: Line = [shapeOf(outcome, context), name];
		const reason = wrappedLines(text, width - 4, toneOf(outcome));
		const isBeside = lineWidth(line) + 2 + cells(text) <= width;
		return isBeside ? [[...line, {text: plain`  `, tone: 'plain'}, ...reason.flat()]] : [line, ...indented(reason, 4)];
	}

	const known = knownDeployment(state, id, deploymentId)?.deployment;
	const outcome = known ? outcomeOf(known, context.wordMeanings) : 'waiting';
	const word = (known && outcomeWord(known)) ?? text;
	return [[shapeOf(outcome, context), name, {text: plain`  ${word}`, tone: wordTone(outcome)}]];
}

function allTargetLines(drawing: DrawContext): readonly Line[] {
	const {state} = drawing;
	const width = dialogContentWidth(state.interface.size) - scrollMarkWidth;
	return (dialogOf(state, 'bulk')?.targets ?? []).flatMap(target => bulkTargetLines(target, drawing, width));
}

const scroll =
	(by: number): Binding['run'] =>
	({store, drawContext}, state) => {
		const dialog = dialogOf(state, 'bulk');
		if (!dialog) return;
		const {size} = state.interface;
		const remarkLines = bulkRemarks(dialog, state).flatMap(({text}) => wrapped(text, dialogContentWidth(size)));
		const belowHeight = remarkLines.length + (phaseOf(dialog) === 'asked' ? 1 : 0);
		const shownCount = bodyHeight(size) - dialogBorder - (state.connection ? 1 : 0) - 1 - belowHeight;
		const maxTop = allTargetLines({...drawContext(), state}).length - Math.max(1, shownCount);
		store.change(current => withDialog(current, 'bulk', {top: clamp(dialog.top + by, 0, maxTop)}));
	};

const drawTargets: Draw = (drawing, width, height) => {
	const lines = allTargetLines(drawing);
	const top = Math.min(dialogOf(drawing.state, 'bulk')?.top ?? 0, Math.max(0, lines.length - height));
	return scrolled(lines, {top, height, width}, line => line);
};

const bulkBindings: readonly Binding[] = [
	{
		id: 'bulk.confirm',
		isHinted: true,
		hint: dialog => ({asked: 'confirm', running: undefined, finished: 'close'})[phaseOf(dialog)],
		isWrite: true,
		unavailable: ({interface: {dialog}}) =>
			phaseOf(dialog) === 'running' ? 'In progress: esc stops before the next one' : undefined,
		run: ({actions}) => void actions.carryOutMarked(),
	},
	{
		id: 'bulk.cancel',
		isHinted: true,
		// Enter and esc both close the finished dialog, but one hint is enough.
		hint: dialog => ({asked: 'cancel', running: 'stop', finished: undefined})[phaseOf(dialog)],
		run: ({store}) =>
			store.change(state =>
				phaseOf(state.interface.dialog) === 'running'
					? withDialog(state, 'bulk', {isStopped: true})
					: withoutDialog(state),
			),
	},
	{
		id: 'bulk.choose',
		unavailable(state) {
			const dialog = dialogOf(state, 'bulk');
			return dialog?.kind === 'deploy' && phaseOf(dialog) === 'asked' ? noNamedDeploy(state) : 'Nothing to choose';
		},
		run: changing(state => {
			const {way = 0} = dialogOf(state, 'bulk') ?? {};
			return withDialog(state, 'bulk', {way: (way + 1) % (namedDeploys(state).length + 1), problem: undefined});
		}),
	},
	{id: 'bulk.down', run: scroll(1)},
	{id: 'bulk.up', run: scroll(-1)},
	...lineEditing,
];

export const bulkDialog = {
	title: 'Several projects',
	keys: bulkBindings,
	component: BulkDialog,
	isTyping: true,
	onText: typeText,
};
