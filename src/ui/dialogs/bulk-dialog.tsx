import {Box} from 'ink';
import type {Context} from '../../present/column.ts';
import type {Line} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {rowsWithoutTombstone} from '../../store/model/projects/project-rows.ts';
import type {BulkTarget} from '../../store/state/interface/dialog.ts';
import type {State} from '../../store/state/state.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {AsciiInput} from '../components/ascii-input.tsx';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import {Paragraph, Spans} from '../components/paragraph.tsx';
import type {Binding, Draw} from '../contexts.ts';
import {isAsciiKey, lineEditing, typeAscii} from '../keys/text-keys.ts';
import {titleLine} from '../render/service-title.ts';
import {useView} from '../runtime.tsx';

const scroll =
	(by: number): Binding['run'] =>
	({store}, {interface: {dialog}}) => {
		if (dialog?.name !== 'bulk') return;
		const top = Math.max(0, Math.min(dialog.targets.length - 1, dialog.top + by));
		store.dispatch({type: 'dialog-scrolled', top});
	};

/** Whether the user still has to confirm by typing the number of projects. */
const isUnconfirmed = ({interface: {dialog}}: State): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && dialog.targets.every(({result}) => result === undefined);

const isForCount = (state: State, key: Key): boolean => isUnconfirmed(state) && isAsciiKey(key);

const whileRunning = ({interface: {dialog}}: State): string | undefined =>
	dialog?.name === 'bulk' && dialog.isRunning ? 'In progress: esc stops before the next one' : undefined;

const bulkKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'confirm',
		isHinted: true,
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
		run({store}, {interface: {dialog}}) {
			const isRunning = dialog?.name === 'bulk' && dialog.isRunning;
			store.dispatch(isRunning ? {type: 'bulk-stopped'} : {type: 'dialog-closed'});
		},
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];

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
const drawTargets: Draw = ({state, context}, _width, height) => {
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

const texts = {
	deploy: {question: plain`Deploy`, progress: plain`Deploying`, preposition: plain`to`, tone: 'strong'},
	delete: {question: plain`Permanently delete`, progress: plain`Deleting`, preposition: plain`from`, tone: 'bad'},
} as const;

function remark(isRunning: boolean, isStopped: boolean, isAllDone: boolean): SafeText {
	if (isRunning)
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	if (isAllDone) return plain`All done.`;
	return isStopped ? plain`Stopped. The rest stay marked.` : plain`The rest stay marked.`;
}

/** Asks for confirmation to deploy or delete several projects, then shows the outcome of each. */
function BulkDialog() {
	const {state} = useView();
	const {
		interface: {dialog},
		connection,
	} = state;
	if (dialog?.name !== 'bulk') return null;
	const {kind, targets, isRunning, isStopped, problem} = dialog;
	const {question, progress, preposition, tone} = texts[kind];
	const doneCount = targets.filter(({isDone}) => isDone).length;
	const isConfirmed = !isUnconfirmed(state);
	const title = isConfirmed
		? plain`${progress}: ${doneCount} of ${targets.length} done`
		: plain`${question} these ${targets.length} projects?`;
	return (
		<DialogBox
			title={title}
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
				{isConfirmed ? (
					<Paragraph text={remark(isRunning, isStopped, doneCount === targets.length)} tone="quiet" />
				) : (
					<Box>
						<Box flexShrink={0}>
							<Spans line={[{text: plain`Type ${targets.length} and press enter: `, tone: 'plain'}]} />
						</Box>
						<AsciiInput width={12} />
					</Box>
				)}
				{problem && <Paragraph text={problem} tone="bad" />}
			</Box>
		</DialogBox>
	);
}

export const bulkDialog = {
	title: 'Several projects',
	keys: bulkKeys,
	component: BulkDialog,
	isTyping: true,
	onText: typeAscii,
	isForWidget: isForCount,
};
