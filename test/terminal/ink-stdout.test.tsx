import {EventEmitter} from 'node:events';
import {Box, render, Text} from 'ink';
import {expect, onTestFinished, test} from 'vitest';
import {cells} from '../../src/base/text.ts';
import {createInkStdout} from '../../src/terminal/ink-stdout.ts';
import type {TerminalOutput} from '../../src/terminal/terminal-output.ts';
import {textBeforeCursor} from '../kit/app/emulator-screen.ts';
import {createTestTerminal} from '../kit/app/streams.ts';

const size = {columns: 40, rows: 6};

function createStallingOutput({stdout}: ReturnType<typeof createTestTerminal>) {
	const output = Object.assign(new EventEmitter(), {writableNeedDrain: false, write: stdout.write});
	return {
		output: output as unknown as TerminalOutput,
		stall() {
			output.writableNeedDrain = true;
		},
		drain() {
			output.writableNeedDrain = false;
			output.emit('drain');
		},
	};
}

function drawLines(...first: readonly string[]) {
	const terminal = createTestTerminal(size.columns, size.rows);
	const stalling = createStallingOutput(terminal);
	const shown: string[] = [];
	const screen = createInkStdout({
		output: stalling.output,
		terminal: terminal.stdout,
		onFrame: () => setImmediate(() => screen.show()),
		onShown: () => shown.push(terminal.lines().join('\n').trimEnd()),
		forgetFrame: () => ink.clear(),
	});
	const frame = (lines: readonly string[]) => (
		<Box flexDirection="column" height={size.rows}>
			{lines.map(line => (
				<Text key={line}>{line}</Text>
			))}
		</Box>
	);
	const ink = render(frame(first), {
		stdout: screen.stdout,
		stdin: terminal.stdin,
		alternateScreen: true,
		incrementalRendering: true,
		interactive: true,
		patchConsole: false,
	});
	onTestFinished(() => {
		ink.unmount();
		terminal.close();
	});
	const settle = async () => {
		await ink.waitUntilRenderFlush();
		await new Promise(resolve => setImmediate(resolve));
	};
	return {
		...stalling,
		terminal,
		screen,
		shown,
		settle,
		unmount: ink.unmount,
		text: () => terminal.lines().join('\n').trimEnd(),
		async draw(...lines: readonly string[]) {
			ink.rerender(frame(lines));
			await settle();
		},
	};
}

const resetModes =
	'\u001B[?6;69l\u001B[4l\u001B[r\u001B(B\u000F\u001B[?9;1000;1002;1003;1005;1006;1015;1016;1;2048l\u001B>\u001B[>4m\u001B[=0u\u001B[m';
const enter = `\u001B[?1007s\u001B[!p\u001B[?1049h${resetModes}\u001B[?25l\u001B[?7l\u001B[?2004h\u001B[?1004h\u001B[?2031h\u001B[?1007h`;
const leave = `\u001B[?2026l${resetModes}\u001B[2J\u001B[?1007r\u001B[?2031l\u001B[?1004l\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l`;

test("landfall's modes come and go with Ink's alternate screen", async () => {
	const {terminal, draw, unmount, screen} = drawLines('a');
	await draw('b');
	expect(terminal.writes[0]).toBe(enter);
	unmount();
	screen.close();
	expect(terminal.writes.filter(text => text === leave)).toHaveLength(1);
	expect(terminal.emulator.buffer.active.type).toBe('normal');
});

test.each(['👩‍💻', 'ñ̃', '漢字', '⚠️', '①', 'ﷺ'])('%s does not shift the text to its right', async text => {
	const {terminal, draw} = drawLines('');
	await draw(`${text} end`, 'x');
	const [row = ''] = terminal.writes.filter(written => written.includes(text)).slice(-1);
	// The cursor goes where Ink believes it to be, however wide the terminal has drawn the text.
	expect(row).toContain(`\u001B[${cells(text) + 1}G end`);
});

test('a stalled terminal misses frames, then gets the newest one whole', async () => {
	const {terminal, draw, stall, drain, settle, shown, text} = drawLines('first', 'row');
	await draw('second', 'row');
	stall();
	const before = terminal.writes.length;
	for (const name of ['third', 'fourth', 'fifth']) await draw(name, `${name} row`);
	expect(terminal.writes).toHaveLength(before);
	expect(shown.at(-1)).toBe('second\nrow');
	drain();
	await settle();
	expect(text()).toBe('fifth\nfifth row');
	expect(shown.at(-1)).toBe('fifth\nfifth row');
});

test('redrawing removes the output of another program without a blank screen', async () => {
	const {terminal, screen, draw, settle, text} = drawLines('a list', 'of rows');
	await draw('a list', 'of rows');
	terminal.stdout.write('\u001B[2;4Hwall: going down\u001B[5;20Hnow');
	const before = terminal.writes.length;
	screen.redraw();
	await settle();
	await settle();
	expect(text()).toBe('a list\nof rows');
	const written = terminal.writes.slice(before);
	expect(written).toHaveLength(1);
	expect(written[0]).not.toMatch(/\u001B\[\d*J/);
});

test.each([
	['origin mode in a scroll region', '\u001B[3;5r\u001B[?6h'],
	['insert mode', '\u001B[4h'],
	['line-drawing characters', '\u001B(0'],
	['line-drawing characters, shifted in', '\u001B)0\u000E'],
])('the screen is right after a program has left %s on', {tags: ['fault-190']}, async (_mode, left) => {
	const {terminal, screen, draw, settle, text} = drawLines('deploy?');
	await draw('deploy?', 'rows');
	// As after SIGSTOP, another program has the terminal while landfall believes to have it.
	terminal.stdout.write(left);
	screen.retake();
	screen.redraw();
	await settle();
	await draw('deploy?', 'other rows');
	expect(text()).toBe('deploy?\nother rows');
	expect(terminal.emulator.modes).toMatchObject({insertMode: false, originMode: false});
	expect(textBeforeCursor(terminal.emulator)).toBeUndefined();
});
