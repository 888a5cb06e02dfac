import type {HeadlessName, OptionName} from './command-table.ts';
import {nearest} from './did-you-mean.ts';
import {durationMs} from './duration-option.ts';
import type {BuiltInOptions, ServiceOptions} from './service-options.ts';

/** The options of every command that runs without a screen. */
export type HeadlessCommon = {
	readonly isReadOnly: boolean;
	readonly isAscii: boolean;
	readonly color: 'auto' | 'never' | 'always';
	/** The name of the time zone of dates. Undefined for the computer's own. */
	readonly timeZone: string | undefined;
	readonly requestsPerMinute: number;
	/** Whether to print JSON, whatever the output is. */
	readonly isJson: boolean;
	readonly isQuiet: boolean;
	/** How long to retry reads from a service that cannot be reached. */
	readonly giveUpAfterMs: number;
	/** How often to try where the connection is refused or the name is unknown. Undefined: as often as the time allows. */
	readonly maxRefusals: number | undefined;
} & (({readonly isDemo: true} & BuiltInOptions) | ({readonly isDemo: false} & ServiceOptions));

/** How to judge a conclusion, besides the known words and the user's classification. */
export type WordOptions = {
	/** In lower case. */
	readonly okWords: readonly string[];
	readonly badWords: readonly string[];
	/** Undefined for no limit. */
	readonly timeoutMs: number | undefined;
};

type WriteOptions = {
	/** How long to look for the result of a write whose answer was lost. */
	readonly waitForOutcomeMs: number;
};

/** The fields to change, as the option or the interface names them. */
type ChangeOptions = {
	readonly name: string | undefined;
	readonly slug: string | undefined;
	readonly url: string | undefined;
	readonly uploadMode: string | undefined;
};

type PerCommand =
	| {
			readonly command: 'ls';
			/** The project whose deployments are listed. Undefined to list projects. */
			readonly project: string | undefined;
			readonly filter: string | undefined;
			readonly sort: string | undefined;
			/** Undefined for all. */
			readonly limit: number | undefined;
			/** Where to begin: the cursor of a page. Undefined for the first. */
			readonly cursor: string | undefined;
	  }
	| {readonly command: 'get'; readonly project: string; readonly deployment: string | undefined}
	| ({readonly command: 'create'; readonly name: string} & WriteOptions)
	| ({
			readonly command: 'edit';
			readonly project: string;
			readonly changes: ChangeOptions;
			/** A file with a JSON object of changes, or `-`. */
			readonly bodyFile: string | undefined;
	  } & WriteOptions)
	| ({readonly command: 'delete'; readonly project: string; readonly isConfirmed: boolean} & WriteOptions)
	| ({
			readonly command: 'deploy';
			readonly project: string;
			readonly bodyFile: string | undefined;
			readonly isConfirmed: boolean;
			/** Whether to wait until the deployment has concluded. */
			readonly isFollowed: boolean;
	  } & WriteOptions &
			WordOptions)
	| ({
			readonly command: 'wait';
			readonly project: string;
			readonly deployment: string | undefined;
			/** Which deployments, if none is named: the newest, the next one that starts, or all that are in progress. */
			readonly which: 'newest' | 'next' | 'all';
	  } & WordOptions)
	| {readonly command: 'watch'; readonly watched: readonly string[]; readonly sinceMs: number | undefined}
	| ({
			readonly command: 'reconcile';
			/** Undefined for all. */
			readonly intentId: string | undefined;
			/** Whether to forget the write instead. */
			readonly isDismissed: boolean;
	  } & WriteOptions)
	| ({
			readonly command: 'api';
			readonly method: string;
			readonly path: string;
			readonly bodyFile: string | undefined;
	  } & WriteOptions)
	| {readonly command: 'completion'; readonly shell: string};

/** A parsed command that runs without a screen. */
export type HeadlessOptions = HeadlessCommon & PerCommand;

type ParsedCommand =
	| {readonly ok: true; readonly options: HeadlessOptions}
	| {readonly ok: false; readonly sentence: string};

type Source = {
	readonly has: (name: OptionName) => boolean;
	readonly text: (name: OptionName) => string | undefined;
	readonly bodyFile: string | undefined;
	readonly common: Omit<HeadlessCommon, 'isJson' | 'isQuiet' | 'giveUpAfterMs' | 'maxRefusals'>;
};

const minuteMs = 60_000;
const defaultLimit = 100;

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
export const shells = ['bash', 'zsh', 'fish'];

/** `GET, POST or DELETE` */
const orList = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const usage = (sentence: string): ParsedCommand => ({ok: false, sentence: `${sentence} Try landfall --help.`});

/** Returns what is wrong with the arguments and options of `landfall ls`. Undefined if nothing is. */
function listFault(listed: string, project: string | undefined, has: Source['has']): string | undefined {
	const isOfDeployments = listed === 'deployments';
	if (listed !== '' && listed !== 'projects' && !isOfDeployments) {
		const meant = nearest(listed, ['projects', 'deployments']);
		return `landfall ls lists projects or deployments.${meant ? ` Did you mean ${meant}?` : ''}`;
	}

	if (isOfDeployments && project === undefined) return 'landfall ls deployments needs a project.';
	if (!isOfDeployments && project !== undefined) return 'landfall ls projects takes no project.';
	if (isOfDeployments && (has('filter') || has('sort') || has('all') || has('cursor')))
		return '--filter, --sort, --all and --cursor only work with landfall ls projects.';
	if (has('cursor') && (has('filter') || has('sort'))) return '--cursor works with neither --filter nor --sort.';
	return has('limit') && has('all') ? '--limit and --all cannot be used together.' : undefined;
}

