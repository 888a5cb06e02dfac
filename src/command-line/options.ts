import {parseArgs} from 'node:util';
import {isThemeName, type ThemeName} from '../theme-names.ts';
import {commands, type OptionName, optionTable, type Place} from './command-table.ts';
import {nearest} from './did-you-mean.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options of the built-in service. Undefined options were not given. */
export type BuiltInOptions = {
	readonly world: string | undefined;
	readonly projects: number | undefined;
	readonly seed: number | undefined;
	readonly latencyMs: number | undefined;
};

type ScreenOptions = {
	readonly isReadOnly: boolean;
	/** Whether to open the wall as soon as a service is connected. */
	readonly isWall: boolean;
	/** How far back the replay begins that opens as soon as a service is connected, such as `3h`. */
	readonly replay: string | undefined;
	/** The name of the time zone of dates. Undefined for the computer's own. */
	readonly timeZone: string | undefined;
	/** Undefined for the one in the settings. */
	readonly theme: ThemeName | undefined;
	readonly isAscii: boolean;
	readonly isSpoken: boolean;
	/** `auto` depends on the terminal. */
	readonly color: 'auto' | 'never' | 'always';
	readonly requestsPerMinute: number;
};

type ServiceOptions = {
	readonly profile: string | undefined;
	readonly baseUrl: string | undefined;
	readonly apiKeyFile: string | undefined;
	readonly isApiKeyFromInput: boolean;
};

export type Options =
	| ({readonly command: 'screens'} & ScreenOptions & ServiceOptions)
	| ({readonly command: 'demo'} & ScreenOptions & BuiltInOptions)
	| ({readonly command: 'sandbox'; readonly port: number; readonly dataFile: string | undefined} & BuiltInOptions)
	| ({readonly command: 'doctor'} & ServiceOptions)
	| {readonly command: 'keys'}
	| {readonly command: 'help'}
	| {readonly command: 'version'};

export type ParsedOptions =
	| {readonly ok: true; readonly options: Options}
	| {readonly ok: false; readonly sentence: string};

/** An option as typed. `value` is undefined if there was none. */
type Given = {
	readonly name: string;
	readonly rawName: string;
	readonly value: string | undefined;
	readonly isInline: boolean;
};

/** Option names with which users might try to pass the key. */
const keyOptionNames = ['api-key', 'apikey', 'api_key', 'key', 'token', 'api-token', 'password', 'secret'];

/**
Parses the command line, with environment variables as defaults.

An error sentence never repeats a value, which could be a key or contain control characters.
*/
export function parseOptions(argv: readonly string[], environment: Environment): ParsedOptions {
	const {words, given} = tokenize(argv);
	const names = new Set(given.map(({name}) => name));
	if (keyOptionNames.some(name => names.has(name))) return {ok: false, sentence: keyOptionError};
	if (names.has('help') || words[0] === 'help') return {ok: true, options: {command: 'help'}};
	if (names.has('version')) return {ok: true, options: {command: 'version'}};

	const place = placeOf(words[0], names);
	const fault = given.map(option => findFault(option, place)).find(Boolean) ?? findWordFault(words);
	if (fault) return {ok: false, sentence: `${fault} Try landfall --help.`};

	const values = new Map(given.map(({name, value}) => [name, value]));
	const has = (name: OptionName) => values.has(name);
	const text = (name: OptionName) => values.get(name) ?? fromEnvironment(name, environment);
	const number = (name: OptionName) => (has(name) ? Number(values.get(name)) : undefined);
	if (has('api-key-file') && has('api-key-stdin')) {
		return {ok: false, sentence: '--api-key-file and --api-key-stdin cannot be used together. Try landfall --help.'};
	}

	if (has('wall') && has('replay')) {
		return {ok: false, sentence: '--wall and --replay cannot be used together. Try landfall --help.'};
	}

	const danger = place === 'sandbox' ? undefined : findDanger(environment);
	if (danger) return {ok: false, sentence: danger};

	const builtIn = {
		world: values.get('world'),
		projects: number('projects'),
		seed: number('seed'),
		latencyMs: number('latency'),
	};
	const theme = values.get('theme');
	const screen = {
		isReadOnly: has('read-only') || has('wall'),
		isWall: has('wall'),
		replay: values.get('replay'),
		timeZone: values.get('tz'),
		theme: isThemeName(theme) ? theme : undefined,
		isAscii: has('ascii'),
		// As Ink reads it.
		isSpoken: has('screen-reader') || environment.INK_SCREEN_READER === 'true',
		color: has('no-color') ? 'never' : colorOf(environment),
		requestsPerMinute: number('rpm') ?? 60,
	} as const;

	const service = {
		profile: text('profile'),
		baseUrl: text('base-url'),
		apiKeyFile: values.get('api-key-file'),
		isApiKeyFromInput: has('api-key-stdin'),
	};
	switch (place) {
		case 'keys':
			return {ok: true, options: {command: place}};
		case 'doctor':
			return {ok: true, options: {command: place, ...service}};
		case 'sandbox':
			return {ok: true, options: {command: place, port: number('port') ?? 0, dataFile: values.get('data'), ...builtIn}};
		case 'demo':
			return {ok: true, options: {command: place, ...screen, ...builtIn}};
		case 'screens':
			return {ok: true, options: {command: place, ...screen, ...service}};
	}
}

