import {themeNames} from '../base/color.ts';
import {parseDuration} from '../base/duration-option.ts';
import {mainScreens} from '../base/main-screens.ts';
import {patienceRange} from '../base/patience.ts';
import {defaultRpm, rpmRange} from '../base/rpm.ts';

export type Option = {
	readonly name: string;
	readonly short?: string;
	readonly key?: string;
	readonly about: string;
	readonly default?: string;
	readonly shownDefault?: string;
	/** Placeholder in the help. An option without one is a flag. */
	readonly value?: string;
	readonly choices?: readonly string[];
	readonly range?: readonly [number, number];
	/** Parses the text, or rejects it with `undefined`. The example completes “--name needs …”. */
	readonly parse?: readonly [parse: (text: string) => unknown, example: string];
	readonly variable?: string;
	readonly separator?: string;
	/** A flag with an optional value: a file with the request body, or `-`. */
	readonly takesBody?: boolean;
};

type ValueOf<Each extends Option> = Each extends {readonly parse: readonly [(text: string) => infer Value, string]}
	? Exclude<Value, undefined> | MissingValue<Each>
	: Each extends {readonly choices: ReadonlyArray<infer Choice>}
		? Choice | undefined
		: Each extends {readonly range: unknown}
			? number | MissingValue<Each>
			: Each extends {readonly value: string}
				? string | undefined
				: boolean;

type MissingValue<Each> = Each extends {readonly default: string} ? never : undefined;

type KeyOf<Each extends Option> = Each extends {readonly key: infer Key extends string} ? Key : Each['name'];

export type Values<Options extends readonly Option[]> = {
	readonly [Each in Options[number] as KeyOf<Each>]: ValueOf<Each>;
};

export const valuesOf = <Options extends readonly Option[]>(
	options: Options,
	given: ReadonlyMap<string, string | undefined>,
): Values<Options> =>
	Object.fromEntries(options.map(option => [option.key ?? option.name, parsedValue(option, given)])) as Values<Options>;

function parsedValue(option: Option, given: ReadonlyMap<string, string | undefined>): unknown {
	const {name, value, range, parse} = option;
	if (value === undefined) return given.has(name);
	const text = given.get(name) ?? option.default;
	if (text === undefined) return undefined;
	if (parse) return parse[0](text);
	return range ? Number(text) : text;
}

