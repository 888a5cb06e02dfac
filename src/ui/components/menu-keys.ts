import type {Binding} from '../desk.ts';

/** The keys that a menu hears itself, for hints and help. `choose` says what enter does. */
export const menuKeys = (choose: string): readonly Binding[] => [
	{keys: ['enter'], label: choose, isHinted: true, run() {}},
	{keys: ['down', 'j'], label: 'down', run() {}},
	{keys: ['up', 'k'], label: 'up', run() {}},
];

const heard: ReadonlySet<string> = new Set(menuKeys('').flatMap(({keys}) => keys));

export const isMenuKey = (_state: unknown, key: string): boolean => heard.has(key);
