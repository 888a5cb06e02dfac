import {cells, isOneCellEach} from '../../text.ts';

/** Cells next to each other that look the same. `look` holds the parameters of SGR; it is empty for the terminal's own look. */
type Run = {readonly end: number; readonly look: string};

/** A line of the screen, taken apart. */
export type Cells = {
	/** What stands there, without its looks. */
	readonly text: string;
	/** How the characters of `text` look, from the left. Undefined when the cells cannot be told apart: wide characters, or sequences that are no looks. */
	readonly runs: readonly Run[] | undefined;
};

/** What each code switches on or off, by the place it has among the others. */
const attributes: Readonly<Record<string, readonly [place: number, code: string]>> = {
	1: [0, '1'],
	2: [1, '2'],
	3: [2, '3'],
	23: [2, ''],
	4: [3, '4'],
	24: [3, ''],
	7: [4, '7'],
	27: [4, ''],
	8: [5, '8'],
	28: [5, ''],
	9: [6, '9'],
	29: [6, ''],
	39: [7, ''],
	49: [8, ''],
};
const placeOfForeground = 7;
const placeOfBackground = 8;

const foreground = /^(?:38;5;\d+|38;2;\d+;\d+;\d+|[39][0-7])$/;
const background = /^(?:48;5;\d+|48;2;\d+;\d+;\d+|(?:4|10)[0-7])$/;

/** Cuts the parameters of SGR into codes, each with what belongs to it. */
const codesOf = (parameters: string): readonly string[] =>
	parameters.match(/[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+/g) ?? ['0'];

/** How something looks after one more SGR sequence. Undefined for one that is not known. */
function changedLook(look: string, parameters: string): string | undefined {
	if (!/^[\d;]*$/.test(parameters)) return undefined;
	const on: string[] = Array.from({length: 9}, () => '');
	for (const code of [...(look === '' ? [] : codesOf(look)), ...codesOf(parameters)]) {
		const attribute = attributes[code];
		if (attribute) on[attribute[0]] = attribute[1];
		else if (code === '0') on.fill('');
		// Bold and dim are switched off together.
		else if (code === '22') on.fill('', 0, 2);
		else if (foreground.test(code)) on[placeOfForeground] = code;
		else if (background.test(code)) on[placeOfBackground] = code;
		else return undefined;
	}

	return on.filter(Boolean).join(';');
}

/** Far more than a screen has. */
const maxLooks = 500;

/** Gives what takes lines apart that were made of text and SGR sequences. It remembers what the sequences do. */
export function createCellReader(): (line: string) => Cells {
	const looks = new Map<string, Map<string, string | undefined>>();
	let lookCount = 0;

	const lookAfter = (look: string, parameters: string): string | undefined => {
		const known = looks.get(look);
		const after = known?.get(parameters);
		if (after !== undefined || known?.has(parameters)) return after;
		if (lookCount++ >= maxLooks) {
			looks.clear();
			lookCount = 0;
		}

		const changed = changedLook(look, parameters);
		looks.set(look, (looks.get(look) ?? new Map()).set(parameters, changed));
		return changed;
	};

	return line => {
		const runs: Run[] = [];
		let text = '';
		let look: string | undefined = '';
		let from = 0;
		for (let at = line.indexOf('\u001B'); at >= 0 && look !== undefined; at = line.indexOf('\u001B', from)) {
			const end = line.indexOf('m', at);
			if (at > from) {
				text += line.slice(from, at);
				runs.push({end: text.length, look});
			}

			look = line[at + 1] === '[' && end > 0 ? lookAfter(look, line.slice(at + 2, end)) : undefined;
			from = end + 1;
		}

		if (look === undefined) return {text: line, runs: undefined};
		if (from < line.length) {
			text += line.slice(from);
			runs.push({end: text.length, look});
		}

		return {text, runs: isOneCellEach(text) ? runs : undefined};
	};
}

/**
A line of which nothing moves, however wide the terminal takes its letters for: behind each run of letters that terminals may not agree on, the cursor is put where the next one belongs.

Terminals know different tables of Unicode; landfall reckons with those of Ink. `from` is the column in which the line begins.
*/
export function anchored(line: string, from: number): string {
	// Nearly every line, for one look.
	if (isOneCellEach(line.replaceAll('\u001B', ''))) return line;
	let column = from;
	/** What stands before may take a letter into its own cells. */
	let before = '';
	return line.replaceAll(
		/(\u001B\[[\d;]*m)|([ -~]+)|([^ -~\u001B]+)/g,
		(all, _look, plainly: string | undefined, rest: string | undefined) => {
			column += rest === undefined ? (plainly?.length ?? 0) : cells(before + rest) - before.length;
			before = plainly?.at(-1) ?? '';
			return rest === undefined || isOneCellEach(rest) ? all : `${all}\u001B[${column + 1}G`;
		},
	);
}
