import type {Binding} from '../../desk.ts';
import {fieldMovement, sentByEnter} from '../../form-keys.ts';

export const editKeys: readonly Binding[] = [
	...sentByEnter('save what changed', actions => actions.saveProject()),
	...fieldMovement,
];
