import {Box, Text} from 'ink';
import type {SafeText} from '../../base/text.ts';
import {type Line, type Tone, wordsOf} from '../../present/line.ts';
import {spokenLine} from '../lines/spoken-lines.ts';
import {useRuntime} from '../runtime.tsx';

/** Wrapping text in one tone. Keeps its height where there is no room for it: otherwise Ink would write its lines over each other. */
export const Paragraph = ({text, tone = 'plain'}: {readonly text: SafeText; readonly tone?: Tone}) => (
	<Box flexShrink={0}>
		<Spans line={[{text, tone}]} />
	</Box>
);

/**
Text in several tones, wrapped by default or truncated with `isCut`.

Each word is its own box: in a single `Text`, Ink keeps the space after a word that ends at the edge and starts the next line with it.
*/
export function Spans({line, isCut = false}: {readonly line: Line; readonly isCut?: boolean}) {
	const {theme} = useRuntime();
	if (theme.isSpoken) return <Text>{theme.paint([{text: spokenLine(line), tone: 'plain'}])}</Text>;
	if (isCut) return <Text wrap="truncate">{theme.paint(line) || ' '}</Text>;
	return (
		<Box flexWrap="wrap" columnGap={1} minHeight={1}>
			{wordsOf(line).map((word, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a word is identified by its position
				<Text key={index}>{theme.paint(word)}</Text>
			))}
		</Box>
	);
}
