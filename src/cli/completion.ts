import {httpMethods} from '../base/http-methods.ts';
import {comparable} from '../base/text.ts';
import type {Option} from '../commands/options.ts';
import {demoProblem, tokenize} from './command-line.ts';
import {
	type CliCommand,
	cliCommands,
	commandNamed,
	optionNamed,
	placeholdersAfter,
	screensCommand,
} from './command-table.ts';

export type Candidate = {readonly value: string; readonly about: string};

export type NamedService = {
	readonly profile: string | undefined;
	readonly baseUrl: string | undefined;
	readonly isDemo: boolean;
};

export type CompletionSource = {
	readonly profiles: () => readonly string[];
	readonly projects: (service: NamedService, typed: string) => readonly Candidate[];
	readonly sortFields: readonly string[];
	readonly deploys: (service: NamedService) => readonly string[];
};

/** Undefined: the shell completes file names. */
type Completions = readonly Candidate[] | undefined;

const bare = (values: readonly string[]): readonly Candidate[] => values.map(value => ({value, about: ''}));

export function completionsOf(words: readonly string[], known: CompletionSource): Completions {
	const current = words.at(-1) ?? '';
	const completions = allCompletions(words.slice(0, -1), current, known);
	return completions?.filter(({value}) => value.startsWith(comparable(current)));
}

function allCompletions(before: readonly string[], current: string, known: CompletionSource): Completions {
	const {words, typed, bodyFiles} = tokenize(before);
	const lastValue = (wanted: string) => typed.findLast(({name}) => name === wanted)?.value;
	const names = new Set(typed.map(({name}) => name));
	const service = {profile: lastValue('profile'), baseUrl: lastValue('base-url'), isDemo: names.has('demo')};
	const offeredFor = (option: Option) => valueCompletions(option, service, known);
	const command = commandNamed(words[0]);
	const last = typed.at(-1);
	const awaiting = last && before.at(-1) === last.rawName ? optionNamed(command, last.name) : undefined;
	if (awaiting?.value) return offeredFor(awaiting);

	const inline = optionNamed(command, /^--([^=]+)=/.exec(current)?.[1] ?? '');
	if (inline?.value) return offeredFor(inline)?.map(({value, about}) => ({value: `--${inline.name}=${value}`, about}));

	if (current.startsWith('-')) return optionsAfter(command, names);
	if (awaiting?.takesBody && bodyFiles.length === 0) return undefined;
	return argumentsAfter(words, current, service, known);
}

function optionsAfter(command: CliCommand, given: ReadonlySet<string>): readonly Candidate[] {
	const isPossible = (option: Option) =>
		!given.has(option.name) && demoProblem(option, command, given.has('demo')) === undefined;
	return [
		...command.options.filter(isPossible).map(({name, about}) => ({value: `--${name}`, about})),
		{value: '--help', about: 'explain the command'},
		...(command.name === 'screens' ? [{value: '--version', about: 'print the version'}] : []),
	];
}

function valueCompletions({name, value, choices}: Option, named: NamedService, known: CompletionSource): Completions {
	if (choices) return bare(choices);
	if (value === 'FILE') return undefined;
	switch (name) {
		case 'profile':
			return bare(known.profiles());
		case 'as':
			return bare(known.deploys(named));
		case 'tz':
			return bare(['UTC', ...Intl.supportedValuesOf('timeZone')]);
		case 'sort':
			return bare(known.sortFields.flatMap(field => [field, `-${field}`]));
		default:
			return [];
	}
}

function argumentsAfter(
	[command, ...before]: readonly string[],
	typed: string,
	service: NamedService,
	known: CompletionSource,
): readonly Candidate[] {
	if (command === undefined) return commandCandidates;
	return placeholdersAfter(commandNamed(command), before).flatMap(next => {
		switch (next) {
			case 'PROJECT':
				return known.projects(service, typed).filter(({value}) => !before.includes(value));
			case 'COMMAND':
				return [...commandCandidates, {value: screensCommand.name, about: 'the options of the screens'}];
			case 'METHOD':
				return bare(httpMethods);
			case 'PATH':
				return bare(['/v1/projects']);
			default:
				return /^[a-z|]+$/.test(next) ? bare(next.split('|')) : [];
		}
	});
}

const commandCandidates: readonly Candidate[] = cliCommands.map(({name, about}) => ({value: name, about}));
