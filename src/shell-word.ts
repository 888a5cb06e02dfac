/** Quotes a word for POSIX shells, unless no shell would change it. */
export const shellWord = (word: string): string =>
	/^[\w%+,./:@-][\w%+,./:=@-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
