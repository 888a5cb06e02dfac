import {Box, Text} from 'ink';
import Spinner from 'ink-spinner';
import type {FormProblem} from '../../store/model/form.ts';
import {plain, type SafeText} from '../../text.ts';
import {useRuntime} from '../runtime.tsx';
import {Paragraph} from './paragraph.tsx';

type Props = {
	readonly isSending: boolean;
	readonly problem: FormProblem | undefined;
	/** Shown while the request is being sent. */
	readonly sending: SafeText;
};

/** The state of a submitted form or question: a spinner while it is being sent, or the problem and the request id. */
export function Sending({isSending, problem, sending}: Props) {
	const {theme} = useRuntime();
	const requestId = problem?.error?.details.requestId;
	return (
		<>
			{isSending && (
				<Box columnGap={1}>
					<Box aria-hidden flexShrink={0}>
						<Text>
							<Spinner type={theme.isAscii ? 'line' : 'dots'} />
						</Text>
					</Box>
					<Text>{theme.paint([{text: sending, tone: 'plain'}])}</Text>
				</Box>
			)}
			{problem && <Paragraph text={problem.sentence} tone="bad" />}
			{requestId && <Paragraph text={plain`Request ${requestId}`} tone="quiet" />}
		</>
	);
}
