import type {LocalTime} from '../../base/clock.ts';
import {plain, type SafeText} from '../../base/text.ts';
import {type BoardRow, shownBoard} from '../../model/board.ts';
import {isNarrow, rowsIn} from '../../model/layout.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {fittingParts} from '../../present/drawing.ts';
import {age, clockTime, count, countOrMore} from '../../present/format.ts';
import {type Line, type SafeSpan, wrappedLines} from '../../present/line.ts';
import {versionText} from '../../present/table.ts';
import {isOutOfDate, lastReadAt, readProjectCount, runningDeployments} from '../../state/deployments.ts';
import {goBack} from '../../state/navigation.ts';
import type {State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import type {Binding, Draw, DrawContext, Speak} from '../contexts.ts';
import {listLines} from '../lines/list-lines.ts';
import {indented} from '../lines/scroll-marks.ts';
import {sentence} from '../lines/spoken-lines.ts';
import {boardList, drawSummary, summaryOf} from './board.tsx';

const wallKeys: readonly Binding[] = [
	{keys: ['esc', 'q'], label: 'leave', isHinted: true, run: ({store}) => store.change(goBack)},
];

const WallScreen = () => <Canvas draw={drawWall} spoken={speakWall} flexGrow={1} />;

const minuteMs = 60_000;

const pageMs = 15_000;

/** How far everything moves, so that nothing burns into the screen. */
const maxShift = {right: 2, down: 1};

/** Returns when deployments were last read, by the local clock. Without any project, there are none to read. Undefined before that. */
function deploymentsReadAt(state: State): LocalTime | undefined {
	if (state.projects.list.rows.length === 0) return lastReadAt(state);
	const lists = [...state.deployments.table.values()].map(({askedAt}) => askedAt);
	const times = [...lists, ...runningDeployments(state).map(({askedAt}) => askedAt)];
	return times.reduce((last, at) => (at === undefined || at < (last ?? at) ? last : at), undefined);
}

/** Says when deployments were last read, and whether that was too long ago. */
function ageOf({state, context}: DrawContext): {readonly isOld: boolean; readonly text: SafeText} {
	const readAt = deploymentsReadAt(state);
	if (readAt === undefined) return {isOld: true, text: plain`Nothing has been read yet`};
	const text = plain`As of ${clockTime(readAt, context)}`;
	if (!isOutOfDate(state, readAt, context.localNow)) return {isOld: false, text};
	return {isOld: true, text: plain`${text}, ${age(readAt, context.localNow)}: nothing was read since`};
}

const emptyText = (state: State): SafeText =>
	readProjectCount(state) === 0
		? plain`No deployments have been read yet.`
		: plain`Nothing is in progress, and nothing has concluded lately.`;

const quiet = (text: SafeText): Line => [{text, tone: 'quiet'}];

/** The current page of the board, with blank lines between the rows if all of them have room for that. */
function pageOf({state, context}: DrawContext, width: number, height: number) {
	const rowCount = shownBoard(state).entries.length;
	const pageRows = rowsIn(height);
	const pageCount = Math.max(1, Math.ceil(rowCount / pageRows));
	const page = Math.floor(context.localNow / pageMs) % pageCount;
	if (rowCount === 0) return {page, pageCount, lines: indented(wrappedLines(emptyText(state), width - 2, 'quiet'), 1)};
	const position = {id: undefined, index: -1, top: page * pageRows, newAbove: []};
	const list = boardList(state, width, {position, count: rowCount, height: pageRows, context});
	// The last cell of a line says where a list goes on, but here the pages advance automatically.
	const lines = listLines(list).map(line => line.slice(0, -1));
	const hasGaps = pageCount === 1 && 2 * lines.length - 1 <= height;
	return {page, pageCount, lines: hasGaps ? lines.flatMap((line): Line[] => [line, []]) : lines};
}

/** Draws the board without a selected row, below its summary and its age. */
const drawWall: Draw = (drawing, fullWidth, fullHeight) => {
	const {state, context} = drawing;
	const [width, height] = [fullWidth - maxShift.right, fullHeight - maxShift.down];
	const summary = drawSummary(drawing, width, height);
	const {page, pageCount, lines} = pageOf(drawing, width, height - summary.length - 1);
	const {isOld, text} = ageOf(drawing);
	const sign = context.isAscii ? plain`!` : plain`▲`;
	const projectCount = state.projects.list.rows.length;
	// A project may be read before the page of the list that contains it.
	const looked = plain`looked at ${count(Math.min(readProjectCount(state), projectCount))} of ${count(projectCount)}`;
	const ageLine = fittingParts(
		[
			{spans: isOld ? [{text: plain`${sign} ${text}`, tone: 'bad'}] : quiet(text), keep: 3},
			{spans: pageCount > 1 ? quiet(plain`page ${page + 1} of ${pageCount}`) : [], keep: 2},
			{spans: quiet(isNarrow(state.interface.size) ? looked : plain`${looked} projects`), keep: 1},
		],
		width - 1,
		plain` · `,
	);
	const dimmed = (line: Line) => (isOld ? line.map((span): SafeSpan => ({...span, tone: 'quiet'})) : line);
	const content = [...summary.map(dimmed), ...indented([ageLine], 1), ...lines.map(dimmed)].slice(0, height);
	// In six minutes it goes right, down, left and up again, by one cell a minute.
	const step = Math.floor(context.localNow / minuteMs) % 6;
	const down: readonly Line[] = step < 3 ? [] : [[]];
	return [...down, ...indented(content, Math.min(step, 5 - step))];
};

/** A row of the board in words, without anything that changes every second. */
const rowText = ({project, deployment, section}: BoardRow): SafeText =>
	sentence([
		project,
		section === 'stuck' ? 'stuck' : undefined,
		deployment && (outcomeWord(deployment) ?? (section === 'running' ? 'in progress' : 'unknown')),
		deployment?.environmentId?.shown,
		versionText(deployment?.uploadVersion),
	]);

/** Says what is wrong, then the figures, then the deployments, failures first. */
const speakWall: Speak = drawing => {
	const {state, context} = drawing;
	const {isOld, text} = ageOf(drawing);
	const {running, isRunningAtLeast, lastHour} = summaryOf(drawing);
	const inHour = (value: number) => countOrMore(value, lastHour.isAtLeast);
	const isFailure = ({deployment}: BoardRow) =>
		deployment !== undefined && outcomeOf(deployment, context.wordMeanings) === 'bad';
	const {rows} = shownBoard(state);
	const board = [...rows.filter(isFailure), ...rows.filter(row => !isFailure(row))];
	return [
		...(isOld ? [text] : []),
		plain`${countOrMore(running, isRunningAtLeast)} in progress, ${inHour(lastHour.good)} succeeded and ${inHour(lastHour.bad)} failed in the last hour`,
		...(board.length === 0 ? [emptyText(state)] : board.map(rowText)),
	];
};

export const wallScreen = {
	title: 'Wall',
	keys: wallKeys,
	component: WallScreen,
	isClosed: true,
	isFullScreen: true,
} as const;
