import {blanks, cells, plain, type SafeText, safe} from '../../base/text.ts';
import {arrangementOf, type ListName} from '../../model/arrangement.ts';
import type {Cursor} from '../../model/cursor.ts';
import {isNarrow, projectRows} from '../../model/layout.ts';
import {filterQueryOf, listedRows, quickFilterOf} from '../../model/project-filter.ts';
import {canReadFurther, isWhole, type ProjectList, type StopReason} from '../../model/project-list.ts';
import {problemSentence, queryProblem, typedFilterName} from '../../model/query.ts';
import {count, countOrMore} from '../../present/format.ts';
import {type Line, type SafeSpan, space} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {boardCounts} from '../../state/board-rows.ts';
import {allChecks, dependsOnChecks, timeLeft} from '../../state/checks.ts';
import {currentList} from '../../state/lists.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentRange, projectPlacement, savedFilterName} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';
import type {DrawContext} from '../contexts.ts';

const stopTexts: Readonly<Record<Exclude<StopReason, 'full'>, string>> = {
	'repeated cursor': 'the service repeated a cursor',
	'nothing new': 'five pages with nothing new',
	'rejected cursor': 'the service refused a cursor',
};

export const filterLabel: SafeSpan = {text: plain`filter: `, tone: 'accent'};

/** With less room than this, the text of a filter says too little. */
const minFilterWidth = 6;

/** Stands after the number of projects: there are more. */
const plusText = (list: ProjectList): string => (canReadFurther(list) || list.stopped === 'full' ? '+' : '');

/** Returns a part of what the status says. `spoken`: the same without signs, if it has any. */
export const part = (text: string, spoken = text): SafeSpan => ({
	text: safe(text),
	tone: 'quiet',
	...(spoken !== text && {spoken: safe(spoken)}),
});

/** Returns how much could not be read, and why no more projects are: `stopped: the service repeated a cursor`. Empty unless the service is why. */
export function missingParts(state: State): Line {
	const {stopped} = state.projects.list;
	const {unreadable} = allChecks(state);
	return [
		...(unreadable > 0 ? [part(`${count(unreadable)} could not be read`)] : []),
		...(stopped === undefined || stopped === 'full' ? [] : [part(`stopped: ${stopTexts[stopped]}`)]),
	];
}

/** Returns which row is selected: `3 of 12`. One that is gone below all others counts as the last. */
export const indexPart = (index: number, total: number, all: string = count(total)): SafeSpan =>
	part(`${count(Math.min(index + 1, total))} of ${all}`);

/** Returns which row is selected of a list in which headings stand in the place of rows. */
export function rowPart(index: number, entries: readonly object[]): SafeSpan {
	const rows = (some: readonly object[]) => some.filter(entry => !('heading' in entry)).length;
	return indexPart(rows(entries.slice(0, index + 1)) - 1, rows(entries));
}

/** How many new rows have arrived above the visible ones: `3 new above`. Empty for none. */
export const newAboveParts = ({newAbove}: Cursor): Line =>
	newAbove.length > 0 ? [part(`${count(newAbove.length)} new above`)] : [];

/** How a list is sorted: `by version ▼`. Empty for its own order. */
function sortParts(sort: {readonly by: string; readonly isDescending: boolean} | undefined, after = ''): Line {
	if (!sort) return [];
	const [sign, word] = sort.isDescending ? ['▼', 'descending'] : ['▲', 'ascending'];
	return [part(`by ${sort.by} ${sign}${after}`, `by ${sort.by} ${word}${after}`)];
}

/** Returns what a list shows and how it is sorted: `failed only`, `by version ▼`. Empty for all rows in its own order. */
export function arrangementParts({interface: {arrangements}}: State, list: ListName): Line {
	const {shown, sort} = arrangementOf(arrangements, list);
	return [...(shown === 'all' ? [] : [part(`${shown} only`)]), ...sortParts(sort)];
}

/** How many of the projects were checked for deployments, as long as the screen lacks those of others: `checked 43 of 240`. Spoken without figures, which change with every answer. */
export function checkedParts(state: State, {isStill}: RowContext): Line {
	const {count: checked, total, hasMore, isOver} = allChecks(state);
	if (isOver || total === 0 || !dependsOnChecks(state)) return [];
	const isStopped = state.projects.loading !== 'checks' || state.interface.dialog;
	const text = `checked ${count(checked)} of ${countOrMore(total, hasMore)}`;
	const time = timeLeft(state);
	const stopping = isStopped ? [] : [part(time ? `esc stops, ${time} left` : 'esc stops', 'esc stops')];
	return [part(isStill ? 'not all projects are checked yet' : text), ...stopping];
}

/** How many projects may match the filter by a word that nobody has classified: `3 with unknown words`. */
export const undecidedParts = ({projects: {filtered}}: State): Line =>
	filtered && filtered.undecided.length > 0 ? [part(`${count(filtered.undecided.length)} with unknown words`)] : [];

