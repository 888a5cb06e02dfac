import {countOrMore} from '../../present/format.ts';
import {shapeOf} from '../../present/outcome.ts';
import {boardCounts} from '../../store/model/board.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText} from '../../text.ts';

/** Returns the title of the terminal window: how many deployments on the board have failed and how many are running. */
export function titleOf(state: State, isAscii: boolean): SafeText {
	const {failed, running, isFull} = boardCounts(state);
	const part = (outcome: 'bad' | 'running', count: number) =>
		count > 0 ? plain`${shapeOf(outcome, {isAscii}).text}${countOrMore(count, isFull)} ` : plain``;
	return plain`${part('bad', failed)}${part('running', running)}landfall`;
}
