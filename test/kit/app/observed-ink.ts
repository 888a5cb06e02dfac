import type {mountInk} from '../../../src/ui/ink.tsx';

/** What Ink and React have done since they were mounted. */
export type InkWork = {
	/** Frames that Ink has laid out and handed over. */
	readonly frames: number;
	/** How often a component has asked for what it is rendered from, which each does whenever it renders. */
	readonly reads: number;
};

type ObservedInk = {
	readonly mountInk: typeof mountInk;
	readonly work: () => InkWork;
	/** Hears each key that widgets get, before they do. */
	readonly onWidgetKey: (listener: (chunk: string) => void) => void;
};

/** An object whose properties are what `see` makes of them. */
const seen = <Value extends object>(value: Value, see: (name: string | symbol, property: unknown) => unknown): Value =>
	new Proxy(value, {get: (target, name, receiver) => see(name, Reflect.get(target, name, receiver))});

/** Counts what Ink and React do once they are mounted, and listens in on the keys they get. */
export function observeInk(mount: typeof mountInk): ObservedInk {
	let frames = 0;
	let reads = 0;
	const listeners: Array<(chunk: string) => void> = [];
	const heard = (read: () => string | null) => () => {
		const chunk = read();
		if (chunk !== null) for (const listener of listeners) listener(chunk);
		return chunk;
	};
	return {
		work: () => ({frames, reads}),
		onWidgetKey: listener => listeners.push(listener),
		mountInk: ({runtime, stdin, stdout, ...streams}) =>
			mount({
				...streams,
				runtime: seen(runtime, (_, property) => {
					reads++;
					return property;
				}),
				stdin: seen(stdin, (name, property) => (name === 'read' ? heard(property as () => string | null) : property)),
				stdout: seen(stdout, (name, property) => {
					if (name === 'write') frames++;
					return property;
				}),
			}),
	};
}
