import {isatty} from 'node:tty';
import {createSystemClock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {type Failure, failureLine} from '../base/failure.ts';
import {version} from '../base/version.ts';
import {type ParsedOptions, parseOptions} from '../cli/command-line.ts';
import {commandNamed} from '../cli/command-table.ts';
import {onEndingSignal} from '../terminal/screen-modes.ts';
import type {Launch} from './open-service.ts';

type Launcher = Pick<Launch, 'onKey'> & {
	readonly onOutputEnd: (end: (exitCode: number) => void) => void;
};

export async function runCli(argv: readonly string[], launcher: Launcher): Promise<void> {
	const parsed = parseOptions(argv, process.env);
	const command = parsed.ok ? parsed.options : undefined;
	// Node applies TZ at once. Programs that landfall runs inherit it.
	const options = command?.command === 'headless' ? command.options : command;
	if (options && 'timeZone' in options && options.timeZone !== undefined) process.env.TZ = options.timeZone;
	// Windows would look for programs in the current directory first, and anyone may have put one there.
	if (process.platform === 'win32') process.env.NoDefaultCurrentDirectoryInExePath = '1';
	const environmentKey = process.env.LANDFALL_API_KEY;
	// Child processes and diagnostic reports must not see the key.
	delete process.env.LANDFALL_API_KEY;
	if (process.report) process.report.excludeEnv = true;
	// Screens and headless commands have their own rules for a closed output.
	const isOnItsOwn = command?.command === 'screens' || command?.command === 'headless';
	if (!isOnItsOwn) launcher.onOutputEnd(code => process.exit(code));
	const exitCode = await runParsed(parsed, argv, environmentKey, launcher);
	// Pending work must not keep the shell waiting, and a stalled terminal must not keep the screens open. A command has already waited for its output.
	if (isOnItsOwn) process.exit(exitCode);
	// Exiting at once would cut off an asynchronous pipe, as on Windows. A stream reports an error only after the write.
	process.stdout.write('', () => setImmediate(process.exit, exitCode));
}

async function runParsed(
	parsed: ParsedOptions,
	argv: readonly string[],
	environmentKey: string | undefined,
	{onKey, onOutputEnd}: Launcher,
): Promise<number> {
	const print = (text: string) => process.stdout.write(text);
	const complain = (text: string) => process.stderr.write(text);
	const fail = (failure: Failure) => {
		complain(failureLine(argv, failure));
		return failure.exitCode;
	};
	const failUsage = async (message: string) =>
		fail({exitCode: exitCodes.usage, message, next: `landfall help ${commandNamed(argv[0]).name}`});
	if (!parsed.ok) return failUsage(parsed.sentence);
	const {options} = parsed;
	const given = options.command === 'headless' ? options.options : options;
	if ('isApiKeyFromInput' in given && given.isApiKeyFromInput && isatty(0)) {
		return failUsage(
			'--api-key-stdin is not read from a terminal, which would show the key. Pipe the key in, or start landfall without it and enter the key there.',
		);
	}

	const clock = createSystemClock();
	switch (options.command) {
		// The launcher answers the usual forms. This handles others, such as -hv.
		case 'help': {
			const {helpText} = await import('../cli/help-text.ts');
			print(helpText());
			return exitCodes.done;
		}

		case 'version':
			print(`${version}\n`);
			return exitCodes.done;

		case 'sandbox': {
			const {runSandbox} = await import('./sandbox-server.ts');
			return runSandbox(options, {clock, environmentKey, print, complain, ended: untilSignal});
		}

		case 'doctor': {
			const {runDoctor} = await import('./doctor.ts');
			return runDoctor(options, {clock, environmentKey});
		}

		case 'completion': {
			const {completionScripts} = await import('../cli/shells.ts');
			print(completionScripts[options.shell] ?? '');
			return exitCodes.done;
		}

		case 'schema': {
			const {configSchema, schema} = await import('../commands/output-schemas.ts');
			print(`${JSON.stringify(options.isOfConfig ? configSchema : schema, undefined, 2)}\n`);
			return exitCodes.done;
		}

		case 'skill': {
			const {skill} = await import('../cli/skill.ts');
			print(skill);
			return exitCodes.done;
		}

		case 'keys': {
			const {scopes} = await import('../ui/app.tsx');
			const {printKeys} = await import('./keys-in-force.ts');
			return printKeys(scopes, process.env, {print, complain});
		}

		case 'status': {
			const {printStatus} = await import('./status.ts');
			return printStatus(options, clock.wall(), {print, fail});
		}

		case 'screens': {
			const {runScreens} = await import('./screen-app.ts');
			return runScreens(options, {clock, environmentKey, failUsage});
		}

		case 'headless': {
			const {runInProcess} = await import('./run-command.ts');
			return runInProcess(options, {clock, environmentKey, onKey, onOutputEnd});
		}
	}
}

const untilSignal = (): Promise<number> => new Promise(resolve => onEndingSignal(process, resolve));
