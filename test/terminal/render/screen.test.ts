import {EventEmitter} from 'node:events';
import {expect, test} from 'vitest';
import type {Output} from '../../../src/terminal/lifecycle/output.ts';
import {rowOf} from '../../../src/terminal/render/frame-update.ts';
import {createScreen, sizeOf} from '../../../src/terminal/render/screen.ts';
import type {ScreenRow} from '../../../src/terminal/render/screen-row.ts';

const lines = (...texts: readonly string[]): readonly ScreenRow[] => texts.map(rowOf);

/** Returns a terminal that records its writes and can simulate backpressure. */
function terminal(isTTY = true) {
	const written: string[] = [];
	const output = Object.assign(new EventEmitter(), {
		isTTY,
		writableNeedDrain: false,
		write: (text: string) => written.push(text) > 0,
	});
	return {written, output, stdout: output as unknown as Output};
}

const enter = '\u001B[?1049h\u001B[?25l\u001B[?7l\u001B[?2004h\u001B[?1004h\u001B[?2031h';
const leave = '\u001B[?2026l\u001B[m\u001B[r\u001B[?2031l\u001B[?1004l\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l';

test('a screen enters the alternate screen, writes each frame at once, and restores the terminal', () => {
	const {written, stdout} = terminal();
	const screen = createScreen(stdout);
	screen.open();
	screen.draw(lines('a', 'b'));
	screen.draw(lines('a', 'c'));
	screen.draw(lines('a', 'c'));
	screen.close();
	screen.close();
	expect(written).toEqual([
		enter,
		'\u001B[?2026h\u001B[1H\u001B[Ka\u001B[2H\u001B[Kb\u001B[?2026l',
		'\u001B[?2026h\u001B[2Hc\u001B[?2026l',
		leave,
	]);
});

test('an early screen is not entered twice, but is entered again after another program had the terminal', () => {
	const {written, stdout} = terminal();
	const screen = createScreen(stdout, true);
	screen.open();
	expect(written).toEqual([]);
	screen.close();
	screen.open();
	expect(written).toEqual([leave, enter]);
});

test('after forgetting what the terminal shows, the whole frame is written again', () => {
	const {written, stdout} = terminal();
	const screen = createScreen(stdout);
	screen.open();
	screen.draw(lines('a', 'b'));
	screen.forget();
	screen.draw(lines('a', 'b'));
	expect(written[2]).toBe(written[1]);
});

test('a terminal under backpressure gets only the newest frame once it drains', () => {
	const {written, output, stdout} = terminal();
	const screen = createScreen(stdout);
	screen.open();
	expect(screen.draw(lines('a'))).toBe(true);
	output.writableNeedDrain = true;
	expect(screen.draw(lines('b'))).toBe(false);
	expect(screen.draw(lines('c'))).toBe(false);
	expect(written).toHaveLength(2);
	output.writableNeedDrain = false;
	output.emit('drain');
	expect(written.slice(2)).toEqual(['\u001B[?2026h\u001B[1Hc\u001B[?2026l']);
	expect(output.listenerCount('drain')).toBe(0);
	expect(screen.draw(lines('c'))).toBe(true);
});

test('nothing is drawn before the screen is opened, after it is closed, or without a terminal', () => {
	const {written, stdout} = terminal();
	const screen = createScreen(stdout);
	screen.draw(lines('a'));
	screen.open();
	screen.close();
	screen.draw(lines('a'));
	expect(written).toEqual([enter, leave]);
	const none = terminal(false);
	const unopened = createScreen(none.stdout);
	unopened.open();
	unopened.draw(lines('a'));
	unopened.close();
	expect(none.written).toEqual([]);
});

test.each([
	[0, 0, 80, 24],
	[1, 1, 1, 1],
	[500, 200, 500, 200],
])('a terminal that reports %i×%i cells is drawn at %i×%i', (reportedColumns, reportedRows, columns, rows) => {
	expect(sizeOf({columns: reportedColumns, rows: reportedRows})).toEqual({columns, rows});
});
