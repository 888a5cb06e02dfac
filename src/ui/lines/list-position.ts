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
	'rejected cursor': 'the service rejected a cursor',
};

export const filterLabel: SafeSpan = {text: plain`filter: `, tone: 'accent'};

const minFilterWidth = 6;

/** A plus after the number of projects means that the service has more. */
const plusText = (list: ProjectList): string => (canReadFurther(list) || list.stopped === 'full' ? '+' : '');

export const statusPart = (text: string, spoken = text): SafeSpan => ({
	text: safe(text),
	tone: 'quiet',
	...(spoken !== text && {spoken: safe(spoken)}),
});

export function incompleteParts(state: State): Line {
	const {stopped} = state.projects.list;
	const {unreadable} = allChecks(state);
	return [
		...(unreadable > 0 ? [statusPart(`${count(unreadable)} could not be read`)] : []),
		...(stopped === undefined || stopped === 'full' ? [] : [statusPart(`stopped: ${stopTexts[stopped]}`)]),
	];
}

/** Counts a gone row below all others as the last. */
export const indexPart = (index: number, total: number, all: string = count(total)): SafeSpan =>
	statusPart(`${count(Math.min(index + 1, total))} of ${all}`);

export function rowPart(index: number, rowsAndHeadings: readonly object[]): SafeSpan {
	const rowCount = (some: readonly object[]) => some.filter(item => !('heading' in item)).length;
	return indexPart(rowCount(rowsAndHeadings.slice(0, index + 1)) - 1, rowCount(rowsAndHeadings));
}

export const newAboveParts = ({newAbove}: Cursor): Line =>
	newAbove.length > 0 ? [statusPart(`${count(newAbove.length)} new above`)] : [];

function sortParts(sort: {readonly by: string; readonly isDescending: boolean} | undefined, after = ''): Line {
	if (!sort) return [];
	const [sign, word] = sort.isDescending ? ['▼', 'descending'] : ['▲', 'ascending'];
	return [statusPart(`by ${sort.by} ${sign}${after}`, `by ${sort.by} ${word}${after}`)];
}

export function arrangementParts({interface: {arrangements}}: State, list: ListName): Line {
	const {shown, sort} = arrangementOf(arrangements, list);
	return [...(shown === 'all' ? [] : [statusPart(`${shown} only`)]), ...sortParts(sort)];
}

/** Progress of checking the projects for deployments, if the screen depends on it. Spoken without figures, because every answer changes them. */
export function checkedParts(state: State, {isStill}: RowContext): Line {
	const {count: checked, total, hasMore, isOver} = allChecks(state);
	if (isOver || total === 0 || !dependsOnChecks(state)) return [];
	const isStopped = state.projects.loading !== 'checks' || state.interface.dialog;
	const text = `checked ${count(checked)} of ${countOrMore(total, hasMore)}`;
	const time = timeLeft(state);
	const stopping = isStopped ? [] : [statusPart(time ? `esc stops, ${time} left` : 'esc stops', 'esc stops')];
	return [statusPart(isStill ? 'not all projects are checked yet' : text), ...stopping];
}

/** The number of projects that may match: the filter needs the outcome of an unknown status word. */
export const undecidedParts = ({projects: {filtered}}: State): Line =>
	filtered && filtered.undecided.length > 0
		? [statusPart(`${count(filtered.undecided.length)} with unknown words`)]
		: [];

/** `3 of 9 failed · among 137+ projects`. Also counts projects that may match: their older deployments are not listed, or a status word is unknown. */
function foundParts(state: State, index: number): Line {
	const {
		projects: {filtered, list},
		interface: {dialog, size},
		deployments: {table},
	} = state;
	if (!filtered?.query.trim()) return [];
	const others = filtered.unread.filter(({id}) => table.get(id)?.readAt !== undefined).length;
	const total = filtered.rows.length;
	// The filter dialog shows the query itself.
	const quick = dialog ? undefined : quickFilterOf(filtered.query);
	const found = `${count(total)} ${quick ?? (total === 1 ? 'match' : 'matches')}`;
	const among = isNarrow(size) ? [] : [statusPart(`among ${countOrMore(list.rows.length, !isWhole(list))} projects`)];
	const nth = dialog || total === 0 ? '' : `${count(Math.min(index + 1, total))} of `;
	const unread = others > 0 ? [statusPart(`${count(others)} more may match`)] : [];
	return [statusPart(`${nth}${found}`), ...unread, ...undecidedParts(state), ...among];
}

