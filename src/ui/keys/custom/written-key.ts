/** A key as a user writes it: the name that bindings use, or why no terminal sends it, as a sentence without a full stop. */
export type WrittenKey = {readonly key: string} | {readonly fault: string};

/** Names that users may write, by their lower-case form. */
const namedKeys: ReadonlyMap<string, string> = new Map([
	...['up', 'down', 'left', 'right', 'home', 'end', 'insert', 'delete', 'tab', 'enter', 'backspace', 'esc'].map(
		name => [name, name] as const,
	),
	['pageup', 'pageUp'],
	['pgup', 'pageUp'],
	['pagedown', 'pageDown'],
	['pgdn', 'pageDown'],
	['escape', 'esc'],
	['return', 'enter'],
	['del', 'delete'],
	['ins', 'insert'],
	['space', ' '],
	...Array.from({length: 12}, (_, index) => [`f${index + 1}`, `F${index + 1}`] as const),
]);

/** Keys that terminals send as another key. */
const twins: ReadonlyMap<string, string> = new Map([
	['ctrl+i', 'tab'],
	['ctrl+m', 'enter'],
	['ctrl+h', 'backspace'],
	['ctrl+[', 'esc'],
	['ctrl+backspace', 'ctrl+w or backspace'],
	['ctrl+enter', 'enter'],
	['shift+enter', 'enter'],
	['ctrl+tab', 'tab'],
	['shift+backspace', 'backspace'],
	['shift+ ', 'space'],
]);

/** Named keys that are sent with modifiers, apart from those in `twins`. */
const modifiedKeys = new Set([
	...['up', 'down', 'left', 'right', 'home', 'end', 'pageUp', 'pageDown', 'insert', 'delete'],
	...[1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(number => `F${number}`),
]);

const order = ['ctrl', 'alt', 'shift'];

const isOneCharacter = (text: string): boolean => [...new Intl.Segmenter().segment(text)].length === 1;

function withModifiers(modifiers: readonly string[], name: string): WrittenKey {
	const key = [...order.filter(modifier => modifiers.includes(modifier)), name].join('+');
	const twin = twins.get(key);
	if (twin) return {fault: `terminals send ${key.replace(/ $/, 'space')} as ${twin}`};
	const unsent = {fault: `terminals do not send ${key.replace(/ $/, 'space')}`};
	if (key === 'shift+tab' || key === 'alt+enter' || key === 'alt+backspace') return {key};
	if (name.length > 1) return modifiedKeys.has(name) ? {key} : unsent;
	if (modifiers.includes('shift')) return {fault: `write ${name.toUpperCase()} instead of ${key}`};
	if (modifiers.length > 1) return unsent;
	if (key.startsWith('alt+')) return name === '[' || name === 'O' || name === ']' ? unsent : {key};
	if (/[A-Z]/.test(name)) return {fault: `terminals send ${key} as ctrl+${name.toLowerCase()}`};
	return /[a-z \\\]^_]/.test(name) ? {key} : unsent;
}

/** Returns the key that a user means, such as `x`, `ctrl+x`, `shift+tab`, `PgDn` or `F5`. */
export function parseWrittenKey(written: string): WrittenKey {
	if (written === '') return {fault: 'a key is missing'};
	if (/\p{Cc}/u.test(written)) return {fault: 'a key is written by its name, such as enter or ctrl+x'};
	const [, prefix = '', rest = ''] = /^((?:[a-z]+\+)*)(.+)$/i.exec(written) ?? [];
	const modifiers = prefix.toLowerCase().split('+').filter(Boolean);
	const unknown = modifiers.find(modifier => !order.includes(modifier));
	if (unknown !== undefined) return {fault: `terminals do not send ${unknown}: use ctrl, alt or shift`};
	const name = isOneCharacter(rest) ? rest : namedKeys.get(rest.toLowerCase());
	if (name === undefined) return {fault: `${rest} is not one key, such as x, ctrl+x, PgDn or F5`};
	return modifiers.length === 0 ? {key: name} : withModifiers(modifiers, name);
}
