/** Quotes a word for POSIX shells. */
export const quotedWord = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Quotes a word for POSIX shells, unless no shell would change it. */
export const shellWord = (word: string): string =>
	/^[\w%+,./:@-][\w%+,./:=@-]*$/.test(word) ? word : quotedWord(word);
