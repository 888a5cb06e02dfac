import {render} from 'ink';
import type {Clock} from './clock.ts';
import type {Session} from './store/session.ts';
import {setFocusReports} from './terminal/focus.ts';
import {createKeyInput} from './terminal/key-input.ts';
import {guardTerminal} from './terminal/restore.ts';
import {createTitle} from './terminal/title.ts';
import {plain} from './text.ts';
import {App} from './ui/app.tsx';
import {isTyping} from './ui/layers.ts';
import {createTheme} from './ui/theme.ts';

type ScreenOptions = {
	readonly session: Session;
	readonly clock: Clock;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly hasColor: boolean;
	readonly isAscii: boolean;
	readonly crash: {readonly directory: string; readonly about: string; readonly redact: (text: string) => string};
};

const pasteReports = {on: '\u001B[?2004h', off: '\u001B[?2004l'};

/** Shows the screens until they are left, and leaves the terminal as it was found. */
export async function showScreens(options: ScreenOptions): Promise<void> {
	const {session, clock, stdin, stdout, stderr} = options;
	const {store, actions} = session;
	const title = createTitle(stdout);
	const keys = createKeyInput(stdin, {
		isTyping: () => isTyping(store.get()),
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused}),
		after: clock.after,
	});
	let unmount = () => {};
	const guard = guardTerminal({
		process,
		stdin,
		stdout,
		stderr,
		unmount: () => unmount(),
		onRestore: title.restore,
		crash: {...options.crash, now: clock.now},
	});
	title.set(plain`landfall`);
	setFocusReports(stdout, true);
	stdout.write(pasteReports.on);
	const desk = {store, actions, clock, leave: () => unmount()};
	const instance = render(<App desk={desk} theme={createTheme(options)} />, {
		stdin: keys,
		stdout,
		stderr,
		// Standard input and output were found to be a terminal; a variable named CI does not change that.
		interactive: true,
		alternateScreen: true,
		incrementalRendering: true,
		// The default drops every second frame of a key that is held.
		maxFps: 1000,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	unmount = instance.unmount;
	try {
		await instance.waitUntilExit();
	} catch (thrown) {
		// A screen that could not be drawn.
		guard.end(thrown);
	} finally {
		session.stop();
		stdout.write(pasteReports.off);
		guard.restore();
		guard.dispose();
	}
}
