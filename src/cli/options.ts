import {themeNames} from '../base/color.ts';
import {keyProblem, tokenize, usageProblem} from './command-line.ts';
import {
	type CommandName,
	commandNamed,
	durationMs,
	type HeadlessName,
	type OptionName,
	optionNamed,
	worldNames,
	zoneNamed,
} from './command-table.ts';
import {nearest} from './did-you-mean.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The options that were given, or what applies without them. */
type Values = {
	readonly has: (name: OptionName) => boolean;
	/** The value as given. */
	readonly given: (name: OptionName) => string | undefined;
	/** The value as given, or that of the environment, or the default. */
	readonly text: (name: OptionName) => string | undefined;
	/** The value as given, as a number. */
	readonly number: (name: OptionName) => number | undefined;
	/** The text in milliseconds. */
	readonly ms: (name: OptionName) => number | undefined;
	/** The file with the body to send, or `-`. */
	readonly bodyFile: string | undefined;
};

/** Which service to open, and where its key comes from. */
const serviceOptions = ({has, given, text}: Values) => ({
	profile: text('profile'),
	baseUrl: text('base-url'),
	apiKeyFile: given('api-key-file'),
	isApiKeyFromInput: has('api-key-stdin'),
});

/** The options of the built-in service. Those that were not given are undefined. */
const builtInOptions = ({given, number}: Values) => ({
	world: worldNames.find(name => name === given('world')),
	projects: number('projects'),
	seed: number('seed'),
	latencyMs: number('latency'),
});

export type BuiltInOptions = ReturnType<typeof builtInOptions>;

/** The options of the screens and of every command that talks to a service. */
const commonOptions = ({has, given, text}: Values, environment: Environment) => ({
	isReadOnly: has('read-only') || has('wall'),
	isAscii: has('ascii'),
	color: has('no-color') ? 'never' : colorOf(environment),
	/** The name of the time zone of dates. Undefined for the computer's own. */
	timeZone: has('tz') ? zoneNamed(given('tz') ?? '') : undefined,
	requestsPerMinute: Number(text('rpm') ?? 0),
});

/** The options of every command that runs without a screen. `isLasting`: it waits for deployments, or watches them. */
function headlessOptions(values: Values, environment: Environment, isLasting: boolean) {
	const {has, given} = values;
	const where = has('demo')
		? {isDemo: true as const, ...builtInOptions(values)}
		: {isDemo: false as const, ...serviceOptions(values)};
	return {
		...commonOptions(values, environment),
		...where,
		/** Whether to print JSON, whatever the output is. */
		isJson: has('json'),
		isQuiet: has('quiet'),
		/** How long to retry reads from a service that cannot be reached. */
		giveUpAfterMs: durationMs(given('give-up-after') ?? (isLasting ? '10m' : '30s')) ?? 0,
		/** How often to try where the connection is refused or the name is unknown. Undefined: as often as the time allows, because a service may start anew while it is watched. */
		maxRefusals: isLasting || has('give-up-after') ? undefined : 3,
	};
}

export type HeadlessCommon = ReturnType<typeof headlessOptions>;

/** How to judge a conclusion, besides the known words and the user's classification. */
const judgingOptions = ({given, ms}: Values) => ({
	/** In lower case. */
	okWords: list(given('ok')),
	badWords: list(given('bad')),
	/** Undefined for no limit. */
	timeoutMs: ms('timeout'),
});

export type JudgingOptions = ReturnType<typeof judgingOptions>;

/** A parsed command that runs without a screen. */
export type HeadlessOptions = HeadlessCommon & Exclude<ReturnType<typeof ownOptions>, string>;

export type Options = Exclude<ReturnType<typeof optionsOf>, string> | {readonly command: 'version'};

export type ParsedOptions =
	| {readonly ok: true; readonly options: Options}
	| {readonly ok: false; readonly sentence: string};

