import {render} from 'ink';
import {App} from './app.tsx';
import type {Desk} from './desk.ts';
import type {Theme} from './theme.ts';

type Mounting = {
	readonly desk: Desk;
	readonly theme: Theme;
	/** Stand-ins: the terminal is not Ink's. */
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
};

type Mounted = {readonly unmount: () => void; readonly ended: Promise<unknown>};

/** Lets Ink lay out its part of the screen from now on. `ended` rejects when it cannot be drawn. */
export function mountInk({desk, theme, ...streams}: Mounting): Mounted {
	const instance = render(<App desk={desk} theme={theme} />, {
		...streams,
		// Whole frames as they are, without a movement of the cursor between them.
		debug: true,
		// What a variable named CI says about this terminal is not true.
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	return {unmount: instance.unmount, ended: instance.waitUntilExit()};
}
