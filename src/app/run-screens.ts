import type {Clock} from '../base/clock.ts';
import {createRedaction} from '../base/redaction.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import {version} from '../cli/version.ts';
import {findDirectories} from '../settings/directories.ts';
import {readKeysFile} from '../settings/keys-file.ts';
import {openSettings, type SettingsStore} from '../settings/settings.ts';
import {goToWall} from '../state/navigation.ts';
import type {Session} from '../sync/session.ts';
import {notify, type Store} from '../sync/store.ts';
import {colorSupport} from '../terminal/colors.ts';
import type {EarlyScreen} from '../terminal/early-screen.ts';
import {createRunInTerminal, createRunProgram} from '../terminal/programs.ts';
import {openSession, type ScreenCommand} from './open-session.ts';
import {addressNotes} from './saved-profiles.ts';
import {showScreens} from './screen-app.ts';
import {keepHeapSmall} from './small-heap.ts';

type Started = {
	readonly clock: Clock;
	readonly environmentKey: string | undefined;
	readonly early: EarlyScreen | undefined;
	/** Says why there are no screens. Returns the exit code. */
	readonly refuse: (sentence: string) => number;
};

/** Runs landfall on the terminal until the user quits. Returns the exit code. */
export async function runScreens(
	options: ScreenCommand,
	{clock, environmentKey, early, refuse}: Started,
): Promise<number> {
	const {stdout, stderr, env: environment, platform} = process;
	const isInputTaken = options.command === 'screens' && options.isApiKeyFromInput;
	if (!stdout.isTTY || (!process.stdin.isTTY && !isInputTaken)) {
		return refuse('landfall needs a terminal, and this is not one. Try landfall --help.');
	}

	const directories = findDirectories(environment);
	const settings = openSettings({directory: directories.settings, now: clock.wall});
	const redaction = createRedaction();
	if (environmentKey) redaction.add(environmentKey);
	const session = openSession(options, {clock, environmentKey, settings, directories, onKey: redaction.add});
	const {store} = session;
	if (options.isWall) openWallFirst(store);
	const fault = await enter(session, options, settings);
	if (fault !== undefined) {
		session.stop();
		return refuse(fault);
	}

	for (const text of [...settings.notices, ...addressNotes(options, settings, environment)]) notify(store, text, 'bad');
	await showScreens({
		session,
		clock,
		process,
		early,
		async loadInk() {
			keepHeapSmall();
			const {mountInk, scopes} = await import('../ui/ink.tsx');
			const keysFile = readKeysFile(directories.settings);
			if (keysFile.outcome === 'none') return {mountInk, scopes};
			const {applyKeysFile} = await import('./custom-keys.ts');
			return {mountInk, scopes, customKeys: applyKeysFile(keysFile, scopes)};
		},
		stdin: await openKeyboard(isInputTaken),
		stdout,
		stderr,
		run: createRunProgram(environment, clock.after),
		runInTerminal: createRunInTerminal(environment),
		environment,
		platform,
		...colorSupport(environment, options.isSpoken ? 'never' : options.color),
		speech: options.isSpoken ? await import('../ui/screen-reader/speaker.ts') : undefined,
		isAscii: options.isAscii,
		crash: {
			directory: directories.state,
			about: `landfall ${version}, Node ${process.versions.node}, ${platform}`,
			redact: redaction.redact,
		},
	});
	// The journal is already on disk. It is not closed: that would delay the exit by two disk syncs for no benefit.
	if (!session.writes.isBusy()) return exitCodes.done;
	stderr.write('A change is unconfirmed. The next start checks whether it was made.\n');
	return exitCodes.unknownOutcome;
}

/** Opens the wall in place of the list of projects, as soon as a service is connected. */
export function openWallFirst(store: Store): void {
	const unsubscribe = store.subscribe((_before, {connection}) => {
		if (!connection) return;
		unsubscribe();
		store.change(goToWall);
	});
}

/** Opens the requested service. Returns a sentence if that fails. If none was requested, the screens ask for one. */
async function enter({actions}: Session, options: ScreenCommand, settings: SettingsStore): Promise<string | undefined> {
	if (options.command === 'demo') {
		await actions.enterDemo();
		return undefined;
	}

	const {profile, baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	const input = isApiKeyFromInput ? process.stdin : undefined;
	if (baseUrl !== undefined) {
		return (await actions.enterAddress({baseUrl, profile, apiKeyFile, input}))?.sentence;
	}

	const {profiles, lastProfile} = settings.get();
	const name = profile ?? lastProfile;
	if (name === undefined) return undefined;
	const entered = actions.enterProfile(name, {apiKeyFile, input});
	// A password manager may wait for its user, so the screens appear meanwhile.
	if (profiles.get(name)?.apiKeyCommand) return undefined;
	const problem = await entered;
	return profile === undefined ? undefined : problem?.sentence;
}

/** Returns the terminal's keyboard, even if stdin provides the API key. */
async function openKeyboard(isInputTaken: boolean): Promise<NodeJS.ReadStream> {
	if (!isInputTaken) return process.stdin;
	const {ReadStream} = await import('node:tty');
	const {openSync} = await import('node:fs');
	return new ReadStream(openSync('/dev/tty', 'r+'));
}
