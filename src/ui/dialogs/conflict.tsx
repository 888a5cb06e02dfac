import {clamp} from '../../base/clamp.ts';
import {cells, counted, cut, fit, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight, dialogBorder, dialogContentWidth} from '../../model/layout.ts';
import {changeLabels} from '../../present/fields.ts';
import {fitSpans, type Line, type Tone, wrapped} from '../../present/line.ts';
import {dialogOf, withIndex} from '../../state/dialogs.ts';
import {withChoice} from '../../state/forms.ts';
import type {ConflictState, EditField} from '../../state/screen.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox, Paragraph, Spans} from '../components/dialog-box.tsx';
import type {Binding, Draw} from '../contexts.ts';
import {closing} from '../keys/common-keys.ts';
import {useStore} from '../runtime.tsx';

/** My and their values side by side, field by field, and what enter sends. */
function ConflictDialog() {
	const dialog = useStore(state => dialogOf(state, 'conflict'));
	const size = useStore(state => state.interface.size);
	if (!dialog) return null;
	const uncontestedCount = Object.keys(dialog.changes).length;
	const fields = uncontestedCount === 1 ? plain`field is` : plain`fields are`;
	const width = dialogContentWidth(size);
	const sent = sentText(dialog, width);
	return (
		<DialogBox
			title={plain`Changed by someone else`}
			facts={
				<>
					<Paragraph text={plain`Choose what to keep.`} tone="strong" />
					{uncontestedCount > 0 && (
						<Paragraph text={plain`${uncontestedCount} more ${fields} sent as typed.`} tone="quiet" />
					)}
				</>
			}
			foot={<Spans line={[{text: sent, tone: 'strong'}]} isCut />}
		>
			<Canvas
				draw={drawConflict}
				height={conflictLines(dialog, width, bodyHeight(size) - dialogBorder).length}
				flexShrink={0}
			/>
		</DialogBox>
	);
}

/** The width of the marks of the selected field and of the value that will be saved. */
const markWidth = 2;

/** A field on a line. The values of the selected one are shown whole, and a short screen keeps it in view. */
function conflictLines({fields, index}: ConflictState, width: number, maxHeight: number): readonly Line[] {
	const labelWidth = 2 + Math.max(...fields.map(({field}) => cells(changeLabels[field])));
	const sideWidth = Math.max(markWidth + 3, Math.floor((width - markWidth - labelWidth) / 2));
	const valueWidth = sideWidth - markWidth - 2;
	const side = (text: SafeText, tone: Tone, mark = plain``, spoken = plain``): Line => [
		{text: fit(mark, markWidth), tone, spoken},
		...fitSpans([{text: cut(text, valueWidth), tone, spoken: plain``}], sideWidth - markWidth),
	];
	const lineOf = (label: SafeText, pointer: SafeText, sides: readonly Line[]): Line => [
		{text: fit(pointer, markWidth), tone: 'accent'},
		{text: fit(label, labelWidth), tone: 'plain'},
		...sides.flat(),
	];
	const rows = fields.map(({field, mine, theirs, isMine}, at) => {
		const sides = [safe(mine, 500), safe(theirs, 500)].map((text, column) => {
			const isKept = isMine === (column === 0);
			const texts = at === index ? wrapped(text, valueWidth) : [text];
			const tone = isKept ? 'strong' : 'quiet';
			const whose = safe(`${column === 0 ? 'mine' : 'theirs'}${isKept ? ' kept' : ''}`);
			return texts.map((part, row) =>
				row === 0 ? side(part, tone, isKept ? plain`•` : plain``, plain`, ${whose} ${text}`) : side(part, tone),
			);
		});
		return Array.from({length: Math.max(...sides.map(lines => lines.length))}, (_, row) =>
			lineOf(
				row === 0 ? changeLabels[field] : plain``,
				row === 0 && at === index ? plain`▌` : plain``,
				sides.map(lines => lines[row] ?? side(plain``, 'plain')),
			),
		);
	});
	const selectedHeight = rows[index]?.length ?? 1;
	const head =
		selectedHeight < maxHeight
			? [lineOf(plain``, plain``, [side(plain`MINE`, 'quiet'), side(plain`THEIRS`, 'quiet')])]
			: [];
	const first = Math.min(index, Math.max(0, index + selectedHeight + head.length - maxHeight));
	return [...head, ...rows.slice(first).flat()].slice(0, Math.max(1, maxHeight));
}

const drawConflict: Draw = ({state}, width, height) => {
	const dialog = dialogOf(state, 'conflict');
	return dialog ? conflictLines(dialog, width, height) : [];
};

const moveBy =
	(by: number): Binding['run'] =>
	({store}, {interface: {dialog}}) => {
		if (dialog?.name !== 'conflict') return;
		const index = clamp(dialog.index + by, 0, dialog.fields.length - 1);
		store.change(state => withIndex(state, index));
	};

const choose =
	(isMine: boolean): Binding['run'] =>
	({store}) =>
		store.change(state => withChoice(state, isMine));

const conflictKeys: readonly Binding[] = [
	{
		id: 'conflict.save-as-chosen',
		isHinted: true,
		isWrite: true,
		run: ({actions}) => void actions.saveChosen(),
	},
	{id: 'conflict.mine', isHinted: true, run: choose(true)},
	{id: 'conflict.theirs', isHinted: true, run: choose(false)},
	{id: 'conflict.down', run: moveBy(1)},
	{id: 'conflict.up', run: moveBy(-1)},
	closing('conflict.cancel'),
];

export const conflictDialog = {title: 'Changed by someone else', keys: conflictKeys, component: ConflictDialog};

/** Says what enter sends as chosen, on one line of `width` cells. */
function sentText({fields, changes}: ConflictState, width: number): SafeText {
	const chosen = new Set(fields.flatMap(({field, isMine}) => (isMine ? field : [])));
	const sent = (Object.keys(changeLabels) as EditField[]).filter(
		field => chosen.has(field) || changes[field] !== undefined,
	);
	if (sent.length === 0) return plain` enter sends nothing `;
	const named = safe(` enter sends ${sent.map(field => changeLabels[field]).join(', ')} `);
	return cells(named) <= width ? named : plain` enter sends ${counted(sent.length, 'field')} `;
}