function placeOf(word: string | undefined, names: ReadonlySet<string>): Place {
	if (word === 'sandbox' || word === 'doctor' || word === 'keys') return word;
	return names.has('demo') ? 'demo' : 'screens';
}

const keyOptionError =
	'The key is not taken from the command line: every user of this machine can read it. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.';

/** Returns an error if the environment would expose the key. Node applies both variables before any of landfall's code runs. */
function findDanger({NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG}: Environment): string | undefined {
	if (NODE_TLS_REJECT_UNAUTHORIZED === '0') {
		return 'NODE_TLS_REJECT_UNAUTHORIZED=0 would expose the key to any server, so landfall does not start with it. To trust your own certificate, name its file in NODE_EXTRA_CA_CERTS.';
	}

	if (!NODE_DEBUG) return undefined;
	return 'NODE_DEBUG would print every request with its key to the terminal, so landfall does not start with it.';
}

/** Returns an error for an unknown world. The world names are a parameter, because only the built-in service knows them. */
export function findWorldFault(world: string | undefined, worlds: readonly string[]): string | undefined {
	if (world === undefined || worlds.includes(world)) return undefined;
	return `There is no such world.${hint(world, worlds)} The worlds are: ${worlds.join(', ')}.`;
}

function tokenize(argv: readonly string[]) {
	const known = optionTable.map(row => [row.name, {type: 'value' in row ? 'string' : 'boolean'}] as const);
	const {tokens} = parseArgs({
		args: [...argv],
		options: {
			...Object.fromEntries(known),
			help: {type: 'boolean', short: 'h'},
			version: {type: 'boolean', short: 'V'},
		},
		// Its own errors repeat what was typed.
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const words = tokens.filter(token => token.kind === 'positional').map(({value}) => value);
	const given = tokens
		.filter(token => token.kind === 'option')
		.map(({name, rawName, value, inlineValue}): Given => ({name, rawName, value, isInline: inlineValue === true}));
	return {words, given};
}

function findWordFault([word, ...more]: readonly string[]): string | undefined {
	if (word === undefined) return undefined;
	const known = ['help', ...commands.map(({usage}) => usage.split(' ')[1] ?? '').filter(name => /^\w+$/.test(name))];
	if (!known.includes(word)) return `There is no command${quoted(word)}.${hint(word, known)}`;
	return more.length === 0 ? undefined : `landfall ${word} takes only options, no arguments.`;
}

function findFault({name, rawName, value, isInline}: Given, place: Place): string | undefined {
	const row = optionTable.find(option => option.name === name);
	if (!row) {
		const known = optionTable.map(option => `--${option.name}`);
		return `There is no option${quoted(rawName)}.${hint(rawName, [...known, '--help', '--version'])}`;
	}

	if (!(row.places as readonly Place[]).includes(place)) return misplaced(row.name, row.places, place);
	if (!('value' in row)) return isInline ? `--${name} takes no value.` : undefined;
	if (!value || (value.startsWith('-') && !isInline)) return `--${name} needs a value: --${name} ${row.value}.`;
	if ('form' in row && !row.form[0].test(value)) return `--${name} needs ${row.form[1]}.`;
	if (!('range' in row)) return undefined;
	const [min, max] = row.range;
	if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return undefined;
	return `--${name} needs a whole number from ${min} to ${max}.`;
}

function misplaced(name: OptionName, places: readonly Place[], place: Place): string {
	if (place === 'demo' && places.includes('screens')) {
		return `--${name} cannot be used with --demo, which has its own service.`;
	}

	const belongs = {
		screens: 'the screens',
		demo: '--demo',
		sandbox: 'landfall sandbox',
		doctor: 'landfall doctor',
		keys: 'landfall keys',
	};
	const listed = places.filter(known => known !== 'demo' || !places.includes('screens'));
	return `--${name} only works with ${listed.map(known => belongs[known]).join(' and ')}.`;
}

function fromEnvironment(name: OptionName, environment: Environment): string | undefined {
	const row = optionTable.find(option => option.name === name);
	return (row && 'variable' in row && environment[row.variable]) || undefined;
}

/** FORCE_COLOR takes precedence over NO_COLOR, as in Node. */
function colorOf({FORCE_COLOR, NO_COLOR}: Environment): 'auto' | 'never' | 'always' {
	if (FORCE_COLOR !== undefined) return ['0', 'false'].includes(FORCE_COLOR) ? 'never' : 'always';
	return NO_COLOR ? 'never' : 'auto';
}

function hint(word: string, known: readonly string[]): string {
	const meant = nearest(word, known);
	return meant ? ` Did you mean ${meant}?` : '';
}

/** Quotes a word only if it is certainly harmless. */
const quoted = (word: string): string => (/^-{0,2}[a-z][a-z-]{0,24}$/.test(word) ? ` ${word}` : ' of that name');
