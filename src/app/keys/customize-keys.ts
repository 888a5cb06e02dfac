import type {Clock} from '../../clock.ts';
import {createNotify} from '../../store/effects/notify.ts';
import type {Store} from '../../store/store.ts';
import {plain} from '../../text.ts';
import type {Layers} from '../../ui/contexts.ts';
import type {CustomKeys} from './custom-keys.ts';

type Options = {
	readonly store: Store;
	readonly clock: Clock;
	/** How `keys.json` changes the bindings, if there is one. */
	readonly customKeys: ((layers: Layers) => CustomKeys) | undefined;
};

/** Returns a function that applies the user's own keys. Whatever is wrong with them is known once every screen and dialog is loaded. */
export const createCustomize =
	({store, clock, customKeys}: Options) =>
	(layers: Layers): Layers => {
		if (!customKeys) return layers;
		const {layers: custom, changed, problems} = customKeys(layers);
		store.dispatch({type: 'keys-customized', keys: changed});
		const [first, ...others] = problems;
		const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
		if (first !== undefined && Object.keys(layers.dialogs).length > 0)
			createNotify({store, clock})(plain`${first}${more}`, 'bad');
		return custom;
	};
