import type {KeyInput} from '../terminal/input/key-input.ts';
import type {Layers} from '../ui/contexts.ts';
import type {mountInk} from '../ui/ink.tsx';
import {startLayers} from '../ui/render/frame.ts';
import type {Runtime} from '../ui/runtime.tsx';

/** Loads Ink and every screen and dialog: importing them takes as long as starting Node. */
export type LoadInk = () => Promise<{readonly mountInk: typeof mountInk; readonly layers: Layers}>;

type InkHostOptions = {
	readonly loadInk: LoadInk;
	readonly runtime: () => Runtime;
	readonly keys: () => KeyInput;
	readonly stdout: () => NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** Receives the error of a component that could not be rendered. */
	readonly onBug: (thrown: unknown) => void;
};

/** Ink, from before it is loaded until it is unmounted. */
export type InkHost = {
	/** The screens and dialogs there are: only the project list until Ink is loaded. */
	readonly layers: () => Layers;
	readonly isMounted: () => boolean;
	readonly mount: () => void;
	readonly unmount: () => void;
};

export function createInkHost({loadInk, runtime, keys, stdout, stderr, onBug}: InkHostOptions): InkHost {
	let layers = startLayers;
	let unmountInk: (() => void) | undefined;
	let isClosed = false;

	const load = async () => {
		const ink = await loadInk();
		if (isClosed) return;
		layers = ink.layers;
		const mounted = ink.mountInk({runtime: runtime(), stdin: keys().forInk, stdout: stdout(), stderr});
		unmountInk = mounted.unmount;
		mounted.ended.catch(onBug);
		keys().wake();
	};

	return {
		layers: () => layers,
		isMounted: () => unmountInk !== undefined,
		mount: () => void load(),
		unmount() {
			isClosed = true;
			unmountInk?.();
		},
	};
}
