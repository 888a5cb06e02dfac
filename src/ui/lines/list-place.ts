import {safe} from '../../base/text.ts';
import {arrangementOf, type ListName} from '../../model/arrangement.ts';
import {boardCounts} from '../../model/board.ts';
import type {Cursor} from '../../model/cursor.ts';
import {isNarrow, projectRows} from '../../model/layout.ts';
import {listedRows, quickFilterOf} from '../../model/project-filter.ts';
import {isOpen, isWhole, type ProjectList, type StopReason, unreadableCount} from '../../model/project-list.ts';
import {parseQuery, problemOf, saidOf} from '../../model/query.ts';
import {count, countOrMore} from '../../present/format.ts';
import type {SafeSpan} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentRange, projectPlace, savedFilterName} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';

const stopTexts: Readonly<Record<Exclude<StopReason, 'full'>, string>> = {
	'repeated cursor': 'the service repeated a cursor',
	'nothing new': 'five pages with nothing new',
	'refused cursor': 'the service refused a cursor',
};

/** Stands after the number of projects: there are more. */
export const plusText = (list: ProjectList): string => (isOpen(list) || list.stopped === 'full' ? '+' : '');

/** Why no more projects are read: ` · stopped: the service repeated a cursor`. Empty unless the service is why. */
export const stopText = ({stopped}: ProjectList): string =>
	stopped === undefined || stopped === 'full' ? '' : ` · stopped: ${stopTexts[stopped]}`;

/** Returns how many new rows have arrived above the visible ones: ` · ▲ 3 new`. Empty for none. */
export const newAboveText = ({newAbove}: Cursor, {isSpoken}: Pick<RowContext, 'isSpoken'>): string =>
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

/** The filter and the sort order: `9 of 137+ match · by name ▲`. Empty without either. */
function viewText(state: State, context: RowContext): string {
	const {filtered, list: projects, loading} = state.projects;
	const {dialog, size} = state.interface;
	if (!filtered) return '';
	const isAll = isWhole(projects);
	const loaded = count(projects.rows.length);
	const ofAll = `${loaded}${isAll ? '' : '+'}`;
	const unread = filtered.unread.length;
	const unchecked = unread > 0 && !context.isStill ? ` · ${count(unread)} unchecked` : '';
	// While a query is typed, it is on the screen itself.
	const shown = (dialog ? undefined : quickFilterOf(filtered.query)) ?? 'match';
	const name = savedFilterName(state);
	const named = name === undefined ? '' : `${safe(name, 24)}: `;
	const found =
		filtered.query.trim() === '' ? '' : ` · ${named}${count(filtered.rows.length)} of ${ofAll} ${shown}${unchecked}`;
	const canLoad = !isAll && projects.stopped !== 'full' && !loading && !dialog && !isNarrow(size);
	const rest = canLoad ? ` · ${shortcutOf(state, 'load-all')} loads more` : '';
	return found + sortText(filtered.sort, context) + (found === '' && !isAll ? ` of ${loaded} loaded` : '') + rest;
}

/** Returns how many deployments on the board failed and are in progress: `✖1 ◐2`. */
export function boardFigures(state: State, context: RowContext): string {
	const {failed, running, isFull} = boardCounts(state);
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	return `${bad}${countOrMore(failed, isFull)} ${busy}${countOrMore(running, isFull)}`;
}

/** A list with fewer rows than this does not show what goes on in the others. */
const minTellingRows = 4;

/** Returns the position among the projects, with the filter, the sort order and the marks: `41 of 100+`. The plus stands for projects that are not loaded. */
export function projectsPlace(state: State, context: RowContext): string {
	const {
		projects: {cursor, list: projects, loading, filtered, marks},
		interface: {dialog, size},
	} = state;
	const total = projects.rows.length;
	if (total === 0) return '';
	const loadingText = loading ? ` · loading all: ${count(total)} · esc stops` : '';
	const viewed = viewText(state, context);
	// A narrow screen has no room for more while projects are unchecked.
	const isFilterOnly = dialog?.name === 'filter' || (isNarrow(size) && filtered && filtered.unread.length > 0);
	if (isFilterOnly) return `${viewed.replace(' · ', '')}${loadingText}`;
	const shown = listedRows(state.projects).length;
	const of = filtered ? count(shown) : `${count(total)}${plusText(projects)}${stopText(projects)}`;
	const at = count(Math.min(projectPlace(state).index + 1, shown));
	const unreadable = unreadableCount(projects);
	const unreadableText = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const range = currentRange(state) ? `, ${shortcutOf(state, 'mark-range')} ends the range` : '';
	const marked = marks.size > 0 ? ` · ${count(marks.size)} marked${range}` : '';
	const figures = projectRows(size) < minTellingRows ? `${boardFigures(state, context)} · ` : '';
	return `${figures}${at} of ${of}${unreadableText}${viewed}${marked}${loadingText}${newAboveText(cursor, context)}`;
}

/** Returns what is wrong with the current filter query, or a hint about it. Undefined if there is nothing to say. */
export function queryNotice({projects: {filtered}}: State): SafeSpan | undefined {
	const problem = filtered && problemOf(parseQuery(filtered.query, filtered.context), filtered.rows.length);
	return problem && {text: saidOf(problem), tone: problem.kind === 'mistake' ? 'bad' : 'quiet'};
}
