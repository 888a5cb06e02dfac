import {Box} from 'ink';
import {editedLine} from '../../../store/reducers/text-editing.ts';
import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {TextField} from '../../components/field.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {typeAscii} from '../../keys/text-keys.ts';
import {outageText, titleLine} from '../../lines/service.ts';
import {useView} from '../../runtime.tsx';
import {drawTargets, isUnconfirmed, remarkOf, speakTargets, titleOf} from './canvas.ts';
import {bulkKeys, isForCount} from './keys.ts';

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

export const bulkDialog = {
	title: 'Several projects',
	keys: bulkKeys,
	component: BulkDialog,
	isTyping: true,
	onText: typeAscii,
	isForWidget: isForCount,
};
