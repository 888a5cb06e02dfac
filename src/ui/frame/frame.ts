import {memoLast} from '../../base/memo.ts';
import {type LocalTime, toServiceTime} from '../../clock.ts';
import type {Context} from '../../present/column.ts';
import type {Line} from '../../present/line.ts';
import {bodyHeight, type Size, statusHeight} from '../../store/model/layout.ts';
import {isFirstRead} from '../../store/polling/freshness.ts';
import type {Dialog} from '../../store/state/interface/dialog.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import type {Rectangle} from '../../terminal/render/compositor.ts';
import type {Binding, Draw, DrawContext, Layers} from '../contexts.ts';
import {bindingGroups, subjectOf} from '../keys/key-dispatch.ts';
import {drawProjectDetails, drawProjects, projectPanes} from '../screens/projects/canvas.ts';
import {projectsLayer} from '../screens/projects/keys.ts';
import type {Theme} from '../themes/paint.ts';
import {hintsLine, statusLines} from './footer.ts';
import {headerLine} from './header.ts';

/** Returns the presentation context. `localNow` is by the local clock; `now` is the same moment by the service's clock. */
export const contextOf = (state: State, theme: Theme, localNow: LocalTime): Context => ({
	now: toServiceTime(localNow, state.polling.skewMs),
	localNow,
	isAscii: theme.isAscii,
	isSpoken: theme.isSpoken,
	isTimeAbsolute: state.interface.isTimeAbsolute,
	isTwelveHour: state.interface.isTwelveHour,
	pins: state.interface.pins,
});

export const drawHeader: Draw = ({state, context, layers}) => [
	headerLine(state, layers.screens[currentScreen(state).name]?.mainScreen, context.localNow),
];

/** The status lines, computed once per frame. */
const statusOf = memoLast((shown: DrawContext, width: number): readonly Line[] => {
	const {state, context, layers} = shown;
	const {place, status} = layers.screens[currentScreen(state).name] ?? {};
	return statusLines(state, width, context, place?.(state, context), status?.(shown, Math.floor(width / 2)));
});

export const drawStatus: Draw = (shown, width, height) =>
	height > 1 ? statusOf(shown, width) : statusOf(shown, width).slice(0, 1);

/** Returns the size of the screen with the number of status lines that the current message needs. */
export function neededSize(shown: DrawContext): Size {
	const {size} = shown.state.interface;
	return {...size, statusLines: statusOf(shown, size.columns).length > 1 ? 2 : 1};
}

export const drawHints: Draw = ({state, layers, isListening}, width) => {
	const {
		connection,
		interface: {dialog},
	} = state;
	const hinted = hintedIn(dialog, connection?.isReadOnly ?? false, ...bindingGroups(state, layers));
	const subject = subjectOf(state, layers);
	let blocked = '';
	for (const binding of hinted) blocked += binding.blocked?.(state, subject) === undefined ? '-' : 'x';
	return [hintsLine(hinted, blocked, isListening, width)];
};

/** The bindings to show. What a read-only connection refuses is not offered. */
const hintedIn = memoLast(
	(dialog: Dialog | undefined, isReadOnly: boolean, ...groups: ReadonlyArray<readonly Binding[]>): readonly Binding[] =>
		groups.flat().flatMap(binding => {
			if (!binding.isHinted || binding.keys.length === 0 || (isReadOnly && binding.isWrite)) return [];
			const label = binding.hint ? binding.hint(dialog) : binding.label;
			return label === undefined ? [] : [{...binding, label}];
		}),
);

/** The layers available before Ink is loaded. */
export const startLayers: Layers = {screens: {projects: projectsLayer}, dialogs: {}};

/** Whether the whole screen can be drawn without Ink: the project list, or the frame around it while its first page is read. */
export const isStartFrame = (state: State): boolean =>
	currentScreen(state).name === 'projects' &&
	!state.interface.dialog &&
	(state.projects.list.rows.length > 0 || isFirstRead(state));

type StartCanvas = {readonly rectangle: Rectangle; readonly draw: Draw};

/** Returns the canvases of the frame and of the project list, if it is the current screen, at the same places that Ink's layout gives them. */
export function startFrame(state: State): readonly StartCanvas[] {
	const {columns, rows} = state.interface.size;
	const height = bodyHeight(state.interface.size);
	const {list, details} = projectPanes(state);
	const status = statusHeight(state.interface.size);
	const fullWidth = (y: number, lines = 1) => ({x: 0, y, width: columns, height: lines});
	const frame = [
		{rectangle: fullWidth(0), draw: drawHeader},
		{rectangle: fullWidth(1 + height, status), draw: drawStatus},
		{rectangle: fullWidth(1 + height + status), draw: drawHints},
	].filter(({rectangle}) => rectangle.y < rows);
	if (!isStartFrame(state)) return frame;
	return [
		...frame,
		{rectangle: {x: 0, y: 1, width: list, height}, draw: drawProjects},
		{rectangle: {x: list, y: 1, width: details, height}, draw: drawProjectDetails},
	];
}
