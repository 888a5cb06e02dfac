import {Box} from 'ink';
import {useSyncExternalStore} from 'react';
import {bodyHeight} from '../store/layout.ts';
import {currentScreen} from '../store/state.ts';
import type {Desk} from './desk.ts';
import {contextOf} from './frame.ts';
import {isInkNeeded} from './layers.ts';
import type {Theme} from './theme.ts';
import {dialogViews, screenViews} from './views.ts';

type Props = {readonly desk: Desk; readonly theme: Theme};

/** The part of the screen that Ink lays out: forms, menus and questions. Nothing where there is none, so that React rests while somebody moves about in a list. */
export function App({desk, theme}: Props) {
	const {store, clock} = desk;
	const state = useSyncExternalStore(store.subscribe, () => {
		const current = store.get();
		return isInkNeeded(current) ? current : undefined;
	});
	if (!state) return null;

	const view = {state, theme, desk, context: contextOf(state, theme, clock.now())};
	const Screen = screenViews[currentScreen(state).name];
	const Dialog = state.dialog && dialogViews[state.dialog.name];
	return (
		<Box flexDirection="column" width={state.size.columns} height={bodyHeight(state.size)} overflow="hidden">
			<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
				{Screen && <Screen {...view} />}
			</Box>
			{Dialog && <Dialog {...view} />}
		</Box>
	);
}
