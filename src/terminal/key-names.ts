const controlKeys: ReadonlyMap<string, string> = new Map([
	['\t', 'tab'],
	['\r', 'enter'],
	['\u007F', 'backspace'],
	['\b', 'backspace'],
	['\u001B', 'esc'],
	['\u0000', 'ctrl+ '],
	['\u001C', 'ctrl+\\'],
	['\u001D', 'ctrl+]'],
	['\u001E', 'ctrl+^'],
	['\u001F', 'ctrl+_'],
]);

/** By the final letter of CSI and SS3 sequences. */
const letterKeys: ReadonlyMap<string, string> = new Map([
	['A', 'up'],
	['B', 'down'],
	['C', 'right'],
	['D', 'left'],
	['F', 'end'],
	['H', 'home'],
	['P', 'F1'],
	['Q', 'F2'],
	['S', 'F4'],
	['Z', 'shift+tab'],
]);

/** By the number before the `~` of CSI sequences; some keys have two, or three including rxvt's. */
const numberKeys: ReadonlyMap<string, string> = new Map([
	['1', 'home'],
	['2', 'insert'],
	['3', 'delete'],
	['4', 'end'],
	['5', 'pageUp'],
	['6', 'pageDown'],
	['7', 'home'],
	['8', 'end'],
	...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map(
		(number, index) => [String(number), `F${index + 1}`] as const,
	),
]);

const keySequence = /^\u001B[[O](\d{0,4})(?:;(\d+))?([A-Za-z~^$])$/;

/** The first five function keys of the Linux console. */
const consoleKey = /^\u001B\[\[([A-E])$/;

/** The modifier parameter is 1 plus a bit mask. */
const bitsOf = (number: string | undefined): number => Number(number || 1) - 1;
const [shift, alt, ctrl, otherModifiers] = [1, 2, 4, 8 + 16 + 32];

const modifiersOf = (number: string | undefined): string => {
	const bits = bitsOf(number);
	return `${bits & ctrl ? 'ctrl+' : ''}${bits & alt ? 'alt+' : ''}${bits & shift ? 'shift+' : ''}`;
};

/** Returns a key of this code point as terminals write it that know no protocol for it. `shifted`: the code point with shift, if that is known. */
function characterKey(code = '', shifted = '', bits: number): string | undefined {
	// Kitty's enter of the keypad.
	if (code === '57414') return '\r';
	const typed = String.fromCodePoint(Math.min(Number((bits & shift && shifted) || code), 0x10_ff_ff));
	const prefix = bits & alt ? '\u001B' : '';
	if (bits & ctrl && /[ @-_a-z]/.test(typed)) return prefix + String.fromCharCode(typed.charCodeAt(0) & 0x1f);
	if (bits & shift && typed === '\t') return `${prefix}\u001B[Z`;
	if (/[\t\r\u001B\u007F\b ]/.test(typed)) return prefix + typed;
	if (bits & ctrl || /\p{C}/u.test(typed)) return undefined;
	if (!(bits & shift) || shifted) return prefix + typed;
	const upper = typed.toUpperCase();
	// Nobody knows what is above a digit on this keyboard.
	return upper === typed ? undefined : prefix + upper;
}

/** Returns the sequence of a key as terminals write it that know neither kitty's protocol nor xterm's modifyOtherKeys. Undefined for a key that is released, or pressed together with one that landfall does not know. */
export function plainForm(key: string): string | undefined {
	if (key === '\u001BOM') return '\r';
	const [, parameters = '', final = ''] = /^\u001B\[([\d;:]*)([A-Za-z~])$/.exec(key) ?? [];
	const parts = parameters.split(';').map(parameter => parameter.split(':'));
	const [[number, shifted] = [], [modifiers, event] = [], [code] = []] = parts;
	const bits = bitsOf(modifiers);
	if (event === '3' || bits & otherModifiers) return undefined;
	if (final === 'u') return characterKey(number, shifted, bits);
	if (final === '~' && number === '27') return characterKey(code, code, bits);
	return event === undefined ? key : `\u001B[${number};${modifiers}${final}`;
}

/** Returns the name that bindings use for a key: the character it types, or a word such as `up`, `ctrl+d` or `shift+tab`. Undefined for sequences that are not known keys. */
export function keyName(text: string): string | undefined {
	const control = controlKeys.get(text);
	if (control) return control;
	if (/^[\u0001-\u001A]$/.test(text)) return `ctrl+${String.fromCharCode(text.charCodeAt(0) + 96)}`;
	if (!text.startsWith('\u001B')) return text;
	const [, row] = consoleKey.exec(text) ?? [];
	if (row) return `F${row.charCodeAt(0) - 64}`;
	// CSI R is ambiguous: it also reports the cursor position. Only SS3 R is certainly F3.
	if (text === '\u001BOR') return 'F3';
	const [, number = '', modifiers, final = ''] = keySequence.exec(text) ?? [];
	const name = final === '~' ? numberKeys.get(number) : letterKeys.get(final);
	if (name) return modifiersOf(modifiers) + name;
	const [, rest] = /^\u001B([^[O].*)$/su.exec(text) ?? [];
	const held = rest === undefined ? undefined : keyName(rest);
	return held && `alt+${held}`;
}

/** A key as bindings and fields know it: its name, and what it types, if it types anything. */
export type Key = {readonly name: string; readonly text: string | undefined};

/** The key that a terminal's input stands for. Undefined for a sequence that is no known key. */
export function keyFrom(input: string): Key | undefined {
	const name = keyName(input);
	return name === undefined ? undefined : {name, text: /\p{Cc}/u.test(input) ? undefined : input};
}
