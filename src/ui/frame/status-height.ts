import {statusHeight} from '../../model/layout.ts';
import {resizeTo} from '../../state/lists.ts';
import type {AppContext, Ticker} from '../contexts.ts';
import {statusLines} from './footer.ts';

/** Gives the status a second line while its message needs one. Returns a function that stops this. */
export function keepStatusHeight({store, drawContext}: Pick<AppContext, 'store' | 'drawContext'>, ticker: Ticker) {
	const fit = () => {
		const drawing = drawContext();
		const {size} = drawing.state.interface;
		const needed = {...size, statusLines: statusLines(drawing, size.columns).length > 1 ? 2 : 1} as const;
		if (statusHeight(needed) !== statusHeight(size)) store.change(state => resizeTo(state, needed));
	};
	const stops = [store.subscribe(fit), ticker.subscribe(fit)];
	fit();
	return () => {
		for (const stop of stops) stop();
	};
}
