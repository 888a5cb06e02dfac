import {type LocalTime, toServiceTime} from '../../base/clock.ts';
import {bodyHeight, type Size, statusHeight} from '../../model/layout.ts';
import {isListening} from '../../state/key-guard.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Rectangle} from '../../terminal/screen/regions.ts';
import type {Draw, DrawContext, KeyContext, KeyScopes} from '../contexts.ts';
import {always, anywhere} from '../keys/common-keys.ts';
import {drawProjectDetails, projectCanvas, projectPanes, projectsHeading} from '../screens/project-lines.ts';
import type {Theme} from '../themes/paint.ts';
import {drawStatus, statusOf} from './footer.ts';
import {drawHeader} from './header.ts';

/** Returns what lines are drawn from. `localNow` is by the local clock. */
export function drawContextOf(
	{store, clock, scopes}: Pick<KeyContext, 'store' | 'clock' | 'scopes'>,
	{isAscii, isSpoken}: Theme,
	localNow: LocalTime,
): DrawContext {
	const state = store.get();
	const {isTimeAbsolute, isTwelveHour, wordMeanings} = state.interface;
	const now = toServiceTime(localNow, state.polling.skewMs);
	const context = {now, localNow, isAscii, isSpoken, isTimeAbsolute, isTwelveHour, wordMeanings};
	return {state, context, scopes: scopes(), isListening: isListening(state, clock.now())};
}

/** Returns the size of the screen with the number of status lines that the current message needs. */
export function neededSize(drawing: DrawContext): Size {
	const {size} = drawing.state.interface;
	return {...size, statusLines: statusOf(drawing, size.columns).length > 1 ? 2 : 1};
}

/** Returns where the parts of the whole screen are, from the top to the bottom. The screens and dialogs share the body. */
export function frameAreas(size: Size) {
	const full = {x: 0, width: size.columns};
	const header = {...full, y: 0, height: 1};
	const body = {...full, y: header.height, height: bodyHeight(size)};
	const status = {...full, y: body.y + body.height, height: statusHeight(size)};
	const hints = {...full, y: status.y + status.height, height: 1};
	return {header, body, status, hints} satisfies Record<string, Rectangle>;
}

type FirstCanvas = {readonly area: Rectangle; readonly draw: Draw};

/** Returns what is painted until Ink has drawn: the header, the status and the list of projects, where Ink's layout will put them. */
export function firstFrame(state: State): readonly FirstCanvas[] {
	const {header, body, status} = frameAreas(state.interface.size);
	const frame = [
		{area: header, draw: drawHeader},
		{area: status, draw: drawStatus},
	];
	if (currentScreen(state).name !== 'projects') return frame;
	const {list, details} = projectPanes(state);
	return [
		...frame,
		{area: {...body, width: list}, draw: projectCanvas.draw},
		{area: {...body, x: list, width: details}, draw: drawProjectDetails},
	];
}

/** What the first frame says about its screen. There are no keys until Ink is loaded. */
export const firstScopes: KeyScopes = {
	screens: {projects: {...projectsHeading, keys: []}},
	dialogs: {},
	anywhere,
	always,
};
