import {render} from 'ink';
import {Component, type ReactNode} from 'react';
import {inkOptions} from '../terminal/screen/ink.ts';
import {App} from './app.tsx';
import {always, anywhere} from './keys/common-keys.ts';
import {dialogs, screens} from './registry.ts';
import type {Runtime} from './runtime.tsx';

type Options = {
	readonly runtime: Runtime;
	/** Streams that stand in for the terminal, which only the painter writes to. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
};

type Mounted = {readonly unmount: () => void; readonly ended: Promise<unknown>};

/** Reports a render error and renders nothing. Ink would print the error itself, including secrets in its message. */
class ErrorBoundary extends Component<{readonly onBug: (thrown: unknown) => void; readonly children: ReactNode}> {
	static getDerivedStateFromError = () => ({isBroken: true});
	override state = {isBroken: false};

	override componentDidCatch(thrown: unknown) {
		this.props.onBug(thrown);
	}

	override render() {
		return this.state.isBroken ? null : this.props.children;
	}
}

/** The keys and components of every screen and dialog. */
export const scopes = {screens, dialogs, anywhere, always};

/** Mounts the app in Ink. `ended` resolves after `unmount` and rejects when rendering fails. */
export function mountInk({runtime, ...streams}: Options): Mounted {
	let onBug: (thrown: unknown) => void = () => {};
	const failed = new Promise<never>((_, reject) => {
		onBug = reject;
	});
	const node = (
		<ErrorBoundary onBug={thrown => onBug(thrown)}>
			<App runtime={runtime} />
		</ErrorBoundary>
	);
	const instance = render(node, {
		...streams,
		...inkOptions,
		// Set in any case: Ink would otherwise look at the environment.
		isScreenReaderEnabled: runtime.theme.isSpoken,
	});
	return {unmount: instance.unmount, ended: Promise.race([instance.waitUntilExit(), failed])};
}
