import {anchored, type Cells, linkEnd, linkMark, linkStart} from './cells.ts';
import type {Scroll} from './scroll.ts';

const resetStyle = '\u001B[m';
export const eraseToEnd = '\u001B[K';

/** Returns how many characters it takes to change the style. */
export const switchLength = (before: string, next: string): number =>
	next === before ? 0 : next === '' ? resetStyle.length : next.length + (before === '' ? 3 : 5);

/** Returns a builder for a string of screen updates that tracks the current SGR style and link. Rows and columns count from 0. */
export function createAnsiWriter() {
	let out = '';
	let style = '';
	/** The row of the cursor. Undefined if it is not known. */
	let cursorRow: number | undefined;
	const setSgr = (before: string, next: string) => {
		if (next === before) return;
		if (next === '') out += resetStyle;
		else out += before === '' ? `\u001B[${next}m` : `\u001B[0;${next}m`;
	};
	const setStyle = (next: string) => {
		if (next === style) return;
		if (style.includes(linkMark) || next.includes(linkMark)) {
			const [sgrBefore = '', linkBefore = ''] = style.split(linkMark);
			const [sgr = '', link = ''] = next.split(linkMark);
			if (link !== linkBefore) out += linkStart + link + linkEnd;
			setSgr(sgrBefore, sgr);
		} else {
			setSgr(style, next);
		}

		style = next;
	};

	return {
		moveTo(row: number, column: number) {
			if (row === cursorRow) out += column === 0 ? '\u001B[G' : `\u001B[${column + 1}G`;
			else out += column === 0 ? `\u001B[${row + 1}H` : `\u001B[${row + 1};${column + 1}H`;
			cursorRow = row;
		},

		/** Writes columns `from` to `to` of a line, padded with blanks past its end. */
		cells({text, runs = []}: Cells, from: number, to: number) {
			let start = from;
			for (const {end, style: next} of runs) {
				if (end <= start) continue;
				if (start >= to) return;
				setStyle(next);
				out += text.slice(start, Math.min(end, to));
				start = end;
			}

			if (start >= to) return;
			setStyle('');
			out += ' '.repeat(to - start);
		},

		eraseToEnd() {
			setStyle('');
			out += eraseToEnd;
		},

		/** Writes text that already contains sequences, starting and ending in the default style. `column` is the cursor's position. */
		raw(text: string, column: number) {
			setStyle('');
			out += anchored(text, column);
			if (text.includes('\u001B')) out += resetStyle;
		},

		/** Scrolls a region with DECSTBM, which every terminal since the VT100 supports. */
		scroll({first, last, by}: Scroll) {
			setStyle('');
			out += `\u001B[${first + 1};${last + 1}r`;
			out += by > 0 ? `\u001B[${last + 1}H${'\n'.repeat(by)}` : `\u001B[${first + 1}H${'\u001BM'.repeat(-by)}`;
			out += '\u001B[r';
			cursorRow = undefined;
		},

		written() {
			setStyle('');
			return out;
		},
	};
}

export type AnsiWriter = ReturnType<typeof createAnsiWriter>;
