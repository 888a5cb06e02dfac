import type {Clock} from '../../clock.ts';
import {createKeyInput} from '../../terminal/input/key-input.ts';
import type {KeyContext} from '../../ui/contexts.ts';
import {isStartFrame} from '../../ui/frame/frame.ts';
import {isForWidget, paste, press} from '../../ui/keys/key-dispatch.ts';
import type {InkHost} from '../ink-host.ts';

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
			if (report.kind === 'background') store.dispatch({type: 'background-reported', color: report.color});
			else askForBackground();
		},
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused, at: clock.now()}),
		after: clock.after,
		now: clock.now,
	});
}
