import {themeNames} from '../theme-names.ts';
import {worldNames} from '../world-names.ts';
import {zoneNamed} from './time-zone.ts';

/** What runs without a screen, for scripts, pipes and CI jobs. */
const headlessNames = [
	'ls',
	'get',
	'create',
	'edit',
	'delete',
	'deploy',
	'wait',
	'watch',
	'reconcile',
	'api',
	'completion',
] as const;

export type HeadlessName = (typeof headlessNames)[number];

/** The commands. `screens` has no name on the command line: it is the default. */
type CommandName = 'screens' | 'sandbox' | 'doctor' | 'keys' | 'help' | HeadlessName;

/** Where an option applies. `demo` is the screens with `--demo`. */
export type Place = CommandName | 'demo';

type OptionRow = {
	readonly name: string;
	readonly about: string;
	/** What applies without the option. */
	readonly default?: string;
	/** The value's placeholder in help. Without it, the option is a flag. */
	readonly value?: string;
	/** The minimum and maximum of an integer value. Without it, the value is text. */
	readonly range?: readonly [number, number];
	/** The form of a text value, and an example. */
	readonly form?: readonly [pattern: Pick<RegExp, 'test'>, example: string];
	/** The environment variable that is used if the option is missing. */
	readonly variable?: string;
	readonly places: readonly Place[];
	/** Where the flag can also take a file or `-` with the body to send. */
	readonly bodyPlaces?: readonly Place[];
};

type CommandRow = {
	readonly name: CommandName;
	/** Its arguments, as help writes them. */
	readonly arguments?: string;
	/** How many arguments it takes. Default: none. */
	readonly count?: readonly [min: number, max: number];
	readonly about: string;
};

/** The commands, in the order of the help. Parsing, help and completion are generated from these two tables. */
export const commandTable: readonly CommandRow[] = [
	{
		name: 'ls',
		arguments: '[projects | deployments PROJECT]',
		count: [0, 2],
		about: 'list projects, or the deployments of one',
	},
	{name: 'get', arguments: 'PROJECT [DEPLOYMENT]', count: [1, 2], about: 'print one record with every field'},
	{name: 'create', arguments: 'NAME', count: [1, 1], about: 'add a project'},
	{name: 'edit', arguments: 'PROJECT', count: [1, 1], about: 'change fields of a project'},
	{name: 'delete', arguments: 'PROJECT', count: [1, 1], about: 'delete a project'},
	{name: 'deploy', arguments: 'PROJECT', count: [1, 1], about: 'start a deployment'},
	{
		name: 'wait',
		arguments: 'PROJECT [DEPLOYMENT]',
		count: [1, 2],
		about: 'wait until a deployment has concluded; exit 0 if it went well',
	},
	{
		name: 'watch',
		arguments: '[PROJECT…]',
		count: [0, Number.POSITIVE_INFINITY],
		about: 'print a line for each change, until stopped',
	},
	{name: 'reconcile', arguments: '[INTENT]', count: [0, 1], about: 'look again for writes with an unknown outcome'},
	{name: 'api', arguments: 'METHOD PATH', count: [2, 2], about: 'send any request with the key, print the answer'},
	{name: 'sandbox', about: 'serve the built-in service to other programs on this machine'},
	{name: 'doctor', about: 'print what a bug report should contain'},
	{name: 'keys', about: 'print the keys in force, and the ids of their commands'},
	{
		name: 'completion',
		arguments: 'bash|zsh|fish',
		count: [1, 1],
		about: 'print a script that completes commands in a shell',
	},
	{name: 'help', arguments: '[COMMAND]', count: [0, 1], about: 'explain a command and its options'},
];

/** The names of time zones. Offsets such as +02:00 are rejected, because in TZ their sign means the opposite. */
const timeZones = {test: (name: string) => /^[a-z]/i.test(name) && zoneNamed(name) !== undefined};

/** The commands that talk to a service. */
export const remote = headlessNames.filter(name => name !== 'completion');
const writes: readonly Place[] = ['create', 'edit', 'delete', 'deploy', 'api', 'reconcile'];
const followers: readonly Place[] = ['deploy', 'wait'];
const service: readonly Place[] = ['screens', 'doctor', ...remote];
const onScreen: readonly Place[] = ['screens', 'demo'];
const anyone: readonly Place[] = [...onScreen, ...remote];
const builtIn: readonly Place[] = ['demo', 'sandbox', ...remote];
const sandbox: readonly Place[] = ['sandbox'];

const durationForm = [/^(?:0|[1-9]\d{0,4}(?:ms|s|m|h|d))$/, 'a duration such as 90s, 10m or 2h'] as const;
/** One of several names. */
const oneOf = (names: readonly string[]) =>
	[{test: (name: string) => names.includes(name)}, `one of ${names.join(', ')}`] as const;
/** Without a value, the next option would be taken for a word. */
const wordsForm = [/^\s*[^\s-]/, 'words, separated by commas'] as const;

