import {isJsonObject, isTexts} from '../base/json.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';
import type {UserCommandId} from './commands.ts';

/** What is known of a project, for other programs: the name of each placeholder in an argument, and the environment variable with the same text. */
const projectVariables = {
	profile: 'LANDFALL_PROFILE',
	host: 'LANDFALL_HOST',
	name: 'LANDFALL_PROJECT',
	project_id: 'LANDFALL_PROJECT_ID',
	slug: 'LANDFALL_SLUG',
	url: 'LANDFALL_URL',
	request_id: 'LANDFALL_REQUEST_ID',
} as const;

/** The same for a deployment. */
const variables = {
	...projectVariables,
	deployment_id: 'LANDFALL_DEPLOYMENT_ID',
	environment: 'LANDFALL_ENVIRONMENT',
	version: 'LANDFALL_VERSION',
	status: 'LANDFALL_STATUS',
	conclusion: 'LANDFALL_CONCLUSION',
	outcome: 'LANDFALL_OUTCOME',
	concluded_at: 'LANDFALL_CONCLUDED_AT',
} as const;

type Placeholder = keyof typeof variables;

/** The text for each placeholder. Empty if it is not known; without a profile, it has none. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, SafeText>>>;

export const variablesOf = (values: PlaceholderValues): Readonly<Record<string, SafeText>> =>
	Object.fromEntries(Object.entries(values).map(([name, text]) => [variables[name as Placeholder], text]));

/** A command of the user's own, from `config.json`. */
export type UserCommand = {
	readonly id: UserCommandId;
	/** The only profile in which it can be used. Undefined: in all. */
	readonly profile: string | undefined;
	readonly key: string;
	readonly name: SafeText;
	readonly argv: readonly string[];
	readonly on: 'project' | 'deployment';
	readonly run: 'popup' | 'terminal' | 'background';
	readonly isAsked: boolean;
	readonly isWrite: boolean;
	readonly line: number;
};

export type UserProgram = {
	/** The command and the record, for people. */
	readonly title: SafeText;
	readonly run: UserCommand['run'];
	readonly isWrite: boolean;
	readonly argv: readonly string[];
	readonly variables: Readonly<Record<string, SafeText>>;
};

const placeholderPattern = /\{([A-Za-z_]\w*)\}/g;

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
	words.some(word => word === value);

/** Returns what is wrong with a program and its arguments. */
function argvProblem([program = '', ...args]: readonly string[], known: readonly string[]): string | undefined {
	if (program === '' || program.search(placeholderPattern) >= 0)
		return 'argv must begin with a program, not with a placeholder';
	const [unknown] = args
		.flatMap(text => [...text.matchAll(placeholderPattern)])
		.filter(([, name = '']) => !known.includes(name));
	if (unknown) return `there is no placeholder ${unknown[0]}; there are ${known.map(name => `{${name}}`).join(', ')}`;
	const option = args.find(text => /^[-+]+\{[A-Za-z_]/.test(text));
	return option && `in ${option} the service would choose the option`;
}

/** Reads a command as the file has it. Returns why it cannot be used, as a sentence without a full stop. */
function readCommand(
	{value, line, profile}: {readonly value: unknown; readonly line: number; readonly profile: string | undefined},
	index: number,
): UserCommand | {readonly reason: string} {
	if (!isJsonObject(value)) return {reason: 'commands must be a list of objects'};
	const {key, name, argv, on, run, confirm = false, writes = false, ...unknown} = value;
	const [field] = Object.keys(unknown);
	if (typeof name !== 'string' || !isVisible(name)) return {reason: 'a command needs a name'};
	const shown = safe(name, 40);
	const refused = (why: string) => ({reason: `${shown}: ${why}`});
	if (field !== undefined) return refused(`there is no field ${field}`);
	if (typeof key !== 'string') return refused('key must be a key');
	if (!isOneOf(['project', 'deployment'], on)) return refused('on must be project or deployment');
	if (!isOneOf(['popup', 'terminal', 'background'], run)) return refused('run must be popup, terminal or background');
	if (typeof confirm !== 'boolean' || typeof writes !== 'boolean')
		return refused('confirm and writes must be true or false');
	if (!isTexts(argv)) return refused('argv must be a list of a program and its arguments');
	const problem = argvProblem(argv, Object.keys(on === 'project' ? projectVariables : variables));
	if (problem !== undefined) return refused(problem);
	const id = `user:${index}:${shown}` as const;
	return {id, profile, key, name: shown, argv, on, run, isAsked: confirm, isWrite: writes, line};
}

export function readUserCommands(written: ReadonlyArray<Parameters<typeof readCommand>[0]>) {
	const results = written.map((command, index) => ({...readCommand(command, index), line: command.line}));
	return {
		userCommands: results.filter(result => 'id' in result),
		problems: results.filter(result => 'reason' in result),
	};
}

/** What some program takes for the beginning of an option, or of a command to run, as vim does. */
const optionSign = /^[\p{Pd}\u2212+]/u;

/** Returns the arguments with their placeholders filled, or why the program must not run, as a sentence without a full stop. An argument stays one, whatever the service sends. Before `--`, it begins with a dash or a plus only if the user wrote that. */
export function filledArgv(
	argv: readonly string[],
	values: PlaceholderValues,
): {readonly argv: readonly string[]} | {readonly reason: SafeText} {
	const filled: string[] = [];
	const separator = argv.indexOf('--');
	for (const [index, text] of argv.entries()) {
		const missing = [...text.matchAll(placeholderPattern)].find(([, name]) => !values[name as Placeholder]);
		if (missing) return {reason: plain`${safe(missing[0])} is not known here`};
		const argument = text.replace(placeholderPattern, (_, name) => values[name as Placeholder] ?? '');
		const isOption = optionSign.test(argument) && text.startsWith('{') && argument !== text;
		if (isOption && (separator < 0 || index < separator))
			return {reason: plain`“${safe(text)}” needs -- before it: “${safe(argument, 60)}” begins with a dash or a plus`};
		filled.push(argument);
	}

	return {argv: filled};
}
