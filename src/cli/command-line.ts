import {parseArgs} from 'node:util';
import {
	allOptions,
	type Command,
	commandNamed,
	commands,
	isHeadless,
	isOfBuiltIn,
	isOfService,
	type Option,
	optionNamed,
	screens,
} from './command-table.ts';
import {nearest} from './did-you-mean.ts';

/** An option as typed. `value` is undefined if there was none. */
type TypedOption = {
	readonly name: string;
	readonly rawName: string;
	readonly value: string | undefined;
	readonly isInline: boolean;
};

/** Splits a command line into words and options, and the file with the body to send, or `-`. Checks nothing. */
export function tokenize(argv: readonly string[]) {
	const {tokens} = parseArgs({
		args: [...argv],
		options: {
			...Object.fromEntries(allOptions.map(({name, value}) => [name, {type: value ? 'string' : 'boolean'}] as const)),
			help: {type: 'boolean', short: 'h'},
			version: {type: 'boolean', short: 'V'},
		},
		// Its own errors repeat what was typed.
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const words: string[] = [];
	const typed: TypedOption[] = [];
	let bodyFile: string | undefined;
	/** Whether the token before this one is a flag that turns into an option with a file if a word follows. */
	let awaitsBody = false;
	for (const token of tokens) {
		if (token.kind === 'positional') {
			if (awaitsBody) [bodyFile] = [token.value, typed.pop()];
			else words.push(token.value);
		}

		if (token.kind !== 'option') {
			awaitsBody = false;
			continue;
		}

		const {name, rawName, value, inlineValue} = token;
		// The first word says whether the command takes a body.
		const takesBody = commandNamed(words[0]).options.some(option => option.takesBody && option.name === name);
		awaitsBody = takesBody && value === undefined;
		if (takesBody && value !== undefined) bodyFile = value;
		else typed.push({name, rawName, value, isInline: inlineValue === true});
	}

	return {words, typed, bodyFile};
}

/** Option names with which users might try to pass the key. */
const keyOptionNames = ['api-key', 'apikey', 'api_key', 'key', 'token', 'api-token', 'password', 'secret'];

/** Returns why no key is taken from the command line, if one was given there. */
export const keyProblem = (typed: readonly TypedOption[]): string | undefined =>
	typed.some(({name}) => keyOptionNames.includes(name))
		? 'The key is not taken from the command line: every user of this machine can read it. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.'
		: undefined;

/** Returns what is wrong with a command line by the table of commands. Undefined if nothing is. The sentence never repeats a value, which could be a key or contain control characters. */
export function usageProblem(words: readonly string[], typed: readonly TypedOption[]): string | undefined {
	const command = commandNamed(words[0]);
	const isDemo = typed.some(({name}) => name === 'demo');
	const problems = typed.map(option => optionProblem(option, command, isDemo));
	return problems.find(Boolean) ?? argumentProblem(words);
}

function argumentProblem([word, ...more]: readonly string[]): string | undefined {
	if (word === undefined) return undefined;
	const command = commandNamed(word);
	if (command.name === 'screens') return unknownCommand(word);
	const {arguments: placeholders} = command;
	if (placeholders === undefined) {
		return more.length > 0 ? `landfall ${word} takes only options, no arguments.` : undefined;
	}

	const countOf = (form: string) => form.split(' ').filter(Boolean).length;
	const min = countOf(placeholders.replace(/\[.*\]/, ''));
	const max = placeholders.includes('…')
		? Number.POSITIVE_INFINITY
		: Math.max(...placeholders.split(' | ').map(countOf));
	if (more.length >= min && more.length <= max) return undefined;
	return `landfall ${word} is used like this: landfall ${word} ${placeholders}.`;
}

/** Says that there is no command of this name. */
export const unknownCommand = (word: string, known: readonly string[] = commands.map(({name}) => name)): string =>
	`There is no command${quoted(word)}.${hint(word, known)}`;

function optionProblem({name, rawName, value, isInline}: TypedOption, command: Command, isDemo: boolean) {
	const option = optionNamed(command, name);
	if (!option) {
		const known = [...allOptions.map(each => `--${each.name}`), '--help', '--version'];
		if (!known.includes(`--${name}`)) return `There is no option${quoted(rawName)}.${hint(rawName, known)}`;
		return `--${name} only works with ${listText(commandsWith(name))}.`;
	}

	const clash = demoProblem(option, command, isDemo);
	if (clash) return clash;
	if (!option.value) return isInline ? `--${name} takes no value.` : undefined;
	const isFormed = value !== undefined && option.form?.[0].test(value) === true;
	if (!value || (value.startsWith('-') && !isInline && !isFormed))
		return `--${name} needs a value: --${name} ${option.value}.`;
	if (option.choices && !option.choices.includes(value)) return `--${name} needs one of ${option.choices.join(', ')}.`;
	if (option.form && !isFormed) return `--${name} needs ${option.form[1]}.`;
	if (!option.range) return undefined;
	const [min, max] = option.range;
	if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return undefined;
	return `--${name} needs a whole number from ${min} to ${max}.`;
}

/** Returns why an option of a command does not fit to `--demo`, or to its absence. */
export function demoProblem(option: Option, command: Command, isDemo: boolean): string | undefined {
	if (isDemo && isOfService(option)) return `--${option.name} cannot be used with --demo, which has its own service.`;
	const isMissed = !isDemo && isOfBuiltIn(option) && optionNamed(command, 'demo') !== undefined;
	return isMissed ? `--${option.name} needs --demo.` : undefined;
}

/** Returns what takes an option. */
function commandsWith(option: string): readonly string[] {
	const names = [screens, ...commands].filter(command => optionNamed(command, option)).map(({name}) => name);
	const areMost = names.filter(isHeadless).length > 6;
	const listed = areMost ? names.filter(name => !isHeadless(name)) : names;
	const titles = listed.map(name => (name === screens.name ? 'the screens' : `landfall ${name}`));
	return areMost ? [...titles, 'most commands'] : titles;
}

const listText = (parts: readonly string[]): string =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function hint(word: string, known: readonly string[]): string {
	const meant = nearest(word, known);
	return meant ? ` Did you mean ${meant}?` : '';
}

/** Quotes a word only if it is certainly harmless. */
const quoted = (word: string): string => (/^-{0,2}[a-z][a-z-]{0,24}$/.test(word) ? ` ${word}` : ' of that name');
