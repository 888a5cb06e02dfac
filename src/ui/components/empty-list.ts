import type {Context} from '../../present/column.ts';
import type {Line} from '../../present/line.ts';
import {currentFailures, hasRead, isReadingOn} from '../../store/needs.ts';
import type {State} from '../../store/state.ts';
import type {SafeText} from '../../text.ts';
import type {Body} from '../desk.ts';
import {indented} from './panes.ts';
import {problemLines} from './problem-lines.ts';

/** A list without rows: it is being read, it could not be read, or there is nothing in it. */
export function emptyList(
	state: State,
	context: Context,
	{loading, empty}: {readonly loading: SafeText; readonly empty: SafeText},
): Body {
	const error = hasRead(state) ? undefined : (state.connection?.refusal ?? currentFailures(state)[0]?.error);
	const said = (): readonly Line[] => {
		if (error) return problemLines(error, state.size.columns - 4);
		const reading: Line = [
			{text: context.isAscii ? '. ' : '◌ ', tone: 'accent'},
			{text: loading, tone: 'quiet'},
		];
		return [isReadingOn(state) ? reading : [{text: empty, tone: 'quiet'}]];
	};
	return {lines: [[], ...indented(said(), 2)]};
}
