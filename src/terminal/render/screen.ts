import type {Output} from '../lifecycle/output.ts';
import {enterScreen, leaveScreen} from '../lifecycle/screen-modes.ts';
import {createCellReader} from './cells.ts';
import {frameUpdate} from './frame-update.ts';
import type {ScreenRow} from './screen-row.ts';

export type Screen = {
	/** Takes over the terminal, initially or after another program used it: enters the alternate screen and enables bracketed paste and focus reports. */
	readonly open: () => void;
	/** Restores the terminal. Idempotent. */
	readonly close: () => void;
	/** Draws a frame (all rows, from the top) with a single write of what changed. Returns whether the terminal accepted it. */
	readonly draw: (lines: readonly ScreenRow[]) => boolean;
	/** Forgets what the terminal shows, so that the next frame is written in full. */
	readonly forget: () => void;
};

/** Synchronized update: terminals that support it show a frame in one step. */
const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';

/** Returns the size of a terminal in cells. A size of zero means it was not measured yet, so it falls back to 80×24. */
export const sizeOf = ({columns, rows}: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
	columns: Math.max(1, columns || 80),
	rows: Math.max(1, rows || 24),
});

/**
Owns the terminal while the screens are shown, and updates it from one frame to the next.

While the terminal applies backpressure, frames are dropped; once it drains, it gets only the newest. `isEntered` means that the alternate screen is already active.
*/
export function createScreen(stdout: Output, isEntered = false): Screen {
	const readCells = createCellReader();
	let isOpen = false;
	let mustEnter = !isEntered;
	let shown: readonly ScreenRow[] | undefined;
	let pending: readonly ScreenRow[] | undefined;

	const write = (lines: readonly ScreenRow[]) => {
		const update = frameUpdate(shown, lines, readCells);
		shown = lines;
		if (update !== '') stdout.write(begin + update + end);
	};

	const onDrain = () => {
		const lines = pending;
		pending = undefined;
		if (lines && isOpen) write(lines);
	};

	return {
		open() {
			if (!stdout.isTTY) return;
			isOpen = true;
			shown = undefined;
			if (mustEnter) stdout.write(enterScreen);
			mustEnter = true;
		},

		close() {
			if (!isOpen) return;
			isOpen = false;
			pending = undefined;
			stdout.off('drain', onDrain);
			stdout.write(leaveScreen);
		},

		draw(lines) {
			if (!isOpen) return false;
			if (pending || stdout.writableNeedDrain) {
				if (!pending) stdout.once('drain', onDrain);
				pending = lines;
				return false;
			}

			write(lines);
			return !stdout.writableNeedDrain;
		},

		forget() {
			shown = undefined;
		},
	};
}