/** How many projects match the filter, and which of them is selected: `3 of 9 failed · among 137+ projects`, and how many others may match: by deployments that the service does not list, or by words that nobody has classified. Empty without one. */
function foundParts(state: State, index: number): Line {
	const {
		projects: {filtered, list},
		interface: {dialog, size},
		deployments: {table},
	} = state;
	if (!filtered?.query.trim()) return [];
	const others = filtered.unread.filter(({id}) => table.get(id)?.requestedAt !== undefined).length;
	const total = filtered.rows.length;
	// While a query is typed, it is on the screen itself.
	const quick = dialog ? undefined : quickFilterOf(filtered.query);
	const found = `${count(total)} ${quick ?? (total === 1 ? 'match' : 'matches')}`;
	const among = isNarrow(size) ? [] : [part(`among ${countOrMore(list.rows.length, !isWhole(list))} projects`)];
	const place = dialog || total === 0 ? '' : `${count(Math.min(index + 1, total))} of `;
	const unread = others > 0 ? [part(`${count(others)} more may match`)] : [];
	return [part(`${place}${found}`), ...unread, ...undecidedParts(state), ...among];
}

/** How the projects are sorted, and how to load the others: `by name ▲`. */
function viewParts(state: State): Line {
	const {filtered, list, loading} = state.projects;
	const {dialog, size} = state.interface;
	if (!filtered) return [];
	const isAll = isWhole(list);
	const canLoad = !isAll && list.stopped !== 'full' && !loading && !dialog && !isNarrow(size);
	return [
		...sortParts(filtered.sort, filtered.query.trim() !== '' || isAll ? '' : ` of ${count(list.rows.length)} loaded`),
		...(canLoad ? [part(`${shortcutOf(state, 'load-all')} loads more`)] : []),
	];
}

/** Returns how many deployments on the board failed and are in progress: `✖1 ◐2`. */
export function boardFigures(state: State, context: RowContext): SafeSpan {
	const {failed, running, isFull} = boardCounts(state);
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	const [failures, others] = [countOrMore(failed, isFull), countOrMore(running, isFull)];
	return part(`${bad}${failures} ${busy}${others}`, `${failures} failed, ${others} in progress`);
}

/** A list with fewer rows than this does not show what goes on in the others. */
const minTellingRows = 4;

/** Returns the position among the projects, with the filter, the sort order and the marks: `41 of 100+`. The plus stands for projects that are not loaded. */
export function projectsPosition(state: State, context: RowContext): Line {
	const {
		projects: {cursor, list: projects, loading, filtered, marks},
		interface: {dialog, size},
	} = state;
	const total = projects.rows.length;
	if (total === 0) return [];
	const loadingText = loading === 'matches' ? 'loading more' : `loading all: ${count(total)}`;
	// While a query is typed, esc clears it.
	const stopping = dialog ? [] : [part('esc stops')];
	const loadingParts = loading && loading !== 'checks' ? [part(loadingText), ...stopping] : [];
	const checked = checkedParts(state, context);
	const {index} = projectPlacement(state);
	const found = foundParts(state, index);
	if (dialog?.name === 'filter') return [...checked, ...found, ...viewParts(state), ...loadingParts];
	const shown = listedRows(state.projects).length;
	const range = currentRange(state) ? `, ${shortcutOf(state, 'mark-range')} ends the range` : '';
	const place = indexPart(index, shown, filtered ? count(shown) : `${count(total)}${plusText(projects)}`);
	return [
		...checked,
		...(projectRows(size) < minTellingRows ? [boardFigures(state, context)] : []),
		...(found.length > 0 ? found : [place]),
		...missingParts(state),
		...viewParts(state),
		...(marks.size > 0 ? [part(`${count(marks.size)} marked${range}`)] : []),
		...loadingParts,
		...newAboveParts(cursor),
	];
}

/** Returns the filter in `width` cells: `filter: @prod`. Empty without one, and where it has no room. */
export function filterSpans({state}: Pick<DrawContext, 'state'>, width: number): Line {
	const query = state.projects.filtered?.query.trim() ?? '';
	const name = savedFilterName(state);
	const room = width - cells(filterLabel.text);
	if (query === '' || room < minFilterWidth) return [];
	return [filterLabel, {text: safe(name === undefined ? query : typedFilterName(name), room), tone: 'plain'}];
}

/** The same between the gaps that stand around it in the status. */
export function filterLine(drawing: DrawContext, width: number): Line {
	const spans = filterSpans(drawing, width - 3);
	return spans.length === 0 ? [] : [space, ...spans, {text: blanks(2), tone: 'plain'}];
}

export function nothingMatchesText(state: State): SafeText | undefined {
	const {filtered} = state.projects;
	return filterQueryOf(filtered) && plain`Nothing here matches “${safe(filtered?.query ?? '', 200)}”.`;
}

/** Returns what is wrong with the current filter query, or a hint about it. Undefined if there is nothing to say. */
export function queryNotice(state: State): SafeSpan | undefined {
	const query = filterQueryOf(state.projects.filtered);
	const problem = query && queryProblem(query, currentList(state)?.rows.ids.length ?? 0, state.projects.list.rows);
	return problem && {text: problemSentence(problem), tone: problem.kind === 'mistake' ? 'bad' : 'quiet'};
}
