import type {AppContext} from '../../../src/ui/contexts.ts';
import {drawContextOf} from '../../../src/ui/frame/draw-context.ts';
import {createTheme} from '../../../src/ui/themes.ts';

/** Members that are not given do nothing. */
export function createTestContext(
	from: Pick<AppContext, 'store' | 'clock' | 'scopes'> & Partial<AppContext>,
	isAscii = false,
): AppContext {
	const theme = createTheme({hasColor: true, isAscii});
	const now = () => Math.floor(from.clock.now() / 1000) * 1000;
	return {
		actions: new Proxy({} as AppContext['actions'], {get: () => async () => {}}),
		paintedState: from.store.get,
		drawContext: () => drawContextOf(from.store.get(), from.scopes(), isAscii, now()),
		theme,
		ticker: {now, subscribe: () => () => {}, stop() {}},
		leave() {},
		suspend() {},
		repaint() {},
		exportForSupport() {},
		copy() {},
		browse() {},
		runProgram() {},
		...from,
	};
}
