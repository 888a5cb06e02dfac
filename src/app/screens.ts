import type {Clock} from '../clock.ts';
import {startAnnouncing} from '../store/announcing.ts';
import type {Session} from '../store/session.ts';
import {createBrowse} from '../terminal/browser.ts';
import {createCopy} from '../terminal/clipboard.ts';
import type {EarlyScreen} from '../terminal/early-screen.ts';
import {createEditor} from '../terminal/editor.ts';
import {createInkOutput} from '../terminal/ink-output.ts';
import {createKeyInput} from '../terminal/key-input.ts';
import {createNotices} from '../terminal/notices.ts';
import {createOutput} from '../terminal/output.ts';
import {guardTerminal} from '../terminal/restore.ts';
import type {Run} from '../terminal/run.ts';
import {createScreen, sizeOf} from '../terminal/screen.ts';
import {createTitle} from '../terminal/title.ts';
import {plain, type SafeText} from '../text.ts';
import {startDeferredMount} from '../ui/deferred-mount.ts';
import type {Layers} from '../ui/desk.ts';
import {isStartFrame, startLayers} from '../ui/frame.ts';
import type {mountInk} from '../ui/ink.tsx';
import {isForWidget, isTyping, paste, press} from '../ui/layers.ts';
import {startPainting} from '../ui/painter.ts';
import {createTheme} from '../ui/theme.ts';
import {startTicker} from '../ui/ticker.ts';
import {titleOf} from '../ui/title.ts';

type ScreenOptions = {
	readonly session: Session;
	readonly clock: Clock;
	readonly process: NodeJS.Process;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** Runs other programs: a clipboard's, a browser, what the person wants to be run. */
	readonly run: Run;
	/** What landfall was started with, as far as it tells which terminal this is. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	/** Runs a program that has the terminal until it ends. Gives its exit code, or why it could not be run. */
	readonly runInTerminal: (program: string, args: readonly string[]) => number | string;
	readonly hasColor: boolean;
	readonly isAscii: boolean;
	/** What took the terminal already, if anything did. */
	readonly early?: EarlyScreen | undefined;
	/** Ink and React take as long to load as Node itself, and the first rows do not wait for them. */
	readonly loadInk: () => Promise<{readonly mountInk: typeof mountInk; readonly layers: Layers}>;
	readonly crash: {readonly directory: string; readonly about: string; readonly redact: (text: string) => string};
};

/** Shows the screens until they are left, and leaves the terminal as it was found. */
export async function showScreens(options: ScreenOptions): Promise<void> {
	const {session, clock, process, stdin, stdout, stderr, early, loadInk} = options;
	const {store, actions} = session;
	const theme = createTheme(options);
	const {output, settle} = createOutput({stdout, after: clock.after, onError: error => guard.lose(error)});
	const title = createTitle(output);
	const screen = createScreen(output, early !== undefined);
	const left = Promise.withResolvers<void>();
	/** Gives the terminal back before anything else is seen to. */
	const leave = () => {
		painter.stop();
		guard.restore();
		left.resolve();
	};
	/** Lets the shell have the terminal until it says that landfall goes on. */
	const handOver = () => {
		for (const step of giveBack) step();
	};
	const suspend = () => {
		handOver();
		// To the whole group, so that whoever started landfall stops with it. Where nobody could wake it, it does not stop.
		process.kill(0, 'SIGTSTP');
		resume();
	};
	/** A stop that somebody else asks for is heard only while landfall has the terminal: one that is heard does not stop it. */
	const missStop = () => process.off('SIGTSTP', suspend);
	const resume = () => {
		// The shell has had the line settings meanwhile, if it was asked or not.
		keys.retake();
		takeTerminal();
		painter.repaint();
	};
	const say = (text: SafeText) => store.dispatch({type: 'noticed', text, tone: 'quiet', at: clock.now()});
	const {environment, platform, run} = options;
	const copyText = createCopy({stdout: output, environment, platform, run});
	const openUrl = createBrowse({platform, environment, run});
	const tell = createNotices({stdout: output, environment, run, onFault: say});
	const editText = createEditor({
		directory: options.crash.directory,
		environment,
		platform,
		now: clock.now,
		runInTerminal(program, args) {
			handOver();
			const ended = options.runInTerminal(program, args);
			resume();
			return ended;
		},
	});
	let layers = startLayers;
	const desk = {
		layers: () => layers,
		store,
		actions,
		clock,
		painted: () => painter.painted(),
		leave,
		suspend,
		editText,
		copy: (lines: readonly SafeText[], what: SafeText) =>
			void copyText(lines).then(how => say(plain`Copied ${what}: ${how}`)),
		browse: (url: string) => void openUrl(url).then(say),
	};
	let unmountInk: (() => void) | undefined;
	const keys = createKeyInput(stdin, {
		isTyping: () => isTyping(store.get(), layers),
		isReady: () => unmountInk !== undefined || isStartFrame(store.get()),
		isForInk: (name, {at}) => isForWidget(store.get(), layers, name, at),
		onKey(name, arrival) {
			deferred.postpone();
			press(desk, name, arrival);
		},
		onPaste: (text, arrival) => paste(desk, text, arrival),
		onIdle: () => painter.flush(),
		onFocus: isFocused => store.dispatch({type: 'focus-changed', isFocused, at: clock.now()}),
		after: clock.after,
		now: clock.now,
	});
	const takeTerminal = () => {
		// First of all: whoever is in the background stops here, before anything is on the shell's screen, until it may have the terminal.
		keys.start();
		title.set(titleOf(store.get(), theme.isAscii));
		screen.open();
		missStop();
		process.on('SIGTSTP', suspend);
	};
	const giveBack = [missStop, keys.stop, screen.close, title.restore, settle];
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
	const ticker = startTicker(desk);
	const painter = startPainting({desk, theme, ticker, draw: screen.draw});
	const inkOutput = createInkOutput(stdout, painter.inkDrew);

	let isLeft = false;
	const mount = async () => {
		const ink = await loadInk();
		if (isLeft) return;
		layers = ink.layers;
		const runtime = {desk, theme, ticker, shown: painter.shown, canvases: painter.canvases};
		const mounted = ink.mountInk({runtime, stdin: keys.forInk, stdout: inkOutput, stderr});
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

	const deferred = startDeferredMount(desk, () => void mount());
	const stopAnnouncing = startAnnouncing({
		store,
		clock,
		announce: ({title, text, facts}, {hasBell, hasNotices, command}) =>
			tell({title, text, facts, hasBell, hasNotices, command}),
	});
	let {board} = store.get();
	const stopTitle = store.subscribe(() => {
		if (store.get().board === board) return;
		({board} = store.get());
		title.set(titleOf(store.get(), theme.isAscii));
	});
	stdout.on('resize', onResize);
	try {
		await left.promise;
	} finally {
		isLeft = true;
		deferred.stop();
		ticker.stop();
		stopAnnouncing();
		stopTitle();
		stdout.off('resize', onResize);
		painter.stop();
		session.stop();
		guard.restore();
		guard.dispose();
	}
}
