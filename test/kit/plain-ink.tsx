import {render} from 'ink';
import {App} from '../../src/ui/app.tsx';
import type {Desk} from '../../src/ui/desk.ts';
import type {Theme} from '../../src/ui/theme.ts';
import {createPlainRuntime} from './plain-runtime.ts';
import {createTestTerminal, type TestTerminal} from './streams.ts';

/** Shows what is true now in a terminal of its own that nobody but Ink writes to. */
export async function drawnByInk(desk: Omit<Desk, 'shown'>, theme: Theme): Promise<TestTerminal> {
	const {columns, rows} = desk.store.get().size;
	const terminal = createTestTerminal(columns, rows);
	const now = () => Math.floor(desk.clock.now() / 1000) * 1000;
	const runtime = createPlainRuntime(desk, theme, {now, subscribe: () => () => {}, stop() {}});
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
