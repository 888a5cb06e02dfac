import type {IBufferCell, Terminal} from '@xterm/headless';

/** The link of a cell, which xterm's public interface lacks. */
type LinkedCell = {readonly extended?: {readonly urlId: number}};

function described(cell: IBufferCell): string {
	const isLink = ((cell as LinkedCell).extended?.urlId ?? 0) > 0;
	const attributes = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse(), isLink]
		.map(Number)
		.join('');
	return `${cell.getChars() || ' '}|${cell.getFgColorMode()}:${cell.getFgColor()}|${cell.getBgColorMode()}:${cell.getBgColor()}|${attributes}`;
}

/** The visibility of the cursor, which xterm's public interface lacks. */
type CursorCore = {readonly _core: {readonly coreService: {readonly isCursorHidden: boolean}}};

/** The text left of the cursor in its line. Undefined if the cursor is hidden. */
export function textBeforeCursor(emulator: Terminal): string | undefined {
	const {active} = emulator.buffer;
	if ((emulator as unknown as CursorCore)._core.coreService.isCursorHidden) return undefined;
	return active.getLine(active.baseY + active.cursorY)?.translateToString(false, 0, active.cursorX);
}

export function shownLines({buffer: {active}, rows, cols}: Terminal): readonly string[] {
	return Array.from(
		{length: rows},
		(_, row) =>
			active
				.getLine(active.viewportY + row)
				?.translateToString(false, 0, cols)
				.trimEnd() ?? '',
	);
}

/** One string per line, with the character, colours and attributes of every cell. */
export function shownCells({buffer: {active}, rows, cols}: Terminal): readonly string[] {
	const cell = active.getNullCell();
	return Array.from({length: rows}, (_, row) => {
		const line = active.getLine(active.viewportY + row);
		return Array.from({length: cols}, (_unused, column) => described(line?.getCell(column, cell) ?? cell)).join(' ');
	});
}
