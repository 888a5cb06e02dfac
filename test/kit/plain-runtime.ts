import {isListening} from '../../src/store/asking.ts';
import {createLineMemo} from '../../src/ui/components/line-memo.ts';
import type {Desk} from '../../src/ui/desk.ts';
import {contextOf} from '../../src/ui/frame.ts';
import type {Runtime} from '../../src/ui/runtime.tsx';
import type {Theme} from '../../src/ui/theme.ts';
import type {Ticker} from '../../src/ui/ticker.ts';

/** What components are given where Ink draws the whole screen. */
export function createPlainRuntime(desk: Desk, theme: Theme, ticker: Ticker): Runtime {
	const memo = createLineMemo();
	return {
		desk,
		theme,
		ticker,
		shown() {
			const state = desk.store.get();
			return {
				state,
				context: contextOf(state, theme, ticker.now()),
				memo,
				layers: desk.layers(),
				isListening: isListening(state, desk.clock.now()),
			};
		},
	};
}
