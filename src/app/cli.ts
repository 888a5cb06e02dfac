import {createSystemClock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {version} from '../base/version.ts';
import {parseOptions} from '../cli/command-line.ts';
import {openEarlyScreen} from '../terminal/early-screen.ts';
import {endingSignals} from '../terminal/screen-modes.ts';

/** Runs before anything else is loaded: parses the command line, takes what is not for others out of the environment and, for the screens, takes over the terminal. */
export function start(argv: readonly string[]) {
	const parsed = parseOptions(argv, process.env);
	const options = parsed.ok ? parsed.options : undefined;
	// Node applies it at once, also to programs that landfall runs.
	const own = options?.command === 'headless' ? options.options : options;
	if (own && 'timeZone' in own && own.timeZone !== undefined) process.env.TZ = own.timeZone;
	// Windows would look for programs in the current directory first, where anyone may have put one.
	if (process.platform === 'win32') process.env.NoDefaultCurrentDirectoryInExePath = '1';
	// A screen reader gets lines below what the terminal already shows, so the terminal is not taken over.
	const early = options?.command === 'screens' && !options.isSpoken ? openEarlyScreen() : undefined;
	const environmentKey = process.env.LANDFALL_API_KEY;
	// Child processes and diagnostic reports must not see it.
	delete process.env.LANDFALL_API_KEY;
	if (process.report) process.report.excludeEnv = true;
	return {
		parsed,
		environmentKey,
		/** The terminal, if it was taken over for the screens. */
		early,
	};
}

type Launcher = {
	/** Loads a file, and keeps its compiled code for the next start. */
	readonly load: <Module>(load: () => Promise<Module>) => Promise<Module>;
	/** Receives every key that is used, so that the report of a bug can leave it out. */
	readonly onKey: (apiKey: string) => void;
	/** Calls a function with the exit code once the output cannot be written any more. */
	readonly onOutputEnd: (end: (exitCode: number) => void) => void;
};

/** Runs the parsed command. Returns the exit code. */
export async function runCli(
	{parsed, environmentKey, early}: ReturnType<typeof start>,
	{load, onKey, onOutputEnd}: Launcher,
): Promise<number> {
	if (!early && !(parsed.ok && parsed.options.command === 'headless')) onOutputEnd(code => process.exit(code));
	const print = (text: string) => process.stdout.write(text);
	const complain = (text: string) => process.stderr.write(text);
	const refuse = async (sentence: string) => {
		early?.close();
		// Loaded here, because it would delay the first word on the screen.
		const {safe} = await import('../base/text.ts');
		complain(`${safe(sentence, 1000)}\n`);
		return exitCodes.usage;
	};
	if (!parsed.ok) return refuse(parsed.sentence);
	const {options} = parsed;
	const clock = createSystemClock();
	switch (options.command) {
		// Unusual forms, such as -hV. The launcher answers the usual ones.
		case 'help': {
			const {helpText} = await import('../cli/help-text.ts');
			print(helpText());
			return exitCodes.done;
		}

		case 'version':
			print(`${version}\n`);
			return exitCodes.done;

		case 'sandbox': {
			const {runSandbox} = await import('./sandbox.ts');
			return runSandbox(options, {clock, environmentKey, print, complain, ended: untilSignal});
		}

		case 'doctor': {
			const {runDoctor} = await import('../commands/doctor.ts');
			const {findKey} = await import('./open-service.ts');
			return runDoctor(options, {
				clock,
				environmentKey,
				process,
				findKey: (url, sources) => findKey(url, sources, {clock, environment: process.env}),
			});
		}

		case 'completion': {
			const {completionScript} = await import('../cli/shells.ts');
			print(completionScript(options.shell));
			return exitCodes.done;
		}

		case 'keys': {
			const {scopes} = await import('../ui/app.tsx');
			const {printKeys} = await import('./keyboard.ts');
			return printKeys(scopes, process.env, {print, complain});
		}

		case 'screens': {
			const {runScreens} = await load(() => import('./screen-app.ts'));
			return runScreens(options, {clock, environmentKey, early, refuse});
		}

		case 'headless': {
			const {runInProcess} = await load(() => import('./run-command.ts'));
			return runInProcess(options, {clock, environmentKey, onKey, onOutputEnd});
		}
	}
}

/** Resolves with the exit code once a signal asks this process to end. */
const untilSignal = (): Promise<number> =>
	new Promise(resolve => {
		for (const [signal, code] of Object.entries(endingSignals)) process.once(signal, () => resolve(code));
	});
