import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {setFlagsFromString} from 'node:v8';
import type {Clock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {memo} from '../base/memo.ts';
import {createRedaction} from '../base/redaction.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {version} from '../base/version.ts';
import {resumingCommands} from '../model/suggested-commands.ts';
import {readKeysFile} from '../settings/keys-file.ts';
import {emptyObject} from '../settings/private-json.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {withFocus} from '../state/absence.ts';
import {nextGuardEnd, withKeysRead} from '../state/key-guard.ts';
import {resizeTo} from '../state/lists.ts';
import {patch} from '../state/state.ts';
import {startedHere} from '../state/watches.ts';
import {startNotifier} from '../sync/notifier.ts';
import type {Session} from '../sync/session.ts';
import {notify} from '../sync/store.ts';
import {createBackgroundQuery} from '../terminal/background-query.ts';
import {createBrowse} from '../terminal/browser.ts';
import {createCopy} from '../terminal/clipboard.ts';
import {type ReportOptions, writeSupportReport} from '../terminal/crash-file.ts';
import {type ColorSupport, colorSupport, isUtf8Locale} from '../terminal/environment.ts';
import {createFastRows} from '../terminal/fast-rows.ts';
import {createInkStdout, type InkStdout} from '../terminal/ink-stdout.ts';
import {createKeyInput, type KeyInput} from '../terminal/key-input.ts';
import {createNotifications, createTitle} from '../terminal/notifications.ts';
import {createOwnership} from '../terminal/ownership.ts';
import {createPrograms, type FollowProgram, type RunInTerminal, type RunProgram} from '../terminal/programs.ts';
import {bracketedPaste} from '../terminal/screen-modes.ts';
import {createTerminalOutput, sizeOf, type TerminalOutput} from '../terminal/terminal-output.ts';
import type {MountedInk, mountInk} from '../ui/app.tsx';
import type {AppContext, KeyScopes} from '../ui/contexts.ts';
import {drawContextOf} from '../ui/frame/draw-context.ts';
import {startFrames} from '../ui/frame/frames.ts';
import {windowTitle} from '../ui/frame/header.ts';
import {keepStatusHeight} from '../ui/frame/status-height.ts';
import {startTicker} from '../ui/frame/ticker.ts';
import {addCustomCommands} from '../ui/keys/custom-command-keys.ts';
import {nameInReport, notUtf8Typed, paste, press} from '../ui/keys/dispatch.ts';
import {createTheme, inAscii, themes} from '../ui/themes.ts';
import type {AppliedKeys} from './keys-in-force.ts';
import type {Launch} from './open-service.ts';
import {enterService, openSession, type ScreenOptions} from './open-session.ts';
import {loadRest} from './rest.ts';
import {createUserPrograms} from './user-programs.ts';

type ScreenAppOptions = ColorSupport & {
	readonly session: Session;
	readonly clock: Clock;
	readonly process: NodeJS.Process;
	readonly stdin: NodeJS.ReadStream;
	readonly isAscii: boolean;
	readonly speech?: typeof import('../ui/speaker.ts') | undefined;
	readonly mountInk: typeof mountInk;
	readonly scopes: KeyScopes;
	readonly keysFile?: AppliedKeys | undefined;
	readonly hasFastRows: boolean;
	readonly run: RunProgram;
	readonly follow: FollowProgram;
	readonly runInTerminal: RunInTerminal;
	readonly keyboard: number;
	readonly crash: Omit<ReportOptions, 'now'>;
};

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

function applyCustomKeys({session: {store}}: ScreenAppOptions, {customKeys, problems}: AppliedKeys) {
	store.change(state => patch(state, 'preferences', {customKeys}));
	const [first, ...others] = problems;
	const more = others.length === 0 ? plain`` : plain` (and ${others.length} more: run landfall keys)`;
	if (first !== undefined) notify(store, plain`${first}${more}`, 'bad');
}

type LastSeen = {key: string; fact: string};

function createKeys(
	{stdin, clock}: ScreenAppOptions,
	app: AppContext,
	{askForBackground, noteReply, last}: {askForBackground: () => void; noteReply: () => void; last: LastSeen},
): KeyInput {
	const {store, scopes} = app;
	/** A key press shows that the user is here, even if the terminal reports no focus. */
	const noticeUser = () => {
		if (!store.get().presence.isFocused) store.change((state, now) => withFocus(state, true, now));
	};
	return createKeyInput(stdin, {
		onKey(key, arrival) {
			noticeUser();
			last.key = nameInReport(store.get(), scopes(), key);
			return press(app, key, arrival);
		},
		onPaste(text, arrival) {
			noticeUser();
			last.key = 'text';
			return paste(app, text, arrival);
		},
		onNotUtf8: () => notify(store, notUtf8Typed, 'bad'),
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

/** Runs landfall until the user quits. Each part starts after the parts it needs, and stops before them. */
export async function showScreens(options: ScreenAppOptions): Promise<void> {
	const {session, clock, process, stdin, speech, keysFile, crash} = options;
	const {stdout, stderr} = process;
	const {store, actions} = session;
	const left = Promise.withResolvers<void>();
	const stops: Array<() => void> = [];

	// A signal or a bug exits without running the other stops.
	process.once('exit', session.stop);
	stops.push(session.stop, () => process.off('exit', session.stop));

	const {output, flush} = createTerminalOutput({stdout, after: clock.after});
	/** Writes outside of frames, except while a program has the terminal. */
	const besideFrames = {write: (text: string) => terminal.isLent() || output.write(text)};
	const title = createTitle(besideFrames);
	const theme = createTheme({
		...options,
		isSpoken: speech !== undefined,
		style: () => themes[store.get().preferences.theme],
		background: () => store.get().preferences.background,
	});
	const showTitle = () => title.set(windowTitle(store.get(), theme.isAscii));
	const background = createBackgroundQuery(output, stdin);
	const askForBackground = options.hasBackgroundQuery ? background.ask : () => {};
	const {announce, ...services} = createServices(options, besideFrames);
	if (speech) store.change(state => resizeTo(state, speech.spokenSize));

	const customCommands = keysFile?.customCommands ?? [];
	const scopesFor = memo(addCustomCommands);
	const scopes = () => scopesFor(options.scopes, customCommands, store.get().connection?.profile);
	const ticker = startTicker({store, clock});
	const drawn = memo(drawContextOf);
	const drawContext = () => drawn(store.get(), scopes(), theme.isAscii, ticker.now());
	if (!speech) stops.push(keepStatusHeight({store, drawContext}, ticker));
	const fastRows = options.hasFastRows && !speech ? createFastRows() : undefined;
	const frames = startFrames({store, clock, ticker, show: () => screen.show()});
	const frameListeners = {onFrame: frames.showSoon, onShown: frames.onShown};
	const screen: InkStdout = speech
		? speech.createSpokenStdout({output, ...frameListeners})
		: createInkStdout({
				output,
				terminal: stdout,
				fastRows,
				adapt: options.isAscii ? inAscii : undefined,
				forgetFrame: () => ink?.clear(),
				...frameListeners,
			});
	stops.push(ticker.stop, frames.stop);

	const app: AppContext = {
		...services,
		store,
		clock,
		scopes,
		actions,
		paintedState: frames.painted,
		drawContext,
		theme,
		ticker,
		fastRows,
		leave() {
			frames.stop();
			left.resolve();
		},
		suspend() {
			if (process.platform === 'win32') notify(store, plain`Windows cannot suspend a program.`, 'quiet');
			else process.emit('SIGTSTP', 'SIGTSTP');
		},
		runProgram: program => programs.run(program),
		repaint: screen.redraw,
	};
	if (keysFile) applyCustomKeys(options, keysFile);
	const last: LastSeen = {key: 'none', fact: 'none'};
	const keys = createKeys(options, app, {askForBackground, noteReply: background.noteReply, last});

	let ink: MountedInk | undefined;
	const mount = () => {
		const onRender = () => {
			fastRows?.inkHasDrawn();
			frames.inkHasDrawn();
		};
		ink = options.mountInk({app, stdin: keys.forInk, stdout: screen.stdout, stderr, onRender});
		ink.ended.catch(error => process.emit('uncaughtException', error));
	};
	const unmount = () => ink?.unmount();
	stops.push(unmount);

	const terminal = createOwnership({
		process,
		stdin,
		keys,
		screen: {
			open() {
				if (speech) output.write(bracketedPaste.on);
				if (!ink) return mount();
				screen.retake();
				ink.resume();
			},
			close() {
				ink?.suspend();
				screen.close();
				if (speech) output.write(bracketedPaste.off);
			},
		},
		title,
		showTitle,
		askForBackground,
		settle: background.settle,
		flush,
		repaint: screen.redraw,
		stopDrawing: unmount,
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
	terminal.take();
	stops.push(terminal.dispose, terminal.restore);

	const onResize = () => {
		// Spoken lines do not depend on the size of the window.
		if (speech) return;
		screen.forget();
		store.change(state => resizeTo(state, sizeOf(stdout)));
	};
	stdout.on('resize', onResize);
	stops.push(() => stdout.off('resize', onResize));

	stops.push(startNotifier({store, clock, announce}));
	stops.push(
		store.subscribe(({deployments: before}, {deployments: after}, fact) => {
			last.fact = fact?.type ?? last.fact;
			keys.watchGuards();
			// The title counts failed and running deployments.
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
	readonly failUsage: (sentence: string) => Promise<number>;
};

export async function runScreens(options: ScreenOptions, started: ScreensStart): Promise<number> {
	const {clock, environmentKey, failUsage} = started;
	const {stdout, stderr, env: environment, platform} = process;
	if (environment.TERM === 'dumb' && !options.isSpoken) {
		return failUsage(
			'With TERM=dumb there are no screens. Use commands such as landfall ls, or landfall --screen-reader.',
		);
	}

	const isInputTaken = !options.isDemo && options.isApiKeyFromInput;
	if (!stdout.isTTY || (!process.stdin.isTTY && !isInputTaken)) {
		return failUsage('landfall needs a terminal, and this is not one. Try landfall --help.');
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
		return failUsage(problem);
	}

	for (const text of notices) notify(session.store, text, 'bad');
	if (settings.problem && !options.isDemo) notify(session.store, plain`Read-only: ${settings.problem}`, 'bad');
	const keyboard = isInputTaken ? openSync(keyboardPath(platform), 'r+') : 0;
	// By default, V8 lets garbage take a multiple of the live memory. Nearly all garbage here dies with the next frame or page: without these flags, landfall takes 20 MB more after browsing, and 80 MB more after 500 pages.
	setFlagsFromString('--semi-space-growth-factor=1 --heap-growing-percent=30');
	// The first answer arrives while this loads.
	const {mountInk, scopes} = await import('../ui/app.tsx');
	loadRest(clock, 'screens');
	await showScreens({
		session,
		clock,
		process,
		mountInk,
		scopes,
		keysFile: await appliedKeys(scopes, directories.settings, settings),
		hasFastRows: environment.LANDFALL_FAST_ROWS !== '0',
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
	// The journal is already on disk. Closing it would delay the exit by two disk syncs for no benefit.
	stderr.write(lastLine(session));
	return session.writes.isBusy() ? exitCodes.unknownOutcome : exitCodes.done;
}

/** For the shell: how to go on. */
function lastLine({store, writes}: Session): string {
	const state = store.get();
	const {connection} = state;
	const isUnconfirmed = writes.isBusy();
	const isReal = connection && !connection.isDemo;
	const commands = isReal ? resumingCommands(connection, startedHere(state), isUnconfirmed) : '';
	const what = isUnconfirmed ? 'A change is unconfirmed.' : 'What you started is still in progress.';
	if (commands !== '') return `${what} To go on: ${commands}\n`;
	if (isUnconfirmed) return `${what}\n`;
	return connection?.isDemo ? 'That was the demo. To connect to your own service, run: landfall\n' : '';
}

async function appliedKeys(scopes: KeyScopes, directory: string, settings: Pick<SettingsStore, 'commands'>) {
	const keysFile = readKeysFile(directory);
	if (keysFile.text === emptyObject && settings.commands.length === 0) return undefined;
	const {applyKeysFile} = await import('./keys-in-force.ts');
	return applyKeysFile(keysFile, scopes, settings.commands);
}

export const keyboardPath = (platform: string): string => (platform === 'win32' ? String.raw`\\.\CONIN$` : '/dev/tty');

/** The standard input, unless it provides the API key. */
function openKeyboard(descriptor: number): NodeJS.ReadStream {
	if (descriptor === 0) return process.stdin;
	const keyboard = new ReadStream(descriptor);
	// Node does the same for the standard input: keys typed for a program that has the terminal must not be read here.
	const {_handle: handle} = keyboard as unknown as {_handle: {reading: boolean; readStop: () => void}};
	keyboard.on('pause', () => {
		handle.reading = false;
		handle.readStop();
	});
	return keyboard;
}
