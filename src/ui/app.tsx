import {Box, Text, useInput, useWindowSize} from 'ink';
import {useEffect, useState, useSyncExternalStore} from 'react';
import type {Clock} from '../clock.ts';
import {bodyHeight} from '../store/layout.ts';
import {currentScreen, type State} from '../store/state.ts';
import {always, anywhere} from './bindings.ts';
import type {Desk} from './desk.ts';
import {HelpDialog} from './dialogs/help/dialog.tsx';
import {hintsLine, statusLine} from './footer.ts';
import {headerLine} from './header.ts';
import {keyNames} from './keys.ts';
import {bindingsOf, press} from './layers.ts';
import {dialogs, screens} from './register.ts';
import type {Theme} from './theme.ts';

type Props = {readonly desk: Desk; readonly theme: Theme};

/** How often ages on the screen are brought up to date. */
const tickMs = 1000;

/** The local time, brought up to date once a second while somebody looks. */
function useNow(clock: Clock, isRunning: boolean): number {
	const [, setTick] = useState(0);
	useEffect(() => {
		if (!isRunning) return undefined;
		let callOff = () => {};
		const tick = () => {
			callOff = clock.after(tickMs, () => {
				setTick(count => count + 1);
				tick();
			});
		};
		tick();
		return () => callOff();
	}, [clock, isRunning]);
	return clock.now();
}

/** The screen that is shown, with the dialog above it. */
function Body({desk, theme, state, now}: Props & {readonly state: State; readonly now: number}) {
	const screen = screens[currentScreen(state).name];
	const context = {now: now + state.skewMs, isAscii: theme.isAscii, isTimeAbsolute: state.isTimeAbsolute};
	const view = {state, theme, desk, context};
	if (state.dialog?.name === 'help') {
		const sections = [
			{title: screen.title, bindings: screen.keys},
			{title: 'Everywhere', bindings: [...anywhere, ...always]},
		];
		return <HelpDialog {...view} sections={sections} />;
	}

	const dialog = state.dialog && dialogs[state.dialog.name];
	return (
		<Box flexDirection="column" height={bodyHeight(state.size)} overflow="hidden">
			<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
				<screen.View {...view} />
			</Box>
			{dialog && <dialog.View {...view} />}
		</Box>
	);
}

/** The whole screen. The one place that hears the keyboard, and the one place that reads the store. */
export function App({desk, theme}: Props) {
	const {store, clock} = desk;
	const state = useSyncExternalStore(store.subscribe, store.get);
	const {columns, rows} = useWindowSize();
	const now = useNow(clock, state.isFocused);

	useEffect(() => store.dispatch({type: 'resized', size: {columns, rows}}), [store, columns, rows]);

	useInput((input, key) => {
		for (const name of keyNames(input, key)) press(desk, name);
	});

	const context = {now: now + state.skewMs, isAscii: theme.isAscii, isTimeAbsolute: state.isTimeAbsolute};
	return (
		<Box flexDirection="column" width={state.size.columns} height={state.size.rows} overflow="hidden">
			<Text wrap="truncate">{theme.paint(headerLine(state, now))}</Text>
			<Body desk={desk} theme={theme} state={state} now={now} />
			<Text wrap="truncate">{theme.paint(statusLine(state, state.size.columns, context))}</Text>
			<Text wrap="truncate">{theme.paint(hintsLine(bindingsOf(state), state, state.size.columns))}</Text>
		</Box>
	);
}
