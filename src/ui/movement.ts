import type {Binding} from './desk.ts';

const move =
	(by: number): Binding['run'] =>
	({store}) =>
		store.dispatch({type: 'moved', by});
const page =
	(screens: number): Binding['run'] =>
	({store}) =>
		store.dispatch({type: 'paged', screens});
const jump =
	(to: 'first' | 'last'): Binding['run'] =>
	({store, clock}) =>
		store.dispatch({type: 'jumped', to, at: clock.now()});

/** The keys that move about in a list while letters are typed. */
export const travel: readonly Binding[] = [
	{keys: ['down'], label: 'down', run: move(1)},
	{keys: ['up'], label: 'up', run: move(-1)},
	{keys: ['pageDown'], label: 'a screen down', run: page(1)},
	{keys: ['pageUp'], label: 'a screen up', run: page(-1)},
];

/** The keys that move about in a list. */
export const movement: readonly Binding[] = [
	{keys: ['down', 'j'], label: 'down', run: move(1)},
	{keys: ['up', 'k'], label: 'up', run: move(-1)},
	{keys: ['pageDown'], label: 'a screen down', run: page(1)},
	{keys: ['pageUp'], label: 'a screen up', run: page(-1)},
	{keys: ['ctrl+d'], label: 'half a screen down', run: page(0.5)},
	{keys: ['ctrl+u'], label: 'half a screen up', run: page(-0.5)},
	{keys: ['g', 'home'], label: 'first row', run: jump('first')},
	{keys: ['G', 'end'], label: 'last row', run: jump('last')},
];
