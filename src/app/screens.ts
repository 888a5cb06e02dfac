import {startNotifier} from '../store/effects/notifier.ts';
import {createNotify} from '../store/effects/notify.ts';
import {isFirstRead} from '../store/polling/freshness.ts';
import type {Session} from '../store/session.ts';
import {currentScreen, type State} from '../store/state/state.ts';
import type {Store} from '../store/store.ts';
import {backgroundQuery} from '../terminal/input/color-report.ts';
import type {EarlyScreen} from '../terminal/lifecycle/early-screen.ts';
import {createOutput, type Output} from '../terminal/lifecycle/output.ts';
import {createOwnership} from '../terminal/lifecycle/ownership.ts';
import {guardTerminal} from '../terminal/lifecycle/restore.ts';
import type {ColorSupport} from '../terminal/os/color-support.ts';
import {createInkOutput} from '../terminal/render/ink-output.ts';
import {createScreen, sizeOf} from '../terminal/render/screen.ts';
import {createTitle} from '../terminal/render/window-title.ts';
import type {SafeText} from '../text.ts';
import type {KeyContext, Layers} from '../ui/contexts.ts';
import {firstLayers} from '../ui/frame/frame.ts';
import {titleOf} from '../ui/frame/header.ts';
import {startPainting} from '../ui/frame/painter.ts';
import type {mountInk} from '../ui/ink.tsx';
import {startTicker} from '../ui/render/ticker.ts';
import {createTheme} from '../ui/theme.ts';
import {themes} from '../ui/themes/themes.ts';
import type {CustomKeys} from './keys/custom-keys.ts';
import {createKeyboard, customized} from './keys/keyboard.ts';
import {createTerminalServices, type TerminalServicesOptions} from './terminal-services.ts';

type ScreenOptions = Omit<TerminalServicesOptions, 'files'> &
	ColorSupport & {
		readonly session: Session;
		readonly process: NodeJS.Process;
		readonly stdin: NodeJS.ReadStream;
		readonly stdout: NodeJS.WriteStream;
		readonly stderr: NodeJS.WriteStream;
		readonly isAscii: boolean;
		/** For a screen reader: announces instead of painting. */
		readonly speech?: Speech | undefined;
		/** The terminal if it was taken before the screens were loaded. */
		readonly early?: EarlyScreen | undefined;
		/** Loads Ink with every screen and dialog, which takes as long as starting Node. Called once. */
		readonly loadInk: () => Promise<{readonly mountInk: typeof mountInk; readonly layers: Layers}>;
		/** How the user's `keys.json` changes the bindings, if there is one. */
		readonly customKeys?: ((layers: Layers) => CustomKeys) | undefined;
		readonly crash: {readonly directory: string; readonly about: string; readonly redact: (text: string) => string};
	};

type Speech = typeof import('../ui/screen-reader/speaker.ts');

/** Calls `show` when the deployments that the window's title counts have changed. Returns a function that stops it. */
function startTitle(store: Store, show: (state: State) => void): () => void {
	let {board, table} = store.get().deployments;
	return store.subscribe(() => {
		const state = store.get();
		if (state.deployments.board === board && state.deployments.table === table) return;
		({board, table} = state.deployments);
		show(state);
	});
}

/** The theme that the state asks for. */
function createScreenTheme(options: ScreenOptions) {
	const {store} = options.session;
	return createTheme({
		...options,
		style: () => themes[store.get().interface.theme],
		background: () => store.get().interface.background,
	});
}

/** Opens what writes to the terminal. `onError` receives the error after which nothing more can be written. */
function openOutput(
	{stdout, clock, speech, early, hasBackgroundQuery}: ScreenOptions,
	onError: (error: NodeJS.ErrnoException) => void,
) {
	const {output, flush} = createOutput({stdout, after: clock.after, onError});
	return {
		output,
		flush,
		title: createTitle(output),
		screen: speech ? speech.createSpokenScreen(output) : createScreen(output, early !== undefined),

		askForBackground() {
			if (hasBackgroundQuery && stdout.isTTY) output.write(backgroundQuery);
		},
	};
}

/** What the user's programs and the terminal do for the screens. */
function createServices(options: ScreenOptions, stdout: Output, terminal: () => ReturnType<typeof createOwnership>) {
	const notify = createNotify({store: options.session.store, clock: options.clock});
	return createTerminalServices(
		{...options, files: options.crash},
		{
			stdout,
			handOver: () => terminal().handOver(),
			resume: () => terminal().resume(),
			say: (text: SafeText) => notify(text, 'quiet'),
		},
	);
}

/** How long the first rows may keep Ink waiting. */
const maxWaitMs = 300;

