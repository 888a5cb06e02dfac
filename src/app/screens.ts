import {startNotifier} from '../store/effects/notifier.ts';
import {createNotify} from '../store/effects/notify.ts';
import type {Session} from '../store/session.ts';
import type {State} from '../store/state/state.ts';
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
import {startDeferredMount} from '../ui/frame/deferred-mount.ts';
import {startPainting} from '../ui/frame/painter.ts';
import {titleOf} from '../ui/frame/window-title.ts';
import {startTicker} from '../ui/lines/ticker.ts';
import {createTheme} from '../ui/themes/paint.ts';
import {terminalTheme} from '../ui/themes/themes.ts';
import {createInkHost, type LoadInk, type Themes} from './ink-host.ts';
import type {CustomKeys} from './keys/custom-keys.ts';
import {createCustomize, createKeyboard} from './keys/keyboard.ts';
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
		/** The chosen theme, if it is not the default one. The others are loaded with Ink. */
		readonly themes?: Themes | undefined;
		/** Loads Ink once the first rows are on screen: they do not wait for it. */
		readonly loadInk: LoadInk;
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

/** The theme that the state asks for. Until Ink is loaded, `themes` has only those that the first screen needs. */
function createScreenTheme(options: ScreenOptions, themes: () => Themes) {
	const {store} = options.session;
	return createTheme({
		...options,
		isSpoken: options.speech !== undefined,
		style: () => themes()[store.get().interface.theme] ?? terminalTheme,
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

/** Connects the terminal, the store and the UI, and takes over the terminal. `left` resolves once the user quits. */
function openScreens(options: ScreenOptions) {
	const {session, clock, process, stdin, stdout, stderr, loadInk, crash, speech} = options;
	const {store, actions} = session;
	const theme = createScreenTheme(options, () => ink.themes());
	const left = Promise.withResolvers<void>();
	const {output, flush, title, screen, askForBackground} = openOutput(options, error => guard.lose(error));
	const showTitle = (state: State) => title.set(titleOf(state, theme.isAscii));
	const services = createServices(options, output, () => terminal);
	const ink = createInkHost({
		loadInk,
		startThemes: options.themes ?? {},
		customize: createCustomize({store, clock, customKeys: options.customKeys}),
		isSpoken: speech !== undefined,
		runtime: () => ({
			keyContext,
			theme,
			ticker,
			canvases: painter.canvases,
			...('announcements' in painter && {announcements: painter.announcements}),
		}),
		keys: () => keys,
		stdout: () => inkOutput,
		stderr,
		onBug: thrown => guard.end(thrown),
	});
	const keyContext: KeyContext = {
		layers: ink.layers,
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
		ink,
		askForBackground,
		onKey: () => deferred.postpone(),
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
	const guard = guardTerminal({
		process,
		stdin,
		stdout,
		stderr,
		steps: [ink.unmount, ...terminal.restoreSteps],
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
	const deferred = startDeferredMount(keyContext, ink.mount, speech === undefined);
	return {screen, painter, ticker, inkOutput, deferred, services, guard, showTitle, left: left.promise};
}

/** Runs landfall on the terminal until the user quits, then restores the terminal. */
export async function showScreens(options: ScreenOptions): Promise<void> {
	const {session, clock, stdout} = options;
	const {store} = session;
	const {screen, painter, ticker, inkOutput, deferred, services, guard, showTitle, left} = openScreens(options);
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
		deferred.stop,
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
