import {Box, Text} from 'ink';
import {type Line, type Tone, wordsOf} from '../../present/line.ts';
import type {SafeText} from '../../text.ts';
import {useRuntime} from '../runtime.tsx';

/** A text with one tone that wraps. */
export const Paragraph = ({text, tone = 'plain'}: {readonly text: SafeText; readonly tone?: Tone}) => (
	<Spans line={[{text, tone}]} />
);

/**
A text with several tones: cut off at the end of its line, or wrapped.

Each word is a box of its own. As one `Text`, Ink would keep the blank behind a word that ends at the edge, and begin the next line with it.
*/
export function Spans({line, isCut = false}: {readonly line: Line; readonly isCut?: boolean}) {
	const {theme} = useRuntime();
	if (isCut) return <Text wrap="truncate">{theme.paint(line) || ' '}</Text>;
	return (
		<Box flexWrap="wrap" columnGap={1} minHeight={1}>
			{wordsOf(line).map((word, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
				<Text key={index}>{theme.paint(word)}</Text>
			))}
		</Box>
	);
}
