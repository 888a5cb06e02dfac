import type {Terminal} from '@xterm/headless';

/** How one cell of an emulator looks: its character, its colour and its attributes. */
function cellOf(terminal: Terminal, row: number, column: number): string {
	const cell = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row)?.getCell(column);
	if (!cell) return '';
	const looks = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse()]
		.map(Number)
		.join('');
	return `${cell.getChars() || ' '}|${cell.getFgColorMode()}:${cell.getFgColor()}|${cell.getBgColorMode()}:${cell.getBgColor()}|${looks}`;
}

/** The text that an emulator shows, a string for each row, without the blanks at its end. */
export function shownRows({buffer: {active}, rows, cols}: Terminal): readonly string[] {
	return Array.from(
		{length: rows},
		(_, row) =>
			active
				.getLine(active.viewportY + row)
				?.translateToString(false, 0, cols)
				.trimEnd() ?? '',
	);
}

/** Everything that an emulator shows, cell by cell with its looks: one string a line. */
export const shownCells = (terminal: Terminal): readonly string[] =>
	Array.from({length: terminal.rows}, (_, row) =>
		Array.from({length: terminal.cols}, (_unused, column) => cellOf(terminal, row, column)).join(' '),
	);
