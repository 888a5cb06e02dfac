import {createContext, useContext, useSyncExternalStore} from 'react';
import type {State} from '../store/state/state.ts';
import type {Rectangle} from '../terminal/render/compositor.ts';
import type {Draw, KeyContext, ViewProps} from './contexts.ts';
import type {Ticker} from './render/ticker.ts';
import type {Theme} from './theme.ts';

/** Draws regions of the screen past React. */
export type Canvases = {
	/** Adds a region and gives what removes it. Without `draw` it only hides the regions of lower layers. */
	readonly add: (layer: number, measure: () => Rectangle, draw?: Draw) => () => void;
};

/** What the components of landfall are given from outside. */
export type Runtime = {
	readonly desk: KeyContext;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Undefined where Ink draws the whole screen: in tests, and for a screen reader. */
	readonly canvases?: Canvases | undefined;
};

export const RuntimeContext = createContext<Runtime | undefined>(undefined);

export function useRuntime(): Runtime {
	const runtime = useContext(RuntimeContext);
	if (!runtime) throw new Error('A component of landfall is rendered outside of RuntimeContext.');
	return runtime;
}

/** A part of the state; the component renders again when that part is another one. */
export function useStore<Part>(select: (state: State) => Part): Part {
	const {store} = useRuntime().desk;
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Everything that forms and questions are rendered from; the component renders again with every event. */
export function useView(): ViewProps {
	const {desk, theme} = useRuntime();
	const state = useStore(current => current);
	return {state, theme, desk, context: desk.shown().context};
}

/** The local time in milliseconds, whole seconds; the component renders once a second. */
export function useNow(): number {
	const {ticker} = useRuntime();
	return useSyncExternalStore(ticker.subscribe, ticker.now);
}

/** The compositor layer on which a component's canvases lie. Dialogs lie above screens. */
export const LayerContext = createContext(0);