/** Rejects offsets such as +02:00, because in TZ their sign means the opposite. */
function zoneNamed(name: string): string | undefined {
	if (!/^[a-z]/i.test(name)) return undefined;
	try {
		return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** `undefined` if the text looks like an option: then the value is missing. */
function wordList(text: string): readonly string[] | undefined {
	if (!/^(?:\s*[^\s-]|$)/.test(text)) return undefined;
	const words = text.split(',').map(word => word.trim().toLowerCase());
	return words.filter(word => word !== '');
}

export const durationOption = {value: 'DURATION', parse: [parseDuration, 'a duration such as 90s, 10m or 2h']} as const;

const wordsValue = {
	value: 'WORD,…',
	separator: ',',
	parse: [wordList, 'words, separated by commas'],
	default: '',
} as const;

const demo = {name: 'demo', key: 'isDemo', about: 'use the built-in service'} as const;

export const service = [
	{name: 'profile', value: 'NAME', about: 'a saved profile', variable: 'LANDFALL_PROFILE'},
	{name: 'base-url', key: 'baseUrl', value: 'URL', about: 'its address, without /v1', variable: 'LANDFALL_BASE_URL'},
	{name: 'api-key-file', key: 'apiKeyFile', value: 'FILE', about: 'a file with the team API key'},
	{name: 'api-key-stdin', key: 'isApiKeyFromInput', about: 'read the key from standard input'},
	{name: 'patience', value: 'N', range: patienceRange, about: 'wait N times as long for an answer', shownDefault: '1'},
] as const satisfies readonly Option[];

/** Options override the environment. A profile named by an option brings its own address, so LANDFALL_BASE_URL is ignored. */
export const serviceNamed = (
	{profile, baseUrl}: Pick<Values<typeof service>, 'profile' | 'baseUrl'>,
	{LANDFALL_PROFILE, LANDFALL_BASE_URL}: NodeJS.ProcessEnv,
) => ({
	profile: profile ?? LANDFALL_PROFILE,
	baseUrl: baseUrl ?? (profile === undefined ? LANDFALL_BASE_URL : undefined),
	isProfileFromOption: profile !== undefined,
});

const worldNames = ['busy', 'quiet', 'empty', 'large', 'odd'] as const;

export const builtInWorld = {
	name: 'world',
	value: 'NAME',
	choices: worldNames,
	about: `data: ${worldNames.join(', ')}`,
	shownDefault: worldNames[0],
} as const satisfies Option;

const appearance = [
	{name: 'read-only', key: 'isReadOnly', about: 'never change anything'},
	{
		name: 'tz',
		key: 'timeZone',
		value: 'ZONE',
		parse: [zoneNamed, 'a time zone such as Europe/Berlin or UTC'],
		about: 'a zone such as Europe/Berlin',
		variable: 'TZ',
	},
	{name: 'no-color', key: 'hasNoColor', about: 'no colours', variable: 'NO_COLOR'},
	{name: 'ascii', key: 'isAscii', about: 'draw with ASCII only'},
] as const satisfies readonly Option[];

const rpm = {name: 'rpm', value: 'N', range: rpmRange, shownDefault: String(defaultRpm)} as const;

export const withoutJournal = {
	name: 'without-journal',
	key: 'isWithoutJournal',
	about: 'send changes without recording them first',
} as const;

const filter = {
	name: 'filter',
	value: 'QUERY',
	separator: ' ',
	about: 'only what matches; @NAME: a saved filter',
} as const;

export const screenOptions = [
	{name: 'wall', key: 'isWall', about: 'the board for a screen on a wall'},
	{name: 'screen', value: 'NAME', choices: mainScreens, about: mainScreens.join(', ')},
	filter,
	{name: 'theme', value: 'NAME', choices: themeNames, about: themeNames.join(', '), shownDefault: themeNames[0]},
	{name: 'screen-reader', key: 'isSpoken', about: 'announce line by line', variable: 'INK_SCREEN_READER'},
	demo,
	builtInWorld,
	...service,
	{...rpm, about: 'background reads per minute; 0: only when asked'},
	...appearance,
	withoutJournal,
] as const satisfies readonly Option[];

export const remote = [
	demo,
	builtInWorld,
	...service,
	{...rpm, about: 'reads per minute at most', shownDefault: 'none; 60 of what is followed'},
	...appearance,
	{name: 'quiet', key: 'isQuiet', about: 'print only results, no remarks'},
] as const satisfies readonly Option[];

export const json = {name: 'json', key: 'isJson', about: 'print JSON'} as const;
export const jsonLines = {...json, about: 'print one JSON document in each line'} as const;
export const jsonOrBody = {
	...json,
	about: 'print JSON; with FILE, send it (- is the input)',
	takesBody: true,
} as const;

const giveUpAfter = {
	...durationOption,
	name: 'give-up-after',
	key: 'giveUpAfterMs',
	about: 'how long to retry an unreachable service',
} as const;
export const giveUpSoon = {...giveUpAfter, default: '30s'} as const;
export const giveUpLate = {...giveUpAfter, default: '10m'} as const;
export const giveUpDeploying = {
	...giveUpAfter,
	about: `${giveUpAfter.about} (default: ${giveUpSoon.default}; --wait: ${giveUpLate.default})`,
} as const;

const failOnWords = ['failed', 'stopped', 'unknown', 'waiting', 'in-progress', 'succeeded', 'behind'] as const;

export const listing = [
	filter,
	{
		name: 'sort',
		value: 'FIELD',
		// No other value may begin with a minus.
		parse: [
			text => (/^-?[a-z]+$/i.test(text) ? text : undefined),
			'a field such as name, or -name for descending order',
		],
		about: 'sort by a field; -FIELD: newest or highest first',
	},
	{name: 'limit', short: 'n', value: 'N', range: [1, 1_000_000], about: 'list at most this many', default: '100'},
	{name: 'cursor', value: 'CURSOR', about: 'begin with the page of this next_cursor'},
	{name: 'all', about: 'read every page and print all projects'},
	{
		name: 'fail-on',
		key: 'failOn',
		value: 'OUTCOME',
		choices: failOnWords,
		about: `end with 1 if one of them is ${failOnWords.join(', ')}`,
	},
] as const satisfies readonly Option[];

export const judging = [
	{...durationOption, name: 'timeout', key: 'timeoutMs', about: 'how long to wait at most (default: none)'},
	{...wordsValue, name: 'ok', key: 'okWords', about: 'conclusions that are a success'},
	{...wordsValue, name: 'bad', key: 'badWords', about: 'conclusions that are a failure'},
] as const satisfies readonly Option[];

export const waitDefaults = valuesOf([giveUpLate], new Map());

export const waitForOutcome = {
	...durationOption,
	name: 'wait-for-outcome',
	key: 'waitForOutcomeMs',
	about: 'how long to reconcile an unconfirmed write',
	default: '60s',
} as const;

export const confirmation = {name: 'yes', key: 'isConfirmed', about: 'do it without asking'} as const;

export const deploying = [
	{name: 'as', value: 'NAME', about: 'deploy as the profile names it'},
	confirmation,
	{name: 'wait', key: 'isAwaited', about: 'then wait until it has concluded'},
	...judging,
] as const satisfies readonly Option[];

export type ConnectionOptions = ReturnType<typeof serviceNamed> &
	Values<typeof service | readonly [typeof demo, typeof builtInWorld]>;

function colorOf({FORCE_COLOR, NO_COLOR}: NodeJS.ProcessEnv): 'auto' | 'never' | 'always' {
	if (FORCE_COLOR !== undefined) return ['0', 'false'].includes(FORCE_COLOR) ? 'never' : 'always';
	return NO_COLOR ? 'never' : 'auto';
}

export const screensIn = (values: Values<typeof screenOptions>, environment: NodeJS.ProcessEnv) => ({
	...values,
	...serviceNamed(values, environment),
	color: values.hasNoColor ? 'never' : colorOf(environment),
	isReadOnly: values.isReadOnly || values.isWall,
	// Ink reads this variable in the same way.
	isSpoken: values.isSpoken || environment.INK_SCREEN_READER === 'true',
});

export type HeadlessValues = Values<typeof remote | readonly [typeof json, typeof giveUpAfter]>;

export const headlessIn = <Own extends HeadlessValues>(
	values: Own,
	environment: NodeJS.ProcessEnv,
	{isLasting, isLimitGiven}: {readonly isLasting: boolean; readonly isLimitGiven: boolean},
) => ({
	...values,
	...serviceNamed(values, environment),
	color: values.hasNoColor ? 'never' : colorOf(environment),
	giveUpAfterMs: values.giveUpAfterMs ?? valuesOf([isLasting ? giveUpLate : giveUpSoon], new Map()).giveUpAfterMs,
	/** How long to retry while the service is too busy, because it may count requests by the minute. Undefined: `giveUpAfterMs`. */
	busyForMs: isLasting || isLimitGiven ? undefined : 120_000,
	/** Attempts while the connection is refused or the host unknown. Undefined: no limit, because a watched service may restart. */
	maxConnectAttempts: isLasting || isLimitGiven ? undefined : 3,
});

export type HeadlessOptions = ReturnType<typeof headlessIn<HeadlessValues>> &
	Partial<Values<readonly [typeof withoutJournal]>>;
