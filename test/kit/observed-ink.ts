import type {mountInk} from '../../src/ui/ink.tsx';

/** What Ink and React have done since they were mounted. */
export type InkWork = {
	/** Frames that Ink has laid out and handed over. */
	readonly frames: number;
	/** How often a component has asked for what it is rendered from, which each does whenever it renders. */
	readonly reads: number;
};

type Counted = {readonly mountInk: typeof mountInk; readonly work: () => InkWork};

/** An object of which each read of a property is heard. */
const heard = <Value extends object>(value: Value, onRead: (name: string | symbol) => void): Value =>
	new Proxy(value, {
		get(target, name, receiver) {
			onRead(name);
			return Reflect.get(target, name, receiver);
		},
	});

/** Counts what Ink and React do once they are mounted. */
export function countInkWork(mount: typeof mountInk): Counted {
	let frames = 0;
	let reads = 0;
	return {
		work: () => ({frames, reads}),
		mountInk: ({runtime, stdout, ...streams}) =>
			mount({
				...streams,
				runtime: heard(runtime, () => reads++),
				stdout: heard(stdout, name => {
					if (name === 'write') frames++;
				}),
			}),
	};
}
