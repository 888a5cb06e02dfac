import type {KeyContext, Ticker} from '../../../src/ui/contexts.ts';
import {drawContextOf} from '../../../src/ui/frame/frame.ts';
import type {Runtime} from '../../../src/ui/runtime.tsx';
import type {Theme} from '../../../src/ui/themes/paint.ts';

/** Builds the runtime of components for a screen that Ink draws entirely. */
export function createPlainRuntime(from: Omit<KeyContext, 'drawContext'>, theme: Theme, ticker: Ticker): Runtime {
	const keyContext: KeyContext = {
		...from,
		drawContext: () => drawContextOf(from, theme, ticker.now()),
	};
	return {keyContext, theme, ticker};
}
