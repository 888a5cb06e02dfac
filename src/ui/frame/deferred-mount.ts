import type {KeyContext} from '../contexts.ts';
import {isStartFrame} from './frame.ts';

/** Loading and mounting Ink blocks for twice the time that a key press may take, so it waits for a pause in typing. */
const idleMs = 150;

type DeferredMount = {
	/** Restarts the wait. Call it when a key arrives. */
	readonly postpone: () => void;
	readonly stop: () => void;
};

/** Calls `mount` exactly once: immediately when the screen cannot be drawn without Ink, otherwise once no key and no first project has arrived for `idleMs`. */
export function startDeferredMount(
	{store, clock}: Pick<KeyContext, 'store' | 'clock'>,
	mount: () => void,
	mayWait = true,
): DeferredMount {
	let isMounted = false;
	let hasRows = false;
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
	const check = () => {
		if (!mayWait || !isStartFrame(store.get())) return mountNow();
		const hadRows = hasRows;
		hasRows = store.get().projects.list.rows.length > 0;
		if (!cancel || hasRows !== hadRows) mountLater();
	};
	const unsubscribe = store.subscribe(check);
	const stop = () => {
		unsubscribe();
		cancel?.();
	};

	check();
	return {
		postpone() {
			if (cancel && !isMounted) mountLater();
		},
		stop,
	};
}
