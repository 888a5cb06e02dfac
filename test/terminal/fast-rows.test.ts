import {expect, test} from 'vitest';
import {cells} from '../../src/base/text.ts';
import {createFastRows, type Rectangle} from '../../src/terminal/fast-rows.ts';
import {textBeforeCursor} from '../kit/app/emulator-screen.ts';
import {createTestTerminal} from '../kit/app/streams.ts';

const size = {columns: 40, rows: 12};
const sequences = /\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\/g;

/** Padded, and with complete styles, as regions draw their lines. */
function padded(line: string, width: number): string {
	const end = line.includes('\u001B') ? '\u001B[m\u001B]8;;\u001B\\' : '';
	return line + end + ' '.repeat(Math.max(0, width - cells(line.replaceAll(sequences, ''))));
}

type Pane = {readonly place: Rectangle; readonly lines: readonly string[]; readonly caret?: {x: number; y: number}};

function createScreen() {
	const terminal = createTestTerminal(size.columns, size.rows);
	const fast = createFastRows();
	let removals: ReadonlyArray<() => void> = [];
	terminal.stdout.write('\u001B[?7l\u001B[?25l');
	const draw = (hasInkFrame = false) => {
		const {before, after} = fast.update(size.rows, hasInkFrame);
		if (before + after !== '') terminal.stdout.write(before + after);
		return before + after;
	};
	return {
		terminal,
		draw,
		show(panes: readonly Pane[]) {
			for (const remove of removals) remove();
			removals = panes.map(({place, lines, caret}) =>
				fast.add({
					measure: () => place,
					draw: width => ({lines: lines.map(line => padded(line, width)), caret}),
				}),
			);
			fast.inkHasDrawn();
			return draw();
		},
	};
}

const listAt = {x: 0, y: 1, width: 24, height: 9};
const paneAt = {x: 24, y: 1, width: 16, height: 9};

const project = (index: number) => ` project ${index}`.padEnd(listAt.width);

test.each([
	[0, 1, '\u001B[2;10r\u001B[10H\n\u001B[r'],
	[3, 1, '\u001B[2;10r\u001B[2H\u001BM\u001BM\u001B[r'],
])('from row %i to row %i, one sequence scrolls a list and the pane beside it', (before, next, scroll) => {
	const {show, terminal} = createScreen();
	const panesAt = (top: number): readonly Pane[] => [
		{place: listAt, lines: Array.from({length: 9}, (_, row) => project(top + row))},
		{place: paneAt, lines: Array.from({length: 9}, () => '│')},
	];
	show(panesAt(before));
	const written = show(panesAt(next));
	expect(written).toContain(scroll);
	expect(written.length).toBeLessThan(250);
	terminal.close();
});

test('the cursor is on the caret of a row, and hidden without one', () => {
	const {show, terminal} = createScreen();
	const status = {place: {x: 0, y: 11, width: 40, height: 1}, lines: ['filter: 漢字 ']};
	show([{...status, caret: {x: 12, y: 0}}]);
	expect(textBeforeCursor(terminal.emulator)).toBe('filter: 漢字');
	show([{...status, caret: {x: 8, y: 0}}]);
	expect(textBeforeCursor(terminal.emulator)).toBe('filter: ');
	show([status]);
	expect(textBeforeCursor(terminal.emulator)).toBeUndefined();
	terminal.close();
});

test('rows below the screen do not overwrite its last row', () => {
	const {show, terminal} = createScreen();
	show([{place: {x: 0, y: size.rows - 1, width: size.columns, height: 3}, lines: ['last', 'beyond', 'beyond']}]);
	expect(terminal.lines().at(-1)).toBe('last');
	terminal.close();
});

test('after a frame of Ink, every row is written again', () => {
	const {show, draw, terminal} = createScreen();
	show([{place: listAt, lines: ['api', 'docs']}]);
	const before = terminal.lines();
	terminal.stdout.write('\u001B[2;1H\u001B[K\u001B[3;1H\u001B[K');
	draw(true);
	expect(terminal.lines()).toEqual(before);
	terminal.close();
});
