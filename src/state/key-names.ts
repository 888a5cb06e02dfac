import {type SafeText, safe} from '../base/text.ts';
import type {State} from './state.ts';

/** Returns the key of a command for a sentence such as “Press r to try again”. `key` is its default. A command without a key is run from the palette. */
export const keyOf = ({interface: {customKeys}}: State, id: string, key: SafeText): SafeText =>
	keyIn(customKeys, id, key);

/** The same from the keys that the user has changed. */
export function keyIn(customKeys: State['interface']['customKeys'], id: string, key: SafeText): SafeText {
	if (!customKeys.has(id)) return key;
	return safe(customKeys.get(id) ?? `:${id.replaceAll('-', ' ')}`);
}
