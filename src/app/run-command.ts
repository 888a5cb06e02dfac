import {buffer} from 'node:stream/consumers';
import {stripVTControlCharacters} from 'node:util';
import {toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, safe} from '../base/text.ts';
import type {PreparedCommand} from '../cli/command-table.ts';
import type {HeadlessOptions} from '../cli/options.ts';
import {createBudgetShare} from '../commands/budget.ts';
import type {CommandContext} from '../commands/context.ts';
import {CommandError, exitCodeOf, orInterrupted} from '../commands/errors.ts';
import {createOutput, type Output} from '../commands/output.ts';
import type {Journal} from '../journal/journal.ts';
import {type OpenedService, type ServiceOpener, serviceOf} from '../model/connection.ts';
import {skewAfter} from '../model/request-log.ts';
import {wordMeaningsFrom} from '../model/status-words.ts';
import {openFile} from '../settings/private-file.ts';
import {type SettingsStore, serviceMeant} from '../settings/settings.ts';
import {colorSupport, isTwelveHour} from '../terminal/environment.ts';
import {endingSignals} from '../terminal/screen-modes.ts';
import {createTheme} from '../ui/themes/paint.ts';
import {type Launch, openHome} from './open-service.ts';

type CommandLaunch = Launch & {
	/** Calls a function with the exit code once the output cannot be written any more. */
	readonly onOutputEnd: (end: (exitCode: number) => void) => void;
};

/** Runs a command in this process, without a screen. Returns the exit code. */
export async function runInProcess(
	{options, hasVerdict, run}: PreparedCommand,
	{onOutputEnd, ...launch}: CommandLaunch,
): Promise<number> {
	const ended = new AbortController();
	for (const [signal, code] of Object.entries(endingSignals)) process.once(signal, () => ended.abort(code));
	onOutputEnd(code => {
		// Exit code 0 would claim that a deployment succeeded.
		if (!hasVerdict) ended.abort(code);
	});
	const output = openOutput(options, launch.clock);
	const {context, leave} = createContext(options, launch, {output, signal: ended.signal});
	const exitCode = await exitCodeOf(run(context), context).finally(leave);
	// A stream reports an error only after the write.
	await new Promise(resolve => setImmediate(resolve));
	return exitCode === exitCodes.done && ended.signal.aborted ? ended.signal.reason : exitCode;
}

function openOutput({color, isAscii, isJson, isQuiet}: HeadlessOptions, clock: Launch['clock']): Output {
	const {stdout, stderr, env} = process;
	const theme = createTheme({...colorSupport(env, color), isAscii});
	// Such a terminal shows escape sequences as they are.
	const isDumb = env.TERM === 'dumb' && color !== 'always';
	return createOutput({
		stdout,
		stderr,
		isJson,
		isQuiet,
		clock,
		canRewrite: !isDumb,
		paint: line => (isDumb ? stripVTControlCharacters(theme.paint(line)) : theme.paint(line)),
	});
}

/** Returns what a command runs with, and a function that gives its share of the request budget back. */
function createContext(
	options: HeadlessOptions,
	launch: Launch,
	{output, signal}: Pick<CommandContext, 'output' | 'signal'>,
): {readonly context: CommandContext; readonly leave: () => void} {
	const {stdin, env: environment} = process;
	const {clock} = launch;
	const home = openHome(options, {...launch, isRemembered: false});
	const {settings} = home;
	for (const notice of home.notices) output.note(notice);
	const wordMeanings = wordMeaningsFrom(settings.get().wordMeanings);
	const newId = () => crypto.randomUUID();
	let skewMs: number | undefined;
	let service: OpenedService | undefined;
	let journal: Promise<Journal> | undefined;

	/** Loads SQLite, which takes longer than a short command. */
	const openJournal = () =>
		(journal ??= import('../journal/journal.ts').then(({openJournal: open}) =>
			// A demo leaves nothing on disk.
			open({...home.journal, ...(options.isDemo && {path: undefined})}),
		));
	const share = createBudgetShare(() => service, {clock, newId, openJournal});
	const context: CommandContext = {
		clock,
		output,
		signal,
		wordMeanings,
		input: stdin,
		readText,

		async openService(hooks) {
			const opener = home.createOpener({
				onRequestSent: hooks?.onRequestSent ?? (() => {}),
				quietUntil: hooks?.quietUntil ?? (() => 0),
				onRequestEnd(record, client) {
					if (record.serverDate !== undefined) skewMs = skewAfter(skewMs ?? 0, record);
					hooks?.onRequestEnd(record, client);
				},
			});
			// A key may come from a program that waits for the user, or from a pipe that stays open.
			service = await orInterrupted({signal}, openNamed(options, settings, opener));
			return service;
		},

		openJournal,
		shareBudget: share.join,
		skewMs: () => skewMs,
		newId,

		async watches(of) {
			if (options.isDemo) return new Map();
			const {openCompletionNames} = await import('../journal/names.ts');
			return new Map(
				openCompletionNames(home.journal.path)
					.watches(serviceOf(of))
					.map(watch => [watch.projectId, watch]),
			);
		},

		rowContext: () => ({
			now: toServiceTime(clock.now(), skewMs ?? 0),
			localNow: clock.now(),
			isAscii: options.isAscii,
			isTimeAbsolute: false,
			isTwelveHour: isTwelveHour(environment),
			isStill: false,
			wordMeanings,
		}),
	};
	return {context, leave: share.leave};
}

/** Opens the service that is meant. */
async function openNamed(
	options: HeadlessOptions,
	settings: SettingsStore,
	opener: ServiceOpener,
): Promise<OpenedService> {
	if (options.isDemo) return opener.enterDemo();
	const {baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	const {profile} = serviceMeant(options, settings.get());
	if (baseUrl === undefined && profile === undefined) {
		throw new CommandError(
			exitCodes.usage,
			plain`There is no service to talk to. Name one with --base-url or --profile, or try --demo.`,
		);
	}

	const given = {apiKeyFile, input: isApiKeyFromInput ? process.stdin : undefined};
	const entry = await (baseUrl === undefined
		? opener.enterProfile(profile ?? '', given)
		: opener.enterAddress({baseUrl, profile, ...given}));
	if (entry === 'no key') {
		throw new CommandError(
			exitCodes.keyRefused,
			plain`There is no key for this address. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.`,
		);
	}

	if ('service' in entry) return entry.service;
	const {sentence, field} = entry.problem;
	throw new CommandError(field === 'apiKey' ? exitCodes.keyRefused : exitCodes.usage, safe(sentence, 500));
}

/** Returns the text of a file, or of standard input for `-`. Throws `CommandError` if it cannot be read exactly: the service would get something else than was written. */
async function readText(path: string): Promise<string> {
	const refuse = (why: string) => new CommandError(exitCodes.usage, safe(why, 300));
	let bytes: Uint8Array;
	try {
		bytes = await buffer(path === '-' ? process.stdin : await openFile(path));
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		throw refuse(`${path} could not be read (${error.code}).`);
	}

	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		throw refuse(`${path === '-' ? 'Standard input' : path} is not UTF-8 text, so it was not used.`);
	}
}
