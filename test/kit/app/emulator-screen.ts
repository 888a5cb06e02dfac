import type {IBufferCell, Terminal} from '@xterm/headless';

/** What the emulator knows about the link of a cell, which its public interface does not have. */
type LinkedCell = {readonly extended?: {readonly urlId: number}};

/** Describes a cell: its character, colours and attributes, and whether it is a link. */
function described(cell: IBufferCell): string {
	const isLink = ((cell as LinkedCell).extended?.urlId ?? 0) > 0;
	const attributes = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse(), isLink]
		.map(Number)
		.join('');
	return `${cell.getChars() || ' '}|${cell.getFgColorMode()}:${cell.getFgColor()}|${cell.getBgColorMode()}:${cell.getBgColor()}|${attributes}`;
}

/** What the emulator knows about its cursor, which its public interface does not have. */
type CursorCore = {readonly _core: {readonly coreService: {readonly isCursorHidden: boolean}}};

/** Returns what is left of the cursor in its row. Undefined if the cursor is hidden. */
export function textBeforeCursor(emulator: Terminal): string | undefined {
	const {active} = emulator.buffer;
	if ((emulator as unknown as CursorCore)._core.coreService.isCursorHidden) return undefined;
	return active.getLine(active.baseY + active.cursorY)?.translateToString(false, 0, active.cursorX);
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
export function shownCells({buffer: {active}, rows, cols}: Terminal): readonly string[] {
	const cell = active.getNullCell();
	return Array.from({length: rows}, (_, row) => {
		const line = active.getLine(active.viewportY + row);
		return Array.from({length: cols}, (_unused, column) => described(line?.getCell(column, cell) ?? cell)).join(' ');
	});
}
