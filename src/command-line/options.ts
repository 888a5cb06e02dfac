import {isThemeName, type ThemeName} from '../theme-names.ts';
import {isWorldName} from '../world-names.ts';
import {commandTable, isHeadless, type OptionName, optionTable, type Place} from './command-table.ts';
import {nearest} from './did-you-mean.ts';
import {type HeadlessOptions, headlessOptions} from './headless-options.ts';
import type {BuiltInOptions, ServiceOptions} from './service-options.ts';
import {type Given, tokenize} from './tokens.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type ScreenOptions = {
	readonly isReadOnly: boolean;
	/** Whether to open the wall as soon as a service is connected. */
	readonly isWall: boolean;
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

export type Options =
	| ({readonly command: 'screens'} & ScreenOptions & ServiceOptions)
	| ({readonly command: 'demo'} & ScreenOptions & BuiltInOptions)
	| ({readonly command: 'sandbox'; readonly port: number; readonly dataFile: string | undefined} & BuiltInOptions)
	| ({readonly command: 'doctor'} & ServiceOptions)
	| {readonly command: 'keys'}
	| HeadlessOptions
	| {readonly command: 'help'; readonly about: string | undefined}
	| {readonly command: 'version'};

export type ParsedOptions =
	| {readonly ok: true; readonly options: Options}
	| {readonly ok: false; readonly sentence: string};

/** Option names with which users might try to pass the key. */
const keyOptionNames = ['api-key', 'apikey', 'api_key', 'key', 'token', 'api-token', 'password', 'secret'];

/**
Parses the command line, with environment variables as defaults.

An error sentence never repeats a value, which could be a key or contain control characters.
*/
export function parseOptions(argv: readonly string[], environment: Environment): ParsedOptions {
	const {words, given, bodyFile} = tokenize(argv);
	const names = new Set(given.map(({name}) => name));
	if (keyOptionNames.some(name => names.has(name))) return {ok: false, sentence: keyOptionError};
	const isAskedFor = words[0] === 'help';
	if (names.has('help') || isAskedFor) {
		return {ok: true, options: {command: 'help', about: words.slice(isAskedFor ? 1 : 0).find(isCommand)}};
	}

	if (names.has('version')) return {ok: true, options: {command: 'version'}};

	const place = placeOf(words[0], names);
	const isDemo = names.has('demo');
	const fault =
		given.map(option => findFault(option, place, isDemo)).find(Boolean) ?? findWordFault(words) ?? findClash(names);
	if (fault) return {ok: false, sentence: `${fault} Try landfall --help.`};

	const values = new Map(given.map(({name, value}) => [name, value]));
	const has = (name: OptionName) => values.has(name);
	const text = (name: OptionName) => values.get(name) ?? fromEnvironment(name, environment);
	const number = (name: OptionName) => (has(name) ? Number(values.get(name)) : undefined);
	const color = has('no-color') ? 'never' : colorOf(environment);
	const requestsPerMinute = number('rpm') ?? 60;
	const danger = place === 'sandbox' ? undefined : findDanger(environment);
	if (danger) return {ok: false, sentence: danger};

	const world = values.get('world');
	const builtIn = {
		world: isWorldName(world) ? world : undefined,
		projects: number('projects'),
		seed: number('seed'),
		latencyMs: number('latency'),
	};
	const theme = values.get('theme');
	const screen = {
		isReadOnly: has('read-only') || has('wall'),
		isWall: has('wall'),
		timeZone: values.get('tz'),
		theme: isThemeName(theme) ? theme : undefined,
		isAscii: has('ascii'),
		// As Ink reads it.
		isSpoken: has('screen-reader') || environment.INK_SCREEN_READER === 'true',
		color,
		requestsPerMinute,
	} as const;

	const service = {
		profile: text('profile'),
		baseUrl: text('base-url'),
		apiKeyFile: values.get('api-key-file'),
		isApiKeyFromInput: has('api-key-stdin'),
	};
	if (isHeadless(place)) {
		const appearance = {isAscii: screen.isAscii, timeZone: screen.timeZone, color, requestsPerMinute} as const;
		const where = isDemo ? {isDemo, ...builtIn} : {isDemo, ...service};
		return headlessOptions(place, words.slice(1), {
			has,
			text: name => values.get(name),
			bodyFile,
			common: {...appearance, ...where, isReadOnly: has('read-only')},
		});
	}

	switch (place) {
		case 'help':
			return {ok: true, options: {command: place, about: undefined}};
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

/** Returns which options exclude each other. Undefined if none of those given do. */
function findClash(names: ReadonlySet<string>): string | undefined {
	const clash = ['api-key-file', 'api-key-stdin'];
	return clash.every(name => names.has(name)) ? `--${clash.join(' and --')} cannot be used together.` : undefined;
}

export function placeOf(word: string | undefined, names: ReadonlySet<string>): Place {
	if (word === 'sandbox' || word === 'doctor' || word === 'keys' || isHeadless(word)) return word;
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

const isCommand = (word: string): boolean => commandTable.some(({name}) => name === word);

function findWordFault([word, ...more]: readonly string[]): string | undefined {
	if (word === undefined) return undefined;
	const row = commandTable.find(({name}) => name === word);
	if (!row) {
		return `There is no command${quoted(word)}.${hint(
			word,
			commandTable.map(({name}) => name),
		)}`;
	}

	const [min, max] = row.count ?? [0, 0];
	if (more.length >= min && more.length <= max) return undefined;
	if (max === 0) return `landfall ${word} takes only options, no arguments.`;
	return `landfall ${word} is used like this: landfall ${word} ${row.arguments}.`;
}

function findFault({name, rawName, value, isInline}: Given, place: Place, isDemo: boolean): string | undefined {
	const row = optionTable.find(option => option.name === name);
	if (!row) {
		const known = optionTable.map(option => `--${option.name}`);
		return `There is no option${quoted(rawName)}.${hint(rawName, [...known, '--help', '--version'])}`;
	}

	const places: readonly Place[] = row.places;
	if (!places.includes(place)) return misplaced(row.name, places, place);
	if (isHeadless(place) && isDemo && places.includes('doctor')) return misplaced(row.name, places, 'demo');
	if (isHeadless(place) && !isDemo && places.includes('sandbox')) return `--${row.name} needs --demo.`;
	if (!('value' in row)) return isInline ? `--${name} takes no value.` : undefined;
	const isFormed = 'form' in row && value !== undefined && row.form[0].test(value);
	if (!value || (value.startsWith('-') && !isInline && !isFormed))
		return `--${name} needs a value: --${name} ${row.value}.`;
	if ('form' in row && !isFormed) return `--${name} needs ${row.form[1]}.`;
	if (!('range' in row)) return undefined;
	const [min, max] = row.range;
	if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return undefined;
	return `--${name} needs a whole number from ${min} to ${max}.`;
}

function misplaced(name: OptionName, places: readonly Place[], place: Place): string {
	if (place === 'demo' && places.includes('screens')) {
		return `--${name} cannot be used with --demo, which has its own service.`;
	}

	const listed = places.filter(known => known !== 'demo' || !places.includes('screens'));
	const headless = listed.filter(isHeadless);
	const named = listed.filter(known => !isHeadless(known)).map(belongsTo);
	const all = [...named, ...(headless.length > 6 ? ['most commands'] : headless.map(belongsTo))];
	return `--${name} only works with ${listText(all)}.`;
}

const listText = (parts: readonly string[]): string =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function belongsTo(place: Place): string {
	if (place === 'screens') return 'the screens';
	return place === 'demo' ? '--demo' : `landfall ${place}`;
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
