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
	/** How long the command has run, less the time the computer slept. */
	readonly awakeMs: () => number;
	readonly output: Output;
	readonly helpFor: (exitCode: number) => Promise<SafeText | undefined>;
	readonly input: AsyncIterable<string | Uint8Array> & {readonly isTTY?: boolean};
	/** The reason is the exit code: the signal's, or 0 for a closed output. */
	readonly signal: AbortSignal;
	/** Opens the service without sending anything. Throws `CommandError` if there is no service or no key. Also throws for `mayWrite` if unusable settings hide what is protected. */
	readonly openService: (mayWrite?: boolean) => Promise<OpenedService>;
	readonly throttle: () => Throttle;
	readonly onRequest: (learn: (fact: RequestFact) => void) => void;
	/** The journal is shared with the screens. The demo and a profile without a journal get one in memory. */
	readonly openJournal: () => Promise<Journal>;
	readonly skewMs: () => number;
	readonly ageMs: () => number;
	/** Reads standard input for `-`. Throws `CommandError` if the text cannot be read. */
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
