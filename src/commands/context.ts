import type {Clock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {type CommandOptions, suggestedCommand} from '../model/suggested-commands.ts';
import type {Throttle} from '../model/throttle.ts';
import type {RowContext} from '../present/table.ts';
import type {RequestFact} from '../state/facts.ts';
import type {HeadlessOptions} from './options.ts';
import type {Output} from './output.ts';

export type CommandContext = {
	readonly clock: Clock;
	/** Returns how long the command has run, without the time that the computer slept. */
	readonly awakeMs: () => number;
	readonly output: Output;
	/** Returns the command that helps after an exit code, unless the failure names one. */
	readonly helpFor: (exitCode: number) => Promise<SafeText | undefined>;
	readonly input: AsyncIterable<string | Uint8Array> & {readonly isTTY?: boolean};
	/** Aborted with the exit code as its reason when a signal ends the command, or with 0 when its output is closed. */
	readonly signal: AbortSignal;
	/** Opens the service that the options and settings name. Sends nothing. Throws `CommandError` if there is no service or no key, and for a command that `mayWrite`, if the settings that say what is protected cannot be used. */
	readonly openService: (mayWrite?: boolean) => Promise<OpenedService>;
	readonly throttle: () => Throttle;
	readonly onRequest: (learn: (fact: RequestFact) => void) => void;
	/** Opens the journal, which the screens use, too. The demo, and a service without a journal, have one in memory. */
	readonly openJournal: () => Promise<Journal>;
	/** Returns the service's clock minus the local one. 0 until an answer has told the time. */
	readonly skewMs: () => number;
	/** The greatest age of an answer from a cache. */
	readonly ageMs: () => number;
	/** Returns the text of a file, or of standard input for `-`. Throws `CommandError` if it cannot be read. */
	readonly readText: (path: string) => Promise<string>;
	readonly rowContext: () => RowContext;
	readonly wordMeanings: WordMeanings;
};

export function serviceOptions(options: HeadlessOptions): CommandOptions {
	const {isDemo, world, profile, baseUrl, apiKeyFile} = options;
	const service = isDemo
		? {demo: true, world}
		: {profile, 'base-url': baseUrl, 'api-key-file': apiKeyFile, patience: options.patience};
	return {...service, 'api-key-stdin': options.isApiKeyFromInput};
}

/** Returns the command that helps after one has ended with this exit code. Undefined if none does. */
export function nextCommand(name: string, options: HeadlessOptions, exitCode: number): SafeText | undefined {
	switch (exitCode) {
		case exitCodes.usage:
			return suggestedCommand('help', [name], {});
		case exitCodes.notFound:
			return suggestedCommand('ls', [], serviceOptions(options));
		case exitCodes.keyRefused:
		case exitCodes.unreachable:
			return options.isDemo ? undefined : suggestedCommand('doctor', [], serviceOptions(options));
		default:
			return undefined;
	}
}
