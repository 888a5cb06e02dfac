import {themeNames} from '../base/color.ts';
import {parseDuration} from '../base/duration-option.ts';
import {mainScreens} from '../base/main-screens.ts';
import {patienceRange} from '../base/patience.ts';
import {defaultRpm, rpmRange} from '../base/rpm.ts';

export type Option = {
	readonly name: string;
	readonly short?: string;
	/** What the code calls its value. Default: its name. */
	readonly key?: string;
	readonly about: string;
	readonly default?: string;
	/** The same for the help, where something else may decide. */
	readonly usual?: string;
	/** The value's placeholder in help. Without it, the option is a flag. */
	readonly value?: string;
	/** The values that there are. Without it, and without `range` and `parse`, the value is any text. */
	readonly choices?: readonly string[];
	readonly range?: readonly [number, number];
	/** Parses a text of some form: undefined if it has another. The example shows the form. */
	readonly parse?: readonly [parse: (text: string) => unknown, example: string];
	readonly variable?: string;
	/** What stands between the values of an option that may be given several times. */
	readonly joint?: string;
	/** Whether the flag can also take a file, or `-`, with the body to send. */
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

/** The value of each option. A flag is true if it was given. */
export type Values<Options extends readonly Option[]> = {
	readonly [Each in Options[number] as KeyOf<Each>]: ValueOf<Each>;
};

/** Returns the values of options that fit the table: as given, or the default. */
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

/** Returns the full name of a time zone, as TZ understands it. Undefined if there is none of this name. Offsets such as +02:00 are rejected, because in TZ their sign means the opposite. */
function zoneNamed(name: string): string | undefined {
	if (!/^[a-z]/i.test(name)) return undefined;
	try {
		return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Splits a list at its commas. Undefined if it begins like an option, which is what follows if the value is missing. */
function wordList(text: string): readonly string[] | undefined {
	if (!/^(?:\s*[^\s-]|$)/.test(text)) return undefined;
	const words = text.split(',').map(word => word.trim().toLowerCase());
	return words.filter(word => word !== '');
}

export const durationOption = {value: 'DURATION', parse: [parseDuration, 'a duration such as 90s, 10m or 2h']} as const;

const wordsValue = {value: 'WORD,…', joint: ',', parse: [wordList, 'words, separated by commas'], default: ''} as const;

const demo = {name: 'demo', key: 'isDemo', about: 'use the built-in service'} as const;

/** Which service to use, where its key comes from, and how long to wait for it. Not with `--demo`, which has its own. */
export const service = [
	{name: 'profile', value: 'NAME', about: 'a saved connection', variable: 'LANDFALL_PROFILE'},
	{name: 'base-url', key: 'baseUrl', value: 'URL', about: 'its address, without /v1', variable: 'LANDFALL_BASE_URL'},
	{name: 'api-key-file', key: 'apiKeyFile', value: 'FILE', about: 'a file with the team API key'},
	{name: 'api-key-stdin', key: 'isApiKeyFromInput', about: 'read the key from standard input'},
	{name: 'patience', value: 'N', range: patienceRange, about: 'wait N times as long for an answer', usual: '1'},
] as const satisfies readonly Option[];

/** Returns which service is named: by options, otherwise by the environment. A profile that an option names brings its own address, and its own key if it has one. */
export const serviceNamed = (
	{profile, baseUrl}: Pick<Values<typeof service>, 'profile' | 'baseUrl'>,
	{LANDFALL_PROFILE, LANDFALL_BASE_URL}: NodeJS.ProcessEnv,
) => ({
	profile: profile ?? LANDFALL_PROFILE,
	baseUrl: baseUrl ?? (profile === undefined ? LANDFALL_BASE_URL : undefined),
	isProfileFromOption: profile !== undefined,
});

/** The sample data of the built-in service. The first is the default. */
const worldNames = ['busy', 'quiet', 'empty', 'large', 'odd'] as const;

/** Only with `--demo`, where a command has it. */
export const builtInWorld = {
	name: 'world',
	value: 'NAME',
	choices: worldNames,
	about: `data: ${worldNames.join(', ')}`,
	usual: worldNames[0],
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

const rpm = {name: 'rpm', key: 'requestsPerMinute', value: 'N', range: rpmRange, usual: String(defaultRpm)} as const;

/** Of the screens, and of every command that writes. */
export const withoutJournal = {
	name: 'without-journal',
	key: 'isWithoutJournal',
	about: 'send changes without recording them first',
} as const;

const filter = {name: 'filter', value: 'QUERY', joint: ' ', about: 'only what matches; @NAME: a saved filter'} as const;

export const screenOptions = [
	{name: 'wall', key: 'isWall', about: 'the board for a screen on a wall'},
	{name: 'screen', value: 'NAME', choices: mainScreens, about: mainScreens.join(', ')},
	filter,
	{name: 'theme', value: 'NAME', choices: themeNames, about: themeNames.join(', '), usual: themeNames[0]},
	{name: 'screen-reader', key: 'isSpoken', about: 'announce line by line', variable: 'INK_SCREEN_READER'},
	demo,
	builtInWorld,
	...service,
	{...rpm, about: 'background reads per minute; 0: only when asked'},
	...appearance,
	withoutJournal,
] as const satisfies readonly Option[];

/** The options of every command that talks to a service. */
export const remote = [
	demo,
	builtInWorld,
	...service,
	{...rpm, about: 'reads per minute at most', usual: 'none; 60 of what is followed'},
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
export const shortPatience = {...giveUpAfter, default: '30s'} as const;
export const longPatience = {...giveUpAfter, default: '10m'} as const;
export const deployPatience = {
	...giveUpAfter,
	about: `${giveUpAfter.about} (default: ${shortPatience.default}; --wait: ${longPatience.default})`,
} as const;

/** The outcomes of deployments, as `outcome:` of a filter names them. */
const outcomeWords = ['failed', 'stopped', 'unknown', 'waiting', 'in-progress', 'succeeded'] as const;

export const listing = [
	filter,
	{
		name: 'sort',
		value: 'FIELD',
		// The only value that may begin with a minus.
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
		choices: outcomeWords,
		about: `end with 1 if one of them is ${outcomeWords.join(', ')}`,
	},
] as const satisfies readonly Option[];

export const judging = [
	{...durationOption, name: 'timeout', key: 'timeoutMs', about: 'how long to wait at most (default: none)'},
	{...wordsValue, name: 'ok', key: 'okWords', about: 'conclusions that are a success'},
	{...wordsValue, name: 'bad', key: 'badWords', about: 'conclusions that are a failure'},
] as const satisfies readonly Option[];

export const waitDefaults = valuesOf([longPatience], new Map());

export const waitForOutcome = {
	...durationOption,
	name: 'wait-for-outcome',
	key: 'waitForOutcomeMs',
	about: 'how long to look for a lost answer',
	default: '60s',
} as const;

export const confirmation = {name: 'yes', key: 'isConfirmed', about: 'do it without asking'} as const;

export const deploying = [
	confirmation,
	{name: 'wait', key: 'isAwaited', about: 'then wait until it has concluded'},
	...judging,
] as const satisfies readonly Option[];

export type PlaceOptions = ReturnType<typeof serviceNamed> &
	Values<typeof service | readonly [typeof demo, typeof builtInWorld]>;

/** When there are colours: `auto` depends on the terminal. FORCE_COLOR takes precedence, as in Node. */
function colorOf({FORCE_COLOR, NO_COLOR}: NodeJS.ProcessEnv): 'auto' | 'never' | 'always' {
	if (FORCE_COLOR !== undefined) return ['0', 'false'].includes(FORCE_COLOR) ? 'never' : 'always';
	return NO_COLOR ? 'never' : 'auto';
}

export const screensIn = (values: Values<typeof screenOptions>, environment: NodeJS.ProcessEnv) => ({
	...values,
	...serviceNamed(values, environment),
	color: values.hasNoColor ? 'never' : colorOf(environment),
	isReadOnly: values.isReadOnly || values.isWall,
	// As Ink reads it.
	isSpoken: values.isSpoken || environment.INK_SCREEN_READER === 'true',
});

export type HeadlessValues = Values<typeof remote | readonly [typeof json, typeof giveUpAfter]>;

/** Returns the options of every command that runs without a screen. `isLasting`: it waits for deployments, or watches them. `isPatient`: the user has said for how long. */
export const headlessIn = <Own extends HeadlessValues>(
	values: Own,
	environment: NodeJS.ProcessEnv,
	{isLasting, isPatient}: {readonly isLasting: boolean; readonly isPatient: boolean},
) => ({
	...values,
	...serviceNamed(values, environment),
	color: values.hasNoColor ? 'never' : colorOf(environment),
	/** How long to retry reads from a service that cannot be reached. */
	giveUpAfterMs: values.giveUpAfterMs ?? valuesOf([isLasting ? longPatience : shortPatience], new Map()).giveUpAfterMs,
	/** The same while it asks for fewer requests: one that counts them by the minute may ask for a minute. Undefined: the same time. */
	busyForMs: isLasting || isPatient ? undefined : 120_000,
	/** How often to try where the connection is refused or the name is unknown. Undefined: as often as the time allows, because a service may start anew while it is watched. */
	maxRefusals: isLasting || isPatient ? undefined : 3,
});

export type HeadlessOptions = ReturnType<typeof headlessIn<HeadlessValues>> &
	Partial<Values<readonly [typeof withoutJournal]>>;
