import {EventEmitter} from 'node:events';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {TerminalOutput} from '../../../src/terminal/output.ts';
import {printedWidth} from '../../../src/terminal/screen/line.ts';
import type {DrawLines} from '../../../src/terminal/screen/regions.ts';
import {openTerminalScreen} from '../../../src/terminal/screen/screen.ts';
import {shownCells, textBeforeCursor} from '../../kit/app/emulator-screen.ts';
import {createTestTerminal} from '../../kit/app/streams.ts';

const size = {columns: 40, rows: 12};

/** Returns a screen on a terminal that records its writes. */
function recorded({isEntered = false} = {}) {
	const written: string[] = [];
	const output = Object.assign(new EventEmitter(), {
		writableNeedDrain: false,
		write: (text: string) => written.push(text) > 0,
	});
	const screen = openTerminalScreen({
		output: output as unknown as TerminalOutput,
		terminal: size,
		isEntered,
	});
	const draw = (...lines: readonly string[]) => {
		screen.forInk.write(lines.join('\n'));
		return screen.draw({columns: size.columns, rows: lines.length});
	};
	return {written, screen, draw};
}

/** What a region draws: each line is padded, and its styles end with it. */
const drawn =
	(lines: () => readonly string[]): DrawLines =>
	width =>
		lines().map(line => {
			const end = line.includes('\u001B') ? '\u001B[m\u001B]8;;\u001B\\' : '';
			return line + end + ' '.repeat(width - printedWidth(line));
		});

const resetModes =
	'\u001B[?6;69l\u001B[4l\u001B[r\u001B(B\u000F\u001B[?9;1000;1002;1003;1005;1006;1015;1016;1;2048l\u001B>\u001B[>4m\u001B[=0u\u001B[m';
const enter = `\u001B[?1007s\u001B[!p\u001B[?1049h${resetModes}\u001B[?25l\u001B[?7l\u001B[?2004h\u001B[?1004h\u001B[?2031h\u001B[?1007h`;
const leave = `\u001B[?2026l${resetModes}\u001B[2J\u001B[?1007r\u001B[?2031l\u001B[?1004l\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l`;
const frame = (update: string) => `\u001B[?2026h${update}\u001B[?2026l`;

test('a screen enters the alternate screen, writes each frame at once, and restores the terminal', () => {
	const {written, screen, draw} = recorded();
	screen.open();
	draw('a', 'b');
	draw('a', 'c');
	draw('a', 'c');
	screen.close();
	screen.close();
	expect(written).toEqual([
		enter,
		frame('\u001B[1;1H\u001B[Ka\u001B[2;1H\u001B[Kb'),
		frame('\u001B[2;1H\u001B[Kc'),
		leave,
	]);
});

test('an early screen is not entered twice, but is entered again after another program had the terminal', () => {
	const {written, screen} = recorded({isEntered: true});
	screen.open();
	expect(written).toEqual([]);
	screen.close();
	screen.open();
	expect(written).toEqual([leave, enter]);
});

