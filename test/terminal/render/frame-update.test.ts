import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createCellReader} from '../../../src/terminal/render/cells.ts';
import {frameUpdate, rowOf} from '../../../src/terminal/render/frame-update.ts';
import type {ScreenRow} from '../../../src/terminal/render/screen-row.ts';
import {shownCells} from '../../kit/app/emulator-screen.ts';
import {createTestTerminal} from '../../kit/app/streams.ts';

const columns = 40;
const rows = 12;

const beside = (left: string, at: number, right: string): ScreenRow => [
	{at: 0, text: left},
	{at, text: right},
];
const update = (shown: readonly ScreenRow[] | undefined, next: readonly ScreenRow[]) =>
	frameUpdate(shown, next, createCellReader());

/** Returns the cells that a terminal shows after these frames. */
function shownAfter(...frames: ReadonlyArray<readonly ScreenRow[]>): readonly string[] {
	const terminal = createTestTerminal(columns, rows);
	terminal.stdout.write('\u001B[?7l');
	const read = createCellReader();
	let shown: readonly ScreenRow[] | undefined;
	for (const next of frames) {
		terminal.stdout.write(frameUpdate(shown, next, read));
		shown = next;
	}

	const cells = shownCells(terminal.emulator);
	terminal.close();
	return cells;
}

const styles = [
	['', ''],
	['\u001B[1m', '\u001B[22m'],
	['\u001B[2m', '\u001B[22m'],
	['\u001B[36m', '\u001B[39m'],
	['\u001B[31m', '\u001B[39m'],
	['\u001B[7m', '\u001B[27m'],
	['\u001B[38;5;200m', '\u001B[39m'],
	['\u001B[1;4;48;2;1;2;3m', '\u001B[0m'],
	['\u001B]8;;https://a.example/\u001B\\', '\u001B]8;;\u001B\\'],
	['\u001B]8;;https://b.example/\u001B\\\u001B[2m', '\u001B[22m\u001B]8;;\u001B\\'],
] as const;

const words = fc.constantFrom('api', 'docs', '   ', '▌', ' ', 'v42', '漢字', '✔', 'naïve', '🚀', 'a', '…');
const piece = fc.tuple(words, fc.constantFrom(...styles)).map(([word, [on, off]]) => ({
	width: word === '漢字' ? 4 : word === '🚀' ? 2 : word.length,
	text: `${on}${word}${off}`,
}));

/** Part of a line, at most `width` cells wide. */
const text = (width: number) =>
	fc.array(piece, {maxLength: 9}).map(pieces => {
		let used = 0;
		return pieces
			.filter(({width: own}) => {
				used += own;
				return used <= width;
			})
			.map(({text: shown}) => shown)
			.join('');
	});

const line: fc.Arbitrary<ScreenRow> = fc.oneof(
	text(columns).map(rowOf),
	fc.tuple(text(24), fc.constantFrom(24, 30), text(10)).map(([left, at, right]) => beside(left, at, right)),
	fc.tuple(text(8), text(14), text(10)).map(
		([left, middle, right]): ScreenRow => [
			{at: 0, text: left},
			{at: 8, text: middle},
			{at: 22, text: right},
		],
	),
);
const frame = fc.array(line, {minLength: rows, maxLength: rows});

/** A frame, and the same one with its lines moved and a few of them changed. */
const frames = fc
	.tuple(frame, fc.integer({min: -5, max: 5}), fc.array(fc.tuple(fc.nat(rows - 1), line), {maxLength: 4}))
	.map(([before, by, changes]) => {
		const moved = before.map((old, row) =>
			row < 2 || row > 9 ? old : (before[Math.min(9, Math.max(2, row + by))] ?? old),
		);
		for (const [row, changed] of changes) moved[row] = changed;
		return [before, moved] as const;
	});

test('incremental frame updates end with the same screen as drawing the frame from scratch', () => {
	fc.assert(
		fc.property(fc.oneof(frames, fc.tuple(frame, frame)), ([before, next]) => {
			expect(shownAfter(before, next)).toEqual(shownAfter(next));
		}),
		{numRuns: 300},
	);
});

test('nothing is written for an unchanged frame', () => {
	fc.assert(
		fc.property(frame, shown => {
			expect(
				update(
					shown,
					shown.map((old): ScreenRow => [{...old[0]}, ...old.slice(1).map(piece => ({...piece}))]),
				),
			).toBe('');
		}),
	);
});

/** A list as it is drawn: the name of the selected row is bold, and arrows at the edge show that the list continues. */
const arrowed = (top: number, selected: number): readonly ScreenRow[] => [
	rowOf(' head'),
	...Array.from({length: rows - 2}, (_, slot) => {
		const isSelected = top + slot === selected;
		const [gutter, bold, off] = isSelected ? ['\u001B[36m▌\u001B[39m', '\u001B[1m', '\u001B[22m'] : [' ', '', ''];
		const arrow = slot === 0 && top > 0 ? '↑' : slot === rows - 3 ? '↓' : ' ';
		const name = `${bold}project ${top + slot}${off}`.padEnd(17 + bold.length + off.length);
		return rowOf(`${gutter}\u001B[32m✔\u001B[39m ${name} active  12m ago${arrow}`);
	}),
	rowOf(` ${selected} of 100`),
];

test('moving the selection writes names and gutter marks, but not what is between them', () => {
	expect(update(arrowed(0, 3), arrowed(0, 4))).toBe(
		'\u001B[5H \u001B[4Gproject 3\u001B[6H\u001B[36m▌\u001B[4G\u001B[0;1mproject 4\u001B[12;2H\u001B[m4',
	);
});

test('the first and the last row of a list scroll with the others, whatever marks they get', () => {
	expect(update(arrowed(1, 10), arrowed(2, 11))).toBe(
		'\u001B[2;11r\u001B[11H\n\u001B[r' +
			'\u001B[2;37H↑\u001B[10H \u001B[4Gproject 10\u001B[37G ' +
			'\u001B[11H\u001B[36m▌\u001B[0;32m✔\u001B[m \u001B[1mproject 11\u001B[22G\u001B[mactive  12m ago↓\u001B[12;3H1',
	);
});

test('a cursor that stays on its row moves by column', () => {
	const middle = (word: string) => rowOf(`a long line ${word} of text ${word}`);
	expect(update([middle('one')], [middle('two')])).toBe('\u001B[1;13Htwo\u001B[25Gtwo');
	expect(update([rowOf('a b')], [rowOf('c b')])).toBe('\u001B[1Hc');
});

test('a list that moves beside a pane is scrolled too, in both directions', () => {
	const withPane = (top: number) =>
		Array.from({length: rows}, (_, row) => {
			const isEdge = row === 0 || row === rows - 1;
			return beside(isEdge ? ' edge' : ` project ${top + row}`, 30, row === 1 ? `│ ${top}` : '│');
		});
	for (const [before, next, scroll] of [
		[0, 1, '\u001B[2;11r\u001B[11H\n\u001B[r'],
		[1, 0, '\u001B[2;11r\u001B[2H\u001BM\u001B[r'],
	] as const) {
		const written = update(withPane(before), withPane(next));
		expect(written).toContain(scroll);
		expect(written.length).toBeLessThan(200);
	}
});

test('characters that terminals measure differently do not shift what follows', () => {
	expect(update([rowOf('')], [rowOf('漢字 docs')])).toBe('\u001B[1H漢字\u001B[5G docs');
});

test('a style that a line does not reset ends with the line', () => {
	expect(update([rowOf('')], [rowOf('\u001B[31m漢')])).toMatch(/\u001B\[m$/);
});
