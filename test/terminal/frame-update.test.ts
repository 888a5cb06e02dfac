import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createCellReader} from '../../src/terminal/cells.ts';
import {frameUpdate, type ScreenLine} from '../../src/terminal/frame-update.ts';
import {shownCells} from '../kit/emulated.ts';
import {createTestTerminal} from '../kit/streams.ts';

const columns = 40;
const rows = 12;

const alone = (text: string): ScreenLine => ({text, at: 0, beside: ''});
const update = (shown: readonly ScreenLine[] | undefined, next: readonly ScreenLine[]) =>
	frameUpdate(shown, next, createCellReader());

/** What a terminal shows after these frames, one after the other. */
function shownAfter(...frames: ReadonlyArray<readonly ScreenLine[]>): readonly string[] {
	const terminal = createTestTerminal(columns, rows);
	terminal.stdout.write('\u001B[?7l');
	const cellsOf = createCellReader();
	let shown: readonly ScreenLine[] | undefined;
	for (const next of frames) {
		terminal.stdout.write(frameUpdate(shown, next, cellsOf));
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
] as const;

const words = fc.constantFrom('api', 'docs', '   ', '▌', ' ', 'v42', '漢字', '✔', 'naïve', '🚀', 'a', '…');
const piece = fc.tuple(words, fc.constantFrom(...styles)).map(([word, [on, off]]) => ({
	width: word === '漢字' ? 4 : word === '🚀' ? 2 : word.length,
	text: `${on}${word}${off}`,
}));

/** A piece of a line that is at most so wide. */
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

const line: fc.Arbitrary<ScreenLine> = fc.oneof(
	text(columns).map(alone),
	fc.record({text: text(24), at: fc.constantFrom(24, 30), beside: text(10)}),
);
const frame = fc.array(line, {minLength: rows, maxLength: rows});

/** A frame, or the same one with its lines moved and a few of them changed. */
const frames = fc
	.tuple(frame, fc.integer({min: -5, max: 5}), fc.array(fc.tuple(fc.nat(rows - 1), line), {maxLength: 4}))
	.map(([before, by, changes]) => {
		const moved = before.map((old, row) =>
			row < 2 || row > 9 ? old : (before[Math.min(9, Math.max(2, row + by))] ?? old),
		);
		for (const [row, changed] of changes) moved[row] = changed;
		return [before, moved] as const;
	});

test('a terminal that is brought from one frame to the next shows what one shows that began with it', () => {
	fc.assert(
		fc.property(fc.oneof(frames, fc.tuple(frame, frame)), ([before, next]) => {
			expect(shownAfter(before, next)).toEqual(shownAfter(next));
		}),
		{numRuns: 300},
	);
});

test('nothing is written for a frame that is shown already', () => {
	fc.assert(
		fc.property(frame, shown => {
			expect(update(shown, [...shown.map(old => ({...old}))])).toBe('');
		}),
	);
});

const list = (top: number, picked: number): readonly ScreenLine[] => [
	alone(' head'),
	...Array.from({length: rows - 2}, (_, slot) => {
		const gutter = top + slot === picked ? '\u001B[36m▌\u001B[39m' : ' ';
		return alone(`${gutter}\u001B[1mproject ${top + slot}\u001B[22m  \u001B[32mactive\u001B[39m`);
	}),
	alone(` ${picked} of 100`),
];

test('a move of the cursor writes two marks and a number', () => {
	expect(update(list(0, 3), list(0, 4))).toBe('\u001B[5H \u001B[6H\u001B[36m▌\u001B[12;2H\u001B[m4');
});

test('a list that moves by a line is scrolled, and only its new line is written', () => {
	expect(update(list(0, 9), list(1, 10))).toBe(
		'\u001B[2;11r\u001B[11H\n\u001B[r' +
			'\u001B[10H \u001B[11H\u001B[36m▌\u001B[0;1mproject 10\u001B[m  \u001B[32mactive\u001B[12;2H\u001B[m10 of 100',
	);
	expect(update(list(5, 5), list(4, 4))).toContain('\u001B[2;11r\u001B[2H\u001BM\u001B[r');
});

test('a list that moves beside something that stays is scrolled too', () => {
	const beside = (lines: readonly ScreenLine[], name: string) =>
		lines.map((own, row) => ({...own, at: 30, beside: row === 1 ? `│ ${name}` : '│'}));
	const written = update(beside(list(0, 9), 'project 9'), beside(list(1, 10), 'project 10'));
	expect(written).toContain('\u001B[2;11r\u001B[11H\n\u001B[r');
	expect(written.length).toBeLessThan(200);
});

test('letters that terminals measure differently move nothing behind them', () => {
	expect(update([alone('')], [alone('漢字 docs')])).toBe('\u001B[1H漢字\u001B[5G docs');
});

test('a line that becomes shorter leaves what stands beside it', () => {
	const before = {text: 'a long line of text', at: 30, beside: '│ docs'};
	const after = {...before, text: 'a'};
	expect(shownAfter([before], [after])).toEqual(shownAfter([after]));
});

test('a look that a line forgets to switch off ends with it', () => {
	expect(update([alone('')], [alone('\u001B[31m漢')])).toMatch(/\u001B\[m$/);
});