/** Calls `then` once: when the first rows are painted, when they cannot come or the screen shows something else, and after `maxWaitMs` in any case. */
function afterFirstRows({session: {store}, clock, speech}: ScreenOptions, then: () => void): () => void {
	const isWaiting = () => {
		const state = store.get();
		// A screen reader says what Ink draws, from its first frame on.
		return !speech && isFirstRead(state) && currentScreen(state).name === 'projects' && !state.interface.dialog;
	};
	const start = () => {
		stop();
		then();
	};
	const unsubscribe = store.subscribe(() => {
		if (isWaiting()) return;
		stop();
		// The frame with the rows is painted at the end of this turn.
		setImmediate(then);
	});
	const cancel = clock.after(maxWaitMs, start);
	const stop = () => {
		unsubscribe();
		cancel();
	};
	if (!isWaiting()) start();
	return stop;
}

/** Connects the terminal, the store and the UI, and takes over the terminal. `left` resolves once the user quits. */
function openScreens(options: ScreenOptions) {
	const {session, clock, process, stdin, stdout, stderr, loadInk, customKeys, crash, speech} = options;
	const {store, actions} = session;
	const theme = createScreenTheme(options);
	const left = Promise.withResolvers<void>();
	const {output, flush, title, screen, askForBackground} = openOutput(options, error => guard.lose(error));
	const showTitle = (state: State) => title.set(titleOf(state, theme.isAscii));
	const services = createServices(options, output, () => terminal);
	let layers = firstLayers;
	let unmountInk: (() => void) | undefined;
	let isClosed = false;
	const keyContext: KeyContext = {
		layers: () => layers,
		store,
		actions,
		clock,
		painted: () => painter.painted(),
		shown: () => painter.shown(),
		leave() {
			painter.stop();
			// The terminal is restored before anything else ends.
			guard.restore();
			left.resolve();
		},
		suspend: () => terminal.suspend(),
		repaint() {
			screen.forget();
			painter.repaint();
		},
		...services,
	};
	const keys = createKeyboard({
		stdin,
		clock,
		keyContext,
		isReady: () => unmountInk !== undefined,
		askForBackground,
		onIdle: () => painter.flush(),
	});
	const terminal = createOwnership({
		process,
		keys,
		screen,
		title,
		showTitle: () => showTitle(store.get()),
		askForBackground,
		flush,
		repaint: () => painter.repaint(),
	});
	const closeInk = () => {
		isClosed = true;
		unmountInk?.();
	};
	const guard = guardTerminal({
		process,
		stdin,
		stdout,
		stderr,
		steps: [closeInk, ...terminal.restoreSteps],
		onContinue: terminal.resume,
		crash: {...crash, now: clock.now},
	});
	options.early?.release();
	if (speech) store.dispatch({type: 'resized', size: speech.spokenSize});
	terminal.take();
	const ticker = startTicker(keyContext);
	const painter = speech
		? speech.startSpeaking({keyContext, theme, ticker, output})
		: startPainting({keyContext, theme, ticker, draw: screen.draw});
	const inkOutput = createInkOutput(speech ? speech.spokenTerminal(stdout) : stdout, painter.inkDrew);
	const startInk = async () => {
		const ink = await loadInk();
		if (isClosed) return;
		layers = customKeys ? customized(keyContext, customKeys(ink.layers)) : ink.layers;
		const {unmount, ended} = ink.mountInk({
			runtime: {keyContext, theme, ticker, canvases: painter.canvases},
			isSpoken: speech !== undefined,
			stdin: keys.forInk,
			stdout: inkOutput,
			stderr,
		});
		unmountInk = unmount;
		ended.catch(guard.end);
		keys.wake();
	};
	const stopWaiting = afterFirstRows(options, startInk);
	return {screen, painter, ticker, inkOutput, stopWaiting, services, guard, showTitle, left: left.promise};
}

/** Runs landfall on the terminal until the user quits, then restores the terminal. */
export async function showScreens(options: ScreenOptions): Promise<void> {
	const {session, clock, stdout} = options;
	const {store} = session;
	const {screen, painter, ticker, inkOutput, stopWaiting, services, guard, showTitle, left} = openScreens(options);
	const onResize = () => {
		// Spoken lines do not depend on the size of the window.
		if (options.speech) return;
		screen.forget();
		store.dispatch({type: 'resized', size: sizeOf(stdout)});
		inkOutput.emit('resize');
		painter.repaint();
	};
	stdout.on('resize', onResize);
	// A signal or a bug ends the process at once.
	process.once('exit', session.stop);
	const stops = [
		stopWaiting,
		ticker.stop,
		startNotifier({store, clock, announce: services.announce}),
		startTitle(store, showTitle),
		() => stdout.off('resize', onResize),
		painter.stop,
		session.stop,
		() => process.off('exit', session.stop),
		guard.restore,
		guard.dispose,
	];
	try {
		await left;
	} finally {
		for (const stop of stops) stop();
	}
}
