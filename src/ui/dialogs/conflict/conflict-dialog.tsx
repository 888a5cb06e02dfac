import {Box, useIsScreenReaderEnabled} from 'ink';
import type {ReactNode} from 'react';
import {changeLabels} from '../../../present/fields.ts';
import {wrapped} from '../../../present/line.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../../store/model/layout.ts';
import type {Dialog} from '../../../store/state/dialog.ts';
import type {EditField} from '../../../store/state/screen.ts';
import {cells, plain, type SafeText, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';
import {conflictKeys} from './keys.ts';

type Conflict = Extract<Dialog, {name: 'conflict'}>;
type ConflictField = Conflict['fields'][number];

/** The space after a column. */
const gap = 2;

/** The width of the marks of the selected field and of the value that will be saved. */
const markWidth = 2;

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

const shownValue = (text: string) => safe(text, 500);

/** My and their values side by side, field by field, and what enter sends. The value that will be saved is bold, and the values of the selected field are shown whole. */
function ConflictDialog() {
	const dialog = useStore(state => state.interface.dialog);
	const size = useStore(state => state.interface.size);
	const isSpoken = useIsScreenReaderEnabled();
	if (dialog?.name !== 'conflict') return null;
	const labelWidth = markWidth + gap + Math.max(...dialog.fields.map(({field}) => cells(changeLabels[field])));
	const valueWidth = Math.floor((contentWidth(size) - labelWidth) / 2) - gap - markWidth;
	const linesOf = (text: string) => wrapped(shownValue(text), Math.max(1, valueWidth)).length;
	const selected = dialog.fields[dialog.index];
	const selectedHeight = selected ? Math.max(1, linesOf(selected.mine), linesOf(selected.theirs)) : 1;
	const uncontestedCount = Object.keys(dialog.changes).length;
	// Keeps the selected field in view on a short screen.
	const maxHeight = Math.max(1, bodyHeight(size) - dialogBorder);
	const hasHead = selectedHeight < maxHeight;
	const sent = sentText(dialog, contentWidth(size));
	const first = Math.min(dialog.index, Math.max(0, dialog.index + selectedHeight - maxHeight + (hasHead ? 1 : 0)));
	return (
		<DialogBox
			title={plain`Changed by someone else`}
			facts={
				<>
					<Box flexShrink={0}>
						<Paragraph text={plain`Choose what to keep.`} tone="strong" />
					</Box>
					{uncontestedCount > 0 && (
						<Box flexShrink={0}>
							<Paragraph
								text={plain`${uncontestedCount} more ${uncontestedCount === 1 ? plain`field is` : plain`fields are`} sent as typed.`}
								tone="quiet"
							/>
						</Box>
					)}
				</>
			}
			foot={<Spans line={[{text: sent, tone: 'strong'}]} isCut />}
		>
			{hasHead && <Head labelWidth={labelWidth} />}
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

const Head = ({labelWidth}: {readonly labelWidth: number}) => (
	<Box flexShrink={0}>
		<Box width={labelWidth} flexShrink={0} />
		<Half>
			<Paragraph text={plain`  MINE`} tone="quiet" />
		</Half>
		<Half>
			<Paragraph text={plain`  THEIRS`} tone="quiet" />
		</Half>
	</Box>
);

const Half = ({children}: {readonly children: ReactNode}) => (
	<Box flexGrow={1} flexShrink={1} flexBasis={0} paddingRight={gap}>
		{children}
	</Box>
);

type RowProps = {readonly conflict: ConflictField; readonly labelWidth: number; readonly isSelected: boolean};

function Row({conflict, labelWidth, isSelected}: RowProps) {
	const {isAscii} = useRuntime().theme;
	const {field, mine, theirs, isMine} = conflict;
	const side = (text: string, isKept: boolean) => {
		const tone = isKept ? 'strong' : 'quiet';
		const mark = isKept ? (isAscii ? plain`*` : plain`•`) : plain` `;
		return (
			<Half>
				<Box width={markWidth} flexShrink={0}>
					<Spans line={[{text: mark, tone}]} isCut />
				</Box>
				<Spans line={[{text: shownValue(text), tone}]} isCut={!isSelected} />
			</Half>
		);
	};
	return (
		<Box>
			<Box width={labelWidth} flexShrink={0}>
				<Spans
					line={[
						{text: isSelected ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
						{text: changeLabels[field], tone: 'plain'},
					]}
				/>
			</Box>
			{side(mine, isMine)}
			{side(theirs, !isMine)}
		</Box>
	);
}

export const conflictDialog = {title: 'Changed by someone else', keys: conflictKeys, component: ConflictDialog};
