import {themeNames} from '../../theme-names.ts';
import {commandTable, isHeadless, type OptionName, optionTable, type Place} from '../command-table.ts';
import {methods, shells} from '../headless-options.ts';
import {placeOf} from '../options.ts';
import {tokenize} from '../tokens.ts';

/** What a word can be completed to. */
export type Candidate = {readonly value: string; readonly about: string};

/** The service that the command line names, if it names one. */
export type NamedService = {
	readonly profile: string | undefined;
	readonly baseUrl: string | undefined;
	readonly isDemo: boolean;
};

/** What this machine knows. Each function is called only if its result is needed. */
export type Known = {
	readonly profiles: () => readonly string[];
	/** `typed` is what the word begins with. */
	readonly projects: (service: NamedService, typed: string) => readonly Candidate[];
	readonly deployments: (project: string, service: NamedService) => readonly Candidate[];
	readonly worlds: readonly string[];
	readonly sortFields: readonly string[];
};

export type Completions = {
	readonly candidates: readonly Candidate[];
	/** Whether the shell completes names of files. */
	readonly isFile: boolean;
};

type Row = (typeof optionTable)[number];

const files: Completions = {candidates: [], isFile: true};

const these = (candidates: readonly Candidate[]): Completions => ({candidates, isFile: false});

const bare = (values: readonly string[]): readonly Candidate[] => values.map(value => ({value, about: ''}));

/** Returns what the last of these words can be completed to. They follow the name of the program. */
export function completionsOf(words: readonly string[], known: Known): Completions {
	const current = words.at(-1) ?? '';
	const {candidates, isFile} = allCompletions(words.slice(0, -1), current, known);
	return {candidates: candidates.filter(({value}) => value.startsWith(current)), isFile};
}

function allCompletions(before: readonly string[], current: string, known: Known): Completions {
	const {words, given, bodyFile} = tokenize(before);
	const last = given.at(-1);
	const isLast = last !== undefined && before.at(-1) === last.rawName;
	const awaiting = isLast ? optionNamed(last.name) : undefined;
	if (awaiting && 'value' in awaiting) return valuesOf(awaiting, known);

	const [, inlineName] = /^--([^=]+)=/.exec(current) ?? [];
	const inline = inlineName === undefined ? undefined : optionNamed(inlineName);
	if (inline && 'value' in inline) {
		const {candidates, isFile} = valuesOf(inline, known);
		return {isFile, candidates: candidates.map(({value, about}) => ({value: `--${inline.name}=${value}`, about}))};
	}

	const names = new Set(given.map(({name}) => name));
	if (current.startsWith('-')) return these(optionsFor(placeOf(words[0], names), names));
	const takesBody: readonly string[] = awaiting && 'bodyPlaces' in awaiting ? awaiting.bodyPlaces : [];
	if (bodyFile === undefined && takesBody.includes(words[0] ?? '')) return files;
	const service = {profile: lastValue('profile'), baseUrl: lastValue('base-url'), isDemo: names.has('demo')};
	return these(argumentsAfter(words, current, service, known));

	function lastValue(wanted: OptionName) {
		return given.findLast(({name}) => name === wanted)?.value;
	}
}

const optionNamed = (wanted: string): Row | undefined => optionTable.find(({name}) => name === wanted);

/** The options that can still be given. */
function optionsFor(place: Place, given: ReadonlySet<string>): readonly Candidate[] {
	const isDemo = given.has('demo');
	const isAllowed = (places: readonly Place[]) => {
		if (!places.includes(place)) return false;
		if (!isHeadless(place)) return true;
		return isDemo ? !places.includes('doctor') : !places.includes('sandbox');
	};
	const rows = optionTable.filter(({name, places}) => !given.has(name) && isAllowed(places));
	const options = rows.map(row => ({value: `--${row.name}`, about: 'about' in row ? row.about : ''}));
	const isFirst = place === 'screens' || place === 'demo';
	return [
		...options,
		{value: '--help', about: 'explain the command'},
		...(isFirst ? [{value: '--version', about: 'print the version'}] : []),
	];
}

function valuesOf(row: Row, {profiles, worlds, sortFields}: Known): Completions {
	switch (row.name) {
		case 'profile':
			return these(bare(profiles()));
		case 'theme':
			return these(bare(themeNames));
		case 'world':
			return these(bare(worlds));
		case 'tz':
			return these(bare(['UTC', ...Intl.supportedValuesOf('timeZone')]));
		case 'sort':
			return these(bare(sortFields.flatMap(field => [field, `-${field}`])));
		default:
			return 'value' in row && row.value === 'FILE' ? files : these([]);
	}
}

/** Returns what the next argument can be. The table of commands says so, with a placeholder for each. */
function argumentsAfter(
	words: readonly string[],
	typed: string,
	service: NamedService,
	known: Known,
): readonly Candidate[] {
	const [command, ...before] = words;
	if (command === undefined) return commands();
	const row = commandTable.find(({name}) => name === command);
	const forms = (row?.arguments ?? '').replace(/[[\]]/g, '').split(' | ');
	return forms.flatMap(form => {
		switch (nextIn(form.split(' '), before)) {
			case 'PROJECT':
				return known.projects(service, typed).filter(({value}) => !before.includes(value));
			case 'DEPLOYMENT':
				return known.deployments(before.at(-1) ?? '', service);
			case 'COMMAND':
				return [...commands(), {value: 'screens', about: 'the options of the screens'}];
			case 'METHOD':
				return bare(methods);
			case 'PATH':
				return bare(['/v1/projects']);
			case 'bash|zsh|fish':
				return bare(shells);
			case 'projects':
				return bare(['projects']);
			case 'deployments':
				return bare(['deployments']);
			default:
				return [];
		}
	});
}

const commands = (): readonly Candidate[] => commandTable.map(({name, about}) => ({value: name, about}));

/** Returns the placeholder, or the word itself, that follows these words in a form such as `deployments PROJECT`. */
function nextIn(form: readonly string[], before: readonly string[]): string | undefined {
	const last = form.at(-1) ?? '';
	if (last.endsWith('…')) return last.slice(0, -1);
	const fits = before.every((word, index) => /[A-Z]/.test(form[index] ?? '') || form[index] === word);
	return fits ? form[before.length] : undefined;
}