/** Counts what would read standard input: the names of projects, the body to send and the key. */
const inputReaders = (options: PerCommand, common: HeadlessCommon): number =>
	[
		'project' in options && options.project === '-',
		'watched' in options && options.watched.includes('-'),
		'bodyFile' in options && options.bodyFile === '-',
		!common.isDemo && common.isApiKeyFromInput,
	].filter(Boolean).length;

/** Returns how long a command retries. `isLasting`: it follows deployments, so an outage of minutes does not end it. */
function patienceOf(
	givenMs: number | undefined,
	isLasting: boolean,
): Pick<HeadlessCommon, 'giveUpAfterMs' | 'maxRefusals'> {
	if (givenMs !== undefined) return {giveUpAfterMs: givenMs, maxRefusals: undefined};
	return isLasting
		? {giveUpAfterMs: 10 * minuteMs, maxRefusals: undefined}
		: {giveUpAfterMs: minuteMs / 2, maxRefusals: 3};
}

/** Parses the options particular to a command. Its arguments and the format of its options are already checked. */
export function headlessOptions(
	command: HeadlessName,
	words: readonly string[],
	{has, text, bodyFile, common: given}: Source,
): ParsedCommand {
	const ms = (name: OptionName) => durationMs(text(name));
	const common = {
		...given,
		isJson: has('json'),
		isQuiet: has('quiet'),
		...patienceOf(ms('give-up-after'), command === 'wait' || command === 'watch' || has('wait')),
	} as HeadlessCommon;
	const judging = {okWords: list(text('ok')), badWords: list(text('bad')), timeoutMs: ms('timeout')};
	const write = {waitForOutcomeMs: ms('wait-for-outcome') ?? minuteMs};
	const [first = '', second] = words;
	const both = judging.okWords.find(word => judging.badWords.includes(word));
	if (both !== undefined) return usage('A word cannot be in both --ok and --bad.');
	const done = (options: PerCommand): ParsedCommand =>
		inputReaders(options, common) > 1
			? usage('Only one thing can be read from standard input.')
			: {ok: true, options: {...common, ...options}};
	switch (command) {
		case 'ls': {
			const fault = listFault(first, second, has);
			if (fault !== undefined) return usage(fault);
			const limit = has('all') ? undefined : Number(text('limit') ?? defaultLimit);
			const cursor = text('cursor');
			if (cursor === '') return usage('--cursor needs the next_cursor of an answer.');
			return done({command, project: second, filter: text('filter'), sort: text('sort'), limit, cursor});
		}

		case 'get':
			return done({command, project: first, deployment: second});
		case 'create':
			return done({command, name: first, ...write});
		case 'edit': {
			const changes = {name: text('name'), slug: text('slug'), url: text('url'), uploadMode: text('upload-mode')};
			const isChanged = Object.values(changes).some(value => value !== undefined);
			if (!isChanged && bodyFile === undefined) {
				return usage('landfall edit needs a change: --name, --slug, --url, --upload-mode or --json FILE.');
			}

			return done({command, project: first, changes, bodyFile, ...write});
		}

		case 'delete':
			return done({command, project: first, isConfirmed: has('yes'), ...write});
		case 'deploy': {
			const isFollowed = has('wait');
			if (!isFollowed && (has('ok') || has('bad') || has('timeout'))) {
				return usage('--ok, --bad and --timeout need --wait.');
			}

			return done({command, project: first, bodyFile, isConfirmed: has('yes'), isFollowed, ...write, ...judging});
		}

		case 'wait': {
			const chosen = [second !== undefined, has('next'), has('all')].filter(Boolean);
			if (chosen.length > 1) return usage('Name a deployment, or use --next, or --all.');
			const which = has('next') ? 'next' : has('all') ? 'all' : 'newest';
			return done({command, project: first, deployment: second, which, ...judging});
		}

		case 'watch':
			return done({command, watched: words, sinceMs: ms('since')});
		case 'reconcile':
			if (has('dismiss') && words.length === 0) return usage('--dismiss needs the id of a write.');
			return done({command, intentId: words[0], isDismissed: has('dismiss'), ...write});
		case 'api': {
			const method = first.toUpperCase();
			if (!methods.includes(method)) return usage(`landfall api sends ${orList(methods)}.`);
			if (/GET|DELETE/.test(method) && bodyFile !== undefined) return usage(`A ${method} request has no body.`);
			return done({command, method, path: second ?? '', bodyFile, ...write});
		}

		case 'completion':
			if (!shells.includes(first)) return usage(`landfall completion knows ${orList(shells)}.`);
			return done({command, shell: first});
	}
}

/** Splits a list at its commas. */
const list = (text = ''): readonly string[] =>
	text
		.split(',')
		.map(word => word.trim().toLowerCase())
		.filter(word => word !== '');
