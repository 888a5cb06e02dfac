import {statusHeight} from '../../model/layout.ts';
import {resizeTo} from '../../state/lists.ts';
import type {AppContext, DrawContext, Ticker} from '../contexts.ts';
import {statusLines} from './footer.ts';

/** How many lines the status needs where it has one: with two, there are fewer rows, and the message may be another. */
function neededLines(drawing: DrawContext): 1 | 2 {
	const {size} = drawing.state.interface;
	const state = statusHeight(size) === 1 ? drawing.state : resizeTo(drawing.state, {...size, statusLines: 1});
	return statusLines({...drawing, state}, size.columns).length > 1 ? 2 : 1;
}

/** Gives the status a second line while its message needs one. Returns a function that stops this. */
export function keepStatusHeight({store, drawContext}: Pick<AppContext, 'store' | 'drawContext'>, ticker: Ticker) {
	const fit = () => {
		const drawing = drawContext();
		const {size} = drawing.state.interface;
		const fitting = {...size, statusLines: neededLines(drawing)};
		if (statusHeight(fitting) !== statusHeight(size)) store.change(state => resizeTo(state, fitting));
	};
	const stops = [store.subscribe(fit), ticker.subscribe(fit)];
	fit();
	return () => {
		for (const stop of stops) stop();
	};
}
