import type {KeyInput} from '../terminal/input/key-input.ts';
import type {ThemeName} from '../theme-names.ts';
import type {Layers} from '../ui/contexts.ts';
import {startLayers} from '../ui/frame/frame.ts';
import type {mountInk} from '../ui/ink.tsx';
import type {Runtime} from '../ui/runtime.tsx';
import type {ThemeStyle} from '../ui/themes/themes.ts';

/** The themes that are loaded. */
export type Themes = Partial<Readonly<Record<ThemeName, ThemeStyle>>>;

/** Loads Ink and every screen and dialog: importing them takes as long as starting Node. */
export type LoadInk = () => Promise<{
	readonly mountInk: typeof mountInk;
	readonly layers: Layers;
	readonly themes: Themes;
}>;

type InkHostOptions = {
	readonly loadInk: LoadInk;
	readonly startThemes: Themes;
	/** Gives bindings the keys that the user wants. */
	readonly customize: (layers: Layers) => Layers;
	readonly runtime: () => Runtime;
	/** Whether the screens are spoken instead of painted. */
	readonly isSpoken: boolean;
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
	/** The themes there are: only the chosen one until Ink is loaded. */
	readonly themes: () => Themes;
	readonly isMounted: () => boolean;
	readonly mount: () => void;
	readonly unmount: () => void;
};

export function createInkHost({
	loadInk,
	startThemes,
	customize,
	runtime,
	isSpoken,
	keys,
	stdout,
	stderr,
	onBug,
}: InkHostOptions): InkHost {
	let layers = customize(startLayers);
	let themes = startThemes;
	let unmountInk: (() => void) | undefined;
	let isClosed = false;

	const load = async () => {
		const ink = await loadInk();
		if (isClosed) return;
		layers = customize(ink.layers);
		({themes} = ink);
		const mounted = ink.mountInk({runtime: runtime(), isSpoken, stdin: keys().forInk, stdout: stdout(), stderr});
		unmountInk = mounted.unmount;
		mounted.ended.catch(onBug);
		keys().wake();
	};

	return {
		layers: () => layers,
		themes: () => themes,
		isMounted: () => unmountInk !== undefined,
		mount: () => void load(),
		unmount() {
			isClosed = true;
			unmountInk?.();
		},
	};
}
