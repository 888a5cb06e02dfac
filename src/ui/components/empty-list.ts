import type {Context} from '../../present/column.ts';
import type {Line} from '../../present/line.ts';
import {isReadingOn, problemInPlace} from '../../store/needs.ts';
import type {State} from '../../store/state.ts';
import {plain, type SafeText} from '../../text.ts';
import type {Body} from '../desk.ts';
import {indented} from './panes.ts';
import {problemLines} from './problem-lines.ts';

/** A list without rows: it is being read, it could not be read, or there is nothing in it. */
export function emptyList(
	state: State,
	context: Context,
	{loading, empty}: {readonly loading: SafeText; readonly empty: SafeText},
): Body {
	const problem = problemInPlace(state);
	const localNow = context.now - state.skewMs;
	const said = (): readonly Line[] => {
		if (problem) {
			const {error, nextAt} = problem;
			return problemLines(error, nextAt - localNow, state.size.columns - 4);
		}

		const reading: Line = [
			{text: context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
			{text: loading, tone: 'quiet'},
		];
		return [isReadingOn(state) ? reading : [{text: empty, tone: 'quiet'}]];
	};
	return {lines: [[], ...indented(said(), 2)]};
}
