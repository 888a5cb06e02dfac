import type {Clock} from '../../clock.ts';
import {createNotify} from '../../store/effects/notify.ts';
import {withInterface} from '../../store/state/state.ts';
import type {Store} from '../../store/store.ts';
import {createKeyInput} from '../../terminal/input/key-input.ts';
import {plain} from '../../text.ts';
import type {KeyContext, Layers} from '../../ui/contexts.ts';
import {isStartFrame} from '../../ui/frame/frame.ts';
import {isForWidget, paste, press} from '../../ui/keys/key-dispatch.ts';
import type {InkHost} from '../ink-host.ts';
import type {CustomKeys} from './custom-keys.ts';

type KeyboardOptions = {
	readonly stdin: NodeJS.ReadStream;
	readonly clock: Clock;
	readonly keyContext: KeyContext;
	readonly ink: InkHost;
	readonly askForBackground: () => void;
	/** Called with every key before it has an effect. */
	readonly onKey: () => void;
	/** Called once every key that has arrived is handled. */
	readonly onIdle: () => void;
};

/** Sends each key to the Ink widget that is open, or to the bindings of the top layer. */
export function createKeyboard({stdin, clock, keyContext, ink, askForBackground, onKey, onIdle}: KeyboardOptions) {
	const {store, layers} = keyContext;
	return createKeyInput(stdin, {
		isReady: () => ink.isMounted() || isStartFrame(store.get()),
		isForInk: (key, {at}) => isForWidget(store.get(), layers(), key, at),
		onKey(key, arrival) {
			onKey();
			press(keyContext, key, arrival);
		},
		onPaste: (text, arrival) => paste(keyContext, text, arrival),
		onIdle,
		onColors(report) {
			if (report.kind === 'background') store.change(state => withInterface(state, {background: report.color}));
			else askForBackground();
		},
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused, at: clock.now()}),
		after: clock.after,
		now: clock.now,
	});
}

type CustomizeOptions = {
	readonly store: Store;
	readonly clock: Clock;
	/** How `keys.json` changes the bindings, if there is one. */
	readonly customKeys: ((layers: Layers) => CustomKeys) | undefined;
};

/** Returns a function that applies the user's own keys. Whatever is wrong with them is known once every screen and dialog is loaded. */
export const createCustomize =
	({store, clock, customKeys}: CustomizeOptions) =>
	(layers: Layers): Layers => {
		if (!customKeys) return layers;
		const {layers: custom, changed, problems} = customKeys(layers);
		store.change(state => withInterface(state, {customKeys: changed}));
		const [first, ...others] = problems;
		const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
		if (first !== undefined && Object.keys(layers.dialogs).length > 0)
			createNotify({store, clock})(plain`${first}${more}`, 'bad');
		return custom;
	};
