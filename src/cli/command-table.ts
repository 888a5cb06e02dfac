import {themeNames} from '../base/color.ts';

export type Option = {
	readonly name: string;
	readonly about: string;
	/** What applies without the option. */
	readonly default?: string;
	/** The value's placeholder in help. Without it, the option is a flag. */
	readonly value?: string;
	/** The values that there are. Without it, and without `range` and `form`, the value is any text. */
	readonly choices?: readonly string[];
	/** The minimum and maximum of an integer value. */
	readonly range?: readonly [number, number];
	/** The form of a text value, and an example. */
	readonly form?: readonly [pattern: Pick<RegExp, 'test'>, example: string];
	/** The environment variable that is used if the option is missing. */
	readonly variable?: string;
	/** Whether the flag can also take a file, or `-`, with the body to send. */
	readonly takesBody?: boolean;
};

export type Command = {
	readonly name: string;
	/** Its arguments, as help writes them: in brackets if they may be left out. A lower-case word stands for itself. */
	readonly arguments?: string;
	readonly about: string;
	/** Lines of at most 77 columns. */
	readonly notes?: readonly string[];
	/** Lines to copy. */
	readonly examples: readonly string[];
	/** In the order of the help. */
	readonly options: readonly Option[];
};

/** The units of a duration. */
export const durationUnits = [
	['d', 86_400_000],
	['h', 3_600_000],
	['m', 60_000],
	['s', 1000],
	['ms', 1],
] as const;

/** Parses the value of an option such as `90s` or `10m`, or `0`. Returns milliseconds, undefined for anything else. */
export function durationMs(text: string): number | undefined {
	if (text === '0') return 0;
	const [, value = '', unit] = /^([1-9]\d{0,4})([a-z]+)$/.exec(text) ?? [];
	const unitMs = durationUnits.find(([name]) => name === unit)?.[1];
	return unitMs && Number(value) * unitMs;
}

