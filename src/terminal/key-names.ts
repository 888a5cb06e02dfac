const controls: Readonly<Record<string, string>> = {
	'\t': 'tab',
	'\r': 'enter',
	'\u007F': 'backspace',
	'\b': 'backspace',
	'\u001B': 'esc',
	'\u0000': 'ctrl+ ',
};

/** The last letter of CSI and SS3 sequences. */
const letters: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	F: 'end',
	H: 'home',
	Z: 'shift+tab',
};

/** The number before the `~` of CSI sequences; some keys have two, or three with rxvt's. */
const numbers: Readonly<Record<string, string>> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'pageUp',
	6: 'pageDown',
	7: 'home',
	8: 'end',
};

const sequence = /^\u001B(?:\[|O)(?:(\d*)(?:;(\d+))?)([A-Za-z~^$])$/;

/** Shift, alt and ctrl count 1, 2 and 4 in what follows the number, which begins at 1. */
const modifiersOf = (number: string | undefined): string => {
	const bits = Number(number ?? 1) - 1;
	return `${bits & 4 ? 'ctrl+' : ''}${bits & 2 ? 'alt+' : ''}${bits & 1 ? 'shift+' : ''}`;
};

/** The name by which bindings know a key: what it types, or a word such as `up`, `ctrl+d` or `shift+tab`. Undefined for what is no key with a name. */
export function keyName(text: string): string | undefined {
	const control = controls[text];
	if (control) return control;
	if (/^[\u0001-\u001A]$/.test(text)) return `ctrl+${String.fromCharCode(text.charCodeAt(0) + 96)}`;
	if (!text.startsWith('\u001B')) return text;
	const [, number = '', modifiers, final = ''] = sequence.exec(text) ?? [];
	const name = final === '~' ? numbers[number] : letters[final];
	return name && modifiersOf(modifiers) + name;
}
