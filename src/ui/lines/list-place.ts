import {plain, type SafeText, safe} from '../../base/text.ts';
import {arrangementOf, type ListName} from '../../model/arrangement.ts';
import type {Position} from '../../model/position.ts';
import {listedRows, quickFilterOf} from '../../model/project-filter.ts';
import {unreadableCount} from '../../model/project-list.ts';
import {parseQuery, problemOf} from '../../model/query.ts';
import {maxCounted, rateOf, requestsInMinute} from '../../model/throttle.ts';
import {fieldLine} from '../../present/fields.ts';
import {count} from '../../present/format.ts';
import type {SafeSpan} from '../../present/line.ts';
import type {RowContext} from '../../present/table.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentRange} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';

/** What stands after the number of projects: why there may be more. */
export const endTexts = {
	open: '+',
	reached: '',
	repeated: ' · stopped: the service repeated a cursor',
	stalled: ' · stopped: five pages with nothing new',
	full: '+',
	refused: ' · stopped: the service refused a cursor',
};

/** Returns how many new rows have arrived above the visible ones: ` · ▲ 3 new`. Empty for none. */
export const newAboveText = ({newAbove}: Position, {isSpoken}: Pick<RowContext, 'isSpoken'>): string =>
	newAbove.length > 0 ? ` · ${isSpoken ? 'above' : '▲'} ${count(newAbove.length)} new` : '';

/** How a list is sorted: ` · by version ▼`. Empty for its own order. */
const sortText = (
	sort: {readonly by: string; readonly isDescending: boolean} | undefined,
	{isSpoken}: Pick<RowContext, 'isSpoken'>,
): string => {
	if (!sort) return '';
	const direction = isSpoken ? ['ascending', 'descending'] : ['▲', '▼'];
	return ` · by ${sort.by} ${direction[sort.isDescending ? 1 : 0]}`;
};

/** Returns what a list shows and how it is sorted: ` · failed only · by version ▼`. Empty for all rows in its own order. */
export function arrangementText({interface: {arrangements}}: State, list: ListName, context: RowContext): string {
	const {shown, sort} = arrangementOf(arrangements, list);
	return (shown === 'all' ? '' : ` · ${shown} only`) + sortText(sort, context);
}

/** The filter and the sort order: `9 match in 137 loaded · by name ▲`. Empty without either. */
function viewText(state: State, context: RowContext): string {
	const {filtered, list: projects, loading} = state.projects;
	const {dialog} = state.interface;
	if (!filtered) return '';
	const isWhole = projects.end === 'reached';
	const loaded = `${count(projects.rows.length)}${isWhole ? '' : ' loaded'}`;
	const unread = filtered.unread.length;
	const notLoaded = unread > 0 && !context.isStill ? ` · ${count(unread)} not loaded yet` : '';
	// While a query is typed, it is on the screen itself.
	const shown = (dialog ? undefined : quickFilterOf(filtered.query)) ?? 'match';
	const found =
		filtered.query.trim() === '' ? '' : ` · ${count(filtered.rows.length)} ${shown} in ${loaded}${notLoaded}`;
	const canLoad = !isWhole && projects.end !== 'full' && !loading && !dialog;
	const rest = canLoad ? ` · ${shortcutOf(state, 'load-all', plain`L`)} loads the rest` : '';
	return found + sortText(filtered.sort, context) + (found === '' && !isWhole ? ` of ${loaded}` : '') + rest;
}

/** Returns the position among the projects, with the filter, the sort order and the marks: `41 of 100+`. The plus stands for projects that are not loaded. */
export function projectsPlace(state: State, context: RowContext): string {
	const {
		projects: {position, list: projects, loading, filtered, marks},
		interface: {dialog},
	} = state;
	const total = projects.rows.length;
	if (total === 0) return '';
	const loadingText = loading ? ` · loading all: ${count(total)} · esc stops` : '';
	const viewed = viewText(state, context);
	if (dialog?.name === 'filter') return `${viewed.replace(' · ', '')}${loadingText}`;
	const shown = listedRows(state.projects).length;
	const of = filtered ? count(shown) : `${count(total)}${endTexts[projects.end]}`;
	const at = count(Math.min(position.index + 1, shown));
	const unreadable = unreadableCount(projects);
	const unreadableText = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const range = currentRange(state) ? `, ${shortcutOf(state, 'mark-range', plain`v`)} ends the range` : '';
	const marked = marks.size > 0 ? ` · ${count(marks.size)} marked${range}` : '';
	return `${at} of ${of}${unreadableText}${viewed}${marked}${loadingText}${newAboveText(position, context)}`;
}

/** Returns what is wrong with the current filter query, or a hint about it. Undefined if there is nothing to say. */
export function queryNotice({projects: {filtered}}: State): SafeSpan | undefined {
	const problem = filtered && problemOf(parseQuery(filtered.query, filtered.context), filtered.rows.length);
	return problem && {text: problem.text, tone: problem.kind === 'mistake' ? 'bad' : 'quiet'};
}

/** Returns the filter query as a text field while it is typed, otherwise nothing. */
export function typedSpans(state: State): readonly SafeSpan[] {
	const line = state.interface.dialog?.name === 'filter' ? editedLine(state) : undefined;
	if (!line) return [];
	const width = Math.max(8, Math.floor(state.interface.size.columns / 2));
	return [{text: plain` / `, tone: 'accent'}, ...fieldLine(line, plain``, width), {text: plain`   `, tone: 'plain'}];
}

/** Returns the requests of the last minute and the limit for automatic reads, in a long and a short form. If there were more than the limit, says why. Empty while the terminal is not focused. */
export function rateTexts(
	{polling: {throttle}, presence: {isFocused}, connection}: State,
	{localNow}: RowContext,
): readonly SafeText[] {
	if (!connection || !isFocused) return [];
	const {all: requestCount, asked} = requestsInMinute(throttle, localNow);
	const used = safe(`${count(requestCount)}${requestCount === maxCounted ? '+' : ''}`);
	if (throttle.perMinute === 0) return [plain`${used} requests/min`, plain`${used} per min`];
	const max = Math.round(rateOf(throttle, localNow));
	const limit = count(max);
	const askedCount = Math.min(asked, Math.max(0, requestCount - max));
	// The rate was lowered within the last minute.
	if (requestCount - askedCount > max)
		return [plain`${used} requests/min, slowed to ${limit}`, plain`${used}/${limit} per min`];
	if (askedCount > 0) {
		const extra = count(askedCount);
		return [plain`${limit} of ${limit} requests/min + ${extra} asked for`, plain`${limit}/${limit} + ${extra} per min`];
	}

	return [plain`${used} of ${limit} requests/min`, plain`${used}/${limit} per min`];
}
