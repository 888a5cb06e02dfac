import {cells, isOneCellEach} from '../base/text.ts';

/** Matches movements to a column, line feeds, colours, links, ASCII and other text. */
const parts =
	/\u001B\[(\d*)G|(\n|\u001B\[\d*E)|\u001B\[[?\d;]*[A-Za-z]|\u001B\]8;;[^\u001B]*\u001B\\|([ -~]+)|([^ -~\n\u001B]+)/g;

/**
Makes the layout of Ink's text independent of the terminal's character widths: after characters of uncertain width, the cursor moves to the column that Ink expects.

Terminals use different Unicode tables.
*/
export function anchored(text: string): string {
	// Fast path for nearly every frame.
	if (isOneCellEach(text.replaceAll(/[\u001B\n]/g, ''))) return text;
	let column = 0;
	/** The preceding character, which may combine with the next ones. */
	let before = '';
	return text.replaceAll(
		parts,
		(all, to: string | undefined, lineEnd, ascii: string | undefined, rest: string | undefined) => {
			if (to !== undefined) column = Number(to || 1) - 1;
			else if (lineEnd !== undefined) column = 0;
			else if (ascii !== undefined) column += ascii.length;
			else if (rest !== undefined) column += cells(before + rest) - before.length;
			else return all;
			before = ascii?.at(-1) ?? '';
			return rest === undefined || isOneCellEach(rest) ? all : `${all}\u001B[${column + 1}G`;
		},
	);
}
