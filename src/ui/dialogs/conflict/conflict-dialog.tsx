import {Box} from 'ink';
import type {ReactNode} from 'react';
import {changeNames} from '../../../api/decode.ts';
import type {Dialog} from '../../../store/dialog.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';

type Contested = Extract<Dialog, {name: 'conflict'}>['fields'][number];

const labelWidth = 14;

/** Mine and theirs side by side, field by field; what will be kept is bright. */
export function ConflictDialog() {
	const dialog = useStore(state => state.dialog);
	if (dialog?.name !== 'conflict') return null;
	const own = Object.keys(dialog.changes).length;
	return (
		<DialogBox title={plain`Changed by someone else`}>
			<Paragraph text={plain`Someone changed this project in the meantime. Choose what to keep.`} tone="strong" />
			<Box marginTop={1}>
				<Box width={labelWidth + 2} flexShrink={0} />
				<Half>
					<Paragraph text={plain`  MINE`} tone="quiet" />
				</Half>
				<Half>
					<Paragraph text={plain`  THEIRS`} tone="quiet" />
				</Half>
			</Box>
			{dialog.fields.map((contested, index) => (
				<Row key={contested.field} contested={contested} isSelected={index === dialog.index} />
			))}
			{own > 0 && (
				<Box marginTop={1}>
					<Paragraph
						text={plain`${own} more ${own === 1 ? plain`field is` : plain`fields are`} sent as typed.`}
						tone="quiet"
					/>
				</Box>
			)}
		</DialogBox>
	);
}

const Half = ({children}: {readonly children: ReactNode}) => (
	<Box flexGrow={1} flexShrink={1} flexBasis={0} paddingRight={2}>
		{children}
	</Box>
);

function Row({contested, isSelected}: {readonly contested: Contested; readonly isSelected: boolean}) {
	const {isAscii} = useRuntime().theme;
	const {field, mine, theirs, isMine} = contested;
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
						{text: safe(changeNames[field]), tone: 'plain'},
					]}
				/>
			</Box>
			<Half>{side(mine, isMine)}</Half>
			<Half>{side(theirs, !isMine)}</Half>
		</Box>
	);
}
