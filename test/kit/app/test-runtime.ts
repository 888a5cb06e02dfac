import type {KeyContext} from '../../../src/ui/contexts.ts';
import {drawContextOf} from '../../../src/ui/frame/draw-context.ts';
import type {Runtime} from '../../../src/ui/runtime.tsx';
import {createTheme} from '../../../src/ui/themes.ts';

/** The runtime of components that Ink draws. What it is not given does nothing. */
export function createTestRuntime(
	from: Pick<KeyContext, 'store' | 'clock' | 'scopes'> & Partial<KeyContext>,
	isAscii = false,
): Runtime {
	const theme = createTheme({hasColor: true, isAscii});
	const now = () => Math.floor(from.clock.now() / 1000) * 1000;
	const keyContext: KeyContext = {
		actions: new Proxy({} as KeyContext['actions'], {get: () => async () => {}}),
		painted: from.store.get,
		leave() {},
		suspend() {},
		repaint() {},
		exportForSupport() {},
		copy() {},
		browse() {},
		runProgram() {},
		drawContext: () => drawContextOf(keyContext, theme, now()),
		...from,
	};
	return {keyContext, theme, ticker: {now, subscribe: () => () => {}, stop() {}}};
}
