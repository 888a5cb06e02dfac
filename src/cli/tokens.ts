import {parseArgs} from 'node:util';
import {allOptions, commandNamed} from './command-table.ts';

/** An option as typed. `value` is undefined if there was none. */
export type TypedOption = {
	readonly name: string;
	readonly rawName: string;
	readonly value: string | undefined;
	readonly isInline: boolean;
};

type Tokens = {
	readonly words: readonly string[];
	readonly typed: readonly TypedOption[];
	/** The file with the body to send, or `-`. */
	readonly bodyFile: string | undefined;
};

/** Splits a command line into words and options. Checks nothing. */
export function tokenize(argv: readonly string[]): Tokens {
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
