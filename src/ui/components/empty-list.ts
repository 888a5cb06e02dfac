import type {Line} from '../../present/line.ts';
import {currentFailures, hasRead, isReadingOn} from '../../store/needs.ts';
import type {SafeText} from '../../text.ts';
import type {Shown} from '../desk.ts';
import {indented} from './panes.ts';
import {problemLines} from './problem-lines.ts';

/** A list without rows: it is being read, it could not be read, or there is nothing in it. */
export function emptyList(
	{state, context}: Shown,
	{loading, empty}: {readonly loading: SafeText; readonly empty: SafeText},
): readonly Line[] {
	const error = hasRead(state) ? undefined : (state.connection?.refusal ?? currentFailures(state)[0]?.error);
	const said = (): readonly Line[] => {
		if (error) return problemLines(error, state.size.columns - 4);
		const reading: Line = [
			{text: context.isAscii ? '. ' : '◌ ', tone: 'accent'},
			{text: loading, tone: 'quiet'},
		];
		return [isReadingOn(state) ? reading : [{text: empty, tone: 'quiet'}]];
	};
	return [[], ...indented(said(), 2)];
}
