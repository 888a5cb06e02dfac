import type {Candidate} from './completions.ts';
import {quotedIn, type TypedWord, typedWord, typedWords} from './shell-words.ts';

/** What a shell asks to have completed, and how it wants a candidate. */
export type ShellInput = {
	/** The words after the name of the program. The last one is to be completed. */
	readonly words: readonly string[];
	/** Returns the line that the shell reads. Undefined if the candidate cannot be written where the word is. */
	readonly lineOf: (candidate: Candidate) => string | undefined;
};

/** Reads what the script for a shell passes on. Undefined for an unknown shell. */
export function shellInput(shell: string | undefined, given: readonly string[]): ShellInput | undefined {
	switch (shell) {
		case 'bash':
			return bashInput(given[0] ?? '', given[1] ?? '');
		case 'zsh':
			return {words: given.map(raw => typedWord(raw).value), lineOf: tabbed};
		case 'fish':
			// fish has unquoted all words but the last.
			return {words: [...given.slice(0, -2), typedWord(given.at(-1) ?? '').value], lineOf: tabbed};
		default:
			return undefined;
	}
}

const tabbed = ({value, about}: Candidate): string => (about === '' ? value : `${value}\t${about}`);

/** `replaced` is the end of the line that bash replaces: bash also starts a word after `=` and `:`. */
function bashInput(line: string, replaced: string): ShellInput {
	const typed = typedWords(line);
	const start = typed.findIndex(({raw}) => !/^\w+=/.test(raw));
	const current = typed.at(-1) ?? typedWord('');
	const kept: TypedWord = typedWord(
		current.raw.endsWith(replaced) ? current.raw.slice(0, -replaced.length || undefined) : '',
	);
	return {
		words: typed.slice(start + 1).map(({value}) => value),
		lineOf: ({value}) => quotedIn(kept.open, value.slice(kept.value.length)),
	};
}
