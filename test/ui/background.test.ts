import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {settled} from '../kit/fixtures/clock.ts';

let app: OpenApp;

afterEach(() => app.close());

const reply = '\u001B]11;rgb:1e1e/1e1e/2e2e\u001B\\';

/** Sends a report of the terminal to the app. */
async function report(text: string) {
	app.burst(text);
	await settled();
}

/** The 24-bit backgrounds in a line of the screen, the most frequent first. */
function backgrounds(row: number): readonly string[] {
	const {
		emulator: {buffer, cols},
	} = app.terminal;
	const counts = new Map<string, number>();
	for (let column = 0; column < cols; column++) {
		const cell = buffer.active.getLine(row)?.getCell(column);
		const color = cell?.isBgRGB() ? cell.getBgColor().toString(16) : 'none';
		counts.set(color, (counts.get(color) ?? 0) + 1);
	}

	return [...counts].toSorted(([, a], [, b]) => b - a).map(([color, count]) => `${color} ${count}`);
}

const selectedRow = () => app.screen().split('\n').indexOf(app.selectedLine());

test('the selected row has its own background if the terminal reports its background', async () => {
	app = await openDemo();
	expect(app.terminal.writes.join('')).toContain('\u001B]11;?\u001B\\');
	expect(backgrounds(selectedRow())).toEqual(['none 80']);

	await report(reply);
	expect(backgrounds(selectedRow())).toEqual(['404050 79', 'none 1']);
	await app.press('j');
	expect(backgrounds(selectedRow())).toEqual(['404050 79', 'none 1']);
	expect(backgrounds(selectedRow() - 1)).toEqual(['none 80']);
});

test('the background is queried again when the terminal changes its colours', async () => {
	app = await openDemo();
	const queryCount = () => app.terminal.writes.join('').split('\u001B]11;?').length - 1;
	const before = queryCount();
	await report('\u001B[?997;2n');
	expect(queryCount()).toBe(before + 1);
	await report('\u001B]11;rgb:ff/ff/ff\u0007');
	expect(backgrounds(selectedRow())).toEqual(['ebebeb 79', 'none 1']);
});

test('a colour report of the terminal does not end up in a text field', async () => {
	app = await openDemo();
	await app.press('/');
	await app.type('do');
	await report(reply);
	await app.type('cs');
	await app.see('/ docs');
});