function viewParts(state: State): Line {
	const {filtered, list, loading} = state.projects;
	const {dialog, size} = state.interface;
	if (!filtered) return [];
	const isAll = isWhole(list);
	const canLoad = !isAll && list.stopped !== 'full' && !loading && !dialog && !isNarrow(size);
	return [
		...sortParts(filtered.sort, filtered.query.trim() !== '' || isAll ? '' : ` of ${count(list.rows.length)} loaded`),
		...(canLoad ? [statusPart(`${shortcutOf(state, 'load-all')} loads more`)] : []),
	];
}

export function boardFigures(state: State, context: RowContext): SafeSpan {
	const {failed, stuck, running, isFull} = boardCounts(state);
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	const [failures, others] = [countOrMore(failed, isFull), countOrMore(running, isFull)];
	const late = stuck > 0 ? `, ${count(stuck)} stuck` : '';
	return statusPart(`${bad}${failures} ${busy}${others}${late}`, `${failures} failed, ${others} in progress${late}`);
}

/** With fewer rows, a list shows too little of what goes on, so the status line gives the figures. */
const minTellingRows = 4;

export function projectsPosition(state: State, context: RowContext): Line {
	const {
		projects: {cursor, list: projects, loading, filtered, marks},
		interface: {dialog, size},
	} = state;
	const total = projects.rows.length;
	if (total === 0) return [];
	const loadingText = loading === 'matches' ? 'loading more' : `loading all: ${count(total)}`;
	// Esc clears the query while it is typed.
	const stopping = dialog ? [] : [statusPart('esc stops')];
	const loadingParts = loading && loading !== 'checks' ? [statusPart(loadingText), ...stopping] : [];
	const checked = checkedParts(state, context);
	const {index} = projectPlacement(state);
	const found = foundParts(state, index);
	if (dialog?.name === 'filter') return [...checked, ...found, ...viewParts(state), ...loadingParts];
	const shown = listedRows(state.projects).length;
	const range = currentRange(state) ? `, ${shortcutOf(state, 'mark-range')} ends the range` : '';
	const position = indexPart(index, shown, filtered ? count(shown) : `${count(total)}${plusText(projects)}`);
	return [
		...checked,
		...(projectRows(size) < minTellingRows ? [boardFigures(state, context)] : []),
		...(found.length > 0 ? found : [position]),
		...incompleteParts(state),
		...viewParts(state),
		...(marks.size > 0 ? [statusPart(`${count(marks.size)} marked${range}`)] : []),
		...loadingParts,
		...newAboveParts(cursor),
	];
}

export function filterSpans(state: State, width: number): Line {
	const query = state.projects.filtered?.query.trim() ?? '';
	const name = savedFilterName(state);
	const room = width - cells(filterLabel.text);
	if (query === '' || room < minFilterWidth) return [];
	return [filterLabel, {text: safe(name === undefined ? query : typedFilterName(name), room), tone: 'plain'}];
}

export function filterLine({state}: DrawContext, width: number): Line {
	const spans = filterSpans(state, width - 3);
	return spans.length === 0 ? [] : [space, ...spans, {text: blanks(2), tone: 'plain'}];
}

export function nothingMatchesText(state: State): SafeText | undefined {
	const {filtered} = state.projects;
	return filterQueryOf(filtered) && plain`Nothing here matches “${safe(filtered?.query ?? '', 200)}”.`;
}

export function queryNotice(state: State): SafeSpan | undefined {
	const query = filterQueryOf(state.projects.filtered);
	const problem = query && queryProblem(query, currentList(state)?.rows.ids.length ?? 0, state.projects.list.rows);
	return problem && {text: problemSentence(problem), tone: problem.kind === 'mistake' ? 'bad' : 'quiet'};
}
