import {cells, isOneCellEach} from '../text.ts';

/** A line of the screen, taken apart. */
export type Cells = {
	/** What stands there, without its looks. */
	readonly text: string;
	/** How each character of `text` looks, as the parameters of SGR; empty for the terminal's own look. Undefined when the cells cannot be told apart: wide characters, or sequences that are no looks. */
	readonly looks: readonly string[] | undefined;
};

const attributes: ReadonlyMap<string, readonly [slot: number, value: string]> = new Map(
	[
		['1', 0, '1'],
		['2', 1, '2'],
		['22', 0, ''],
		['3', 2, '3'],
		['23', 2, ''],
		['4', 3, '4'],
		['24', 3, ''],
		['7', 4, '7'],
		['27', 4, ''],
		['8', 5, '8'],
		['28', 5, ''],
		['9', 6, '9'],
		['29', 6, ''],
		['39', 7, ''],
		['49', 8, ''],
	].map(([code, slot, value]) => [code as string, [slot as number, value as string]]),
);

const foregroundSlot = 7;
const backgroundSlot = 8;

/** Applies one SGR sequence to what is switched on. Gives false for what it does not know. */
function applyLook(on: string[], parameters: string): boolean {
	const codes = parameters.split(';');
	for (let at = 0; at < codes.length; at++) {
		const code = codes[at] ?? '';
		const attribute = attributes.get(code);
		if (attribute) {
			on[attribute[0]] = attribute[1];
			// Bold and dim are switched off together.
			if (code === '22') on[1] = '';
		} else if (code === '' || code === '0') {
			on.fill('');
		} else if (code === '38' || code === '48') {
			const length = codes[at + 1] === '5' ? 3 : 5;
			on[code === '38' ? foregroundSlot : backgroundSlot] = codes.slice(at, at + length).join(';');
			at += length - 1;
		} else if (/^(?:3|9)[0-7]$/.test(code)) {
			on[foregroundSlot] = code;
		} else if (/^(?:4|10)[0-7]$/.test(code)) {
			on[backgroundSlot] = code;
		} else {
			return false;
		}
	}

	return true;
}

const lookSequence = /\u001B\[([\d;]*)m/g;

/** Takes a line apart that was made of text and SGR sequences. */
export function cellsOf(line: string): Cells {
	const on = Array.from({length: 9}, () => '');
	const looks: string[] = [];
	let text = '';
	let look = '';
	let isKnown = true;
	let from = 0;
	const take = (to: number) => {
		text += line.slice(from, to);
		for (let at = from; at < to; at++) looks.push(look);
	};
	lookSequence.lastIndex = 0;
	for (let found = lookSequence.exec(line); found; found = lookSequence.exec(line)) {
		take(found.index);
		from = lookSequence.lastIndex;
		isKnown = applyLook(on, found[1] ?? '') && isKnown;
		look = on.filter(Boolean).join(';');
	}

	take(line.length);
	return {text, looks: isKnown && isOneCellEach(text) ? looks : undefined};
}

/**
A line of which nothing moves, however wide the terminal takes its letters for: behind each run of letters that terminals may not agree on, the cursor is put where the next one belongs.

Terminals know different tables of Unicode; landfall reckons with those of Ink.
*/
export function anchored(line: string): string {
	let column = 0;
	return line.replaceAll(/(\u001B\[[\d;]*m)|([ -~]+)|([^ -~\u001B]+)/g, (all, _look, plainly: string, rest: string) => {
		column += cells(plainly ?? rest ?? '');
		return rest === undefined || isOneCellEach(rest) ? all : `${all}\u001B[${column + 1}G`;
	});
}