/**
Parses the command line, with environment variables as defaults.

An error sentence never repeats a value, which could be a key or contain control characters.
*/
export function parseOptions(argv: readonly string[], environment: Environment): ParsedOptions {
	const {words, typed, bodyFile} = tokenize(argv);
	const keyIsTyped = keyProblem(typed);
	if (keyIsTyped) return {ok: false, sentence: keyIsTyped};
	const given = new Map(typed.map(({name, value}) => [name, value]));
	if (given.has('help') || words[0] === 'help') return {ok: true, options: {command: 'help'}};
	if (given.has('version')) return {ok: true, options: {command: 'version'}};
	const problem = usageProblem(words, typed);
	if (problem) return usage(problem);

	const command = commandNamed(words[0]);
	const danger = command.name === 'sandbox' ? undefined : findDanger(environment);
	if (danger) return {ok: false, sentence: danger};
	const text = (name: OptionName) => {
		const option = optionNamed(command, name);
		return given.get(name) ?? ((option?.variable && environment[option.variable]) || option?.default);
	};
	const options = optionsOf(command.name, words.slice(1), environment, {
		has: name => given.has(name),
		given: name => given.get(name),
		text,
		number: name => (given.has(name) ? Number(given.get(name)) : undefined),
		ms: name => durationMs(text(name) ?? ''),
		bodyFile,
	});
	return typeof options === 'string' ? usage(options) : {ok: true, options};
}

const usage = (sentence: string): ParsedOptions => ({ok: false, sentence: `${sentence} Try landfall --help.`});

/** Returns the options of a command whose arguments and options fit the table, or why they do not fit together. */
function optionsOf(command: CommandName, words: readonly string[], environment: Environment, values: Values) {
	const {has, given, number} = values;
	if (has('api-key-file') && has('api-key-stdin')) return '--api-key-file and --api-key-stdin cannot be used together.';
	switch (command) {
		case 'help':
		case 'keys':
			return {command};
		case 'doctor':
			return {command, ...serviceOptions(values)};
		case 'sandbox':
			return {command, port: number('port') ?? 0, dataFile: given('data'), ...builtInOptions(values)};

		case 'screens': {
			const screen = {
				...commonOptions(values, environment),
				/** Whether to open the wall as soon as a service is connected. */
				isWall: has('wall'),
				/** Undefined for the one in the settings. */
				theme: themeNames.find(name => name === given('theme')),
				// As Ink reads it.
				isSpoken: has('screen-reader') || environment.INK_SCREEN_READER === 'true',
			};
			return has('demo')
				? {command: 'demo' as const, ...screen, ...builtInOptions(values)}
				: {command, ...screen, ...serviceOptions(values)};
		}

		default: {
			const own = ownOptions(command, words, values);
			if (typeof own === 'string') return own;
			const isLasting = command === 'wait' || command === 'watch' || has('wait');
			const options: HeadlessOptions = {...headlessOptions(values, environment, isLasting), ...own};
			// Without background reads, no change would ever be noticed.
			if (isLasting && options.requestsPerMinute === 0)
				return 'With --rpm 0 landfall reads only on request, so it cannot follow deployments. Use --rpm 1 or more.';
			return inputReaders(options) > 1 ? 'Only one thing can be read from standard input.' : options;
		}
	}
}

/** Counts what would read standard input: the names of projects, the body to send and the key. */
const inputReaders = (options: HeadlessOptions): number =>
	[
		'project' in options && options.project === '-',
		'watched' in options && options.watched.includes('-'),
		'bodyFile' in options && options.bodyFile === '-',
		!options.isDemo && options.isApiKeyFromInput,
	].filter(Boolean).length;

