import {Box, render, Text} from 'ink';
import {isListening} from '../../src/store/asking.ts';
import {bodyHeight} from '../../src/store/layout.ts';
import {currentScreen} from '../../src/store/state.ts';
import type {ScreenLine} from '../../src/terminal/frame-update.ts';
import {createLineMemo} from '../../src/ui/components/line-memo.ts';
import type {Desk} from '../../src/ui/desk.ts';
import {contextOf, frame} from '../../src/ui/frame.ts';
import type {Theme} from '../../src/ui/theme.ts';
import {dialogViews, screenViews} from '../../src/ui/views.ts';
import {createTestTerminal, type TestTerminal} from './streams.ts';

/** A line as Ink is told to draw it. */
function Row({line: {text, at, beside}}: {readonly line: ScreenLine}) {
	if (beside === '') return <Text wrap="truncate">{text || ' '}</Text>;
	return (
		<Box flexShrink={0}>
			<Box width={at} flexShrink={0}>
				<Text wrap="truncate">{text || ' '}</Text>
			</Box>
			<Text wrap="truncate">{beside}</Text>
		</Box>
	);
}

/** The whole screen, laid out and drawn by Ink alone. */
function WholeScreen({desk, theme}: {readonly desk: Desk; readonly theme: Theme}) {
	const state = desk.store.get();
	const now = Math.floor(desk.clock.now() / 1000) * 1000;
	const listening = isListening(state, desk.clock.now());
	const lines = frame(state, {theme, memo: createLineMemo(), localNow: now, isListening: listening, drawn: []});
	const view = {state, theme, desk, context: contextOf(state, theme, now)};
	const Screen = screenViews[currentScreen(state).name];
	const Dialog = state.dialog && dialogViews[state.dialog.name];
	const height = bodyHeight(state.size);
	const [header, ...rest] = lines;
	const row = (line: ScreenLine | undefined, key: number) => line && <Row key={key} line={line} />;
	return (
		<Box flexDirection="column" width={state.size.columns} height={state.size.rows} overflow="hidden">
			{row(header, -1)}
			<Box flexDirection="column" height={height} overflow="hidden" flexShrink={0}>
				<Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
					{Screen ? (
						<Screen {...view} />
					) : (
						<Box flexDirection="column" flexShrink={0}>
							{rest.slice(0, height).map(row)}
						</Box>
					)}
				</Box>
				{Dialog && <Dialog {...view} />}
			</Box>
			{rest.slice(height).map(row)}
		</Box>
	);
}

/** Shows what is true now in a terminal of its own that nobody but Ink writes to. */
export async function drawnByInk(desk: Desk, theme: Theme): Promise<TestTerminal> {
	const {columns, rows} = desk.store.get().size;
	const terminal = createTestTerminal(columns, rows);
	const instance = render(<WholeScreen desk={desk} theme={theme} />, {
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		interactive: true,
		alternateScreen: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	await instance.waitUntilRenderFlush();
	return {
		...terminal,
		close() {
			instance.unmount();
			terminal.close();
		},
	};
}
