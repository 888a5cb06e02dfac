import {Box, Text} from 'ink';
import Spinner from 'ink-spinner';
import {bodyHeight} from '../../store/layout.ts';
import {currentFailures, hasRead, isReadingOn} from '../../store/needs.ts';
import type {State} from '../../store/state.ts';
import type {Theme} from '../theme.ts';
import {Problem} from './problem.tsx';

type Props = {
	readonly state: State;
	readonly theme: Theme;
	readonly loading: string;
	readonly empty: string;
};

/** A list without rows: it is being read, it could not be read, or there is nothing in it. */
export function EmptyList({state, theme, loading, empty}: Props) {
	const error = hasRead(state) ? undefined : (state.connection?.refusal ?? currentFailures(state)[0]?.error);
	return (
		<Box flexDirection="column" height={bodyHeight(state.size)} paddingLeft={2} paddingTop={1} paddingRight={2}>
			{error && <Problem error={error} theme={theme} />}
			{!error && isReadingOn(state) && (
				<Text>
					<Spinner type={theme.isAscii ? 'line' : 'dots'} />
					{theme.paint([{text: ` ${loading}`, tone: 'quiet'}])}
				</Text>
			)}
			{!error && !isReadingOn(state) && <Text>{theme.paint([{text: empty, tone: 'quiet'}])}</Text>}
		</Box>
	);
}
