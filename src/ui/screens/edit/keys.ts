import type {Binding} from '../../contexts.ts';
import {fieldMovement, sentByEnter} from '../../keys/text-keys.ts';

export const editKeys: readonly Binding[] = [
	...sentByEnter('save changes', actions => actions.saveProject()),
	...fieldMovement,
];
