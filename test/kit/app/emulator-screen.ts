import type {Terminal} from '@xterm/headless';

/** What the emulator knows about the link of a cell, which its public interface does not have. */
type LinkedCell = {readonly extended?: {readonly urlId: number}};

/** Describes one cell of an emulator: its character, colours and attributes, and whether it is a link. */
function cellOf(terminal: Terminal, row: number, column: number): string {
	const cell = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row)?.getCell(column);
	if (!cell) return '';
	const isLink = ((cell as LinkedCell).extended?.urlId ?? 0) > 0;
	const attributes = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse(), isLink]
		.map(Number)
		.join('');
	return `${cell.getChars() || ' '}|${cell.getFgColorMode()}:${cell.getFgColor()}|${cell.getBgColorMode()}:${cell.getBgColor()}|${attributes}`;
}

/** Returns the text of each row that an emulator shows, without trailing blanks. */
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

/** Returns one string per row that an emulator shows, with the character, colours and attributes of every cell. */
export const shownCells = (terminal: Terminal): readonly string[] =>
	Array.from({length: terminal.rows}, (_, row) =>
		Array.from({length: terminal.cols}, (_unused, column) => cellOf(terminal, row, column)).join(' '),
	);
