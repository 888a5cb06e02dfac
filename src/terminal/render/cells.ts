import {cells, isOneCellEach} from '../../text.ts';

/** Adjacent cells of the same style. `style` holds SGR parameters, followed by `linkMark` and an address if they are a link. It is empty for the default style. */
type StyleRun = {readonly end: number; readonly style: string};

/** Separates the SGR parameters of a style from the address that it links to. */
export const linkMark = '\u001B';

/** A parsed line of the screen. */
export type Cells = {
	/** The text without its styles. */
	readonly text: string;
	/** The styles of `text`, from the left. Undefined if cells cannot be mapped to characters: wide characters, or sequences other than SGR and links. */
	readonly runs: readonly StyleRun[] | undefined;
};

/** Each SGR code with the slot it sets and the code it leaves there (empty for off). */
const attributes: Readonly<Record<string, readonly [slot: number, code: string]>> = {
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
const foregroundSlot = 7;
const backgroundSlot = 8;

/** OSC 8: the address of the text that follows, or the end of a link without one. */
export const [linkStart, linkEnd] = ['\u001B]8;;', '\u001B\\'];

const foreground = /^(?:38;5;\d+|38;2;\d+;\d+;\d+|[39][0-7])$/;
const background = /^(?:48;5;\d+|48;2;\d+;\d+;\d+|(?:4|10)[0-7])$/;

/** Splits SGR parameters into codes; an extended colour stays one code. */
const codesOf = (parameters: string): readonly string[] =>
	parameters.match(/[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+/g) ?? ['0'];

/** Returns the style after one more SGR sequence, or undefined for an unknown one. */
function nextStyle(style: string, parameters: string): string | undefined {
	if (!/^[\d;]*$/.test(parameters)) return undefined;
	const on: string[] = Array.from({length: 9}, () => '');
	for (const code of [...(style === '' ? [] : codesOf(style)), ...codesOf(parameters)]) {
		const attribute = attributes[code];
		if (attribute) on[attribute[0]] = attribute[1];
		else if (code === '0') on.fill('');
		// Code 22 switches off both bold and dim.
		else if (code === '22') on.fill('', 0, 2);
		else if (foreground.test(code)) on[foregroundSlot] = code;
		else if (background.test(code)) on[backgroundSlot] = code;
		else return undefined;
	}

	return on.filter(Boolean).join(';');
}

/** Bounds the cache; a screen uses far fewer. */
const maxStyles = 500;

/** How many lines are kept parsed. A list draws the same ones again as the selection moves over them. */
const maxLines = 200;

/** Returns the address of the link that begins at an index, empty where one ends, and the index behind it. Undefined for any other sequence. */
function linkAt(line: string, at: number): {readonly address: string; readonly end: number} | undefined {
	if (!line.startsWith(linkStart, at)) return undefined;
	const last = line.indexOf(linkEnd, at);
	return last < 0 ? undefined : {address: line.slice(at + linkStart.length, last), end: last + linkEnd.length};
}

/** Returns a parser for lines of text, SGR sequences and links. It caches the effect of each sequence, and the latest lines. */
export function createCellReader(): (line: string) => Cells {
	const parse = createParser();
	const known = new Map<string, Cells>();
	return line => {
		let parsed = known.get(line);
		if (parsed) return parsed;
		parsed = parse(line);
		if (known.size >= maxLines) known.clear();
		known.set(line, parsed);
		return parsed;
	};
}

function createParser(): (line: string) => Cells {
	const styles = new Map<string, Map<string, string | undefined>>();
	let styleCount = 0;

	const styleAfter = (style: string, parameters: string): string | undefined => {
		const known = styles.get(style);
		const after = known?.get(parameters);
		if (after !== undefined || known?.has(parameters)) return after;
		if (styleCount++ >= maxStyles) {
			styles.clear();
			styleCount = 0;
		}

		const next = nextStyle(style, parameters);
		styles.set(style, (styles.get(style) ?? new Map()).set(parameters, next));
		return next;
	};

	return line => {
		const runs: StyleRun[] = [];
		let text = '';
		let style: string | undefined = '';
		let link = '';
		let from = 0;
		const pushRun = (end: number, sgr: string) => runs.push({end, style: link === '' ? sgr : sgr + linkMark + link});
		for (let at = line.indexOf('\u001B'); at >= 0 && style !== undefined; at = line.indexOf('\u001B', from)) {
			if (at > from) {
				text += line.slice(from, at);
				pushRun(text.length, style);
			}

			const found = linkAt(line, at);
			if (found) {
				link = found.address;
				from = found.end;
				continue;
			}

			const end = line.indexOf('m', at);
			style = line[at + 1] === '[' && end > 0 ? styleAfter(style, line.slice(at + 2, end)) : undefined;
			from = end + 1;
		}

		if (style === undefined) return {text: line, runs: undefined};
		if (from < line.length) {
			text += line.slice(from);
			pushRun(text.length, style);
		}

		return {text, runs: isOneCellEach(text) ? runs : undefined};
	};
}

/**
Returns a line whose layout does not depend on the terminal's character widths: after each run of characters whose width may differ, the cursor is moved to where the next one belongs.

Terminals use different Unicode tables; landfall uses Ink's. `from` is the column where the line begins.
*/
export function anchored(line: string, from: number): string {
	// Fast path for nearly every line.
	if (isOneCellEach(line.replaceAll('\u001B', ''))) return line;
	let column = from;
	/** The preceding character, which may combine with the next run. */
	let before = '';
	return line.replaceAll(
		/(\u001B\[[\d;]*m|\u001B\]8;;[^\u001B]*\u001B\\)|([ -~]+)|([^ -~\u001B]+)/g,
		(all, _style, ascii: string | undefined, rest: string | undefined) => {
			column += rest === undefined ? (ascii?.length ?? 0) : cells(before + rest) - before.length;
			before = ascii?.at(-1) ?? '';
			return rest === undefined || isOneCellEach(rest) ? all : `${all}\u001B[${column + 1}G`;
		},
	);
}
