import type {Context} from '../present/column.ts';
import type {Line} from '../present/line.ts';
import {bodyHeight} from '../store/layout.ts';
import {currentScreen, type State} from '../store/state.ts';
import {always, anywhere} from './bindings.ts';
import {helpLines} from './dialogs/help/lines.ts';
import {hintsLine, statusLine} from './footer.ts';
import {headerLine} from './header.ts';
import {bindingsOf, isInkNeeded} from './layers.ts';
import {screens} from './register.ts';
import type {Theme} from './theme.ts';

/** What words on the screen depend on besides the state. `localNow` is the local clock's time. */
export const contextOf = (state: State, theme: Theme, localNow: number): Context => ({
	now: localNow + state.skewMs,
	isAscii: theme.isAscii,
	isTimeAbsolute: state.isTimeAbsolute,
});

/** The screen between header and footer, as far as it is lines. */
function bodyLines(state: State, context: Context): readonly Line[] {
	const screen = screens[currentScreen(state).name];
	if (state.dialog?.name === 'help') {
		return helpLines(state, [
			{title: screen.title, bindings: screen.keys},
			{title: 'Everywhere', bindings: [...anywhere, ...always]},
		]);
	}

	return screen.lines?.({state, context}) ?? [];
}

/** What Ink drew lies above the lines, from its first line that is not blank down. */
function covered(lines: readonly string[], drawn: readonly string[], height: number): readonly string[] {
	const first = drawn.findIndex(line => line !== '');
	return Array.from({length: height}, (_, row) =>
		first >= 0 && row >= first ? (drawn[row] ?? '') : (lines[row] ?? ''),
	);
}

/** The whole screen, one string a line: what is made of lines, and what Ink drew of the body where it is needed. */
export function frame(state: State, theme: Theme, localNow: number, drawn: readonly string[]): readonly string[] {
	const {columns, rows} = state.size;
	const context = contextOf(state, theme, localNow);
	const body = bodyLines(state, context).map(line => theme.paint(line));
	const lines = [
		theme.paint(headerLine(state, localNow)),
		...covered(body, isInkNeeded(state) ? drawn : [], bodyHeight(state.size)),
		theme.paint(statusLine(state, columns, context)),
		theme.paint(hintsLine(bindingsOf(state), state, columns)),
	];
	return lines.slice(0, rows);
}
