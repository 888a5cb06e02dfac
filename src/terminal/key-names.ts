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

const consoleKey = /^\u001B\[\[([A-E])$/;

/** The modifier parameter is 1 plus a bit mask. */
const bitsOf = (number: string | undefined): number => Number(number || 1) - 1;
const [shift, alt, ctrl, otherModifiers] = [1, 2, 4, 8 + 16 + 32];

const modifiersOf = (number: string | undefined): string => {
	const bits = bitsOf(number);
	return `${bits & ctrl ? 'ctrl+' : ''}${bits & alt ? 'alt+' : ''}${bits & shift ? 'shift+' : ''}`;
};

/** `shifted`: the code point with shift, if known. */
function characterKey(code = '', shifted = '', bits: number): string | undefined {
	// Kitty's code for enter on the keypad.
	if (code === '57414') return '\r';
	const typed = String.fromCodePoint(Math.min(Number((bits & shift && shifted) || code), 0x10_ff_ff));
	const prefix = bits & alt ? '\u001B' : '';
	if (bits & ctrl && /[ @-_a-z]/.test(typed)) return prefix + String.fromCharCode(typed.charCodeAt(0) & 0x1f);
	if (bits & shift && typed === '\t') return `${prefix}\u001B[Z`;
	if (/[\t\r\u001B\u007F\b ]/.test(typed)) return prefix + typed;
	if (bits & ctrl || /\p{C}/u.test(typed)) return undefined;
	if (!(bits & shift) || shifted) return prefix + typed;
	const upper = typed.toUpperCase();
	// The sign above a digit depends on the keyboard.
	return upper === typed ? undefined : prefix + upper;
}

/** The sequence of a key without kitty's protocol and xterm's modifyOtherKeys. Undefined for a released key, and for unknown modifiers. */
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

/** A character, or a word such as `up`, `ctrl+d` or `shift+tab`. Undefined for an unknown sequence. */
export function keyName(text: string): string | undefined {
	const control = controlKeys.get(text);
	if (control) return control;
	if (/^[\u0001-\u001A]$/.test(text)) return `ctrl+${String.fromCharCode(text.charCodeAt(0) + 96)}`;
	if (!text.startsWith('\u001B')) return text;
	const [, row] = consoleKey.exec(text) ?? [];
	if (row) return `F${row.charCodeAt(0) - 64}`;
	// CSI R may also report the cursor position. Only SS3 R is certainly F3.
	if (text === '\u001BOR') return 'F3';
	const [, number = '', modifiers, final = ''] = keySequence.exec(text) ?? [];
	const name = final === '~' ? numberKeys.get(number) : letterKeys.get(final);
	if (name) return modifiersOf(modifiers) + name;
	const [, rest] = /^\u001B([^[O].*)$/su.exec(text) ?? [];
	const key = rest === undefined ? undefined : keyName(rest);
	return key && `alt+${key}`;
}

export type Key = {readonly name: string; readonly text: string | undefined};

export function keyFrom(input: string): Key | undefined {
	const name = keyName(input);
	return name === undefined ? undefined : {name, text: /\p{Cc}/u.test(input) ? undefined : input};
}
