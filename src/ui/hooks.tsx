import {createContext, useContext, useSyncExternalStore} from 'react';
import type {State} from '../state/state.ts';
import type {AppContext} from './contexts.ts';

const ReactContext = createContext<AppContext | undefined>(undefined);

export const AppProvider = ReactContext.Provider;

export function useAppContext(): AppContext {
	const app = useContext(ReactContext);
	if (!app) throw new Error('A component of landfall is rendered outside of AppProvider.');
	return app;
}

/** `select` must return the same object as long as nothing changes. */
export function useStore(): State;
export function useStore<Part>(select: (state: State) => Part): Part;
export function useStore(select = (state: State): unknown => state) {
	const {store} = useAppContext();
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Local time in whole seconds, as milliseconds. Rerenders the component once a second. */
export function useNow(): number {
	const {ticker} = useAppContext();
	return useSyncExternalStore(ticker.subscribe, ticker.now);
}