test('the cursor is on the caret at the end of each frame, and hidden without one', () => {
	const {written, screen, draw} = recorded({isEntered: true});
	screen.open();
	draw('a', '漢字\u001B[10m \u001B[0m');
	draw('b', '漢字\u001B[10m \u001B[0m');
	draw('b', '漢字\u001B[10m \u001B[0m');
	draw('c', '漢字');
	draw('d', '漢字');
	const ends = written.map(text => text.match(/\u001B\[\?25[hl]|\u001B\[\d+;\d+H(?=\u001B\[\?25h)/g)?.join(''));
	expect(ends).toEqual(['\u001B[2;5H\u001B[?25h', '\u001B[?25l\u001B[2;5H\u001B[?25h', '\u001B[?25l', undefined]);
});

test('characters that terminals measure differently do not shift what follows', () => {
	const {written, screen, draw} = recorded({isEntered: true});
	screen.open();
	draw('漢字 docs');
	expect(written).toEqual([frame('\u001B[1;1H\u001B[K漢字\u001B[5G docs')]);
});

test('the cursor skips blanks, except for those that show a style', () => {
	const {written, screen, draw} = recorded({isEntered: true});
	screen.open();
	for (const [on, gap] of [
		['\u001B[2;38;5;47m-\u001B[22;39m', '\u001B[9C'],
		['\u001B[2;38;5;47m', ' '.repeat(9)],
		['\u001B[7m-\u001B[22m', ' '.repeat(9)],
		['\u001B[38;2;1;2;3;48;5;2m', ' '.repeat(9)],
		['\u001B]8;;https://a.example/\u001B\\', ' '.repeat(9)],
	] as const) {
		draw(`${on}a${' '.repeat(9)}b`);
		expect(written.at(-1)).toContain(`${on}a${gap}b`);
	}
});

test('a row is rewritten from where it differs, or from before characters that may combine or be wider', () => {
	const {written, screen, draw} = recorded({isEntered: true});
	let pane = '漢字';
	screen.region(
		0,
		() => ({x: 6, y: 0, width: 9, height: 1}),
		drawn(() => [pane]),
	);
	screen.open();
	draw('a list');
	pane = 'kanji';
	screen.draw({columns: size.columns, rows: 1});
	expect(written[1]).toBe(frame('\u001B[1;6H\u001B[Ktkanji'));
});

/** What a list, a pane beside it and a box of Ink's over both show. */
type Frame = {
	readonly list: readonly string[];
	readonly pane: readonly string[] | undefined;
	readonly box: readonly string[] | undefined;
	readonly edges: readonly string[];
};

const listAt = {x: 0, y: 1, width: 24, height: 9};
const paneAt = {x: 24, y: 1, width: 16, height: 9};
const boxAt = {x: 9, y: 3, width: 20, height: 4};

/** Opens a screen on an emulator. */
function emulated() {
	const terminal = createTestTerminal(size.columns, size.rows);
	const screen = openTerminalScreen({output: terminal.stdout, terminal: size});
	let remove: ReadonlyArray<() => void> = [];
	screen.open();
	const put = (place: typeof listAt, lines: readonly string[]) =>
		screen.region(
			0,
			() => place,
			drawn(() => lines),
		);
	return {
		terminal,
		screen,

		show(next: Frame) {
			for (const removeRegion of remove) removeRegion();
			remove = [
				put(next.pane ? listAt : {...listAt, width: size.columns}, next.list),
				...(next.pane ? [put(paneAt, next.pane)] : []),
				...(next.box ? [screen.region(1, () => boxAt)] : []),
			];
			const ink = Array.from({length: size.rows}, (_, y) => {
				const boxLine = next.box?.[y - boxAt.y];
				return boxLine === undefined ? (next.edges[y] ?? '') : ' '.repeat(boxAt.x) + boxLine;
			});
			screen.forInk.write(ink.join('\n'));
			screen.draw(size);
		},

		/** Returns what drawing again writes. */
		drawAgain() {
			const {length} = terminal.writes;
			screen.draw(size);
			return terminal.writes.slice(length);
		},
	};
}

test.each([
	['origin mode in a scroll region', '\u001B[9;11r\u001B[?6h'],
	['insert mode', '\u001B[4h'],
	['line-drawing characters', '\u001B(0'],
	['line-drawing characters, shifted in', '\u001B)0\u000E'],
])(
	'a screen is drawn right after a program that left on %s, also one that ran meanwhile',
	{
		tags: ['fault-190'],
	},
	(_mode, left) => {
		const {terminal, screen, show} = emulated();
		const list = Array.from({length: 9}, (_, y) => `deploy ${y}?`);
		const next: Frame = {list, pane: undefined, box: undefined, edges: ['1 of 12']};
		const expectFrame = () => {
			show(next);
			show({...next, edges: ['2 of 12']});
			expect(terminal.lines()).toEqual(['2 of 12', ...list, '', '']);
			expect(terminal.emulator.modes).toMatchObject({insertMode: false, originMode: false});
			expect(textBeforeCursor(terminal.emulator)).toBeUndefined();
		};
		// Another program has the terminal while landfall believes to have it, as after SIGSTOP.
		terminal.stdout.write(left);
		screen.open();
		expectFrame();
		screen.close();
		terminal.stdout.write(`\u001B[5;7H${left}`);
		const {active} = terminal.emulator.buffer;
		const before = [active.cursorX, active.cursorY];
		screen.open();
		expectFrame();
		screen.close();
		expect([active.cursorX, active.cursorY]).toEqual(before);
	},
);

const styles = [
	['', ''],
	['\u001B[1m', '\u001B[22m'],
	['\u001B[2m', '\u001B[22m'],
	['\u001B[36m', ''],
	['\u001B[7m', '\u001B[27m'],
	['\u001B[38;5;200m', '\u001B[39m'],
	['\u001B[1;4;48;2;1;2;3m', '\u001B[0m'],
	['\u001B]8;;https://a.example/\u001B\\', '\u001B]8;;\u001B\\'],
	['\u001B]8;;https://b.example/\u001B\\\u001B[2m', '\u001B[22m\u001B]8;;\u001B\\'],
] as const;

const words = fc.constantFrom('api', 'docs', '   ', '▌', ' ', 'v42', '漢字', '✔', 'naïve', '…');
const styled = fc.tuple(words, fc.constantFrom(...styles)).map(([word, [on, off]]) => ({
	width: word === '漢字' ? 4 : word.length,
	text: `${on}${word}${off}`,
}));

/** A line that takes at most `width` cells. */
const line = (width: number) =>
	fc.array(styled, {maxLength: 9}).map(parts => {
		let used = 0;
		return parts
			.filter(part => {
				used += part.width;
				return used <= width;
			})
			.map(({text}) => text)
			.join('');
	});
const lines = (width: number, length: number) => fc.array(line(width), {minLength: length, maxLength: length});
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, {nil: undefined, freq: 2});

/** Frames of a list that is scrolled and in which a few lines change, beside a pane and behind a box that come and go. */
const frames: fc.Arbitrary<readonly Frame[]> = fc
	.tuple(
		lines(listAt.width, 30),
		fc.array(
			fc.record({
				by: fc.integer({min: -3, max: 3}),
				changes: fc.array(fc.tuple(fc.nat(8), line(listAt.width)), {maxLength: 2}),
				pane: maybe(lines(paneAt.width, 9)),
				box: maybe(lines(boxAt.width, 4)),
				edges: lines(size.columns, size.rows),
			}),
			{minLength: 1, maxLength: 8},
		),
	)
	.map(([all, steps]) => {
		let top = 10;
		return steps.map(({by, changes, ...rest}) => {
			top = Math.min(20, Math.max(0, top + by));
			const list = all.slice(top, top + 9);
			for (const [at, changed] of changes) list[at] = changed;
			return {...rest, list};
		});
	});

test('after any frames, the terminal shows what the last one alone would show, and drawing it again writes nothing', () => {
	fc.assert(
		fc.property(frames, run => {
			const {terminal, show, drawAgain} = emulated();
			const fresh = emulated();
			for (const next of run) show(next);
			const last = run.at(-1) as Frame;
			fresh.show(last);
			expect(shownCells(terminal.emulator)).toEqual(shownCells(fresh.terminal.emulator));
			expect(drawAgain()).toEqual([]);
			terminal.close();
			fresh.terminal.close();
		}),
		{numRuns: 40},
	);
});

const noEdges = {edges: [], box: undefined};
const project = (index: number) => ` project ${index}`.padEnd(listAt.width);

test('a list that moves is scrolled, in both directions, except for what is beside something else', () => {
	const framesOf = (top: number): Frame => ({
		...noEdges,
		list: Array.from({length: 9}, (_, row) => project(top + row)),
		pane: [`│ project ${top}`, '│'],
	});
	for (const [before, next, scroll] of [
		[0, 1, '\u001B[4;10r\u001B[10H\n\u001B[r'],
		[3, 1, '\u001B[4;10r\u001B[4H\u001BM\u001BM\u001B[r'],
	] as const) {
		const {terminal, show} = emulated();
		show(framesOf(before));
		show(framesOf(next));
		expect(terminal.writes.at(-1)).toContain(scroll);
		expect(terminal.writes.at(-1)?.length).toBeLessThan(250);
		terminal.close();
	}
});
