import {anchored, type Cells} from './cells.ts';
import type {Scroll} from './scroll.ts';

const clearLook = '\u001B[m';
export const eraseToEnd = '\u001B[K';

/** Writes pieces of a screen one after the other, and remembers which look is switched on. Rows and columns count from 0. */
export function createAnsiWriter() {
	let out = '';
	let look = '';
	const setLook = (wanted: string) => {
		if (wanted === look) return;
		if (wanted === '') out += clearLook;
		else out += look === '' ? `\u001B[${wanted}m` : `\u001B[0;${wanted}m`;
		look = wanted;
	};

	return {
		moveTo(row: number, column: number) {
			out += column === 0 ? `\u001B[${row + 1}H` : `\u001B[${row + 1};${column + 1}H`;
		},

		/** Some cells of a line, and blanks where it has none any more. */
		cells({text, runs = []}: Cells, from: number, to: number) {
			let start = from;
			for (const {end, look: wanted} of runs) {
				if (end <= start) continue;
				if (start >= to) return;
				setLook(wanted);
				out += text.slice(start, Math.min(end, to));
				start = end;
			}

			if (start >= to) return;
			setLook('');
			out += ' '.repeat(to - start);
		},

		eraseToEnd() {
			setLook('');
			out += eraseToEnd;
		},

		/** Text and sequences as they are, which begin and end in the terminal's own look. `column` is where the cursor stands. */
		raw(text: string, column: number) {
			setLook('');
			out += anchored(text, column);
			if (text.includes('\u001B')) out += clearLook;
		},

		/** Moves the lines of a region up or down, as every terminal since the VT100 can. */
		scroll({first, last, by}: Scroll) {
			setLook('');
			out += `\u001B[${first + 1};${last + 1}r`;
			out += by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`;
			out += '\u001B[r';
		},

		written() {
			setLook('');
			return out;
		},
	};
}

export type AnsiWriter = ReturnType<typeof createAnsiWriter>;
