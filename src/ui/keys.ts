import type {Key} from 'ink';

const named = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pageUp'],
	['pageDown', 'pageDown'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const satisfies ReadonlyArray<readonly [keyof Key, string]>;

/** The names of the keys behind one input event, in the order in which they were pressed: a burst of letters arrives as one. */
export function keyNames(input: string, key: Key): readonly string[] {
	if (key.tab) return [key.shift ? 'shift+tab' : 'tab'];
	const [, name] = named.find(([flag]) => key[flag]) ?? [];
	if (name) return [name];
	if (key.ctrl) return [`ctrl+${input}`];
	return key.meta ? [] : [...input];
}