/** Returns the full name of a time zone, as TZ understands it. Undefined if there is none of this name. */
export function zoneNamed(name: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** The names of time zones. Offsets such as +02:00 are rejected, because in TZ their sign means the opposite. */
const timeZones = {test: (name: string) => /^[a-z]/i.test(name) && zoneNamed(name) !== undefined};

const duration = {
	value: 'DURATION',
	form: [{test: (text: string) => durationMs(text) !== undefined}, 'a duration such as 90s, 10m or 2h'],
} as const;

/** Without a value, the next option would be taken for a word. */
const words = {value: 'WORD,…', form: [/^\s*[^\s-]/, 'words, separated by commas']} as const;

const demo = {name: 'demo', about: 'use the built-in service'} as const;

/** Which service to use, and where its key comes from. Not with `--demo`, which has its own. */
const service = [
	{name: 'profile', value: 'NAME', about: 'a saved connection', variable: 'LANDFALL_PROFILE'},
	{name: 'base-url', value: 'URL', about: 'its address, without /v1', variable: 'LANDFALL_BASE_URL'},
	{name: 'api-key-file', value: 'FILE', about: 'a file with the team API key'},
	{name: 'api-key-stdin', about: 'read the key from standard input'},
] as const satisfies readonly Option[];

/** The sample data of the built-in service. The first is the default. */
export const worldNames = ['busy', 'quiet', 'empty', 'large', 'odd', 'hostile'] as const;

/** The data of the built-in service. Only with `--demo`, where a command has it. */
const builtIn = [
	{
		name: 'world',
		value: 'NAME',
		choices: worldNames,
		about: worldNames.join(', '),
		default: worldNames[0],
	},
	{name: 'projects', value: 'N', range: [0, 1_000_000], about: 'how many projects'},
	{name: 'seed', value: 'N', range: [0, 2 ** 32 - 1], about: 'the same seed makes the same data'},
	{name: 'latency', value: 'MS', range: [0, 60_000], about: 'how long each response takes'},
] as const satisfies readonly Option[];

const appearance = [
	{name: 'read-only', about: 'never change anything'},
	{
		name: 'tz',
		value: 'ZONE',
		form: [timeZones, 'a time zone such as Europe/Berlin or UTC'],
		about: 'a zone such as Europe/Berlin',
		variable: 'TZ',
	},
	{name: 'no-color', about: 'no colours', variable: 'NO_COLOR'},
	{name: 'ascii', about: 'draw with ASCII only'},
] as const satisfies readonly Option[];

const rpm = {name: 'rpm', value: 'N', range: [0, 600], default: '60'} as const;
const json = {name: 'json', about: 'print JSON'} as const;
const jsonLines = {...json, about: 'print one JSON document in each line'} as const;
const jsonOrBody = {...json, about: 'print JSON; with FILE, send it (- is the input)', takesBody: true} as const;
const giveUpAfter = {...duration, name: 'give-up-after', about: 'how long to retry an unreachable service'} as const;
const shortPatience = {...giveUpAfter, default: '30s'} as const;
const longPatience = {...giveUpAfter, default: '10m'} as const;

/** The options of every command that talks to a service. */
const remote = [
	demo,
	...service,
	{...rpm, about: 'reads per minute at most'},
	...appearance,
	{name: 'quiet', about: 'print only results, no remarks'},
	...builtIn,
] as const satisfies readonly Option[];

const waitForOutcome = {
	...duration,
	name: 'wait-for-outcome',
	about: 'how long to look for a lost answer',
	default: '60s',
} as const;

const confirmation = {name: 'yes', about: 'do it without asking'} as const;

/** How to judge deployments, and for how long. */
const judging = [
	{...duration, name: 'timeout', about: 'how long to wait at most (default: no limit)'},
	{...words, name: 'ok', about: 'conclusions that are a success'},
	{...words, name: 'bad', about: 'conclusions that are a failure'},
] as const satisfies readonly Option[];

/** The fields of a line about a deployment in a pipe. */
const deploymentFields = [
	'In a pipe, tabs separate the fields: time (UTC), project id, deployment id,',
	'environment, version, status, conclusion, event, outcome, time of the read',
] as const;

/** What a command without a name does. */
export const screens = {
	name: 'screens',
	about: 'open the screens; the first run asks for an address and a key',
	examples: ['landfall --demo', 'landfall --profile staging --read-only', 'landfall --wall --rpm 120'],
	options: [
		{name: 'wall', about: 'the board for a screen on a wall'},
		{name: 'theme', value: 'NAME', choices: themeNames, about: themeNames.join(', '), default: themeNames[0]},
		{name: 'screen-reader', about: 'announce line by line', variable: 'INK_SCREEN_READER'},
		demo,
		...service,
		{...rpm, about: 'requests per minute, 0: on request only'},
		...appearance,
		...builtIn,
	],
} as const satisfies Command;

/** What runs without a screen, for scripts, pipes and CI jobs. */
const headless = [
	{
		name: 'ls',
		arguments: '[projects | deployments PROJECT]',
		about: 'list projects, or the deployments of one',
		notes: [
			'FIELD is name, version, status, mode, updated, created, slug, url, deployed',
			'or behind (upload versions behind). Without --limit, landfall asks for 100,',
			'although the service itself lists 50 unless asked.',
		],
		examples: [
			"landfall ls --filter 'outcome:failed age<2h' --sort -deployed",
			'landfall ls deployments docs --limit 5',
			'landfall ls --all --json | jq -r ".projects[].slug"',
		],
		options: [
			{name: 'filter', value: 'QUERY', about: 'only those that match, as after / on the screen'},
			{
				name: 'sort',
				value: 'FIELD',
				// The only value that may begin with a minus.
				form: [/^-?[a-z]+$/i, 'a field such as name, or -name for descending order'],
				about: 'sort by a field; -FIELD: newest or highest first',
			},
			{name: 'limit', value: 'N', range: [1, 1_000_000], about: 'list at most this many', default: '100'},
			{name: 'cursor', value: 'CURSOR', about: 'begin with the page of this next_cursor'},
			{name: 'all', about: 'read every page and print all projects'},
			...remote,
			json,
			shortPatience,
		],
	},
	{
		name: 'get',
		arguments: 'PROJECT [DEPLOYMENT]',
		about: 'print one record with every field',
		notes: ['DEPLOYMENT is an id. Without it: the record of the project.'],
		examples: [
			'landfall get docs',
			'landfall get docs dpl_123 --json',
			'landfall ls | cut -f 1 | landfall get - --json',
		],
		options: [...remote, json, shortPatience],
	},
	{
		name: 'create',
		arguments: 'NAME',
		about: 'add a project',
		examples: ["landfall create 'New docs'", 'landfall create docs --json | jq -r .id'],
		options: [waitForOutcome, ...remote, json, shortPatience],
	},
	{
		name: 'edit',
		arguments: 'PROJECT',
		about: 'change fields of a project',
		examples: [
			"landfall edit docs --name 'Old docs' --slug old-docs",
			'landfall edit docs --json changes.json',
			'echo \'{"upload_mode": "manual"}\' | landfall edit docs --json -',
		],
		options: [
			{name: 'name', value: 'TEXT', about: 'the new name'},
			{name: 'slug', value: 'TEXT', about: 'the new slug'},
			{name: 'url', value: 'TEXT', about: 'the new URL'},
			{name: 'upload-mode', value: 'TEXT', about: 'the new upload mode'},
			jsonOrBody,
			waitForOutcome,
			...remote,
			shortPatience,
		],
	},
	{
		name: 'delete',
		arguments: 'PROJECT',
		about: 'delete a project',
		notes: [
			'On a terminal, it asks for the name of the project. Elsewhere it needs --yes.',
			'A project that the profile protects is never deleted.',
		],
		examples: ['landfall delete docs', 'landfall delete prj_123 --yes'],
		options: [confirmation, waitForOutcome, ...remote, json, shortPatience],
	},
	{
		name: 'deploy',
		arguments: 'PROJECT',
		about: 'start a deployment',
		notes: [
			'On a terminal, it asks before it deploys a project that the profile protects.',
			'Elsewhere that needs --yes. With --wait, the lines that it prints and the',
			'verdict are those of landfall wait.',
		],
		examples: [
			'landfall deploy docs',
			'landfall deploy docs --wait --timeout 15m',
			'echo \'{"environment_id": "env_1"}\' | landfall deploy docs --json -',
		],
		options: [
			confirmation,
			{name: 'wait', about: 'then wait until it has concluded'},
			...judging,
			jsonOrBody,
			waitForOutcome,
			...remote,
			{...giveUpAfter, about: `${giveUpAfter.about} (default: 30s; --wait: 10m)`},
		],
	},
	{
		name: 'wait',
		arguments: 'PROJECT [DEPLOYMENT]',
		about: 'wait until a deployment has concluded; exit 0 if it went well',
		notes: [
			'DEPLOYMENT is an id. Without it: the newest in progress, or else the newest.',
			'It has concluded when the service says when or how, whatever its status.',
			'The verdict depends on its conclusion, or else its status: by --ok and --bad,',
			'then by your own classification (m on the screen), then by the words that',
			'landfall knows. With several deployments, the exit code is the first of',
			'1, 4, 3, 6, 8, 5, 2, 10, 9, 0 that applies. A signal prints how to resume.',
			...deploymentFields,
			'before, and the reason for a verdict.',
		],
		examples: [
			'landfall wait docs',
			'landfall wait docs --next --timeout 15m --ok success,skipped',
			'landfall wait docs --all --json',
		],
		options: [
			{name: 'all', about: 'wait for everything that is in progress'},
			{name: 'next', about: 'wait for a deployment that starts after now'},
			...judging,
			...remote,
			jsonLines,
			longPatience,
		],
	},
	{
		name: 'watch',
		arguments: '[PROJECT…]',
		about: 'print a line for each change, until stopped',
		notes: ['Without PROJECT: all projects.', ...deploymentFields, 'before. The last field is empty.'],
		examples: [
			'landfall watch docs shop',
			'landfall watch --since 1h --json',
			'landfall watch docs | grep --line-buffered failed',
		],
		options: [
			{...duration, name: 'since', about: 'begin with what was observed since then'},
			...remote,
			jsonLines,
			longPatience,
		],
	},
	{
		name: 'reconcile',
		arguments: '[INTENT]',
		about: 'look again for writes with an unknown outcome',
		notes: [
			'INTENT is the id that was printed with the write. Without it: all writes to',
			'the service. It sends nothing again: it reads, and forgets a write once it is',
			'known to be done, or when there is no sign of it.',
		],
		examples: ['landfall reconcile', 'landfall reconcile --wait-for-outcome 5m --json'],
		options: [
			{name: 'dismiss', about: 'forget the write: its outcome no longer matters'},
			waitForOutcome,
			...remote,
			jsonLines,
			shortPatience,
		],
	},
	{
		name: 'api',
		arguments: 'METHOD PATH',
		about: 'send any request with the key, print the answer',
		notes: [
			'METHOD is GET, POST, PATCH or DELETE. PATH is below the address of the',
			'service, such as /v1/projects. The answer is printed as it comes, even if it',
			'is a refusal. Writes are as safe as those of the other commands.',
		],
		examples: [
			"landfall api GET '/v1/projects?limit=1'",
			'echo \'{"name": "docs"}\' | landfall api POST /v1/projects --json -',
			'landfall api DELETE /v1/projects/prj_123',
		],
		options: [jsonOrBody, waitForOutcome, ...remote, shortPatience],
	},
	{
		name: 'completion',
		arguments: 'bash|zsh|fish',
		about: 'print a script that completes commands in a shell',
		notes: [
			'It completes commands, options, profiles, and the slugs and names of projects',
			'that landfall has read, and makes no request.',
		],
		examples: [
			'source <(landfall completion bash)   # in ~/.bashrc',
			'source <(landfall completion zsh)    # in ~/.zshrc, after compinit',
			'landfall completion fish > ~/.config/fish/completions/landfall.fish',
		],
		options: [],
	},
] as const satisfies readonly Command[];

const others = [
	{
		name: 'sandbox',
		about: 'serve the built-in service to other programs on this machine',
		examples: ['landfall sandbox --port 4000 --data team.json', 'landfall sandbox --world hostile --latency 300'],
		options: [
			{name: 'port', value: 'N', range: [0, 65_535], about: 'where to listen; otherwise on any free port'},
			{name: 'data', value: 'FILE', about: 'keep the data and the key in this file'},
			...builtIn,
		],
	},
	{
		name: 'doctor',
		about: 'print what a bug report should contain',
		examples: ['landfall doctor', 'landfall doctor --profile staging'],
		options: service,
	},
	{
		name: 'keys',
		about: 'print the keys in force, and the ids of their commands',
		examples: ['landfall keys'],
		options: [],
	},
	{
		name: 'help',
		arguments: '[COMMAND]',
		about: 'explain a command and its options',
		examples: [],
		options: [],
	},
] as const satisfies readonly Command[];

type Row = typeof screens | (typeof headless)[number] | (typeof others)[number];
export type HeadlessName = (typeof headless)[number]['name'];
export type CommandName = Row['name'];
export type OptionName = Row['options'][number]['name'];

/** The commands by name. Parsing, help and completion are generated from them. */
export const commands: readonly Command[] = [...headless, ...others];

/** Returns the command of a word. Without a word, or with one that is no command, it is the screens. */
export const commandNamed = (word: string | undefined): Command & {readonly name: CommandName} =>
	[...headless, ...others].find(({name}) => name === word) ?? screens;

export const isHeadless = (name: string | undefined): name is HeadlessName =>
	headless.some(command => command.name === name);

/** Every option, some of them several times, as what they mean depends on the command. */
export const allOptions: readonly Option[] = [screens, ...commands].flatMap<Option>(({options}) => options);

export const optionNamed = ({options}: Command, wanted: string): Option | undefined =>
	options.find(({name}) => name === wanted);

const isOneOf =
	(options: readonly Option[]) =>
	(option: Option): boolean =>
		options.includes(option);

/** Whether an option names a service or its key. */
export const isOfService = isOneOf(service);

/** Whether an option is about the built-in service. */
export const isOfBuiltIn = isOneOf(builtIn);

/** Whether an option means the same for most commands. */
export const isShared = isOneOf([...remote, json, shortPatience]);
