import {Text} from 'ink';
import type {Line, Tone} from '../../present/line.ts';
import type {SafeText} from '../../text.ts';
import {useRuntime} from '../runtime.tsx';

/** A text with one tone that wraps. */
export const Paragraph = ({text, tone = 'plain'}: {readonly text: SafeText; readonly tone?: Tone}) => (
	<Spans line={[{text, tone}]} />
);

/** A text with several tones: cut off at the end of its line, or wrapped. */
export function Spans({line, isCut = false}: {readonly line: Line; readonly isCut?: boolean}) {
	const {theme} = useRuntime();
	return <Text wrap={isCut ? 'truncate' : 'wrap'}>{theme.paint(line) || ' '}</Text>;
}