/** Returns the options particular to a command without screens, or why they do not fit together. */
function ownOptions(command: HeadlessName, words: readonly string[], values: Values) {
	const {has, given, text, ms, bodyFile} = values;
	const [first = '', second] = words;
	if (second === '' && (command === 'get' || command === 'wait'))
		return 'The deployment is empty. Name one by its id, or leave it out.';
	const judging = judgingOptions(values);
	if (judging.okWords.some(word => judging.badWords.includes(word))) return 'A word cannot be in both --ok and --bad.';
	/** How long to look for the result of a write whose answer was lost. */
	const write = {waitForOutcomeMs: ms('wait-for-outcome') ?? 0};
	switch (command) {
		case 'ls': {
			const problem = listProblem(first, second, has);
			if (problem) return problem;
			/** Undefined for all. */
			const limit = has('all') ? undefined : Number(text('limit'));
			// Without a project, projects are listed instead of its deployments.
			return {command, project: second, filter: given('filter'), sort: given('sort'), limit, cursor: given('cursor')};
		}

		case 'get':
			return {command, project: first, deployment: second};
		case 'create':
			return {command, name: first, ...write};

		case 'edit': {
			const changes = {name: given('name'), slug: given('slug'), url: given('url'), uploadMode: given('upload-mode')};
			const isChanged = bodyFile !== undefined || Object.values(changes).some(value => value !== undefined);
			if (isChanged) return {command, project: first, changes, bodyFile, ...write};
			return 'landfall edit needs a change: --name, --slug, --url, --upload-mode or --json FILE.';
		}

		case 'delete':
			return {command, project: first, isConfirmed: has('yes'), ...write};

		case 'deploy': {
			/** Whether to wait until the deployment has concluded. */
			const isAwaited = has('wait');
			if (!isAwaited && (has('ok') || has('bad') || has('timeout'))) return '--ok, --bad and --timeout need --wait.';
			return {command, project: first, bodyFile, isConfirmed: has('yes'), isAwaited, ...write, ...judging};
		}

		case 'wait': {
			const chosen = [second !== undefined, has('next'), has('all')].filter(Boolean);
			if (chosen.length > 1) return 'Name a deployment, or use --next, or --all.';
			if (first === '-' && second !== undefined) return 'A deployment belongs to one project: name the project.';
			/** Which deployments, if none is named: the newest, the next one that starts, or all that are in progress. */
			const which = has('next') ? 'next' : has('all') ? 'all' : 'newest';
			return {command, project: first, deployment: second, which, ...judging} as const;
		}

		case 'watch':
			return {command, watched: words, sinceMs: ms('since')};
		case 'reconcile':
			if (has('dismiss') && words.length === 0) return '--dismiss needs the id of a write.';
			// Without an intent, it is about all of them.
			return {command, intentId: words[0], isDismissed: has('dismiss'), ...write};

		case 'api': {
			const method = first.toUpperCase();
			if (!/^(?:GET|POST|PATCH|DELETE)$/.test(method)) return 'landfall api sends GET, POST, PATCH or DELETE.';
			if (/GET|DELETE/.test(method) && bodyFile !== undefined) return `A ${method} request has no body.`;
			return {command, method, path: second ?? '', bodyFile, ...write};
		}

		case 'completion':
			if (!/^(?:bash|zsh|fish)$/.test(first)) return 'landfall completion knows bash, zsh or fish.';
			return {command, shell: first};
	}
}

/** Returns what is wrong with the arguments and options of `landfall ls`. Undefined if nothing is. */
function listProblem(listed: string, project: string | undefined, has: Values['has']): string | undefined {
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

/** Splits a list at its commas. */
const list = (text = ''): readonly string[] =>
	text
		.split(',')
		.map(word => word.trim().toLowerCase())
		.filter(word => word !== '');

/** Returns an error if the environment would expose the key. Node applies both variables before any of landfall's code runs. */
function findDanger({NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG}: Environment): string | undefined {
	if (NODE_TLS_REJECT_UNAUTHORIZED === '0') {
		return 'NODE_TLS_REJECT_UNAUTHORIZED=0 would expose the key to any server, so landfall does not start with it. To trust your own certificate, name its file in NODE_EXTRA_CA_CERTS.';
	}

	if (!NODE_DEBUG) return undefined;
	return 'NODE_DEBUG would print every request with its key to the terminal, so landfall does not start with it.';
}

/** Returns when there are colours: `auto` depends on the terminal. FORCE_COLOR takes precedence over NO_COLOR, as in Node. */
function colorOf({FORCE_COLOR, NO_COLOR}: Environment): 'auto' | 'never' | 'always' {
	if (FORCE_COLOR !== undefined) return ['0', 'false'].includes(FORCE_COLOR) ? 'never' : 'always';
	return NO_COLOR ? 'never' : 'auto';
}
