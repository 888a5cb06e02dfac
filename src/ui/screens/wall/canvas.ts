import type {LocalTime} from '../../../clock.ts';
import {fittingParts} from '../../../present/charts/drawing.ts';
import {
	dimmed,
	failureLines,
	figureLine,
	figureLines,
	figuresHeight,
	maxShift,
	oldDataLine,
	shifted,
	spokenFigures,
	type WallFailure,
	type WallFigures,
	wallPage,
} from '../../../present/charts/wall.ts';
import {clockTime, count} from '../../../present/format.ts';
import {type Line, type SafeSpan, wrappedLines} from '../../../present/line.ts';
import {outcomeOf} from '../../../status-words.ts';
import {sizeForBoard} from '../../../store/model/layout.ts';
import {countOf} from '../../../store/model/projects/project-list.ts';
import {boardCounts} from '../../../store/state/deployments/board.ts';
import {concludedSince} from '../../../store/state/deployments/known-deployment.ts';
import {hasUnreadProjects, mayLackSince} from '../../../store/state/deployments/missing-from-counts.ts';
import {hasReadDeployments} from '../../../store/state/deployments/read-deployments.ts';
import {runningDeployments} from '../../../store/state/deployments/read-times.ts';
import {isOutOfDate, lastReadAt} from '../../../store/state/deployments/stale-rows.ts';
import {boardBounds} from '../../../store/state/list-bounds.ts';
import {projectNameOf} from '../../../store/state/project-names.ts';
import {type State, withInterface} from '../../../store/state/state.ts';
import {plain, type SafeText} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {indented} from '../../render/indented.ts';
import {spokenBoard, spokenLine} from '../../render/spoken-board.ts';
import {drawBoard} from '../watch/canvas.ts';

const hourMs = 3_600_000;

const nothingText = plain`Nothing is in progress, and nothing has concluded lately.`;

const unreadText = plain`No deployments have been read yet.`;

/** Returns when the deployments that a wall shows were last read, by the local clock. Without any project, there are none to read. Undefined before that. */
function shownAt(state: State): LocalTime | undefined {
	if (countOf(state.projects.list) === 0) return lastReadAt(state);
	const lists = [...state.deployments.table.values()].flatMap(({newest, list}) => [newest?.askedAt, list.readAt]);
	const running = runningDeployments(state).map(({askedAt}) => askedAt);
	const last = [...lists, ...running].reduce<number>(
		(latest, at) => Math.max(latest, at ?? latest),
		Number.NEGATIVE_INFINITY,
	);
	return last === Number.NEGATIVE_INFINITY ? undefined : last;
}

/** How many projects had their deployments read. */
const readCountOf = ({deployments: {table}}: State): number => [...table.values()].filter(hasReadDeployments).length;

/** Says that the board is empty. */
const emptyText = (state: State): SafeText => (readCountOf(state) === 0 ? unreadText : nothingText);

/** Returns the state of a board without a selected row, which begins at row `top` and takes `height` lines. */
function boardState(state: State, top: number, height: number): State {
	const {columns} = state.interface.size;
	return withInterface(state, {
		size: sizeForBoard(columns, height),
		screens: [{name: 'watch', position: {id: undefined, index: -1, top, newAbove: []}}],
	});
}

/** The figures of the wall, and the failures of the last hour. */
function wallContent({state, context: {now, pins}}: DrawContext) {
	const concluded = concludedSince(state, now - hourMs, now);
	const outcomes = Map.groupBy(concluded, deployment => outcomeOf(deployment, pins));
	const failures = (outcomes.get('bad') ?? []).map(
		(deployment): WallFailure => ({deployment, project: projectNameOf(state, deployment.projectId)}),
	);
	const {running, isFull} = boardCounts(state);
	const figures: WallFigures = {
		running,
		succeeded: outcomes.get('good')?.length ?? 0,
		failed: failures.length,
		atLeast: new Set([
			...(isFull || hasUnreadProjects(state) ? (['running'] as const) : []),
			...(mayLackSince(state, now - hourMs) ? (['succeeded', 'failed'] as const) : []),
		]),
	};
	return {figures, failures};
}

