import type {Context} from '../../present/column.ts';
import {type Line, wrapped} from '../../present/line.ts';
import {isReading, problemInPlace} from '../../store/polling/freshness.ts';
import type {State} from '../../store/state/state.ts';
import {grouped, plain, type SafeText} from '../../text.ts';
import {indented} from './indented.ts';
import {problemLines} from './problem-lines.ts';

/** The texts of a list without rows: while it loads, and when it is empty. */
type Reasons = {readonly loading: SafeText; readonly empty: SafeText};

/** Returns the texts for a list that received `count` records, none of them readable. `flaw` describes the first. */
export const unreadableList = (reasons: Reasons, count: number, flaw: SafeText = plain`cannot be read`): Reasons => ({
	...reasons,
	empty:
		count === 1
			? plain`1 record received, not readable: it ${flaw}. Press i for the raw page.`
			: plain`${grouped(count)} records received, none readable: the first ${flaw}. Press i for the raw page.`,
});

/** Returns the lines of a list without rows: the problem if reading failed, else the loading text, else the empty text. */
export function emptyLines(state: State, context: Context, {loading, empty}: Reasons): readonly Line[] {
	const problem = problemInPlace(state);
	const content = (): readonly Line[] => {
		if (problem) {
			const {error, nextAt} = problem;
			return problemLines(error, nextAt - context.localNow, state.interface.size.columns - 4);
		}

		const reading: Line = [
			{text: context.isAscii ? plain`. ` : plain`◌ `, tone: 'accent'},
			{text: loading, tone: 'quiet'},
		];
		if (isReading(state)) return [reading];
		return wrapped(empty, state.interface.size.columns - 4).map((text): Line => [{text, tone: 'quiet'}]);
	};
	return [[], ...indented(content(), 2)];
}
