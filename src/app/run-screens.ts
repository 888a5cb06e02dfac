import {join} from 'node:path';
import type {Clock} from '../clock.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import type {Options} from '../command-line/options.ts';
import {version} from '../command-line/version.ts';
import {openJournal} from '../journal/journal.ts';
import {createRedaction} from '../redaction.ts';
import {type Directories, findDirectories} from '../settings/directories.ts';
import {isTwelveHour} from '../settings/hour-cycle.ts';
import {readKeysFile} from '../settings/keys-file.ts';
import {lastingProcess} from '../settings/running-process.ts';
import {openSettings, type SettingsStore} from '../settings/settings.ts';
import {createNotify} from '../store/effects/notify.ts';
import {pinsFrom, rulesFrom, toSavedRules} from '../store/model/deployments/notification-rules.ts';
import type {Preferences} from '../store/model/preferences.ts';
import {type Session, startSession} from '../store/session.ts';
import type {Store} from '../store/store.ts';
import type {EarlyScreen} from '../terminal/lifecycle/early-screen.ts';
import {sizeOf} from '../terminal/lifecycle/output.ts';
import {colorSupport} from '../terminal/os/colors.ts';
import {createRunInTerminal, createRunProgram} from '../terminal/os/programs.ts';
import {createServiceAccess} from './open-service.ts';
import {createPlaces} from './places.ts';
import {listProfiles, savedServices} from './saved-profiles.ts';
import {showScreens} from './screens.ts';
import {keepHeapSmall} from './small-heap.ts';

/** The options of the commands that open screens. */
type ScreenCommand = Extract<Options, {readonly command: 'screens' | 'demo'}>;

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

	const notify = createNotify({store, clock});
	for (const text of settings.notices) notify(text, 'bad');
	const keysFile = readKeysFile(directories.settings);
	const isDefaultTheme = store.get().interface.theme === 'terminal';
	await showScreens({
		themes: isDefaultTheme ? undefined : (await import('../ui/themes/themes.ts')).themes,
		session,
		clock,
		process,
		early,
		customKeys:
			keysFile.outcome === 'none' ? undefined : (await import('./keys/custom-keys.ts')).createCustomKeys(keysFile),
		loadInk() {
			keepHeapSmall();
			return import('../ui/ink.tsx');
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
	if (!session.isWriting()) return exitCodes.done;
	stderr.write('A change is unconfirmed. The next start checks whether it was made.\n');
	return exitCodes.unknownOutcome;
}

type SessionParts = Pick<Started, 'clock' | 'environmentKey'> & {
	readonly settings: SettingsStore;
	readonly directories: Directories;
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
};

/** Starts the session with its journals and the saved preferences. No service is open yet. */
function openSession(
	options: ScreenCommand,
	{clock, environmentKey, settings, directories, onKey}: SessionParts,
): Session {
	const {isReadOnly, requestsPerMinute} = options;
	const isDemo = options.command === 'demo';
	const journal = openJournal({
		path: join(directories.state, 'journal.sqlite'),
		now: clock.wall,
		owner: lastingProcess(process.pid),
		knownServices: () => savedServices(settings),
	});
	// A demo must leave nothing on disk.
	const demoJournal = openJournal({path: undefined, now: clock.wall});
	const service = {
		clock,
		random: Math.random,
		environment: process.env,
		environmentKey,
		settings,
		directory: directories.settings,
		isReadOnly,
		isRemembered: true,
		builtIn: isDemo ? options : undefined,
		onKey,
	};
	return startSession({
		places: createPlaces({journal, directory: directories.state}),
		newId: () => crypto.randomUUID(),
		journalOf: connection => ((connection?.isDemo ?? isDemo) ? demoJournal : journal),
		preferences: preferencesFrom(settings, options),
		clock,
		size: sizeOf(process.stdout),
		requestsPerMinute,
		profiles: listProfiles({settings, isReadOnly}),
		access: hooks => createServiceAccess(service, hooks),
	});
}

const preferencesFrom = (settings: SettingsStore, {isWall, theme}: ScreenCommand): Preferences => ({
	rules: rulesFrom(settings.get().rules),
	pins: pinsFrom(settings.get().pins),
	isTwelveHour: isTwelveHour(process.env),
	isGuided: !isWall,
	theme: theme ?? settings.get().theme ?? 'terminal',
	saveTheme: settings.saveTheme,
	saveRules: (rules, before) => settings.saveRules(toSavedRules(rules), toSavedRules(before)),
	savePins: settings.savePins,
	readAgain() {
		if (!settings.readAgain()) return undefined;
		const {rules, pins} = settings.get();
		return {rules: rulesFrom(rules), pins: pinsFrom(pins)};
	},
});

/** Opens the wall in place of the list of projects, as soon as a service is connected. */
export function openWallFirst(store: Store): void {
	const unsubscribe = store.subscribe(({type}) => {
		if (type !== 'connected') return;
		unsubscribe();
		store.dispatch({type: 'wall-opened'});
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
