import type {Clock} from './clock.ts';
import type {Session} from './store/session.ts';
import type {EarlyScreen} from './terminal/early-screen.ts';
import {createInkOutput} from './terminal/ink-output.ts';
import {createKeyInput} from './terminal/key-input.ts';
import {guardTerminal} from './terminal/restore.ts';
import {createScreen, sizeOf} from './terminal/screen.ts';
import {createTitle} from './terminal/title.ts';
import {plain} from './text.ts';
import type {mountInk} from './ui/ink.tsx';
import {isInkNeeded, isTyping, press, typeText} from './ui/layers.ts';
import {startPainting} from './ui/painter.ts';
import {createTheme} from './ui/theme.ts';

type ScreenOptions = {
	readonly session: Session;
	readonly clock: Clock;
	readonly process: NodeJS.Process;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly hasColor: boolean;
	readonly isAscii: boolean;
	/** What took the terminal already, if anything did. */
	readonly early?: EarlyScreen | undefined;
	/** Ink and React take as long to load as Node itself, and no list needs them. */
	readonly loadInk: () => Promise<{readonly mountInk: typeof mountInk}>;
	readonly crash: {readonly directory: string; readonly about: string; readonly redact: (text: string) => string};
};

/** Shows the screens until they are left, and leaves the terminal as it was found. */
export async function showScreens(options: ScreenOptions): Promise<void> {
	const {session, clock, process, stdin, stdout, stderr, early, loadInk} = options;
	const {store, actions} = session;
	const theme = createTheme(options);
	const title = createTitle(stdout);
	const screen = createScreen(stdout, early !== undefined);
	let leave = () => {};
	const left = new Promise<void>(resolve => {
		leave = resolve;
	});
	/** Lets the shell have the terminal until it says that landfall goes on. */
	const suspend = () => {
		for (const step of giveBack) step();
		// To the whole group, so that whoever started landfall stops with it. Where nobody could wake it, it does not stop.
		process.kill(0, 'SIGTSTP');
		resume();
	};
	const resume = () => {
		// The shell has had the line settings meanwhile, if it was asked or not.
		keys.stop();
		takeTerminal();
		painter.repaint();
	};
	const desk = {store, actions, clock, leave, suspend};
	let unmountInk: (() => void) | undefined;
	const keys = createKeyInput(stdin, {
		isTyping: () => isTyping(store.get()),
		isReady: () => unmountInk !== undefined || !isInkNeeded(store.get()),
		onKey: name => press(desk, name),
		onPaste: text => typeText(desk, text),
		onIdle: () => painter.flush(),
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused}),
		after: clock.after,
	});
	const takeTerminal = () => {
		title.set(plain`landfall`);
		screen.open();
		keys.start();
	};
	const giveBack = [keys.stop, screen.close, title.restore];
	const guard = guardTerminal({
		process,
		stdin,
		stdout,
		stderr,
		steps: [() => unmountInk?.(), ...giveBack],
		onContinue: resume,
		crash: {...options.crash, now: clock.now},
	});
	early?.release();
	takeTerminal();
	const painter = startPainting({desk, theme, draw: screen.draw});
	const inkOutput = createInkOutput(stdout, painter.inkDrew);

	let isLoading = false;
	let isLeft = false;
	const mount = async () => {
		isLoading = true;
		const ink = await loadInk();
		if (isLeft) return;
		const mounted = ink.mountInk({desk, theme, stdin: keys.forInk, stdout: inkOutput, stderr});
		unmountInk = mounted.unmount;
		// A screen that could not be drawn.
		mounted.ended.catch(guard.end);
		keys.wake();
	};
	const onResize = () => {
		screen.forget();
		store.dispatch({type: 'resized', size: sizeOf(stdout)});
		inkOutput.emit('resize');
		painter.repaint();
	};

	const mountWhenNeeded = () => {
		if (!isLoading && isInkNeeded(store.get())) void mount();
	};
	const unsubscribe = store.subscribe(mountWhenNeeded);
	mountWhenNeeded();
	stdout.on('resize', onResize);
	try {
		await left;
	} finally {
		isLeft = true;
		unsubscribe();
		stdout.off('resize', onResize);
		painter.stop();
		session.stop();
		guard.restore();
		guard.dispose();
	}
}
