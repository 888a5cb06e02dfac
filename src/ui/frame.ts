import {type LocalTime, toServiceTime} from '../clock.ts';
import type {Context} from '../present/column.ts';
import {bodyHeight} from '../store/layout.ts';
import {currentScreen, type State} from '../store/state.ts';
import type {Rectangle} from '../terminal/compositor.ts';
import type {Draw, Layers} from './desk.ts';
import {hintsLine, statusLine} from './footer.ts';
import {headerLine} from './header.ts';
import {bindingsOf} from './layers.ts';
import {drawProjectDetails, drawProjects, projectPanes} from './screens/projects/canvas.ts';
import {projectsLayer} from './screens/projects/keys.ts';
import type {Theme} from './theme.ts';

/** What words on the screen depend on besides the state. */
export const contextOf = (state: State, theme: Theme, localNow: LocalTime): Context => ({
	now: toServiceTime(localNow, state.skewMs),
	localNow,
	isAscii: theme.isAscii,
	isTimeAbsolute: state.isTimeAbsolute,
	pins: state.pins,
});

export const drawHeader: Draw = ({state, context, layers}) => [
	headerLine(state, layers.screens[currentScreen(state).name]?.place, context.localNow),
];

export const drawStatus: Draw = ({state, context}, width) => [statusLine(state, width, context)];

export const drawHints: Draw = ({state, layers, isListening}, width) => {
	const hinted = bindingsOf(state, layers).filter(({isHinted}) => isHinted);
	return [hintsLine(hinted, state, width, isListening)];
};

/** The layers that work before Ink is loaded. */
export const startLayers: Layers = {screens: {projects: projectsLayer}, dialogs: {}};

/** Whether the whole screen can be drawn before Ink is loaded. */
export const isStartFrame = (state: State): boolean => currentScreen(state).name === 'projects' && !state.dialog;

type StartCanvas = {readonly rectangle: Rectangle; readonly draw: Draw};

/** The frame of every screen, with the project list in it if that is what is shown, at the places that Ink gives them once it is loaded. */
export function startFrame(state: State): readonly StartCanvas[] {
	const {columns, rows} = state.size;
	const height = bodyHeight(state.size);
	const {list, details} = projectPanes(state);
	const line = (y: number) => ({x: 0, y, width: columns, height: 1});
	const frame = [
		{rectangle: line(0), draw: drawHeader},
		{rectangle: line(1 + height), draw: drawStatus},
		{rectangle: line(2 + height), draw: drawHints},
	].filter(({rectangle}) => rectangle.y < rows);
	if (!isStartFrame(state)) return frame;
	return [
		...frame,
		{rectangle: {x: 0, y: 1, width: list, height}, draw: drawProjects},
		{rectangle: {x: list, y: 1, width: details, height}, draw: drawProjectDetails},
	];
}
