import type {Clock} from '../../clock.ts';
import {createNotify} from '../../store/effects/notify.ts';
import {createKeyInput} from '../../terminal/input/key-input.ts';
import {plain} from '../../text.ts';
import type {KeyContext, Layers} from '../../ui/contexts.ts';
import {isForWidget, paste, press} from '../../ui/keys/key-dispatch.ts';
import type {CustomKeys} from './custom-keys.ts';

type KeyboardOptions = {
	readonly stdin: NodeJS.ReadStream;
	readonly clock: Clock;
	readonly keyContext: KeyContext;
	/** Whether there are bindings. Until then, keys wait. */
	readonly isReady: () => boolean;
	readonly askForBackground: () => void;
	/** Called once every key that has arrived is handled. */
	readonly onIdle: () => void;
};

/** Sends each key to the Ink widget that is open, or to the bindings of the top layer. */
export function createKeyboard({stdin, clock, keyContext, isReady, askForBackground, onIdle}: KeyboardOptions) {
	const {store, layers} = keyContext;
	return createKeyInput(stdin, {
		isReady,
		isForInk: (key, {at}) => isForWidget(store.get(), layers(), key, at),
		onKey: (key, arrival) => press(keyContext, key, arrival),
		onPaste: (text, arrival) => paste(keyContext, text, arrival),
		onIdle,
		onColors(report) {
			if (report.kind === 'background') store.dispatch({type: 'background-reported', color: report.color});
			else askForBackground();
		},
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused, at: clock.now()}),
		after: clock.after,
		now: clock.now,
	});
}

/** Returns the bindings with the user's own keys, and reports what is wrong with them. */
export function customized(
	{store, clock}: Pick<KeyContext, 'store' | 'clock'>,
	{layers, changed, problems}: CustomKeys,
): Layers {
	store.dispatch({type: 'keys-customized', keys: changed});
	const [first, ...others] = problems;
	const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
	if (first !== undefined) createNotify({store, clock})(plain`${first}${more}`, 'bad');
	return layers;
}
