import {parseArgs} from 'node:util';
import {didYouMean} from '../base/did-you-mean.ts';
import {isExact, notUtf8} from '../base/utf8.ts';
import {builtInWorld, type Option, screensIn, serviceNamed, valuesOf} from '../commands/options.ts';
import {
	allOptions,
	type CliCommand,
	commandNamed,
	commandNames,
	doctor,
	type Given,
	isOfService,
	optionNamed,
	placeholdersAfter,
	sandbox,
	screensCommand,
	status,
} from './command-table.ts';

type TypedOption = {
	readonly name: string;
	readonly rawName: string;
	readonly value: string | undefined;
	readonly isInline: boolean;
};

export function tokenize(argv: readonly string[]) {
	const {tokens} = parseArgs({
		args: [...argv],
		options: {
			...Object.fromEntries(
				allOptions.map(
					({name, value, short}) => [name, {type: value ? 'string' : 'boolean', ...(short && {short})}] as const,
				),
			),
			help: {type: 'boolean', short: 'h'},
			version: {type: 'boolean', short: 'v'},
		},
		// landfall reports errors itself, because messages of `parseArgs` repeat what was typed.
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const words: string[] = [];
	const typed: TypedOption[] = [];
	const bodyFiles: string[] = [];
	/** The previous token is a flag that reads a following word as the file to send. */
	let awaitsBody = false;
	for (const token of tokens) {
		if (token.kind === 'positional') {
			if (awaitsBody) {
				typed.pop();
				bodyFiles.push(token.value);
			} else words.push(token.value);
		}

		if (token.kind !== 'option') {
			awaitsBody = false;
			continue;
		}

		const {name, rawName, value, inlineValue} = token;
		// The first word says whether the command takes a body.
		const takesBody = commandNamed(words[0]).options.some(option => option.takesBody && option.name === name);
		awaitsBody = takesBody && value === undefined;
		if (takesBody && value !== undefined) bodyFiles.push(value);
		else typed.push({name, rawName, value, isInline: inlineValue === true});
	}

	return {words, typed, bodyFiles};
}

const keyOptionNames = ['api-key', 'apikey', 'api_key', 'key', 'token', 'api-token', 'password', 'secret'];

const keyProblem = (typed: readonly TypedOption[]): string | undefined =>
	typed.some(({name}) => keyOptionNames.includes(name))
		? 'The key is not taken from the command line: every user of this computer can read it. Put it into LANDFALL_API_KEY, or name a file with --api-key-file.'
		: undefined;

/** Never repeats a value: it could be a key, or contain control characters. */
function usageProblem({words, typed, bodyFiles}: ReturnType<typeof tokenize>): string | undefined {
	const command = commandNamed(words[0]);
	const isDemo = typed.some(({name}) => name === 'demo');
	const problems = typed.map(option => optionProblem(option, command, isDemo));
	const repeated = bodyFiles.length > 1 ? 'json' : repeatedOption(typed, command);
	const repetition = repeated && `--${repeated} was given twice: give it once.`;
	return problems.find(Boolean) ?? repetition ?? argumentProblem(words, bodyFiles.length > 0);
}

function givenOptions(typed: readonly TypedOption[], command: CliCommand): Given['options'] {
	const given = new Map<string, string | undefined>();
	for (const {name, value} of typed) {
		const before = given.get(name);
		given.set(name, before === undefined ? value : `${before}${optionNamed(command, name)?.separator}${value}`);
	}

	return given;
}

function repeatedOption(typed: readonly TypedOption[], command: CliCommand): string | undefined {
	const names = typed.map(({name}) => name);
	return names.find((name, at) => names.indexOf(name) < at && !optionNamed(command, name)?.separator);
}

function argumentProblem([word, ...more]: readonly string[], hasBody: boolean): string | undefined {
	if (word === undefined) return undefined;
	const command = commandNamed(word);
	if (command.name === 'screens') return unknownCommand(word);
	const {arguments: placeholders} = command;
	if (placeholders === undefined) {
		return more.length > 0 ? `landfall ${word} takes only options, no arguments.` : undefined;
	}

	const fits = more.every((given, index) => {
		const [next = '', ...others] = placeholdersAfter(command, more.slice(0, index));
		return /[A-Z]/.test(next) || [next, ...others].some(words => words.split('|').includes(given));
	});
	const min = placeholders
		.replace(/\[.*\]/, '')
		.split(' ')
		.filter(Boolean).length;
	if (fits && more.length >= min) return undefined;
	const taken =
		hasBody && more.length < min ? ' The word after --json is the FILE to send. To print JSON, put --json last.' : '';
	return `Usage: landfall ${word} ${placeholders}.${taken}`;
}

export const unknownCommand = (word: string, known = commandNames): string =>
	`There is no command${repeatedIfHarmless(word)}.${didYouMean(word, known)}`;

function optionProblem({name, rawName, value, isInline}: TypedOption, command: CliCommand, isDemo: boolean) {
	const option = optionNamed(command, name);
	if (!option) {
		const known = [...allOptions.map(each => `--${each.name}`), '--help', '--version'];
		if (known.includes(`--${name}`)) {
			const taker = command === screensCommand ? 'landfall without a command' : `landfall ${command.name}`;
			return `${taker} takes no --${name}.`;
		}

		if (commandNames.includes(name)) return `There is no option --${name}. Did you mean landfall ${name}?`;
		return `There is no option${repeatedIfHarmless(rawName)}.${didYouMean(rawName, known)}`;
	}

	const clash = demoProblem(option, command, isDemo);
	if (clash) return clash;
	if (!option.value) return isInline ? `--${name} takes no value.` : undefined;
	const isFormed = value !== undefined && option.parse !== undefined && option.parse[0](value) !== undefined;
	if (!value?.trim() || (value.startsWith('-') && !isInline && !isFormed))
		return `--${name} needs a value: --${name} ${option.value}.${dashAdvice(name, value, command)}`;
	if (option.choices && !option.choices.includes(value)) return `--${name} needs one of ${option.choices.join(', ')}.`;
	if (option.parse && !isFormed) return `--${name} needs ${option.parse[1]}.`;
	if (!option.range) return undefined;
	const [min, max] = option.range;
	if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max) return undefined;
	return `--${name} needs a whole number from ${min} to ${max}.`;
}

/** Advice on `--`. Empty if the value is itself an option: then the value is missing. */
function dashAdvice(name: string, value: string | undefined, command: CliCommand): string {
	const isValue = value?.startsWith('-') && !optionNamed(command, value.replace(/^--?|=.*/gs, ''));
	return isValue ? ` One that begins with a dash is written --${name}=….` : '';
}

export function demoProblem(option: Option, command: CliCommand, isDemo: boolean): string | undefined {
	if (isDemo && isOfService(option)) return `--${option.name} cannot be used with --demo, which has its own service.`;
	const isMissed = !isDemo && option === builtInWorld && optionNamed(command, 'demo') !== undefined;
	return isMissed ? `--${option.name} needs --demo.` : undefined;
}

const repeatedIfHarmless = (word: string): string =>
	/^-{0,2}[a-z][a-z-]{0,24}$/.test(word) ? ` ${word}` : ' of that name';

export type Options = Exclude<ReturnType<typeof optionsOf>, string> | {readonly command: 'help' | 'version'};

export type ParsedOptions =
	| {readonly ok: true; readonly options: Options}
	| {readonly ok: false; readonly sentence: string};

export function parseOptions(argv: readonly string[], environment: NodeJS.ProcessEnv): ParsedOptions {
	const {LANDFALL_BASE_URL = '', LANDFALL_PROFILE = ''} = environment;
	if (![...argv, LANDFALL_BASE_URL, LANDFALL_PROFILE].every(isExact))
		return {ok: false, sentence: notUtf8('An argument or variable')};
	const tokens = tokenize(argv);
	const {words, typed, bodyFiles} = tokens;
	const keyIsTyped = keyProblem(typed);
	if (keyIsTyped) return {ok: false, sentence: keyIsTyped};
	const command = commandNamed(words[0]);
	const given = givenOptions(typed, command);
	if (given.has('help') || words[0] === 'help') return {ok: true, options: {command: 'help'}};
	if (given.has('version') || words[0] === 'version') return {ok: true, options: {command: 'version'}};
	const problem = usageProblem(tokens);
	if (problem) return usage(problem);

	const danger = command === sandbox ? undefined : findDanger(environment);
	if (danger) return {ok: false, sentence: danger};
	const empty = emptyVariable(command, given.has('demo'), environment);
	if (empty) return usage(`${empty} is set but empty: give it a value, or unset it.`);
	if (given.has('api-key-file') && given.has('api-key-stdin'))
		return usage('--api-key-file and --api-key-stdin cannot be used together.');
	const options = optionsOf(command, {words: words.slice(1), options: given, bodyFile: bodyFiles[0], environment});
	return typeof options === 'string' ? usage(options) : {ok: true, options};
}

const usage = (sentence: string): ParsedOptions => ({ok: false, sentence: `${sentence} Try landfall --help.`});

function optionsOf(command: CliCommand, given: Given) {
	if (command.prepare) return command.prepare(given);
	const {
		words: [first = ''],
		options,
		environment,
	} = given;
	switch (command.name) {
		case 'keys':
			return {command: 'keys' as const};
		case 'skill':
			return {command: 'skill' as const};
		case 'schema':
			return {command: 'schema' as const, isOfConfig: first === 'config'};
		case 'completion':
			return {command: 'completion' as const, shell: first};
		case 'doctor': {
			const values = valuesOf(doctor.options, options);
			return {command: 'doctor' as const, ...values, ...serviceNamed(values, environment)};
		}

		case 'status': {
			const values = valuesOf(status.options, options);
			return {command: 'status' as const, ...values, ...serviceNamed(values, environment)};
		}

		case 'sandbox':
			return {command: 'sandbox' as const, ...valuesOf(sandbox.options, options)};

		default:
			return {
				command: 'screens' as const,
				...screensIn(valuesOf(screensCommand.options, options), environment),
			};
	}
}

/** A missing secret of a CI job leaves its variable empty. landfall must not guess the meaning. */
function emptyVariable(command: CliCommand, isDemo: boolean, environment: NodeJS.ProcessEnv): string | undefined {
	const ofService = command.options.some(isOfService) && !isDemo ? ['LANDFALL_BASE_URL', 'LANDFALL_PROFILE'] : [];
	const ofKey = command === sandbox || ofService.length > 0 ? ['LANDFALL_API_KEY'] : [];
	return [...ofService, ...ofKey, 'LANDFALL_CONFIG_DIR'].find(name => environment[name] === '');
}

/** Node applies both variables before landfall runs. */
function findDanger({NODE_TLS_REJECT_UNAUTHORIZED, NODE_DEBUG}: NodeJS.ProcessEnv): string | undefined {
	if (NODE_TLS_REJECT_UNAUTHORIZED === '0') {
		return 'NODE_TLS_REJECT_UNAUTHORIZED=0 would expose the key to any server, so landfall does not start with it. To trust your own certificate, name its file in NODE_EXTRA_CA_CERTS.';
	}

	if (!NODE_DEBUG) return undefined;
	return 'NODE_DEBUG would print every request with its key to the terminal, so landfall does not start with it.';
}
