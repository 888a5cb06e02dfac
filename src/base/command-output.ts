/** `line`: the first line the command printed. `why`: the rest of a sentence that begins with the program. */
export type CommandOutput =
	| {readonly outcome: 'printed'; readonly line: string}
	| {readonly outcome: 'failed'; readonly why: string};
