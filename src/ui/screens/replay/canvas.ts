import {type ServiceTime, toLocalTime} from '../../../clock.ts';
import {type ReplayMark, replayLine} from '../../../present/charts/replay-line.ts';
import {clockTime} from '../../../present/format.ts';
import {type Line, wrappedLines} from '../../../present/line.ts';
import {outcomeOf} from '../../../status-words.ts';
import {keyOfDeployment} from '../../../store/model/deployments/detected-changes.ts';
import {deploymentsAt, observedDeployments} from '../../../store/model/deployments/past-deployments.ts';
import {bodyHeight, sizeForBoard} from '../../../store/model/layout.ts';
import {type Replay, replayTime} from '../../../store/model/replay.ts';
import {withoutExpired} from '../../../store/state/deployments/board.ts';
import {boardBounds} from '../../../store/state/list-bounds.ts';
import {currentScreen, type State, withInterface} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {indented} from '../../render/indented.ts';
import type {LineMemo} from '../../render/line-memo.ts';
import {spokenBoard, spokenLine} from '../../render/spoken-board.ts';
import {pausedAtText} from '../../render/spoken-text.ts';
import {drawPastBoard} from '../watch/canvas.ts';

/** The replay that is shown. */
export function shownReplay(state: State): {readonly replay: Replay; readonly top: number} | undefined {
	const screen = currentScreen(state);
	return screen.name === 'replay' ? screen : undefined;
}

export const observedIn = ({observed}: Replay, memo: LineMemo) =>
	memo.once(observed, () => observedDeployments(observed));

/** Returns the state of a board as it was: with what had been observed by then, and without a selected row. */
export function boardState(
	state: State,
	{replay, top}: {readonly replay: Replay; readonly top: number},
	at: ServiceTime,
	memo: LineMemo,
): State {
	const {observations, changes} = replay.observed;
	const {skewMs} = state.polling;
	const {board, table} = deploymentsAt(observedIn(replay, memo), at, skewMs);
	const seen = changes.filter(({before}) => before <= at);
	const names = observations.map(({deployment, project}) => [deployment.projectId, project] as const);
	const {size} = state.interface;
	const past = {
		...state,
		projects: {...state.projects, names: new Map([...state.projects.names, ...names])},
		deployments: {
			...state.deployments,
			board: withoutExpired(
				board,
				{...state, deployments: {...state.deployments, board, table}},
				toLocalTime(at, skewMs),
			),
			table,
			timelines: Map.groupBy(seen, ({projectId, deploymentId}) => keyOfDeployment({projectId, id: deploymentId})),
		},
		presence: {...state.presence, watches: new Map()},
		// The line of the replay takes one line of the body.
		interface: {...state.interface, size: sizeForBoard(size.columns, bodyHeight(size) - 1)},
	};
	const {count, height} = boardBounds(past);
	const position = {id: undefined, index: -1, top: Math.max(0, Math.min(count - height, top)), newAbove: []};
	return withInterface(past, {screens: [{name: 'watch', position}]});
}

const marksIn = (replay: Replay, {state, memo}: DrawContext): readonly ReplayMark[] =>
	observedIn(replay, memo).flatMap(({observation, concludedAt}) =>
		concludedAt === undefined || concludedAt < replay.from
			? []
			: {at: concludedAt, isBad: outcomeOf(observation.deployment, state.interface.pins) === 'bad'},
	);

/** Draws the board as it was at the moment that the replay shows. */
export const drawReplay: Draw = (shown, width, height) => {
	const {state, context, memo} = shown;
	const open = shownReplay(state);
	if (!open) return [];
	const {replay} = open;
	const at = replayTime(replay, context.localNow);
	const past = boardState(state, open, at, memo);
	const head: Line = replayLine({...replay, at}, marksIn(replay, shown), width, context);
	if (past.deployments.board.size === 0) {
		const text = plain`Nothing was observed to be in progress at ${clockTime(at, context)}, or to have concluded lately.`;
		return [head, [], ...indented(wrappedLines(text, width - 4, 'quiet'), 2)];
	}

	const then = {...context, now: at, localNow: toLocalTime(at, state.polling.skewMs)};
	return [head, ...drawPastBoard({...shown, state: past, context: then}, width, height - 1)];
};

/** Says how the replay plays, or at which moment it stands, and what had happened by then. */
export const speakReplay: Draw = shown => {
	const {state, context, memo} = shown;
	const open = shownReplay(state);
	if (!open) return [];
	const {replay} = open;
	const at = replayTime(replay, context.localNow);
	const playing = at < replay.until ? plain`playing, ${replay.speed} times as fast` : plain`the end`;
	const place = replay.isPaused ? plain`${pausedAtText} ${clockTime(at, context)}` : playing;
	const board = spokenBoard(boardState(state, open, at, memo), shown.context.pins);
	const nothing = spokenLine(plain`nothing observed in progress, or concluded lately`);
	return [spokenLine(place), ...(board.length === 0 ? [nothing] : board)];
};
