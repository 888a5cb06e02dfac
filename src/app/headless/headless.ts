import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import type {RequestRecord} from '../../api/request-record.ts';
import {createSystemClock, type LocalTime, toServiceTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {HeadlessOptions} from '../../command-line/options.ts';
import {createBudgetShare} from '../../commands/headless/budget.ts';
import type {CommandContext} from '../../commands/headless/context.ts';
import {CommandError, orInterrupted, runCommand} from '../../commands/headless/errors.ts';
import {createOutput} from '../../commands/headless/output.ts';
import type {Context} from '../../present/column.ts';
import {findDirectories} from '../../settings/directories.ts';
import {isTwelveHour} from '../../settings/hour-cycle.ts';
import {openSettings, type SettingsStore} from '../../settings/settings.ts';
import type {Pins} from '../../status-words.ts';
import {serviceOf} from '../../store/effects/journal-sync.ts';
import {pinsFrom} from '../../store/model/deployments/notification-rules.ts';
import type {LoginResult, Service, ServiceAccess} from '../../store/model/login.ts';
import {skewAfter} from '../../store/model/requests/request-log.ts';
import {colorSupport} from '../../terminal/os/color-support.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {createTheme} from '../../ui/theme.ts';
import {createMachineAccess} from '../machine-access.ts';
import {savedServices} from '../saved-profiles.ts';
import {readText} from './read-text.ts';

/** The signals that end a command, with their exit codes. */
const endingSignals = {
	SIGINT: exitCodes.interrupted,
	SIGTERM: exitCodes.terminated,
	SIGHUP: exitCodes.hungUp,
} as const;

/** A pipe that is closed ends a command quietly, but a full disk loses results. */
const fullDiskCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Receives every key that is used, so that the report of a bug can leave it out. */
export type OnKey = (apiKey: string) => void;

type HeadlessProgram = {
	readonly run: (context: CommandContext) => Promise<number>;
	readonly onKey: OnKey;
};

const newId = (): string => crypto.randomUUID();

/** Whether the exit code is what counts, even if nobody reads the output. */
const endsWithVerdict = (options: HeadlessOptions): boolean =>
	options.command === 'wait' || (options.command === 'deploy' && options.isFollowed);

/** Runs a command without a screen. Returns the exit code. */
export async function runHeadless(
	options: HeadlessOptions,
	process: NodeJS.Process,
	{run, ...program}: HeadlessProgram,
): Promise<number> {
	const {stdout, stderr} = process;
	const environmentKey = process.env.LANDFALL_API_KEY;
	// Child processes and diagnostic reports must not see it.
	delete process.env.LANDFALL_API_KEY;
	if (process.report) process.report.excludeEnv = true;
	if (options.timeZone !== undefined) process.env.TZ = options.timeZone;

	const ended = new AbortController();
	for (const [signal, code] of Object.entries(endingSignals)) process.once(signal, () => ended.abort(code));
	let fullDisk: string | undefined;
	stdout.on('error', ({code}: NodeJS.ErrnoException) => {
		if (code !== undefined && fullDiskCodes.includes(code)) fullDisk = code;
		// Exit code 0 would claim that a deployment succeeded.
		if (!endsWithVerdict(options)) ended.abort(exitCodes.done);
	});
	stderr.on('error', () => {});
	const {hasColor, isTrueColor, hasLinks} = colorSupport(process.env, options.color);
	const theme = createTheme({hasColor, isTrueColor, hasLinks, isAscii: options.isAscii});
	// Such a terminal shows escape sequences as they are.
	const isDumb = process.env.TERM === 'dumb' && options.color !== 'always';
	const output = createOutput({
		stdout,
		stderr,
		isJson: options.isJson,
		isQuiet: options.isQuiet,
		canRewrite: !isDumb,
		paint: line => (isDumb ? stripVTControlCharacters(theme.paint(line)) : theme.paint(line)),
	});
	const parts = {output, environmentKey, signal: ended.signal, ...program};
	const {context, stop} = createContext(options, process, parts);
	const exitCode = await runCommand(run, context).finally(stop);
	// A stream reports an error only after the write.
	await new Promise(resolve => setImmediate(resolve));
	if (fullDisk === undefined) return exitCode;
	output.complain(plain`The output could not be written (${safe(fullDisk)}).`);
	return exitCode === exitCodes.done && !endsWithVerdict(options) ? exitCodes.notGood : exitCode;
}

type Parts = Pick<CommandContext, 'output' | 'signal'> &
	Omit<HeadlessProgram, 'run'> & {readonly environmentKey: string | undefined};

/** Returns what a command runs with. Settings are read when the first of them is needed. */
function createContext(
	options: HeadlessOptions,
	process: NodeJS.Process,
	{output, signal, environmentKey, onKey}: Parts,
): {readonly context: CommandContext; readonly stop: () => void} {
	const clock = createSystemClock();
	const directories = findDirectories(process.env);
	const settings = openSettings({directory: directories.settings, now: clock.wall});
	for (const notice of [...settings.notices, ...unknownProfileNotes(options, settings)]) output.note(notice);
	const pins = pinsFrom(settings.get().pins);
	let skewMs: number | undefined;
	const accessFor = createMachineAccess({
		clock,
		environmentKey,
		settings,
		directories,
		environment: process.env,
		random: Math.random,
		isReadOnly: options.isReadOnly,
		isRemembered: false,
		builtIn: options.isDemo ? options : undefined,
		onKey,
	});
	const onRequestEnd = (record: RequestRecord) => {
		if (record.serverDate !== undefined) skewMs = skewAfter(skewMs ?? 0, record);
	};

	let service: Service | undefined;
	const openJournal = once(async () => {
		const [{openJournal: open}, {lastingProcess}] = await Promise.all([
			import('../../journal/journal.ts'),
			import('../../settings/running-process.ts'),
		]);
		return open({
			// A demo leaves nothing on disk.
			path: options.isDemo ? undefined : join(directories.state, 'journal.sqlite'),
			now: clock.wall,
			owner: lastingProcess(process.pid),
			knownServices: () => savedServices(settings),
		});
	});
	const share = createBudgetShare(() => service, {clock, newId, openJournal});
	const context: CommandContext = {
		clock,
		output,
		signal,
		pins,
		input: process.stdin,
		readText: path => readText(path, process.stdin),
		// A key may come from a program that waits for the user, or from a pipe that stays open.
		async openService(hooks) {
			const access = accessFor(
				(record, client) => {
					onRequestEnd(record);
					hooks?.onRequestEnd(record, client);
				},
				hooks?.quietUntil,
				hooks?.onRequestSent,
			);
			service = await orInterrupted({signal}, openService(options, settings, access, process));
			return service;
		},

		openJournal,
		shareBudget: share.join,

		skewMs: () => skewMs,
		newId,

		async watches(service) {
			if (options.isDemo) return new Map();
			const {openKnownNames} = await import('../../journal/names.ts');
			const known = openKnownNames(join(directories.state, 'journal.sqlite'));
			return new Map(known.watches(serviceOf(service)).map(watch => [watch.projectId, watch]));
		},

		rowContext: () => rowContext(options, {localNow: clock.now(), skewMs: skewMs ?? 0, pins, environment: process.env}),
	};
	return {context, stop: share.leave};
}

/** Warns about a profile that does not exist. With an address it only names the connection, so a typing error would silently switch off the guards of the profile that was meant. */
function unknownProfileNotes(options: HeadlessOptions, settings: SettingsStore): readonly SafeText[] {
	if (options.isDemo) return [];
	const {profile, baseUrl} = options;
	if (profile === undefined || baseUrl === undefined || settings.get().profiles.has(profile)) return [];
	return [plain`There is no profile ${safe(profile, 80)}: the address is used without the guards of any profile.`];
}

/** Returns a function that makes a value when it is first called, and returns it from then on. */
function once<Value>(make: () => Value): () => Value {
	let made: {readonly value: Value} | undefined;
	return () => {
		made ??= {value: make()};
		return made.value;
	};
}

type RowParts = {
	readonly localNow: LocalTime;
	readonly skewMs: number;
	readonly pins: Pins;
	readonly environment: NodeJS.ProcessEnv;
};

const rowContext = ({isAscii}: HeadlessOptions, {localNow, skewMs, pins, environment}: RowParts): Context => ({
	now: toServiceTime(localNow, skewMs),
	localNow,
	isAscii,
	isTimeAbsolute: false,
	isTwelveHour: isTwelveHour(environment),
	isStill: false,
	pins,
});

/** Opens the service that the options name, otherwise that of the last profile. */
async function openService(
	options: HeadlessOptions,
	settings: SettingsStore,
	access: ServiceAccess,
	{stdin}: NodeJS.Process,
): Promise<Service> {
	if (options.isDemo) return access.enterDemo();
	const {profile, baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	if (baseUrl !== undefined) {
		const input = isApiKeyFromInput ? stdin : undefined;
		const entry = await access.enterAddress({baseUrl, profile, apiKeyFile, input});
		if (entry !== 'no key') return serviceIn(entry);
		throw new CommandError(
			exitCodes.keyRefused,
			plain`There is no key for this address. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.`,
		);
	}

	const name = profile ?? settings.get().lastProfile;
	if (name !== undefined) return serviceIn(await access.enterProfile(name));
	throw new CommandError(
		exitCodes.usage,
		plain`There is no service to talk to. Name one with --base-url or --profile, or try --demo.`,
	);
}

function serviceIn(entry: LoginResult): Service {
	if ('service' in entry) return entry.service;
	const {sentence, field} = entry.denial;
	throw new CommandError(field === 'apiKey' ? exitCodes.keyRefused : exitCodes.usage, safe(sentence, 500));
}
