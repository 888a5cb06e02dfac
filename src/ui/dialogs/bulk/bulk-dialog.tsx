import {Box} from 'ink';
import {plain, type SafeText} from '../../../text.ts';
import {AsciiInput} from '../../components/ascii-input.tsx';
import {Canvas} from '../../components/canvas.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph, Spans} from '../../components/paragraph.tsx';
import {serviceTitle} from '../../components/service-title.ts';
import {useView} from '../../runtime.tsx';
import {drawTargets} from './canvas.ts';
import {isCountAsked} from './keys.ts';

const words = {
	deploy: {question: plain`Deploy`, progress: plain`Deploying`, preposition: plain`to`, tone: 'strong'},
	delete: {question: plain`Permanently delete`, progress: plain`Deleting`, preposition: plain`from`, tone: 'bad'},
} as const;

function remark(isRunning: boolean, isStopped: boolean, isAllDone: boolean): SafeText {
	if (isRunning)
		return isStopped ? plain`Waiting for the current one to finish.` : plain`Press esc to stop before the next one.`;
	if (isAllDone) return plain`All done.`;
	return isStopped ? plain`Stopped. The rest stay marked.` : plain`The rest stay marked.`;
}

/** Several projects by their names, the question about them, and what comes of each. */
export function BulkDialog() {
	const {state} = useView();
	const {dialog, connection} = state;
	if (dialog?.name !== 'bulk') return null;
	const {kind, targets, isRunning, isStopped, problem} = dialog;
	const {question, progress, preposition, tone} = words[kind];
	const done = targets.filter(({isDone}) => isDone).length;
	const isAnswered = !isCountAsked(state);
	const title = isAnswered
		? plain`${progress}: ${done} of ${targets.length} done`
		: plain`${question} these ${targets.length} projects?`;
	return (
		<DialogBox
			title={title}
			tone={tone}
			facts={
				<>
					{connection && (
						<Box flexShrink={0}>
							<Spans
								line={[
									{text: plain`${preposition}  `, tone: 'quiet'},
									{text: serviceTitle(connection), tone: 'plain'},
								]}
								isCut
							/>
						</Box>
					)}
					<Canvas draw={drawTargets} height={targets.length} flexShrink={1} marginBottom={1} />
				</>
			}
		>
			<Box flexDirection="column" flexShrink={0}>
				{isAnswered ? (
					<Paragraph text={remark(isRunning, isStopped, done === targets.length)} tone="quiet" />
				) : (
					<Box>
						<Box flexShrink={0}>
							<Spans line={[{text: plain`Type ${targets.length} and press enter: `, tone: 'plain'}]} />
						</Box>
						<AsciiInput />
					</Box>
				)}
				{problem && <Paragraph text={problem} tone="bad" />}
			</Box>
		</DialogBox>
	);
}
