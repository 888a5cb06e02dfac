import type {Key} from '../../terminal/input/key-names.ts';
import type {Binding} from '../contexts.ts';

/** Returns bindings for the keys that the widget handles itself, for hints and help. `enterLabel` describes what enter does. */
export const menuKeys = (enterLabel: string): readonly Binding[] => [
	{id: 'menu.choose', keys: ['enter'], label: enterLabel, isHinted: true, isFixed: true, run() {}},
	{id: 'menu.down', keys: ['down', 'j'], label: 'down', isFixed: true, run() {}},
	{id: 'menu.up', keys: ['up', 'k'], label: 'up', isFixed: true, run() {}},
];

const handledKeys: ReadonlySet<string> = new Set(menuKeys('').flatMap(({keys}) => keys));

export const isMenuKey = (_state: unknown, {name}: Key): boolean => handledKeys.has(name);
