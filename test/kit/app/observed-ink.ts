import type {mountInk} from '../../../src/ui/app.tsx';

/** Wraps an object so that each property that is read goes through `onRead`, which returns its value. */
const observed = <Value extends object>(
	value: Value,
	onRead: (name: string | symbol, property: unknown) => unknown,
): Value => new Proxy(value, {get: (target, name, receiver) => onRead(name, Reflect.get(target, name, receiver))});

/** Wraps `mountInk` to count the work of Ink and React, and to observe the keys they receive. */
export function observeInk(mount: typeof mountInk) {
	/** Frames that Ink has laid out and written. */
	let frames = 0;
	/** How often components have read the runtime, which each does whenever it renders. */
	let reads = 0;
	const listeners: Array<(chunk: string) => void> = [];
	const observedRead = (read: () => string | null) => () => {
		const chunk = read();
		if (chunk !== null) for (const listener of listeners) listener(chunk);
		return chunk;
	};
	return {
		work: () => ({frames, reads}),
		/** Calls the listener with each key for a widget, before the widget gets it. */
		onWidgetKey: (listener: (chunk: string) => void) => listeners.push(listener),
		mountInk: ({runtime, stdin, stdout, ...streams}: Parameters<typeof mountInk>[0]) =>
			mount({
				...streams,
				runtime: observed(runtime, (_, property) => {
					reads++;
					return property;
				}),
				stdin: observed(stdin, (name, property) =>
					name === 'read' ? observedRead(property as () => string | null) : property,
				),
				stdout: observed(stdout, (name, property) => {
					if (name === 'write') frames++;
					return property;
				}),
			}),
	};
}
