import type {Context} from '../../present/column.ts';
import {count} from '../../present/format.ts';
import type {SafeSpan} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {fieldLine} from '../../present/typed-line.ts';
import type {Position} from '../../store/model/position.ts';
import {unreadCountOf} from '../../store/model/projects/filtered-list.ts';
import {countOf, heldCount, unreadableCount} from '../../store/model/projects/project-list.ts';
import {projectRowsOf} from '../../store/model/projects/project-rows.ts';
import {parseQuery, remarkOn} from '../../store/model/projects/query.ts';
import type {Remark} from '../../store/model/projects/query-conditions.ts';
import {callsInMinute, maxCounted, rateOf} from '../../store/model/requests/throttle.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import {boardCounts, boardRows} from '../../store/state/board.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';

const ends = {
	open: '+',
	reached: '',
	repeated: ' · stopped: the service repeated a cursor',
	stalled: ' · stopped: five pages brought nothing new',
	unreadable: ' · stopped: nothing of forty pages could be read',
	refused: ' · stopped: the service refused a cursor',
};

/** How many rows came in above what is shown that nobody has seen before. */
export const above = ({newAbove}: Position, {isAscii}: Pick<Context, 'isAscii'>): string =>
	newAbove.length > 0 ? ` · ${isAscii ? '^' : '▲'} ${count(newAbove.length)} new` : '';

/** How the list is searched and sorted: `9 match in 137 loaded · by name ▲`. */
function lensText(
	{projects: {view, list: projects, loadAll: walk}, interface: {dialog}}: State,
	{isAscii}: Context,
): string {
	if (!view) return '';
	const isWhole = projects.end === 'reached' && projects.kept.length === projects.pages.length;
	const loaded = `${count(heldCount(projects))}${isWhole ? '' : ' loaded'}`;
	const unread = unreadCountOf(view);
	const notRead = unread > 0 ? ` · ${count(unread)} not read yet` : '';
	const found = view.query.trim() === '' ? '' : ` · ${count(view.rows.length)} match in ${loaded}${notRead}`;
	const [up, down] = isAscii ? ['^', 'v'] : ['▲', '▼'];
	const order = view.sort ? ` · by ${view.sort.by} ${view.sort.isDescending ? down : up}` : '';
	const rest = isWhole || walk || dialog ? '' : ' · L loads the rest';
	return found + order + (found === '' && !isWhole ? ` of ${loaded}` : '') + rest;
}

/** Where the reader is among the projects: `41 of 100+`, the plus standing for pages that were not read; and what came in above. */
export function projectsPlace(state: State, context: Context): string {
	const {
		projects: {position, list: projects, loadAll: walk, view},
		interface: {dialog},
	} = state;
	const total = countOf(projects);
	if (total === 0) return '';
	const reading = walk ? ` · reading on: ${count(total)} · esc stops` : '';
	const lens = lensText(state, context);
	if (dialog?.name === 'filter') return `${lens.replace(' · ', '')}${reading}`;
	const shown = projectRowsOf(state.projects).count;
	const of = view ? count(shown) : `${count(total)}${ends[projects.end]}`;
	const at = shown === 0 ? '0' : count(position.index + 1);
	const unreadable = unreadableCount(projects);
	const lost = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const marked = state.projects.marks.size > 0 ? ` · ${count(state.projects.marks.size)} marked` : '';
	return `${at} of ${of}${lost}${lens}${marked}${reading}${above(position, context)}`;
}

/** Where the reader is on the board, what goes on there, and how much of the list of projects it was made from. */
export function watchPlace(state: State, position: Position, context: Context): string {
	const {
		deployments: {latest},
		projects: {list: projects},
	} = state;
	const total = boardRows(state).length;
	const {failed, running} = boardCounts(state);
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	const all = `${count(countOf(projects))}${ends[projects.end]}`;
	const looked = `looked at ${count(latest.size)} of ${all} projects`;
	if (total === 0) return looked;
	return `${count(position.index + 1)} of ${count(total)} · ${bad}${count(failed)} ${busy}${count(running)} · ${looked}${above(position, context)}`;
}

/** What is to be said about what is searched for. */
export function queryRemark({projects: {view}, interface: {pins}}: State): Remark | undefined {
	return view && remarkOn(parseQuery(view.query, {now: 0, pins}), view.rows.length);
}

/** What is searched for, while it is typed. */
export function typedSpans(state: State): readonly SafeSpan[] {
	const line = state.interface.dialog?.name === 'filter' ? editedLine(state) : undefined;
	if (!line) return [];
	const width = Math.max(8, Math.floor(state.interface.size.columns / 2));
	return [{text: plain` / `, tone: 'accent'}, ...fieldLine(line, plain``, width), {text: plain`   `, tone: 'plain'}];
}

/** How busy the service is kept: requests of the last minute, and how many may be read in one without being asked; in full and in short. */
export function rateTexts(
	{polling: {throttle: pace}, presence: {isFocused}, connection}: State,
	{localNow}: Context,
): readonly SafeText[] {
	if (!connection || !isFocused) return [];
	const calls = callsInMinute(pace, localNow);
	const made = safe(`${count(calls)}${calls === maxCounted ? '+' : ''}`);
	const most = count(Math.round(rateOf(pace, localNow)));
	return [plain`${made} of ${most} requests/min`, plain`${made}/${most} per min`];
}
