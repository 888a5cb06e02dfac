import {render} from 'ink';
import {isListening} from '../../src/store/asking.ts';
import {App} from '../../src/ui/app.tsx';
import {createLineMemo} from '../../src/ui/components/line-memo.ts';
import type {Desk} from '../../src/ui/desk.ts';
import {contextOf} from '../../src/ui/frame.ts';
import type {Theme} from '../../src/ui/theme.ts';
import {createTestTerminal, type TestTerminal} from './streams.ts';

/** Shows what is true now in a terminal of its own that nobody but Ink writes to. */
export async function drawnByInk(desk: Desk, theme: Theme): Promise<TestTerminal> {
	const {columns, rows} = desk.store.get().size;
	const terminal = createTestTerminal(columns, rows);
	const now = () => Math.floor(desk.clock.now() / 1000) * 1000;
	const memo = createLineMemo();
	const runtime = {
		desk,
		theme,
		ticker: {now, subscribe: () => () => {}, stop() {}},
		shown() {
			const state = desk.store.get();
			const isAnswerable = isListening(state, desk.clock.now());
			return {state, context: contextOf(state, theme, now()), memo, layers: desk.layers(), isListening: isAnswerable};
		},
	};
	const instance = render(<App runtime={runtime} />, {
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		interactive: true,
		alternateScreen: true,
		exitOnCtrlC: false,
		patchConsole: false,
		maxFps: 1000,
	});
	await instance.waitUntilRenderFlush();
	await new Promise(resolve => setImmediate(resolve));
	await instance.waitUntilRenderFlush();
	return {
		...terminal,
		close() {
			instance.unmount();
			terminal.close();
		},
	};
}
