import type {Binding} from '../../desk.ts';

/** The menu hears its own keys; these say which they are. */
export const welcomeKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'choose', isHinted: true, run() {}},
	{keys: ['down', 'up', 'j', 'k'], label: 'move', isHinted: true, run() {}},
];
