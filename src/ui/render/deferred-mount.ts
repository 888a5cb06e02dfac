import {countOf} from '../../store/model/projects/project-list.ts';
import type {KeyContext} from '../contexts.ts';
import {isStartFrame} from './frame.ts';

/** Loading and mounting Ink blocks for twice as long as a key may take, so it waits until nobody types. */
const idleMs = 150;

type DeferredMount = {
	/** Hears that a key has arrived. */
	readonly postpone: () => void;
	readonly stop: () => void;
};

/** Calls `mount` once: at once when the screen cannot be drawn without Ink, else when there are rows and no key has arrived for a while. */
export function startDeferredMount(
	{store, clock}: Pick<KeyContext, 'store' | 'clock'>,
	mount: () => void,
): DeferredMount {
	let isMounted = false;
	let cancel: (() => void) | undefined;

	const mountNow = () => {
		stop();
		if (isMounted) return;
		isMounted = true;
		mount();
	};
	const mountLater = () => {
		cancel?.();
		cancel = clock.after(idleMs, mountNow);
	};
	const look = () => {
		if (!isStartFrame(store.get())) mountNow();
		else if (!cancel && countOf(store.get().projects.list) > 0) mountLater();
	};
	const unsubscribe = store.subscribe(look);
	const stop = () => {
		unsubscribe();
		cancel?.();
	};

	look();
	return {
		postpone() {
			if (cancel && !isMounted) mountLater();
		},
		stop,
	};
}