const blank: SafeSpan = {text: plain` `, tone: 'plain'};

/** Replaces the last cell of each row, which shows where a list continues: pages advance by themselves. */
const withoutScrollMarks = (lines: readonly Line[]): readonly Line[] =>
	lines.map((line, at) => (at === 0 ? line : [...line.slice(0, -1), blank]));

/** The lines that a page of the board needs: column titles and a row, or a card. */
const minPageHeight = 2;

/** One page of the board if there is room for any, and below it what it covers. */
function boardPage(shown: DrawContext, width: number, height: number): readonly Line[] {
	const {state, context} = shown;
	const {localNow} = context;
	const bounds = boardBounds(boardState(state, 0, height - 1));
	const hasRoom = height > minPageHeight;
	const {page, pageCount} = wallPage(hasRoom ? bounds.count : 0, bounds.height, localNow);
	const board = {...shown, state: boardState(state, page * bounds.height, height - 1)};
	const projectCount = countOf(state.projects.list);
	// A project may be read before the page of the list that contains it.
	const lookedAt = Math.min(readCountOf(state), projectCount);
	const quiet = (text: SafeText): Line => [{text, tone: 'quiet'}];
	const pages = pageCount > 1 ? quiet(plain`page ${page + 1} of ${pageCount}`) : [];
	const looked = plain`looked at ${count(lookedAt)} of ${count(projectCount)} projects`;
	const lines =
		bounds.count === 0
			? indented(wrappedLines(emptyText(state), width - 2, 'quiet'), 1)
			: hasRoom
				? withoutScrollMarks(drawBoard(board, width, height - 1).slice(0, height - 1))
				: [];
	const gaps = Array.from({length: Math.max(0, height - 1 - lines.length)}, (): Line => []);
	const foot = fittingParts(
		[
			{spans: quiet(clockTime(localNow, context)), keep: 3},
			{spans: pages, keep: 2},
			{spans: quiet(looked), keep: 1},
		],
		width - 1,
		plain` · `,
	);
	return [...lines, ...gaps, ...indented([foot], 1)];
}

/** Draws large figures, the failures of the last hour, and the board in pages. */
export const drawWall: Draw = (shown, fullWidth, fullHeight) => {
	const {state, context} = shown;
	const [width, height] = [fullWidth - maxShift.right, fullHeight - maxShift.down];
	const {figures, failures} = wallContent(shown);
	const readAt = shownAt(state);
	const isOld = readAt === undefined || isOutOfDate(state, readAt, context.localNow);
	const banner = isOld ? indented([oldDataLine(readAt, width - 1, context)], 1) : [];
	const hasLarge = height - banner.length > figuresHeight;
	const large = hasLarge ? figureLines(figures, width - 1, context) : [figureLine(figures, width - 1, context)];
	const room = height - banner.length - large.length;
	const failed = failureLines(failures, {width: width - 1, height: Math.max(1, Math.floor(room / 3))}, context);
	const gap: readonly Line[] = room - failed.length > 6 ? [[]] : [];
	const top = indented([...large, ...gap, ...failed, ...(failed.length > 0 ? gap : [])], 1);
	const rest = height - banner.length - top.length;
	const content = [...top, ...(rest > 1 ? boardPage(shown, width, rest) : [])];
	return shifted([...banner, ...(isOld ? dimmed(content) : content)], context.localNow);
};

/** Says what is wrong, then the figures, then the deployments. */
export const speakWall: Draw = (shown, width) => {
	const {state, context} = shown;
	const {figures} = wallContent(shown);
	const readAt = shownAt(state);
	const isOld = readAt === undefined || isOutOfDate(state, readAt, context.localNow);
	const board = spokenBoard(boardState(state, 0, state.interface.size.rows), shown.context.pins);
	const nothing = spokenLine(emptyText(state));
	return [
		...(isOld ? [oldDataLine(readAt, width, context)] : []),
		spokenLine(spokenFigures(figures)),
		...(board.length === 0 ? [nothing] : board),
	];
};
