import {Box} from 'ink';
import {activityCard, activityColumns} from '../../../present/activity.ts';
import {bodyHeight, isNarrow, projectRows} from '../../../store/layout.ts';
import {currentScreen} from '../../../store/state.ts';
import {EmptyList} from '../../components/empty-list.tsx';
import {Lines} from '../../components/lines.tsx';
import {listLines} from '../../components/list-lines.ts';
import type {ViewProps} from '../../desk.ts';

const style = {columns: activityColumns, card: activityCard};

/** What was done from here and what was seen to conclude, newest first, also before this start. */
export function ActivityScreen({state, theme, context}: ViewProps) {
	const screen = currentScreen(state);
	if (screen.name !== 'activity') return null;
	const {activity, size} = state;
	if (activity.length === 0) {
		return (
			<EmptyList state={state} theme={theme} loading="" empty="Nothing was done from here or seen to conclude yet." />
		);
	}

	const lines = listLines(
		style,
		{
			position: screen.position,
			count: activity.length,
			height: projectRows(size),
			width: size.columns,
			isNarrow: isNarrow(size),
			rowAt: index => activity[index],
		},
		// These moments are the local clock's, not the service's.
		{...context, now: context.now - state.skewMs},
	);
	return (
		<Box flexShrink={0}>
			<Box flexDirection="column" width={size.columns} flexShrink={0}>
				<Lines lines={lines} height={bodyHeight(size)} theme={theme} />
			</Box>
		</Box>
	);
}
