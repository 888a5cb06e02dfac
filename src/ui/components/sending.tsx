import {Text} from 'ink';
import Spinner from 'ink-spinner';
import type {Problem} from '../../store/form.ts';
import {plain, type SafeText} from '../../text.ts';
import type {Theme} from '../theme.ts';

type Props = {
	readonly isSending: boolean;
	readonly problem: Problem | undefined;
	/** What is said while it is sent. */
	readonly sending: SafeText;
	readonly theme: Theme;
};

/** What becomes of what a person sent: it is under way, or it was not accepted and why. */
export function Sending({isSending, problem, sending, theme}: Props) {
	const requestId = problem?.error?.details.requestId;
	return (
		<>
			{isSending && (
				<Text>
					<Spinner type={theme.isAscii ? 'line' : 'dots'} /> {theme.paint([{text: sending, tone: 'plain'}])}
				</Text>
			)}
			{problem && <Text>{theme.paint([{text: problem.sentence, tone: 'bad'}])}</Text>}
			{requestId && <Text>{theme.paint([{text: plain`Request ${requestId}`, tone: 'quiet'}])}</Text>}
		</>
	);
}
