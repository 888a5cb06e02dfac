import {cells, isOneCellEach} from '../base/text.ts';

/** Text, and the sequences in it: colours and links, movements to a column, line feeds. */
const parts =
	/\u001B\[(\d*)G|(\n|\u001B\[\d*E)|\u001B\[[?\d;]*[A-Za-z]|\u001B\]8;;[^\u001B]*\u001B\\|([ -~]+)|([^ -~\n\u001B]+)/g;

/**
What Ink writes, in a form whose layout does not depend on the terminal's character widths: after each run of characters whose width may differ, the cursor moves to where the next one belongs.

Terminals use different Unicode tables; the screen uses Ink's.
*/
export function anchored(text: string): string {
	// Fast path for nearly every frame.
	if (isOneCellEach(text.replaceAll(/[\u001B\n]/g, ''))) return text;
	let column = 0;
	/** The preceding character, which may combine with the next run. */
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
