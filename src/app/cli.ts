import {type Clock, createSystemClock} from '../clock.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {zoneNamed} from '../command-line/time-zone.ts';
import {version} from '../command-line/version.ts';
import {createRedaction} from '../redaction.ts';
import {findDirectories} from '../settings/directories.ts';
import {readKeysFile} from '../settings/keys-file.ts';
import {openSettings, type SettingsStore} from '../settings/settings.ts';
import {createNotify} from '../store/effects/notify.ts';
import type {Session} from '../store/session.ts';
import type {EarlyScreen} from '../terminal/lifecycle/early-screen.ts';
import {colorSupport} from '../terminal/os/color-support.ts';
import {createRunInTerminal, createRunProgram} from '../terminal/os/run.ts';
import {safe} from '../text.ts';
import {findKey} from './open-service.ts';
import {openSession, type ScreenCommand} from './open-session.ts';
import {showScreens} from './screens.ts';
import {keepHeapSmall} from './small-heap.ts';
import type {Start} from './start.ts';

/** Runs the parsed command. Returns the exit code. */
export async function runCli({parsed, early}: Start): Promise<number> {
	const environmentKey = process.env.LANDFALL_API_KEY;
	// Child processes and diagnostic reports must not see it.
	delete process.env.LANDFALL_API_KEY;
	if (process.report) process.report.excludeEnv = true;

	if (!parsed.ok) return complain(parsed.sentence);
	const {options} = parsed;
	const clock = createSystemClock();
	switch (options.command) {
		case 'help':
		case 'version':
			return exitCodes.done;

		case 'sandbox': {
			const {runSandbox} = await import('../commands/sandbox.ts');
			const {createSandbox} = await import('../sandbox/sandbox.ts');
			const {serve} = await import('../sandbox/serve.ts');
			return runSandbox(options, {
				clock,
				environmentKey,
				builtIn: {createSandbox, serve},
				print: text => process.stdout.write(text),
				complain: text => process.stderr.write(text),
				ended: untilSignal,
			});
		}

		case 'doctor': {
			const {runDoctor} = await import('../commands/doctor/doctor.ts');
			return runDoctor(options, {
				clock,
				environmentKey,
				random: Math.random,
				process,
				environment: process.env,
				findKey: (url, sources) => findKey(url, sources, {clock, environment: process.env}),
			});
		}

		case 'keys': {
			const {layers} = await import('../ui/ink.tsx');
			const {printKeys} = await import('./keys/print-keys.ts');
			return printKeys(layers, process.env, {
				print: text => process.stdout.write(text),
				complain: text => process.stderr.write(text),
			});
		}

		case 'demo':
		case 'screens':
			return runScreens(options, {clock, environmentKey, early});

		default:
			throw new Error(`${options.command} runs without a screen`);
	}
}

/** Resolves with the exit code once a signal asks this process to end. */
const untilSignal = (): Promise<number> =>
	new Promise(resolve => {
		process.once('SIGINT', () => resolve(exitCodes.interrupted));
		process.once('SIGTERM', () => resolve(exitCodes.terminated));
		process.once('SIGHUP', () => resolve(exitCodes.hungUp));
	});

function complain(sentence: string, early?: EarlyScreen): number {
	early?.close();
	process.stderr.write(`${safe(sentence, 1000)}\n`);
	return exitCodes.usage;
}

/** Opens the requested service. Returns a sentence if that fails. If none was requested, the screens ask for one. */
async function enter({actions}: Session, options: ScreenCommand, settings: SettingsStore): Promise<string | undefined> {
	if (options.command === 'demo') {
		await actions.enterDemo();
		return undefined;
	}

	const {profile, baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	if (baseUrl !== undefined) {
		const input = isApiKeyFromInput ? process.stdin : undefined;
		return (await actions.enterAddress({baseUrl, profile, apiKeyFile, input}))?.sentence;
	}

	const {profiles, lastProfile} = settings.get();
	const name = profile ?? lastProfile;
	if (name === undefined) return undefined;
	const entered = actions.enterProfile(name);
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

type Started = {
	readonly clock: Clock;
	readonly environmentKey: string | undefined;
	readonly early: EarlyScreen | undefined;
};

async function runScreens(options: ScreenCommand, {clock, environmentKey, early}: Started): Promise<number> {
	const {stdout, stderr} = process;
	const isInputTaken = options.command === 'screens' && options.isApiKeyFromInput;
	if (!stdout.isTTY || (!process.stdin.isTTY && !isInputTaken)) {
		return complain('landfall needs a terminal, and this is not one. Try landfall --help.');
	}

	// Node applies it at once, also to programs that landfall runs.
	if (options.timeZone !== undefined) process.env.TZ = zoneNamed(options.timeZone);
	const directories = findDirectories(process.env);
	const settings = openSettings({directory: directories.settings, now: clock.wall});
	const redaction = createRedaction();
	if (environmentKey) redaction.add(environmentKey);
	const session = openSession(options, {
		clock,
		environmentKey,
		settings,
		directories,
		redaction,
		environment: process.env,
		random: Math.random,
	});
	const fault = await enter(session, options, settings);
	if (fault !== undefined) {
		session.stop();
		return complain(fault, early);
	}

	const notify = createNotify({store: session.store, clock});
	for (const text of settings.notices) notify(text, 'bad');
	const keysFile = readKeysFile(directories.settings);
	const isDefaultTheme = session.store.get().interface.theme === 'terminal';
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
		run: createRunProgram(process.env, clock.after),
		runInTerminal: createRunInTerminal(process.env),
		environment: process.env,
		platform: process.platform,
		...colorSupport(process.env, options.isSpoken ? 'never' : options.color),
		speech: options.isSpoken ? await import('../ui/screen-reader/speaker.ts') : undefined,
		isAscii: options.isAscii,
		crash: {
			directory: directories.state,
			about: `landfall ${version}, Node ${process.versions.node}, ${process.platform}`,
			redact: redaction.redact,
		},
	});
	// The journal is already on disk. It is not closed: that would delay the exit by two disk syncs for no benefit.
	if (!session.isWriting()) return exitCodes.done;
	stderr.write('A change is unconfirmed. The next start checks whether it was made.\n');
	return exitCodes.unknownOutcome;
}
