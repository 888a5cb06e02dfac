import {Box} from 'ink';
import type {ReactNode} from 'react';
import {changeLabels} from '../../../present/fields.ts';
import {bodyHeight, dialogBorder} from '../../../store/model/layout.ts';
import type {Dialog} from '../../../store/state/interface/dialog.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';
import {conflictKeys} from './keys.ts';

type ConflictField = Extract<Dialog, {name: 'conflict'}>['fields'][number];

const labelWidth = 14;

/** My and their values side by side, field by field. The value that will be saved is bold. */
function ConflictDialog() {
	const dialog = useStore(state => state.interface.dialog);
	const size = useStore(state => state.interface.size);
	if (dialog?.name !== 'conflict') return null;
	const uncontestedCount = Object.keys(dialog.changes).length;
	// Keeps the selected field in view on a short screen.
	const first = Math.max(0, dialog.index + 1 - Math.max(1, bodyHeight(size) - dialogBorder));
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
					<Box flexShrink={0}>
						<Box width={labelWidth + 2} flexShrink={0} />
						<Half>
							<Paragraph text={plain`  MINE`} tone="quiet" />
						</Half>
						<Half>
							<Paragraph text={plain`  THEIRS`} tone="quiet" />
						</Half>
					</Box>
				</>
			}
		>
			{dialog.fields.slice(first).map((conflict, at) => (
				<Row key={conflict.field} conflict={conflict} isSelected={first + at === dialog.index} />
			))}
		</DialogBox>
	);
}

const Half = ({children}: {readonly children: ReactNode}) => (
	<Box flexGrow={1} flexShrink={1} flexBasis={0} paddingRight={2}>
		{children}
	</Box>
);

function Row({conflict, isSelected}: {readonly conflict: ConflictField; readonly isSelected: boolean}) {
	const {isAscii} = useRuntime().theme;
	const {field, mine, theirs, isMine} = conflict;
	const side = (text: string, isKept: boolean) => {
		const mark = isKept ? (isAscii ? '* ' : '• ') : '  ';
		return <Spans line={[{text: safe(`${mark}${text}`, 500), tone: isKept ? 'strong' : 'quiet'}]} isCut />;
	};
	return (
		<Box>
			<Box width={labelWidth + 2} flexShrink={0}>
				<Spans
					line={[
						{text: isSelected ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
						{text: changeLabels[field], tone: 'plain'},
					]}
				/>
			</Box>
			<Half>{side(mine, isMine)}</Half>
			<Half>{side(theirs, !isMine)}</Half>
		</Box>
	);
}

export const conflictDialog = {title: 'Changed by someone else', keys: conflictKeys, component: ConflictDialog};
