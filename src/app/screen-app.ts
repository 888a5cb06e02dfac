import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import type {Clock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {memo} from '../base/memo.ts';
import {createRedaction} from '../base/redaction.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {version} from '../base/version.ts';
import {readKeysFile} from '../settings/keys-file.ts';
import {emptyObject} from '../settings/private-json.ts';
import {withFocus} from '../state/absence.ts';
import {nextGuardEnd, withKeysRead} from '../state/key-guard.ts';
import {resizeTo} from '../state/lists.ts';
import {currentScreen, patch} from '../state/state.ts';
import {isFirstRead} from '../sync/freshness.ts';
import {startNotifier} from '../sync/notifier.ts';
import type {Session} from '../sync/session.ts';
import {notify} from '../sync/store.ts';
import {createBackgroundQuery} from '../terminal/background-query.ts';
import {createBrowse} from '../terminal/browser.ts';
import {createCopy} from '../terminal/clipboard.ts';
import {type ReportOptions, writeSupportReport} from '../terminal/crash-file.ts';
import type {EarlyScreen} from '../terminal/early-screen.ts';
import {type ColorSupport, colorSupport, isUtf8Locale} from '../terminal/environment.ts';
import {createKeyInput, type KeyInput} from '../terminal/key-input.ts';
import {createNotifications, createTitle} from '../terminal/notifications.ts';
import {createTerminalOutput, sizeOf, type TerminalOutput} from '../terminal/output.ts';
import {createOwnership} from '../terminal/ownership.ts';
import {createPrograms, type FollowProgram, type RunInTerminal, type RunProgram} from '../terminal/programs.ts';
import {openTerminalScreen} from '../terminal/screen/screen.ts';
import type {mountInk} from '../ui/app.tsx';
import type {KeyContext, KeyScopes} from '../ui/contexts.ts';
import {windowTitle} from '../ui/frame/header.ts';
import {firstScopes, type Painter, startPainting, startTicker} from '../ui/frame/painter.ts';
import {nameInReport, notUtf8Typed, paste, press} from '../ui/keys/dispatch.ts';
import {withUserCommands} from '../ui/keys/user-commands.ts';
import {createTheme, inAscii, themes} from '../ui/themes.ts';
import type {AppliedKeys} from './keyboard.ts';
import type {Launch} from './open-service.ts';
import {enterService, openSession, type ScreenOptions} from './open-session.ts';
import {loadRest} from './rest.ts';
import {createUserPrograms} from './user-programs.ts';

type LoadedInk = {
	readonly mountInk: typeof mountInk;
	readonly scopes: KeyScopes;
	/** What the user's files say about keys, if anything. */
	readonly keysFile?: AppliedKeys | undefined;
};

type ScreenAppOptions = ColorSupport & {
	readonly session: Session;
	readonly clock: Clock;
	readonly process: NodeJS.Process;
	/** The terminal's keyboard, which need not be the standard input. */
	readonly stdin: NodeJS.ReadStream;
	readonly isAscii: boolean;
	/** For a screen reader: announces instead of painting. */
	readonly speech?: typeof import('../ui/speaker.ts') | undefined;
	/** The terminal if it was taken before the screens were loaded. */
	readonly early?: EarlyScreen | undefined;
	/** Loads Ink with every screen and dialog, which takes as long as starting Node. Called once. */
	readonly loadInk: () => Promise<LoadedInk>;
	/** Whether the user has a `keys.json`, which `loadInk` applies. */
	readonly hasOwnKeys?: boolean;
	/** Runs other programs: a clipboard's, a browser, the user's notification command. */
	readonly run: RunProgram;
	/** Run the user's own commands. */
	readonly follow: FollowProgram;
	readonly runInTerminal: RunInTerminal;
	/** The file descriptor of the keyboard. */
	readonly keyboard: number;
	/** Where landfall's own files are, and what they say about it. */
	readonly crash: Omit<ReportOptions, 'now'>;
};

/** How long the first rows may keep Ink waiting. */
const maxFirstRowsMs = 300;

/** Calls `then` once: when the first rows are painted, when they cannot come or the screen shows something else, and after `maxFirstRowsMs` in any case. Returns a function that cancels it. */
function afterFirstRows({session: {store}, clock, speech}: ScreenAppOptions, then: () => void): () => void {
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
	const cancel = clock.after(maxFirstRowsMs, start);
	const stop = () => {
		unsubscribe();
		cancel();
	};
	if (!isWaiting()) start();
	return stop;
}

/** What keys can do outside the screen: the clipboard, a browser, notifications. */
function createServices(
	{session: {store}, clock, process, run, crash}: ScreenAppOptions,
	output: Pick<TerminalOutput, 'write'>,
) {
	const {env: environment, platform} = process;
	const say = (text: SafeText) => notify(store, text, 'quiet');
	return {
		announce: createNotifications({output, environment, run, onProblem: say}),
		exportForSupport(lines: readonly SafeText[]) {
			const written = writeSupportReport(lines, {...crash, now: clock.now()});
			if ('path' in written) say(plain`Saved without secrets: ${safe(written.path, 600)}`);
			else say(plain`Not saved: ${safe(written.problem, 400)}`);
		},
		copy: (lines: readonly SafeText[], what: SafeText) =>
			void createCopy({output, environment, platform, run})(lines).then(how => say(plain`Copied ${what}: ${how}`)),
		browse: (url: string) => void createBrowse({platform, environment, run})(url).then(say),
	};
}

/** Gives commands the user's own keys, and reports what is wrong with them. */
function applyCustomKeys({session: {store}}: ScreenAppOptions, {customKeys, problems}: AppliedKeys) {
	store.change(state => patch(state, 'preferences', {customKeys}));
	const [first, ...others] = problems;
	const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
	if (first !== undefined) notify(store, plain`${first}${more}`, 'bad');
}

/** What a crash file says about the last moments: the key that was pressed, and what landfall learned. */
type LastSeen = {key: string; fact: string};

/** Passes keys and reports of the terminal on. Keys wait until there are bindings. */
function createKeys(
	{stdin, clock}: ScreenAppOptions,
	keyContext: KeyContext,
	painter: Pick<Painter, 'flush'>,
	{
		isReady,
		askForBackground,
		noteReply,
		last,
	}: {isReady: () => boolean; askForBackground: () => void; noteReply: () => void; last: LastSeen},
): KeyInput {
	const {store, scopes} = keyContext;
	/** A key press shows that the user is here, even if the terminal has not reported the focus. */
	const noticeUser = () => {
		if (!store.get().presence.isFocused) store.change((state, now) => withFocus(state, true, now));
	};
	return createKeyInput(stdin, {
		isReady,
		onKey(key, arrival) {
			noticeUser();
			last.key = nameInReport(store.get(), scopes(), key);
			return press(keyContext, key, arrival);
		},
		onPaste(text, arrival) {
			noticeUser();
			last.key = 'text';
			return paste(keyContext, text, arrival);
		},
		onNotUtf8: () => notify(store, notUtf8Typed, 'bad'),
		onIdle: painter.flush,
		onColors(report) {
			if (report.kind === 'colors-changed') return askForBackground();
			noteReply();
			store.change(state => patch(state, 'preferences', {background: report.color}));
		},
		onFocus: isFocused => store.change((state, now) => withFocus(state, isFocused, now)),
		readAt: () => store.get().interface.keysReadAt,
		guardEnd: () => nextGuardEnd(store.get()),
		onRead: () => store.change(withKeysRead),
		after: clock.after,
		now: clock.now,
	});
}

/** Loads Ink once the first rows are painted, and mounts it. Returns a function that unmounts it, or prevents that it is mounted. */
function startInk(options: ScreenAppOptions, mount: (ink: LoadedInk) => ReturnType<typeof mountInk>): () => void {
	let isStopped = false;
	let unmount = () => {};
	const stopWaiting = afterFirstRows(options, async () => {
		const ink = await options.loadInk();
		if (isStopped) return;
		const mounted = mount(ink);
		unmount = mounted.unmount;
		mounted.ended.catch(error => options.process.emit('uncaughtException', error));
	});
	return () => {
		isStopped = true;
		stopWaiting();
		unmount();
	};
}

/** Connects the terminal, the store and the UI, and runs landfall until the user quits. Each part starts after those that it needs, and stops before them. */
export async function showScreens(options: ScreenAppOptions): Promise<void> {
	const {session, clock, process, stdin, early, speech, crash} = options;
	const {stdout, stderr} = process;
	const {store, actions} = session;
	const left = Promise.withResolvers<void>();
	const stops: Array<() => void> = [];

	// A signal or a bug ends the process at once.
	process.once('exit', session.stop);
	stops.push(session.stop, () => process.off('exit', session.stop));

	const {output, flush} = createTerminalOutput({stdout, after: clock.after});
	const screen = speech
		? speech.createSpokenScreen(output)
		: openTerminalScreen({
				output,
				terminal: stdout,
				isEntered: early !== undefined,
				adaptInkLine: options.isAscii ? inAscii : undefined,
			});
	/** What is not a frame: writes nothing while a program has the terminal. */
	const beside = {write: (text: string) => terminal.isLent() || output.write(text)};
	const title = createTitle(beside);
	const theme = createTheme({
		...options,
		isSpoken: speech !== undefined,
		style: () => themes[store.get().preferences.theme],
		background: () => store.get().preferences.background,
	});
	const showTitle = () => title.set(windowTitle(store.get(), theme.isAscii));
	const background = createBackgroundQuery(output, stdin);
	const askForBackground = options.hasBackgroundQuery ? background.ask : () => {};
	const {announce, ...services} = createServices(options, beside);
	if (speech) store.change(state => resizeTo(state, speech.spokenSize));

	let scopes = firstScopes;
	let userCommands: AppliedKeys['userCommands'] = [];
	const scopesFor = memo(withUserCommands);
	const drawn = {store, clock, scopes: () => scopesFor(scopes, userCommands, store.get().connection?.profile)};
	const ticker = startTicker(drawn);
	const painter = speech
		? speech.startSpeaking({keyContext: drawn, theme, ticker, output: beside})
		: startPainting({keyContext: drawn, theme, ticker, screen, hasOwnKeys: options.hasOwnKeys});
	screen.forInk.on('frame', painter.inkDrew);
	stops.push(ticker.stop, painter.stop);

	const keyContext: KeyContext = {
		...services,
		...drawn,
		actions,
		painted: painter.painted,
		drawContext: painter.drawContext,
		leave() {
			painter.stop();
			left.resolve();
		},
		suspend() {
			if (process.platform === 'win32') notify(store, plain`Windows cannot suspend a program.`, 'quiet');
			else process.emit('SIGTSTP', 'SIGTSTP');
		},
		runProgram: program => programs.run(program),
		repaint() {
			screen.forget();
			painter.repaint();
		},
	};
	const last: LastSeen = {key: 'none', fact: 'none'};
	const keys = createKeys(options, keyContext, painter, {
		isReady: () => scopes !== firstScopes,
		askForBackground,
		noteReply: background.noteReply,
		last,
	});

	const stopInk = startInk(options, ink => {
		scopes = ink.scopes;
		if (ink.keysFile) {
			userCommands = ink.keysFile.userCommands;
			applyCustomKeys(options, ink.keysFile);
		}

		const runtime = {keyContext, theme, ticker, canvases: painter.canvases};
		const mounted = ink.mountInk({runtime, stdin: keys.forInk, stdout: screen.forInk, stderr});
		keys.wake();
		return mounted;
	});
	stops.push(stopInk);

	const terminal = createOwnership({
		process,
		stdin,
		keys,
		screen,
		title,
		showTitle,
		askForBackground,
		settle: background.settle,
		flush,
		repaint: painter.repaint,
		stopDrawing: stopInk,
		after: clock.after,
		crash: () => ({
			...crash,
			about: `${crash.about}\nlast key: ${last.key} · last fact: ${last.fact}`,
			now: clock.now(),
		}),
	});
	const programs = createUserPrograms({...options, store, lend: terminal.lend});
	process.once('exit', programs.stop);
	stops.push(programs.stop, () => process.off('exit', programs.stop));
	early?.release();
	terminal.take();
	stops.push(terminal.dispose, terminal.restore);

	const onResize = () => {
		// Spoken lines do not depend on the size of the window.
		if (speech) return;
		screen.forget();
		store.change(state => resizeTo(state, sizeOf(stdout)));
		screen.forInk.emit('resize');
		painter.repaint();
	};
	stdout.on('resize', onResize);
	stops.push(() => stdout.off('resize', onResize));

	stops.push(startNotifier({store, clock, announce}));
	stops.push(
		store.subscribe(({deployments: before}, {deployments: after}, fact) => {
			last.fact = fact?.type ?? last.fact;
			keys.watchGuards();
			// What the title counts.
			if (after.board !== before.board || after.table !== before.table) showTitle();
		}),
	);
	try {
		await left.promise;
	} finally {
		for (const stop of stops.reverse()) stop();
	}
}

type ScreensStart = Omit<Launch, 'onKey'> & {
	readonly early: EarlyScreen | undefined;
	/** Says why there are no screens. Resolves to the exit code. */
	readonly refuse: (sentence: string) => Promise<number>;
};

export async function runScreens(options: ScreenOptions, started: ScreensStart): Promise<number> {
	const {clock, environmentKey, early, refuse} = started;
	const {stdout, stderr, env: environment, platform} = process;
	if (environment.TERM === 'dumb' && !options.isSpoken) {
		return refuse(
			'With TERM=dumb there are no screens. Use commands such as landfall ls, or landfall --screen-reader.',
		);
	}

	const isInputTaken = !options.isDemo && options.isApiKeyFromInput;
	if (!stdout.isTTY || (!process.stdin.isTTY && !isInputTaken)) {
		return refuse('landfall needs a terminal, and this is not one. Try landfall --help.');
	}

	const redaction = createRedaction();
	if (environmentKey) redaction.add(environmentKey);
	const {session, settings, directories, notices} = openSession(options, {
		clock,
		environmentKey,
		onKey: redaction.add,
	});
	const problem = await enterService(session, options, settings);
	if (problem !== undefined) {
		session.stop();
		return refuse(problem);
	}

	for (const text of notices) notify(session.store, text, 'bad');
	if (settings.problem && !options.isDemo) notify(session.store, plain`Read-only: ${settings.problem}`, 'bad');
	const keyboard = isInputTaken ? openSync(keyboardPath(platform), 'r+') : 0;
	const keysFile = readKeysFile(directories.settings);
	const hasOwnKeys = keysFile.text !== emptyObject || settings.commands.length > 0;
	await showScreens({
		session,
		clock,
		process,
		early,
		async loadInk() {
			keepHeapSmall();
			const {mountInk, scopes} = await import('../ui/app.tsx');
			loadRest(clock, 'screens');
			if (!hasOwnKeys) return {mountInk, scopes};
			const {applyKeysFile} = await import('./keyboard.ts');
			return {mountInk, scopes, keysFile: applyKeysFile(keysFile, scopes, settings.commands)};
		},
		hasOwnKeys,
		keyboard,
		stdin: openKeyboard(keyboard),
		...createPrograms({environment, after: clock.after}),
		...colorSupport(environment, options.isSpoken ? 'never' : options.color),
		speech: options.isSpoken ? await import('../ui/speaker.ts') : undefined,
		isAscii: options.isAscii || !isUtf8Locale(environment, platform),
		crash: {
			directory: directories.state,
			about: `landfall ${version}, Node ${process.versions.node}, ${platform}`,
			redact: redaction.redact,
		},
	});
	await settings.settled();
	// The journal is already on disk. It is not closed: that would delay the exit by two disk syncs for no benefit.
	if (!session.writes.isBusy()) return exitCodes.done;
	stderr.write('A change is unconfirmed. The next start checks whether it was made.\n');
	return exitCodes.unknownOutcome;
}

/** Returns the file that is the keyboard of the terminal, wherever the input comes from. */
export const keyboardPath = (platform: string): string => (platform === 'win32' ? String.raw`\\.\CONIN$` : '/dev/tty');

/** Returns the terminal's keyboard by its file descriptor. It is not the standard input if that provides the API key. */
function openKeyboard(descriptor: number): NodeJS.ReadStream {
	if (descriptor === 0) return process.stdin;
	const keyboard = new ReadStream(descriptor);
	// As Node does for its own: what is typed for a program that has the terminal must not be read here.
	const {_handle: handle} = keyboard as unknown as {_handle: {reading: boolean; readStop: () => void}};
	keyboard.on('pause', () => {
		handle.reading = false;
		handle.readStop();
	});
	return keyboard;
}

/** Limits the memory of a process that stays open for days. Call it before Ink is loaded, which makes the young generation grow. */
export function keepHeapSmall(): void {
	// Once its flags have changed, V8 rejects the cached code of Node's modules. Those that Ink needs are loaded before.
	for (const name of ['node:assert', 'node:child_process', 'node:url']) process.getBuiltinModule(name);
	const {setFlagsFromString} = process.getBuiltinModule('node:v8');
	// Nearly all garbage dies with the next frame. With many rows, V8 grows the young generation thirtyfold: 50 MB without any benefit, and each collection then takes as long as a frame.
	setFlagsFromString('--semi-space-growth-factor=1');
	// The old generation may grow to a multiple of the live objects: reading through a million projects leaves 70 MB of garbage, or half of that with this limit.
	setFlagsFromString('--heap-growing-percent=30');
	// Yoga calculates little with each frame. To load the compiler that would optimize it takes 3 MB.
	setFlagsFromString('--wasm-tiering-budget=1000000000');
	setFlagsFromString('--wasm-wrapper-tiering-budget=1000000000');
	// Over days nearly every function gets optimized, which takes 15 MB. Only those that a frame calls for each row need it, and Maglev is good enough for them: to load Turbofan takes 5 MB. Node 22 has only Turbofan; a thousand bytecodes still cover every loop that matters, and each further thread keeps the memory of its largest job.
	// Other runtimes than Node may lack it.
	const hasMaglev = Reflect.get(process.config?.variables ?? {}, 'v8_enable_maglev') === 1;
	const limits = hasMaglev
		? ['--no-turbofan', '--invocation-count-for-maglev=2000']
		: [
				'--max-optimized-bytecode-size=1000',
				'--max-inlined-bytecode-size-cumulative=100',
				'--concurrent-turbofan-max-threads=1',
			];
	for (const flag of limits) setFlagsFromString(flag);
}
