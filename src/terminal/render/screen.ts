import {enterScreen, leaveScreen} from '../lifecycle/screen-modes.ts';
import {createCellReader} from './cells.ts';
import {frameUpdate} from './frame-update.ts';
import type {ScreenRow} from './screen-row.ts';

/** The terminal, as far as a screen uses it. */
export type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write' | 'once' | 'off' | 'writableNeedDrain'>;

export type Screen = {
	/** Takes the terminal, also anew after somebody else had it: the alternate screen, and what comes from its keyboard side marked as what it is. */
	readonly open: () => void;
	/** Gives the terminal back. Once is enough; more often does no harm. */
	readonly close: () => void;
	/** Shows a frame: the rows of the whole screen from its top. Writes once, and only what differs. Gives whether the terminal has taken it. */
	readonly draw: (lines: readonly ScreenRow[]) => boolean;
	/** Forgets what the terminal shows, because somebody else may have changed it: the next frame is written whole. */
	readonly forget: () => void;
};

/** Frames appear at once or not at all, where the terminal knows how. */
const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';

/** The size of a terminal in cells. One that says it has none is taken for one that was not measured yet. */
export const sizeOf = ({columns, rows}: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
	columns: Math.max(1, columns || 80),
	rows: Math.max(1, rows || 24),
});

/**
Owns the terminal while the screens are shown, and brings it from one frame to the next.

A terminal that does not take what is written gets no more until it does: then the newest frame, not all that were missed. `isTaken` says that the terminal was taken already.
*/
export function createScreen(stdout: Output, isTaken = false): Screen {
	const readCells = createCellReader();
	let isOpen = false;
	let mustEnter = !isTaken;
	let shown: readonly ScreenRow[] | undefined;
	let waiting: readonly ScreenRow[] | undefined;

	const write = (lines: readonly ScreenRow[]) => {
		const update = frameUpdate(shown, lines, readCells);
		shown = lines;
		if (update !== '') stdout.write(begin + update + end);
	};

	const onDrain = () => {
		const lines = waiting;
		waiting = undefined;
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
			waiting = undefined;
			stdout.off('drain', onDrain);
			stdout.write(leaveScreen);
		},

		draw(lines) {
			if (!isOpen) return false;
			if (waiting || stdout.writableNeedDrain) {
				if (!waiting) stdout.once('drain', onDrain);
				waiting = lines;
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
