/** A word as typed, up to the cursor. */
export type TypedWord = {
	/** Without quotes and backslashes. */
	readonly value: string;
	readonly raw: string;
	/** The quotation mark that is still open at its end. Empty if none is. */
	readonly open: '' | '"' | "'";
};

const noWord: TypedWord = {value: '', raw: '', open: ''};

/** Reads one word, or the start of one, as a POSIX shell does. Nothing is expanded. */
export const typedWord = (raw: string): TypedWord => splitWords(raw, () => false).at(-1) ?? noWord;

/** Splits a line at its blanks. The last word is the one at its end, which may be empty. */
export const typedWords = (line: string): readonly TypedWord[] => splitWords(line, sign => /\s/.test(sign));

function splitWords(line: string, isBlank: (sign: string) => boolean): readonly TypedWord[] {
	const words: TypedWord[] = [];
	let word = noWord;
	let isEscaped = false;
	const take = (raw: string, value: string, open = word.open) => {
		word = {value: word.value + value, raw: word.raw + raw, open};
	};

	for (const sign of line) {
		const {open} = word;
		if (isEscaped) {
			// Between double quotes, a backslash before any other character is literal.
			const isKept = open === '"' && !/["$`\\]/.test(sign);
			take(sign, isKept ? `\\${sign}` : sign);
			isEscaped = false;
		} else if (sign === '\\' && open !== "'") {
			take(sign, '');
			isEscaped = true;
		} else if (sign === open) take(sign, '', '');
		else if (open === '' && (sign === '"' || sign === "'")) take(sign, '', sign);
		else if (open === '' && isBlank(sign)) {
			if (word.raw !== '') words.push(word);
			word = noWord;
		} else take(sign, sign);
	}

	return [...words, word];
}

/** Returns a text as it must be written for a shell to take it literally, after the open quotation mark if there is one. Undefined if that is impossible. */
export function quotedIn(open: TypedWord['open'], text: string): string | undefined {
	if (open === "'") return text.replaceAll("'", String.raw`'\''`);
	if (open === '') return text.replace(/[^\p{L}\p{N}\p{M}%+,./:=@_-]/gu, String.raw`\$&`);
	// An interactive bash replaces !x between double quotes, and a backslash in front would stay.
	return text.includes('!') ? undefined : text.replace(/["$`\\]/g, String.raw`\$&`);
}
