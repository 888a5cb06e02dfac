import type {Clock} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {withFocus} from '../state/absence.ts';
import {resizeTo} from '../state/movement.ts';
import {currentScreen, withInterface} from '../state/state.ts';
import {isFirstRead} from '../sync/freshness.ts';
import {type Notification, startNotifier} from '../sync/notifier.ts';
import type {Session} from '../sync/session.ts';
import {notify, type Store} from '../sync/store.ts';
import {createBrowse} from '../terminal/browser.ts';
import {backgroundQuery, type ColorSupport} from '../terminal/colors.ts';
import type {EarlyScreen} from '../terminal/early-screen.ts';
import {createEditor} from '../terminal/editor.ts';
import {createKeyInput} from '../terminal/key-input.ts';
import {createNotifications} from '../terminal/notifications.ts';
import {createOutput, type Output, sizeOf} from '../terminal/output.ts';
import {createOwnership, type Ownership} from '../terminal/ownership.ts';
import type {RunProgram} from '../terminal/programs.ts';
import {type ReportOptions, writeSupportFile} from '../terminal/report-files.ts';
import {guardTerminal} from '../terminal/restore.ts';
import {openScreen} from '../terminal/screen/screen.ts';
import {createTitle} from '../terminal/window-title.ts';
import type {KeyContext, KeyScopes} from '../ui/contexts.ts';
import {firstScopes} from '../ui/frame/frame.ts';
import {titleOf} from '../ui/frame/header.ts';
import {startPainting} from '../ui/frame/painter.ts';
import type {mountInk} from '../ui/ink.tsx';
import {nameInReport, paste, press} from '../ui/keys/dispatch.ts';
import {startTicker} from '../ui/lines/ticker.ts';
import {createTheme, inAscii} from '../ui/themes/paint.ts';
import {themes} from '../ui/themes/themes.ts';
import type {CustomKeys} from './custom-keys.ts';

type Options = ColorSupport & {
	readonly session: Session;
	readonly clock: Clock;
	readonly process: NodeJS.Process;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** The environment landfall was started with, as far as it identifies the terminal. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	readonly isAscii: boolean;
	/** For a screen reader: announces instead of painting. */
	readonly speech?: typeof import('../ui/screen-reader/speaker.ts') | undefined;
	/** The terminal if it was taken before the screens were loaded. */
	readonly early?: EarlyScreen | undefined;
	/** Loads Ink with every screen and dialog, which takes as long as starting Node. Called once. */
	readonly loadInk: () => Promise<{
		readonly mountInk: typeof mountInk;
		readonly scopes: KeyScopes;
		/** The scopes as the user's `keys.json` changes them, if there is one. */
		readonly customKeys?: CustomKeys | undefined;
	}>;
	/** Runs other programs: a clipboard's, a browser, the user's notification command. */
	readonly run: RunProgram;
	/** Runs a program that owns the terminal until it exits. Returns its exit code, or why it could not be run. */
	readonly runInTerminal: (program: string, args: readonly string[]) => number | string;
	/** Where landfall's own files are, and what they say about it. */
	readonly crash: Omit<ReportOptions, 'now'>;
};

/** How long the first rows may keep Ink waiting. */
const maxWaitMs = 300;

