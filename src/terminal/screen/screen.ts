/*
The screen: draws parts of an Ink app without Ink.

Why. For each key, Ink runs React, lays everything out with Yoga and puts every character into a grid of cells. On a screen full of rows that takes 10 ms, and it happens again every second for ages that tick. Most of what changes is text within a rectangle whose place stays the same: a list, a header, a status line.

How. Ink still does the layout and draws whatever is not in a hurry: forms, menus, borders. A component that is redrawn often renders only an empty <Box> and gives it a region here: where the box is, and a function that returns its lines.

    Ink ──whole frame──► forInk ─┐
    draw() ──► each region draws ┴─► rows ──► one write of what has changed
                its lines            regions.ts      update.ts

`draw()` lays the lines of all regions over Ink's latest frame. The result is compared with what the terminal shows, row by row: a changed row is rewritten from where it differs, and where a list has moved, the terminal scrolls it. An unchanged screen writes nothing. The cursor is shown on the caret of a field, for input methods and magnifiers, and hidden elsewhere: a caret that moves changes a row, so the rows say all about it. Each frame is one write within a synchronized update, so that it appears at once. If the terminal is slower than the frames, it gets only the newest.

What it relies on. With Ink's `debug` option, Ink writes each frame as plain lines to its stdout, here a stream that stands in for the terminal (ink.ts). Only that file knows; pass its `inkOptions` and `forInk` to Ink's `render`. Lines contain only text, SGR sequences, one of which marks the caret of a field, and OSC 8 links, and a width is what Ink's string-width says. Terminals may disagree with it, so a row with such characters is written with cursor movements that put the rest in place (line.ts).

What the caller does: call `draw` when something has changed or Ink has drawn, and `forget` when something else may have written to the terminal.
*/

import type {TerminalOutput} from '../output.ts';
import {enterScreen, hideCursor, leaveScreen, prepareScreen, showCursor} from '../screen-modes.ts';
import {createInkStdout} from './ink.ts';
import {caretColumn} from './line.ts';
import {createRegions, type DrawLines, type Rectangle, type TerminalSize} from './regions.ts';
import {screenUpdate} from './update.ts';

type TerminalScreenOptions = {
	readonly output: TerminalOutput;
	readonly terminal: Pick<NodeJS.WriteStream, 'columns' | 'rows'>;
	readonly isEntered?: boolean;
	/** Changes a line of Ink's before it is shown. */
	readonly adaptInkLine?: ((line: string) => string) | undefined;
};

/** Synchronized update: terminals that support it show a frame in one step. */
const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';

/** Shows the cursor where the rows have the caret of a field. Empty without one. */
function cursorAt(rows: readonly string[]): string {
	const y = rows.findIndex(row => caretColumn(row) !== undefined);
	const column = caretColumn(rows[y] ?? '') ?? 0;
	return y < 0 ? '' : `\u001B[${y + 1};${column + 1}H${showCursor}`;
}

export function openTerminalScreen({output, terminal, isEntered = false, adaptInkLine}: TerminalScreenOptions) {
	const regions = createRegions();
	let isOpen = false;
	let mustEnter = !isEntered;
	/** What the terminal shows. Empty if that is unknown. */
	let shown: readonly string[] = [];
	/** What has shown the cursor. Empty while it is hidden. */
	let cursor = '';
	/** The newest frame, while the terminal applies backpressure. */
	let pending: readonly string[] | undefined;

	const write = (rows: readonly string[]) => {
		const update = screenUpdate(shown, rows);
		shown = rows;
		if (update === '') return;
		// Elsewhere it would be seen to run over the rows where the terminal does not know synchronized updates.
		const hidden = cursor === '' ? '' : hideCursor;
		cursor = cursorAt(rows);
		output.write(begin + hidden + update + cursor + end);
	};

	const onDrain = () => {
		const rows = pending;
		pending = undefined;
		if (rows && isOpen) write(rows);
	};

	return {
		/**
		Shows a part of the screen over Ink's frame and over regions of lower layers. Returns a function that removes it.

		`measure` returns where it is, and is called after each frame of Ink's. `draw` returns its lines for each frame. Without it, Ink's own output shows there.
		*/
		region: (layer: number, measure: () => Rectangle, draw?: DrawLines) => regions.add({layer, measure, draw}),

		/** The stdout for Ink. The next `draw` shows the frame that it has emitted last. Emit `resize` on it after the window was resized. */
		forInk: createInkStdout(terminal, lines => {
			regions.setInkLines(adaptInkLine ? lines.map(adaptInkLine) : lines);
		}),

		/** Takes over the terminal, initially or after another program used it: enters the alternate screen and enables bracketed paste and focus reports. */
		open(): void {
			if (mustEnter) output.write((isOpen ? '' : prepareScreen) + enterScreen);
			isOpen = true;
			cursor = '';
			shown = [];
			mustEnter = true;
		},

		/** Restores the terminal. Idempotent. */
		close(): void {
			if (!isOpen) return;
			isOpen = false;
			pending = undefined;
			output.off('drain', onDrain);
			output.write(leaveScreen);
		},

		/** Forgets what the terminal shows, so that the next frame is written in full. */
		forget() {
			shown = [];
		},

		/** Draws all regions and writes what has changed. Returns whether the terminal accepted it. */
		draw(size: TerminalSize): boolean {
			if (!isOpen) return false;
			const rows = regions.compose(size);
			if (pending || output.writableNeedDrain) {
				if (!pending) output.once('drain', onDrain);
				pending = rows;
				return false;
			}

			write(rows);
			return !output.writableNeedDrain;
		},
	};
}

export type TerminalScreen = ReturnType<typeof openTerminalScreen>;
