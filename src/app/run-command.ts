import {buffer} from 'node:stream/consumers';
import {stripVTControlCharacters} from 'node:util';
import {whereKeysComeFrom} from '../api/endpoint.ts';
import {createAwakeTime, everySecond, toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {defaultRpm} from '../base/rpm.ts';
import {plain, safe} from '../base/text.ts';
import {notUtf8, utf8Text} from '../base/utf8.ts';
import type {PreparedCommand} from '../cli/command-table.ts';
import {CommandError, exitCodeOf, orInterrupted} from '../commands/command-error.ts';
import type {CommandContext} from '../commands/context.ts';
import type {HeadlessOptions} from '../commands/options.ts';
import {createOutput, type Output} from '../commands/output.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService, RequestHooks, ServiceOpener} from '../model/connection.ts';
import {skewAfter} from '../model/request-log.ts';
import {wordMeaningsFrom} from '../model/status-words.ts';
import {createThrottle, throttleAfter, throttleAfterSending} from '../model/throttle.ts';
import {withoutOutage} from '../model/trouble.ts';
import {openFile} from '../settings/private-file.ts';
import {chosenConnection, type SettingsStore} from '../settings/settings.ts';
import type {RequestFact} from '../state/facts.ts';
import {anchored} from '../terminal/anchored-text.ts';
import {colorSupport, isUtf8Locale} from '../terminal/environment.ts';
import {onEndingSignal} from '../terminal/screen-modes.ts';
import {createTheme} from '../ui/themes.ts';
import {type Launch, openHome} from './open-service.ts';
import {loadRest} from './rest.ts';

export async function runInProcess(
	{name, options, hasVerdict, run}: PreparedCommand,
	{onOutputEnd, ...launch}: Launch & {readonly onOutputEnd: (end: (exitCode: number) => void) => void},
): Promise<number> {
	const ended = new AbortController();
	onEndingSignal(process, code => ended.abort(code));
	onOutputEnd(code => {
		// Exit code 0 would claim that a deployment succeeded.
		if (!hasVerdict) ended.abort(code);
	});
	const {signal} = ended;
	const {stdin, env: environment} = process;
	const isAscii = options.isAscii || !isUtf8Locale(environment, process.platform);
	const output = openOutput({...options, isAscii}, launch.clock, signal);
	const home = openHome(options, {...launch, isRemembered: false});
	const profile = options.isDemo ? undefined : chosenConnection(options, home.settings.get()).saved;
	for (const notice of home.settings.notices) output.note(notice);
	let journal: Promise<Journal> | undefined;
	const {context, stop} = createCommandContext({
		clock: launch.clock,
		output,
		async helpFor(exitCode) {
			const {nextCommand} = await import('../commands/context.ts');
			return nextCommand(name, options, exitCode);
		},
		signal,
		wordMeanings: wordMeaningsFrom(home.settings.get().wordMeanings),
		input: stdin,
		readText: readInput,
		rpm: options.rpm ?? profile?.rpm,
		isAscii,
		// The key may come from a program that waits for the user, or from a pipe that stays open.
		async open(hooks, mayWrite) {
			const {problem} = home.settings;
			if (problem && !options.isDemo) {
				if (mayWrite)
					throw new CommandError(
						exitCodes.usage,
						plain`${problem} Nothing was sent, because landfall cannot know what is protected.`,
					);
				output.note(problem);
			}

			return orInterrupted({signal}, openSelected(options, home.settings, home.createOpener(hooks)));
		},

		// Loaded late: SQLite takes longer than a short command.
		openJournal: opened =>
			(journal ??= import('../journal/journal.ts').then(({openJournal}) =>
				openJournal({...home.journal, ...((opened?.isDemo || opened?.isWithoutJournal) && {path: undefined})}),
			)),
	});
	loadRest(launch.clock, 'commands');
	const exitCode = await exitCodeOf(run(context), context).finally(stop);
	// Undefined if the command has already printed it.
	const notice = (await journal)?.takeNotice();
	if (notice) output.note(notice);
	await untilWritten(signal, launch.clock);
	return exitCode === exitCodes.done && ended.signal.aborted ? ended.signal.reason : exitCode;
}

function openOutput(
	{color, isAscii, isJson, isQuiet}: HeadlessOptions,
	clock: Launch['clock'],
	signal: AbortSignal,
): Output {
	const {stdout, stderr, env} = process;
	const theme = createTheme({...colorSupport(env, color), isAscii});
	// A dumb terminal shows escape sequences as they are.
	const isDumb = env.TERM === 'dumb' && color !== 'always';
	return createOutput({
		stdout,
		stderr,
		isJson,
		isQuiet,
		clock,
		signal,
		canRewrite: !isDumb,
		paint(line) {
			const painted = theme.paint(line);
			if (isDumb) return stripVTControlCharacters(painted);
			return stdout.isTTY ? anchored(painted) : painted;
		},
	});
}

type ContextParts = Omit<
	CommandContext,
	'awakeMs' | 'openService' | 'throttle' | 'onRequest' | 'openJournal' | 'skewMs' | 'ageMs' | 'rowContext'
> & {
	/** `--rpm`, or the profile's setting. 0 stops background reads only: a command still reads what the user asked for. */
	readonly rpm: number | undefined;
	readonly openJournal: (service: OpenedService | undefined) => Promise<Journal>;
	readonly isAscii: boolean;
	readonly open: (hooks: RequestHooks, mayWrite: boolean) => Promise<OpenedService>;
};

export function createCommandContext({open, rpm, isAscii, ...parts}: ContextParts) {
	const {clock, wordMeanings} = parts;
	let skewMs = 0;
	let ageMs = 0;
	let service: OpenedService | undefined;
	let throttle = createThrottle(rpm || defaultRpm);
	const listeners: Array<(fact: RequestFact) => void> = [];
	const hooks: RequestHooks = {
		onRequestSent(sent) {
			throttle = throttleAfterSending(throttle, sent);
			for (const learn of listeners) learn({type: 'request-sent', sent});
		},
		onRequestEnd(record) {
			skewMs = skewAfter(skewMs, record);
			ageMs = Math.max(ageMs, record.ageMs ?? 0);
			throttle = throttleAfter(throttle, record);
			for (const learn of listeners) learn({type: 'request-ended', record});
		},
		// The retrying client waits for `Retry-After` itself, within --give-up-after.
		notBefore: () => 0,
	};
	const awakeMs = createAwakeTime(clock, () => {
		// Failures before a sleep say nothing about the service now.
		throttle = {...throttle, trouble: withoutOutage(throttle.trouble, clock.now())};
	});
	const stop = everySecond(clock, awakeMs);
	const context: CommandContext = {
		...parts,
		openJournal: () => parts.openJournal(service),
		awakeMs,

		skewMs: () => skewMs,
		ageMs: () => ageMs,

		throttle: () => throttle,

		onRequest(learn) {
			listeners.push(learn);
		},

		async openService(mayWrite = false) {
			service = await open(hooks, mayWrite);
			return service;
		},

		rowContext: () => ({
			now: toServiceTime(clock.now(), skewMs),
			localNow: clock.now(),
			isAscii,
			isTimeAbsolute: false,
			isStill: false,
			wordMeanings,
		}),
	};
	return {context, stop};
}

const maxWriteWaitMs = 500;

function untilWritten(signal: AbortSignal, clock: Launch['clock']): Promise<void> {
	return new Promise(resolve => {
		// A stream reports an error only after the write.
		process.stdout.write('', () => setImmediate(resolve));
		const end = () => clock.after(maxWriteWaitMs, resolve);
		signal.addEventListener('abort', end, {once: true});
		if (signal.aborted) end();
	});
}

async function openSelected(
	options: HeadlessOptions,
	settings: SettingsStore,
	opener: ServiceOpener,
): Promise<OpenedService> {
	if (options.isDemo) return opener.enterDemo();
	const {baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	const {profile} = chosenConnection(options, settings.get());
	if (baseUrl === undefined && profile === undefined) {
		throw new CommandError(
			exitCodes.usage,
			settings.problem ?? plain`There is no service to talk to. Name one with --base-url or --profile, or try --demo.`,
		);
	}

	const keySources = {apiKeyFile, input: isApiKeyFromInput ? process.stdin : undefined};
	const entry = await (baseUrl === undefined
		? opener.enterProfile(profile ?? '', keySources)
		: opener.enterAddress({baseUrl, profile, ...keySources}));
	if (entry === 'no key') {
		throw new CommandError(
			exitCodes.keyRefused,
			plain`There is no key for this address. ${whereKeysComeFrom} Put it into LANDFALL_API_KEY, or name a file with --api-key-file.`,
		);
	}

	if ('service' in entry) return entry.service;
	const {sentence, field} = entry.problem;
	throw new CommandError(field === 'apiKey' ? exitCodes.keyRefused : exitCodes.usage, safe(sentence, 500));
}

/** Reads standard input for `-`. Throws `CommandError` unless the text is read exactly, because the service must get what the user wrote. */
async function readInput(path: string): Promise<string> {
	const unreadable = (why: string) => new CommandError(exitCodes.usage, safe(why, 300));
	let bytes: Uint8Array;
	try {
		bytes = await buffer(path === '-' ? process.stdin : await openFile(path));
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		throw unreadable(`${path} could not be read (${error.code}).`);
	}

	const text = utf8Text(bytes);
	if (text !== undefined) return text;
	throw unreadable(notUtf8(path === '-' ? 'Standard input' : path));
}
