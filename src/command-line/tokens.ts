import {parseArgs} from 'node:util';
import {optionTable, type Place} from './command-table.ts';

/** An option as typed. `value` is undefined if there was none. */
export type Given = {
	readonly name: string;
	readonly rawName: string;
	readonly value: string | undefined;
	readonly isInline: boolean;
};

type Tokens = {
	readonly words: readonly string[];
	readonly given: readonly Given[];
	/** The file with the body to send, or `-`. */
	readonly bodyFile: string | undefined;
};

const bodyRow = optionTable.find(row => 'bodyPlaces' in row);

/** Splits a command line into words and options. Checks nothing. */
export function tokenize(argv: readonly string[]): Tokens {
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
	const places: readonly Place[] = bodyRow?.bodyPlaces ?? [];
	const words: string[] = [];
	const given: Given[] = [];
	let bodyFile: string | undefined;
	/** The flag before this token, which turns into an option with a file if a word follows. */
	let flag: Given | undefined;
	for (const token of tokens) {
		if (token.kind === 'positional') {
			if (flag) [bodyFile] = [token.value, given.pop()];
			else words.push(token.value);
		}

		if (token.kind !== 'option') {
			flag = undefined;
			continue;
		}

		const {name, rawName, value, inlineValue} = token;
		const option = {name, rawName, value, isInline: inlineValue === true};
		// The first word says whether the command takes a body.
		const canHaveBody = name === bodyRow?.name && places.some(place => place === words[0]);
		flag = canHaveBody && value === undefined ? option : undefined;
		if (canHaveBody && value !== undefined) bodyFile = value;
		else given.push(option);
	}

	return {words, given, bodyFile};
}
