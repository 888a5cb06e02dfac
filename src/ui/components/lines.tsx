import {Box, Text} from 'ink';
import type {Line} from '../../present/line.ts';
import type {Theme} from '../theme.ts';

type Props = {readonly lines: readonly Line[]; readonly height: number; readonly theme: Theme};

/** Lines of a list or of details, one text each, with blank ones below so that the screen keeps its height. */
export function Lines({lines, height, theme}: Props) {
	const texts = Array.from({length: height}, (_, slot) => (
		// A line belongs to its place on the screen, not to a row: moving the window must not rebuild it.
		// biome-ignore lint/suspicious/noArrayIndexKey: see above
		<Text key={slot} wrap="truncate">
			{theme.paint(lines[slot] ?? []) || ' '}
		</Text>
	));
	return (
		// What is opened below covers lines at the end; it must not squeeze some out of the middle.
		<Box flexDirection="column" height={height} flexShrink={0}>
			{texts}
		</Box>
	);
}
