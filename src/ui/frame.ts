import type {Context} from '../present/column.ts';
import {bodyHeight} from '../store/layout.ts';
import {currentScreen, type State} from '../store/state.ts';
import {blankLine, type ScreenLine} from '../terminal/frame-update.ts';
import {always, anywhere} from './bindings.ts';
import type {LineMemo} from './components/line-memo.ts';
import type {Body} from './desk.ts';
import {helpLines} from './dialogs/help/lines.ts';
import {hintParts, hintsLine, statusLine} from './footer.ts';
import {headerLine, headerParts} from './header.ts';
import {bindingsOf, isInkNeeded} from './layers.ts';
import {dialogs, screens} from './register.ts';
import type {Theme} from './theme.ts';

/** What words on the screen depend on besides the state. */
export const contextOf = (state: State, theme: Theme, localNow: number): Context => ({
	now: localNow + state.skewMs,
	isAscii: theme.isAscii,
	isTimeAbsolute: state.isTimeAbsolute,
	pins: state.pins,
});

/** The screen between header and footer, as far as it is lines. */
function bodyOf(state: State, context: Context, memo: LineMemo): Body {
	const screen = screens[currentScreen(state).name];
	if (state.dialog?.name === 'help') {
		const sections = [
			{title: screen.title, bindings: screen.keys},
			{title: 'Everywhere', bindings: [...anywhere, ...always]},
		];
		return {lines: helpLines(state, sections)};
	}

	const lines = state.dialog && dialogs[state.dialog.name].lines;
	if (lines) return {lines: lines(state, context)};
	return screen.body?.({state, context, memo}) ?? {lines: []};
}

const alone = (text: string): ScreenLine => ({text, at: 0, beside: ''});

/** The lines of a body as the terminal understands them. */
function painted({lines, beside}: Body, {paint}: Theme, columns: number): readonly ScreenLine[] {
	if (!beside) return lines.map(line => alone(paint(line, columns)));
	const {at} = beside;
	return beside.lines.map((line, row) => {
		const left = lines[row];
		return {text: left ? paint(left, at) : '', at, beside: paint(line, columns - at)};
	});
}

type Framing = {
	readonly theme: Theme;
	readonly memo: LineMemo;
	/** Milliseconds since the epoch, by the local clock, in whole seconds: nothing that is shown changes within one. */
	readonly localNow: number;
	/** Whether a question that is open takes answers by now. */
	readonly isListening: boolean;
	/** What Ink drew of the body, one string a line. */
	readonly drawn: readonly string[];
};

/** What Ink drew lies above the lines, from its first line that is not blank down. */
function covered(lines: readonly ScreenLine[], drawn: readonly string[], height: number): readonly ScreenLine[] {
	const first = drawn.findIndex(line => line !== '');
	const body = lines.slice(0, first < 0 ? height : first);
	while (body.length < height)
		body.push(first >= 0 && body.length >= first ? alone(drawn[body.length] ?? '') : blankLine);
	return body;
}

/** The whole screen: what is made of lines, and what Ink drew of the body where it is needed. */
export function frame(state: State, {theme, memo, localNow, isListening, drawn}: Framing): readonly ScreenLine[] {
	const {columns, rows} = state.size;
	const context = contextOf(state, theme, localNow);
	const body = painted(bodyOf(state, context, memo), theme, columns);
	const hinted = bindingsOf(state).filter(({isHinted}) => isHinted);
	const lines = [
		alone(
			theme.paint(
				memo.line('header', headerParts(state, localNow), () => headerLine(state, localNow)),
				columns,
			),
		),
		...covered(body, isInkNeeded(state) ? drawn : [], bodyHeight(state.size)),
		alone(theme.paint(statusLine(state, columns, context), columns)),
		alone(
			theme.paint(
				memo.line('hints', hintParts(hinted, state, isListening), () => hintsLine(hinted, state, columns, isListening)),
				columns,
			),
		),
	];
	return lines.slice(0, rows);
}
