import {render} from 'ink';
import {Component, type ReactNode} from 'react';
import {App} from './app.tsx';
import {dialogs, screens} from './registry.ts';
import type {Runtime} from './runtime.tsx';

type Mounting = {
	readonly runtime: Runtime;
	/** Stand-ins: the terminal is not Ink's. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
};

type Mounted = {readonly unmount: () => void; readonly ended: Promise<unknown>};

/** Draws nothing once something could not be drawn: Ink would show the error itself, with whatever its message holds. */
class Fence extends Component<{readonly onBug: (thrown: unknown) => void; readonly children: ReactNode}> {
	static getDerivedStateFromError = () => ({isBroken: true});
	override state = {isBroken: false};

	override componentDidCatch(thrown: unknown) {
		this.props.onBug(thrown);
	}

	override render() {
		return this.state.isBroken ? null : this.props.children;
	}
}

/** Every screen and dialog: what their keys do, and how they are rendered. */
export const layers = {screens, dialogs};

/** Lets Ink lay out the screen from now on. `ended` rejects when it cannot be drawn. */
export function mountInk({runtime, ...streams}: Mounting): Mounted {
	let onBug: (thrown: unknown) => void = () => {};
	const broken = new Promise<never>((_, reject) => {
		onBug = reject;
	});
	const node = (
		<Fence onBug={thrown => onBug(thrown)}>
			<App runtime={runtime} />
		</Fence>
	);
	const instance = render(node, {
		...streams,
		// Whole frames as they are, without a movement of the cursor between them.
		debug: true,
		// What a variable named CI says about this terminal is not true.
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	return {unmount: instance.unmount, ended: Promise.race([instance.waitUntilExit(), broken])};
}
