import {isJsonObject, isRemark, isTexts} from '../base/json.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';
import type {CustomCommandId} from './commands.ts';

const projectVariables = {
	profile: 'LANDFALL_PROFILE',
	host: 'LANDFALL_HOST',
	name: 'LANDFALL_PROJECT',
	project_id: 'LANDFALL_PROJECT_ID',
	slug: 'LANDFALL_SLUG',
	url: 'LANDFALL_URL',
	request_id: 'LANDFALL_REQUEST_ID',
} as const;

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

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, SafeText>>>;

/** Linux starts no program with an argument of 128 kB. Windows starts none if all arguments together have 32,767 characters. */
const maxValueLength = 8192;

export const variablesOf = (values: PlaceholderValues): Readonly<Record<string, SafeText>> =>
	Object.fromEntries(
		Object.entries(values).map(([name, text]) => [
			variables[name as Placeholder],
			text.length > maxValueLength ? plain`` : text,
		]),
	);

export type CustomCommand = {
	readonly id: CustomCommandId;
	/** Undefined: for all profiles. */
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

export type RunnableCommand = {
	readonly title: SafeText;
	readonly run: CustomCommand['run'];
	readonly isWrite: boolean;
	readonly argv: readonly string[];
	readonly variables: Readonly<Record<string, SafeText>>;
};

const placeholderPattern = /\{([A-Za-z_]\w*)\}/g;

const isOneOf = <Word extends string>(words: readonly Word[], value: unknown): value is Word =>
	words.some(word => word === value);

/** An option that takes code: `-c`, `-e`, groups such as `-lc`, each also with the code attached, and their long forms. Not `-C`, which takes a folder. */
const codeOption =
	/^(?:-[A-Za-z]{0,4}c|-c[A-Za-z]{1,2}|-[\dalnpsw]*[eE]|-[ceE]\w*[^\w=:.-].*|-{0,2}eval(?:=.*)?|--?(?:cmd|command|execute)(?:=.*)?)$/s;

/** A shell that joins its arguments into code, or an option of such a shell. */
const codeShell = /^(?:(?:.*[\\/])?(?:cmd|powershell|pwsh)(?:\.exe)?|\/[ck]|-(?:encoded)?command)$/i;

function placeholderInCode(argv: readonly string[]) {
	let [isAllCode, isNextCode] = [false, false];
	for (const text of argv) {
		isAllCode = (isAllCode || codeShell.test(text)) && !/^-file$/i.test(text);
		const isOption = codeOption.test(text);
		const [placeholder] = text.matchAll(placeholderPattern);
		if (placeholder && (isAllCode || isNextCode || isOption)) return placeholder;
		// More options may stand before the code.
		isNextCode = isOption || (isNextCode && /^[-+]/.test(text));
	}

	return undefined;
}

function argvProblem([program = '', ...args]: readonly string[], known: readonly string[]): string | undefined {
	if (program === '' || program.search(placeholderPattern) >= 0)
		return 'argv must begin with a program, not with a placeholder';
	const [unknown] = args
		.flatMap(text => [...text.matchAll(placeholderPattern)])
		.filter(([, name = '']) => !known.includes(name));
	if (unknown) return `there is no placeholder ${unknown[0]}; there are ${known.map(name => `{${name}}`).join(', ')}`;
	const option = args.find(text => /^[-+]+\{[A-Za-z_]/.test(text));
	if (option) return `in ${option} the service would choose the option`;
	const [code, name] = placeholderInCode([program, ...args]) ?? [];
	return code && `${code} would run as code there: use the environment variable ${variables[name as Placeholder]}`;
}

function readCommand(
	{value, line, profile}: {readonly value: unknown; readonly line: number; readonly profile: string | undefined},
	index: number,
): CustomCommand | {readonly reason: string} {
	if (!isJsonObject(value)) return {reason: 'commands must be a list of objects'};
	const {key, name, argv, on, run, confirm = false, writes = false, ...unknown} = value;
	const field = Object.keys(unknown).find(name => !isRemark(name));
	if (typeof name !== 'string' || !isVisible(name)) return {reason: 'a command needs a name'};
	const shown = safe(name, 40);
	const invalid = (why: string) => ({reason: `${shown}: ${why}`});
	if (field !== undefined) return invalid(`there is no field ${field}`);
	if (typeof key !== 'string') return invalid('key must be a key');
	if (!isOneOf(['project', 'deployment'], on)) return invalid('on must be project or deployment');
	if (!isOneOf(['popup', 'terminal', 'background'], run)) return invalid('run must be popup, terminal or background');
	if (typeof confirm !== 'boolean' || typeof writes !== 'boolean')
		return invalid('confirm and writes must be true or false');
	if (!isTexts(argv)) return invalid('argv must be a list of a program and its arguments');
	const problem = argvProblem(argv, Object.keys(on === 'project' ? projectVariables : variables));
	if (problem !== undefined) return invalid(problem);
	const id = `user:${index}:${shown}` as const;
	return {id, profile, key, name: shown, argv, on, run, isAsked: confirm, isWrite: writes, line};
}

export function readCustomCommands(written: ReadonlyArray<Parameters<typeof readCommand>[0]>) {
	const results = written.map((command, index) => ({...readCommand(command, index), line: command.line}));
	return {
		customCommands: results.filter(result => 'id' in result),
		problems: results.filter(result => 'reason' in result),
	};
}

/** Some programs take such an argument for an option, vim also for a command, curl for the name of a file to send. */
const startSign = /^[\p{Pd}\u2212+@]/u;

/** Fills in the placeholders. A value never splits an argument, and never adds a dash, a plus or an @ at its start, except after `--`. A value behind `=` adds no @. `reason`: a sentence without its period. */
export function filledArgv(
	argv: readonly string[],
	values: PlaceholderValues,
): {readonly argv: readonly string[]} | {readonly reason: SafeText} {
	const fill = (text: string) => text.replace(placeholderPattern, (_, name) => values[name as Placeholder] ?? '');
	const separator = argv.indexOf('--');
	for (const [index, text] of argv.entries()) {
		for (const [placeholder, name] of text.matchAll(placeholderPattern)) {
			const value = values[name as Placeholder];
			if (!value) return {reason: plain`${safe(placeholder)} is not known here`};
			if (value.length > maxValueLength) return {reason: plain`${safe(placeholder)} is too long for a program`};
		}

		const isSign = (part: string, at: number) => part.startsWith('{') && (at === 0 ? startSign : /^@/).test(fill(part));
		const sign = text.split('=').find(isSign);
		if (sign !== undefined && (separator < 0 || index < separator)) {
			const why = plain`“${safe(fill(sign), 60)}” begins with a dash, a plus or an @`;
			return {reason: plain`“${safe(text)}” needs -- before it: ${why}`};
		}
	}

	return {argv: argv.map(fill)};
}
