import {createContext, useContext, useSyncExternalStore} from 'react';
import type {State} from '../state/state.ts';
import type {FastRows} from '../terminal/fast-rows.ts';
import type {KeyContext, Ticker} from './contexts.ts';
import type {Theme} from './themes.ts';

export type Runtime = {
	readonly keyContext: KeyContext;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Undefined where Ink draws every row. */
	readonly fastRows?: FastRows | undefined;
};

export const RuntimeContext = createContext<Runtime | undefined>(undefined);

export function useRuntime(): Runtime {
	const runtime = useContext(RuntimeContext);
	if (!runtime) throw new Error('A component of landfall is rendered outside of RuntimeContext.');
	return runtime;
}

/** Returns a part of the state and rerenders the component when it changes. `select` must return the same object while nothing has changed. */
export function useStore<Part>(select: (state: State) => Part): Part {
	const {store} = useRuntime().keyContext;
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Returns what forms and questions are made of and rerenders the component with every change of the state. */
export function useView() {
	const {keyContext, theme} = useRuntime();
	const state = useStore(current => current);
	return {state, theme, keyContext, context: keyContext.drawContext().context};
}

/** Returns the time by the local clock, in whole seconds as milliseconds, and rerenders the component once a second. */
export function useNow(): number {
	const {ticker} = useRuntime();
	return useSyncExternalStore(ticker.subscribe, ticker.now);
}