/** Calls `then` once: when the first rows are painted, when they cannot come or the screen shows something else, and after `maxWaitMs` in any case. Returns a function that cancels it. */
function afterFirstRows({session: {store}, clock, speech}: Options, then: () => void): () => void {
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

/** Calls `show` when the deployments that the window's title counts have changed. Returns a function that stops it. */
const startTitle = (store: Store, show: () => void): (() => void) =>
	store.subscribe(({deployments: before}, {deployments: after}) => {
		if (after.board !== before.board || after.table !== before.table) show();
	});

/** What keys can do outside the screen: the clipboard, a browser, the user's editor, notifications. */
function createServices(
	{session: {store}, clock, run, runInTerminal, environment, platform, crash}: Options,
	stdout: Output,
	terminal: () => Ownership,
) {
	const say = (text: SafeText) => notify(store, text, 'quiet');
	const showNotification = createNotifications({stdout, environment, run, onFault: say});
	return {
		announce: (alert: Notification, {hasBell, hasTerminalNotification, command}: NotificationRules) =>
			showNotification({...alert, hasBell, hasTerminalNotification, command}),
		editText: createEditor({
			directory: crash.directory,
			environment,
			platform,
			now: clock.now,
			runInTerminal(program, args) {
				terminal().handOver();
				const exit = runInTerminal(program, args);
				terminal().resume();
				return exit;
			},
		}),
		exportForSupport(lines: readonly SafeText[]) {
			const written = writeSupportFile(lines, {...crash, now: clock.now()});
			if ('path' in written) say(plain`Saved without secrets: ${safe(written.path, 600)}`);
			else say(plain`Not saved: ${safe(written.fault, 400)}`);
		},
		copy: (lines: readonly SafeText[], what: SafeText) =>
			void import('../terminal/clipboard.ts')
				.then(({createCopy}) => createCopy({stdout, environment, platform, run})(lines))
				.then(how => say(plain`Copied ${what}: ${how}`)),
		browse: (url: string) => void createBrowse({platform, environment, run})(url).then(say),
	};
}

/** Returns the bindings with the user's own keys, and reports what is wrong with them. */
function customized({session: {store}}: Options, {scopes, changed, problems}: CustomKeys): KeyScopes {
	store.change(state => withInterface(state, {customKeys: changed}));
	const [first, ...others] = problems;
	const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
	if (first !== undefined) notify(store, plain`${first}${more}`, 'bad');
	return scopes;
}

/** Connects the terminal, the store and the UI, and runs landfall until the user quits. Then it restores the terminal. */
export async function showScreens(options: Options): Promise<void> {
	const {session, clock, process, stdin, stdout, stderr, early, speech, loadInk, crash} = options;
	const {store, actions} = session;
	const left = Promise.withResolvers<void>();
	const {output, flush} = createOutput({stdout, after: clock.after, onError: error => guard.lose(error)});
	const onInkFrame = (lines: readonly string[]) => painter.inkDrew(lines);
	const screen = speech
		? speech.createSpokenScreen(output, onInkFrame)
		: openScreen({
				output,
				terminal: stdout,
				isEntered: early !== undefined,
				adaptInkLine: options.isAscii ? inAscii : undefined,
				onInkFrame,
			});
	const title = createTitle(output);
	const theme = createTheme({
		...options,
		isSpoken: speech !== undefined,
		style: () => themes[store.get().interface.theme],
		background: () => store.get().interface.background,
	});
	const {announce, ...services} = createServices(options, output, () => terminal);
	const showTitle = () => title.set(titleOf(store.get(), theme.isAscii));
	const askForBackground = () => {
		if (options.hasBackgroundQuery && stdout.isTTY) output.write(backgroundQuery);
	};
	let scopes = firstScopes;
	let unmountInk: (() => void) | undefined;
	let isClosed = false;
	let lastKey = 'none';
	let lastFact = 'none';
	const keyContext: KeyContext = {
		...services,
		scopes: () => scopes,
		store,
		actions,
		clock,
		painted: () => painter.painted(),
		drawContext: () => painter.drawContext(),
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
	};
	const keys = createKeyInput(stdin, {
		// There are no bindings before that.
		isReady: () => unmountInk !== undefined,
		onKey(key, arrival) {
			lastKey = nameInReport(store.get(), scopes, key);
			return press(keyContext, key, arrival);
		},
		onPaste(text, arrival) {
			lastKey = 'text';
			paste(keyContext, text, arrival);
		},
		onIdle: () => painter.flush(),
		onColors(report) {
			if (report.kind === 'background') store.change(state => withInterface(state, {background: report.color}));
			else askForBackground();
		},
		onFocus: isFocused => store.change((state, now) => withFocus(state, isFocused, now)),
		after: clock.after,
		now: clock.now,
	});
	const terminal = createOwnership({
		process,
		keys,
		screen,
		title,
		showTitle,
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
		crash: () => ({
			...crash,
			about: `${crash.about}\nlast key: ${lastKey} · last fact: ${lastFact}`,
			now: clock.now(),
		}),
	});
	early?.release();
	if (speech) store.change(state => resizeTo(state, speech.spokenSize));
	terminal.take();
	const ticker = startTicker(keyContext);
	const painter = speech
		? speech.startSpeaking({keyContext, theme, ticker, output})
		: startPainting({keyContext, theme, ticker, screen});
	const stopWaiting = afterFirstRows(options, async () => {
		const ink = await loadInk();
		if (isClosed) return;
		scopes = ink.customKeys ? customized(options, ink.customKeys) : ink.scopes;
		const {unmount, ended} = ink.mountInk({
			runtime: {
				keyContext,
				theme,
				ticker,
				canvases: painter.canvases,
				...('announcements' in painter && {announcements: painter.announcements}),
			},
			stdin: keys.forInk,
			stdout: screen.forInk,
			stderr,
		});
		unmountInk = unmount;
		ended.catch(guard.end);
		keys.wake();
	});
	const onResize = () => {
		// Spoken lines do not depend on the size of the window.
		if (speech) return;
		screen.forget();
		store.change(state => resizeTo(state, sizeOf(stdout)));
		screen.forInk.emit('resize');
		painter.repaint();
	};
	stdout.on('resize', onResize);
	// A signal or a bug ends the process at once.
	process.once('exit', session.stop);
	const stops = [
		stopWaiting,
		ticker.stop,
		startNotifier({store, clock, announce}),
		startTitle(store, showTitle),
		store.subscribe((_before, _after, fact) => {
			lastFact = fact?.type ?? lastFact;
		}),
		() => stdout.off('resize', onResize),
		painter.stop,
		session.stop,
		() => process.off('exit', session.stop),
		guard.restore,
		guard.dispose,
	];
	try {
		await left.promise;
	} finally {
		for (const stop of stops) stop();
	}
}
