import type {Binding, Layer, Layers} from '../contexts.ts';
import {alwaysIn, anywhereIn} from './common-keys.ts';

/** Bindings that work together, so that no key may be bound twice among them. */
export type Scope = {
	readonly title: string;
	/** What the ids of its own bindings begin with. Empty for a screen. */
	readonly prefix: string;
	/** Its own bindings. */
	readonly keys: readonly Binding[];
	/** The bindings that it shares with others. */
	readonly shared: readonly Binding[];
	readonly isTyping: boolean;
};

/** Returns the id of a binding, which `keys.json` uses: its own, or its label. */
export const commandId = ({id, label}: Binding, prefix = ''): string =>
	id ??
	prefix +
		label
			.toLowerCase()
			.replaceAll(/[^a-z]+/g, '-')
			.replaceAll(/^-|-$/g, '');

/** Returns what the ids of a dialog's bindings begin with. */
export const prefixOf = (dialog: string): string => `${dialog.replaceAll(' ', '-')}.`;

const ofLayer = (layer: Layer, prefix: string, shared: readonly Binding[]): readonly Scope[] => {
	const {title, keys, search, pane, isTyping = false} = layer;
	return [
		{title, prefix, keys, shared, isTyping},
		...(pane ? [{title: `${title}, details`, prefix: 'details.', keys: pane.keys, shared, isTyping: false}] : []),
		...(search ? [{title: `${title}, search`, prefix: 'search.', keys: search.keys, shared, isTyping: true}] : []),
	];
};

/** Returns the bindings of every screen and dialog. */
export function scopesOf(layers: Layers): readonly Scope[] {
	const [anywhere, always] = [anywhereIn(layers), alwaysIn(layers)];
	return [
		...Object.values(layers.screens).flatMap(layer =>
			ofLayer(layer, '', layer.isClosed || layer.isTyping ? always : [...anywhere, ...always]),
		),
		...Object.entries(layers.dialogs).flatMap(([name, layer]) => ofLayer(layer, prefixOf(name), always)),
	];
}
