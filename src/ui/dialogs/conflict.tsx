import {Box} from 'ink';
import {cells, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight, contentWidth, dialogBorder, type Size} from '../../model/layout.ts';
import {changeLabels} from '../../present/fields.ts';
import {wrapped} from '../../present/line.ts';
import {dialogOf, withDialog} from '../../state/dialogs.ts';
import {withChoice} from '../../state/forms.ts';
import type {Dialog, EditField} from '../../state/screen.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Paragraph, Spans} from '../components/paragraph.tsx';
import type {Binding} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {sentence} from '../lines/spoken-lines.ts';
import {useRuntime, useStore} from '../runtime.tsx';

type Conflict = Extract<Dialog, {name: 'conflict'}>;

/** The space after a column. */
const gap = 2;

/** The width of the marks of the selected field and of the value that will be saved. */
const markWidth = 2;

const shownValue = (text: string) => safe(text, 500);

/** My and their values side by side, field by field, and what enter sends. The value that will be saved is bold, and the values of the selected field are shown whole. */
function ConflictDialog() {
	const dialog = useStore(state => dialogOf(state, 'conflict'));
	const size = useStore(state => state.interface.size);
	const {isSpoken} = useRuntime().theme;
	if (!dialog) return null;
	const labelWidth = markWidth + gap + Math.max(...dialog.fields.map(({field}) => cells(changeLabels[field])));
	const {first, hasHead} = shownPart(dialog, size, labelWidth);
	const uncontestedCount = Object.keys(dialog.changes).length;
	const fields = uncontestedCount === 1 ? plain`field is` : plain`fields are`;
	const sent = sentText(dialog, contentWidth(size));
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
			{hasHead && !isSpoken && (
				<Box flexShrink={0}>
					<Box width={labelWidth} flexShrink={0} />
					<Side text={plain`MINE`} />
					<Side text={plain`THEIRS`} />
				</Box>
			)}
			{dialog.fields.slice(first).map((conflict, at) => (
				<Row
					key={conflict.field}
					conflict={conflict}
					labelWidth={labelWidth}
					isSelected={first + at === dialog.index}
				/>
			))}
			{isSpoken && <Paragraph text={sent} />}
		</DialogBox>
	);
}

type RowProps = {
	readonly conflict: Conflict['fields'][number];
	readonly labelWidth: number;
	readonly isSelected: boolean;
};

function Row({conflict: {field, mine, theirs, isMine}, labelWidth, isSelected}: RowProps) {
	const {isAscii, isSpoken} = useRuntime().theme;
	if (isSpoken) {
		if (!isSelected) return null;
		const kept = isMine ? 'keeps mine' : 'keeps theirs';
		return <Paragraph text={sentence([changeLabels[field], `mine ${mine}`, `theirs ${theirs}`, kept])} />;
	}

	return (
		<Box flexShrink={0}>
			<Box width={labelWidth} flexShrink={0}>
				<Spans
					line={[
						{text: isSelected ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
						{text: changeLabels[field], tone: 'plain'},
					]}
				/>
			</Box>
			<Side text={shownValue(mine)} isKept={isMine} isWhole={isSelected} />
			<Side text={shownValue(theirs)} isKept={!isMine} isWhole={isSelected} />
		</Box>
	);
}

type SideProps = {readonly text: SafeText; readonly isKept?: boolean; readonly isWhole?: boolean};

/** One of the two columns of values. */
function Side({text, isKept = false, isWhole = false}: SideProps) {
	const {isAscii} = useRuntime().theme;
	const tone = isKept ? 'strong' : 'quiet';
	const mark = isKept ? (isAscii ? plain`*` : plain`•`) : plain` `;
	return (
		<Box flexGrow={1} flexShrink={1} flexBasis={0} paddingRight={gap}>
			<Box width={markWidth} flexShrink={0}>
				<Spans line={[{text: mark, tone}]} isCut />
			</Box>
			<Spans line={[{text, tone}]} isCut={!isWhole} />
		</Box>
	);
}

const moveBy =
	(by: number): Binding['run'] =>
	({store}, {interface: {dialog}}) => {
		if (dialog?.name !== 'conflict') return;
		const index = Math.max(0, Math.min(dialog.fields.length - 1, dialog.index + by));
		store.change(state => withDialog(state, 'conflict', {index}));
	};

const choose =
	(isMine: boolean): Binding['run'] =>
	({store}) =>
		store.change(state => withChoice(state, isMine));

const conflictKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'save as chosen',
		isHinted: true,
		isWrite: true,
		run: ({actions}) => void actions.saveChosen(),
	},
	{keys: ['left', 'h', 'm'], label: 'mine', isHinted: true, run: choose(true)},
	{keys: ['right', 'l', 't'], label: 'theirs', isHinted: true, run: choose(false)},
	{keys: ['down', 'j'], label: 'down', run: moveBy(1)},
	{keys: ['up', 'k'], label: 'up', run: moveBy(-1)},
	{...closeDialog, label: 'cancel'},
];

export const conflictDialog = {title: 'Changed by someone else', keys: conflictKeys, component: ConflictDialog};

/** Returns the first field that is shown, and whether there is room for the titles of the columns: a short screen keeps the selected field in view. */
function shownPart({fields, index}: Conflict, size: Size, labelWidth: number) {
	const valueWidth = Math.floor((contentWidth(size) - labelWidth) / 2) - gap - markWidth;
	const heightOf = (text: string) => wrapped(shownValue(text), Math.max(1, valueWidth)).length;
	const {mine = '', theirs = ''} = fields[index] ?? {};
	const selectedHeight = Math.max(1, heightOf(mine), heightOf(theirs));
	const maxHeight = Math.max(1, bodyHeight(size) - dialogBorder);
	const hasHead = selectedHeight < maxHeight;
	const above = index + selectedHeight + (hasHead ? 1 : 0) - maxHeight;
	return {first: Math.min(index, Math.max(0, above)), hasHead};
}

/** Says what enter sends as chosen, on one line of `width` cells. */
function sentText({fields, changes}: Conflict, width: number): SafeText {
	const chosen = new Set(fields.flatMap(({field, isMine}) => (isMine ? field : [])));
	const sent = (Object.keys(changeLabels) as EditField[]).filter(
		field => chosen.has(field) || changes[field] !== undefined,
	);
	if (sent.length === 0) return plain` enter sends nothing `;
	const named = safe(` enter sends ${sent.map(field => changeLabels[field]).join(', ')} `);
	return cells(named) <= width ? named : plain` enter sends ${sent.length} fields `;
}
