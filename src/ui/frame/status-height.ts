import {statusHeight} from '../../model/layout.ts';
import {resizeTo} from '../../state/lists.ts';
import type {AppContext, DrawContext, Ticker} from '../contexts.ts';
import {statusLines} from './footer.ts';

/** Measured as if the status had one line: a second one takes a row from the list, which may change the message. */
function neededLines(drawing: DrawContext): 1 | 2 {
	const {size} = drawing.state.interface;
	const state = statusHeight(size) === 1 ? drawing.state : resizeTo(drawing.state, {...size, statusLines: 1});
	return statusLines({...drawing, state}, size.columns).length > 1 ? 2 : 1;
}

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
