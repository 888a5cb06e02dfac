import {Box} from 'ink';
import {type Line, type SafeSpan, wrapped} from '../../present/line.ts';
import {shapeOf, toneOf, wordTone} from '../../present/outcome.ts';
import type {Context} from '../../present/table.ts';
import {outcomeOf, outcomeWord} from '../../status-words.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../store/model/layout.ts';
import {listedIndex} from '../../store/model/projects/project-rows.ts';
import {scrollDialog} from '../../store/reducers/documents.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import {withBulk} from '../../store/reducers/writes.ts';
import {knownDeployment} from '../../store/state/deployments/known-deployment.ts';
import {withoutDialog} from '../../store/state/dialogs.ts';
import type {BulkTarget, Dialog} from '../../store/state/interface/dialog.ts';
import type {State} from '../../store/state/state.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import {TextField} from '../components/field.tsx';
import {Paragraph, Spans} from '../components/paragraph.tsx';
import type {Binding, Draw, DrawContext, Speak} from '../contexts.ts';
import {isAsciiKey, lineEditing, typeAscii} from '../keys/text-keys.ts';
import {withScrollMarks} from '../lines/scroll-marks.ts';
import {outageText, titleLine} from '../lines/service.ts';
import {signLast} from '../lines/spoken-lines.ts';
import {useView} from '../runtime.tsx';

const looks = {
	deploy: {preposition: plain`to`, tone: 'strong'},
	delete: {preposition: plain`from`, tone: 'bad'},
} as const;

/** Asks for confirmation to deploy or delete several projects, then shows the outcome of each. */
function BulkDialog() {
	const {state} = useView();
	const {
		interface: {dialog},
		connection,
	} = state;
	if (dialog?.name !== 'bulk') return null;
	const {kind, targets, problem} = dialog;
	const {preposition, tone} = looks[kind];
	const remark = remarkOf(dialog);
	const outage = outageText(state);
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
					<Canvas draw={drawTargets} spoken={speakTargets} height={targets.length} flexShrink={1} marginBottom={1} />
				</>
			}
		>
			<Box flexDirection="column" flexShrink={0}>
				{isUnconfirmed(state) ? (
					<Box>
						<Box flexShrink={0}>
							<Spans line={[{text: plain`Type ${targets.length} and press enter: `, tone: 'plain'}]} />
						</Box>
						<TextField line={editedLine(state) ?? {text: '', caret: 0}} width={12} isAscii />
					</Box>
				) : (
					remark && <Paragraph text={remark} tone="quiet" />
				)}
				{outage && <Paragraph text={outage} tone="bad" />}
				{problem && <Paragraph text={problem} tone="bad" />}
			</Box>
		</DialogBox>
	);
}

const scroll =
	(by: number): Binding['run'] =>
	({store}) =>
		store.change(state => scrollDialog(state, {top: topAfter(state, by)}));

export const isForCount = (state: State, key: Key): boolean => isUnconfirmed(state) && isAsciiKey(key);

const isRunning = (dialog: Dialog | undefined): boolean => dialog?.name === 'bulk' && dialog.isRunning;

const whileRunning = ({interface: {dialog}}: State): string | undefined =>
	isRunning(dialog) ? 'In progress: esc stops before the next one' : undefined;

export const bulkKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'confirm',
		isHinted: true,
		hint: dialog => (isFinished(dialog) ? 'close' : isRunning(dialog) ? undefined : 'confirm'),
		isWrite: true,
		blocked: whileRunning,
		run({actions}) {
			void actions.carryOutMarked();
		},
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		// Enter closes what is finished; esc does too, but one hint is enough.
		hint: dialog => (isFinished(dialog) ? undefined : isRunning(dialog) ? 'stop' : 'cancel'),
		run({store}, {interface: {dialog}}) {
			if (dialog?.name === 'bulk' && dialog.isRunning) {
				store.change(current => withBulk(current, dialog.id, {isStopped: true}));
			} else store.change(withoutDialog);
		},
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];

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

/** Each project by name, and what became of it. */
function targetLines({state, context}: DrawContext): readonly Line[] {
	const {
		interface: {dialog},
		projects: {view},
	} = state;
	const isHidden = (id: string) => view !== undefined && listedIndex(state.projects, id) === undefined;
	const targets = dialog?.name === 'bulk' ? dialog.targets : [];
	return targets.map(target => targetLine(target, state, isHidden(target.id), context));
}

const drawTargets: Draw = (shown, width, height) => {
	const {dialog} = shown.state.interface;
	if (dialog?.name !== 'bulk') return [];
	const lines = targetLines(shown);
	const top = Math.min(dialog.top, Math.max(0, lines.length - height));
	const beyond = {isAbove: top > 0, isBelow: top + height < lines.length};
	return withScrollMarks(lines.slice(top, top + height), width, beyond, shown.context);
};

const speakTargets: Speak = shown => targetLines(shown).map(signLast);

export const bulkDialog = {
	title: 'Several projects',
	keys: bulkKeys,
	component: BulkDialog,
	isTyping: true,
	onText: typeAscii,
	isForWidget: isForCount,
};
