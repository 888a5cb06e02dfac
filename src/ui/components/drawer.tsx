import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Question} from '../../store/question.ts';
import type {SafeText} from '../../text.ts';
import type {Theme} from '../theme.ts';
import {ruleLine} from './details-pane.ts';
import {Sending} from './sending.tsx';

type Props = {
	readonly question: Question;
	readonly sending: SafeText;
	readonly width: number;
	readonly theme: Theme;
	readonly children: ReactNode;
};

/** A question in the lower part of the screen, the list still in view above it. */
export function Drawer({question, sending, width, theme, children}: Props) {
	const {isSending, problem} = question;
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Text wrap="truncate">{theme.paint(ruleLine(width, theme))}</Text>
			<Box flexDirection="column" paddingLeft={2} paddingRight={2}>
				{children}
				<Sending isSending={isSending} problem={problem} sending={sending} theme={theme} />
			</Box>
		</Box>
	);
}