/** The options, in the order of the help. */
export const optionTable = [
	{name: 'demo', about: 'use the built-in service', places: anyone},
	{name: 'profile', value: 'NAME', about: 'a saved connection', variable: 'LANDFALL_PROFILE', places: service},
	{
		name: 'base-url',
		value: 'URL',
		about: 'its address, without /v1',
		variable: 'LANDFALL_BASE_URL',
		places: service,
	},
	{
		name: 'api-key-file',
		value: 'FILE',
		about: 'a file with the team API key',
		places: service,
	},
	{name: 'api-key-stdin', about: 'read the key from standard input', places: service},
	{
		name: 'rpm',
		value: 'N',
		range: [0, 600],
		about: 'requests per minute, 0: on request only',
		default: '60',
		places: anyone,
	},
	{name: 'read-only', about: 'never change anything', places: anyone},
	{name: 'wall', about: 'the board for a screen on a wall', places: onScreen},
	{
		name: 'tz',
		value: 'ZONE',
		form: [timeZones, 'a time zone such as Europe/Berlin or UTC'],
		about: 'a zone such as Europe/Berlin',
		variable: 'TZ',
		places: anyone,
	},
	{name: 'no-color', about: 'no colours', variable: 'NO_COLOR', places: anyone},
	{name: 'ascii', about: 'draw with ASCII only', places: anyone},
	{
		name: 'theme',
		value: 'NAME',
		form: oneOf(themeNames),
		about: themeNames.join(', '),
		default: themeNames[0],
		places: onScreen,
	},
	{
		name: 'screen-reader',
		about: 'announce line by line',
		variable: 'INK_SCREEN_READER',
		places: onScreen,
	},
	{
		name: 'world',
		value: 'NAME',
		form: oneOf(worldNames),
		about: worldNames.join(', '),
		default: worldNames[0],
		places: builtIn,
	},
	{
		name: 'projects',
		value: 'N',
		range: [0, 1_000_000],
		about: 'how many projects',
		places: builtIn,
	},
	{name: 'seed', value: 'N', range: [0, 2 ** 32 - 1], about: 'the same seed makes the same data', places: builtIn},
	{name: 'latency', value: 'MS', range: [0, 60_000], about: 'how long each response takes', places: builtIn},
	{
		name: 'port',
		value: 'N',
		range: [0, 65_535],
		about: 'where to listen; otherwise on any free port',
		places: sandbox,
	},
	{name: 'data', value: 'FILE', about: 'keep the data and the key in this file', places: sandbox},
	{name: 'json', about: 'print JSON', places: remote, bodyPlaces: ['edit', 'deploy', 'api']},
	{name: 'quiet', about: 'print only results, no remarks', places: remote},
	{
		name: 'give-up-after',
		value: 'DURATION',
		form: durationForm,
		about: 'how long to retry an unreachable service',
		default: '30s',
		places: remote,
	},
	{name: 'filter', value: 'QUERY', about: 'only those that match, as after / on the screen', places: ['ls']},
	{
		name: 'sort',
		value: 'FIELD',
		// The only value that may begin with a minus.
		form: [/^-?[a-z]+$/i, 'a field such as name, or -name for descending order'],
		about: 'sort by a field; -FIELD: newest or highest first',
		places: ['ls'],
	},
	{name: 'limit', value: 'N', range: [1, 1_000_000], about: 'list at most this many', default: '100', places: ['ls']},
	{name: 'cursor', value: 'CURSOR', about: 'begin with the page of this next_cursor', places: ['ls']},
	{name: 'all', about: 'ls: every page; wait: everything in progress', places: ['ls', 'wait']},
	{name: 'name', value: 'TEXT', about: 'the new name', places: ['edit']},
	{name: 'slug', value: 'TEXT', about: 'the new slug', places: ['edit']},
	{name: 'url', value: 'TEXT', about: 'the new URL', places: ['edit']},
	{name: 'upload-mode', value: 'TEXT', about: 'the new upload mode', places: ['edit']},
	{name: 'yes', about: 'do it without asking', places: ['delete', 'deploy']},
	{name: 'wait', about: 'then wait until it has concluded', places: ['deploy']},
	{
		name: 'wait-for-outcome',
		value: 'DURATION',
		form: durationForm,
		about: 'how long to look for a lost answer',
		default: '60s',
		places: writes,
	},
	{name: 'dismiss', about: 'forget the write: its outcome no longer matters', places: ['reconcile']},
	{name: 'next', about: 'wait for a deployment that starts after now', places: ['wait']},
	{
		name: 'timeout',
		value: 'DURATION',
		form: durationForm,
		about: 'how long to wait at most',
		default: 'no limit',
		places: followers,
	},
	{name: 'ok', value: 'WORD,…', form: wordsForm, about: 'conclusions that are a success', places: followers},
	{name: 'bad', value: 'WORD,…', form: wordsForm, about: 'conclusions that are a failure', places: followers},
	{
		name: 'since',
		value: 'DURATION',
		form: durationForm,
		about: 'begin with what was observed since then',
		places: ['watch'],
	},
] as const satisfies readonly OptionRow[];

export const isHeadless = (name: string | undefined): name is HeadlessName =>
	headlessNames.some(known => known === name);

export type OptionName = (typeof optionTable)[number]['name'];
