import type {Context} from '../../present/column.ts';
import {type Line, wrapped} from '../../present/line.ts';
import {isReading, problemInPlace} from '../../store/polling/freshness.ts';
import type {State} from '../../store/state/state.ts';
import {grouped, plain, type SafeText} from '../../text.ts';
import {indented} from './indented.ts';
import {problemLines} from './problem-lines.ts';

/** What an empty list says while it is read, and when there is nothing in it. */
type Reasons = {readonly loading: SafeText; readonly empty: SafeText};

/** The reasons of a list for which records came of which none can be read. */
export const unreadableList = (reasons: Reasons, count: number, flaw: SafeText = plain`cannot be read`): Reasons => ({
	...reasons,
	empty:
		count === 1
			? plain`1 record received, not readable: it ${flaw}. Press i for the raw page.`
			: plain`${grouped(count)} records received, none readable: the first ${flaw}. Press i for the raw page.`,
});

/** A list without rows: it is being read, it could not be read, or there is nothing in it. */
export function emptyLines(state: State, context: Context, {loading, empty}: Reasons): readonly Line[] {
	const problem = problemInPlace(state);
	const {localNow} = context;
	const said = (): readonly Line[] => {
		if (problem) {
			const {error, nextAt} = problem;
			return problemLines(error, nextAt - localNow, state.interface.size.columns - 4);
		}

		const reading: Line = [
			{text: context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
			{text: loading, tone: 'quiet'},
		];
		if (isReading(state)) return [reading];
		return wrapped(empty, state.interface.size.columns - 4).map((text): Line => [{text, tone: 'quiet'}]);
	};
	return [[], ...indented(said(), 2)];
}
