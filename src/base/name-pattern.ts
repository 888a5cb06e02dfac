import {caseless, isQuoted} from './text.ts';

/** The form in which a guard compares. Without accents, characters that cannot be seen and blanks around the text, a pattern matches more names rather than fewer: `cafe*` and `caf?` protect Café, too. */
const guarded = (text: string): string =>
	caseless(text)
		.normalize('NFD')
		.replace(/[\u0300-\u036f\ufffd]/g, '')
		.normalize('NFC')
		.replace(/[\s\u2800]+/g, ' ')
		.trim();

const [maxLength, maxAlternatives] = [1000, 200];

/** The texts that a pattern with braces stands for. Expands the innermost braces first. None if there are too many. */
function alternativesOf(pattern: string): readonly string[] {
	let all = pattern.length > maxLength ? [] : [pattern];
	for (;;) {
		const next = all.flatMap(text => {
			const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(text) ?? [];
			return choices?.split(',').map(choice => before + choice.trim() + after) ?? text;
		});
		if (next.length > maxAlternatives) return [];
		if (next.length === all.length) return all;
		all = next;
	}
}

/** Letters, `*`, `?`, and `[…]` with letters and ranges of them. */
const understood = /^(?:\[[!^]?[\w. -]+\]|[^[\]{},;%\\^$|])+$/u;

/** Signs of other languages, in which the pattern means something else: regular expressions, extended globs, a negation, a range of numbers, a condition of a filter, a list. */
const foreign = /^!|\.\.|[\]).]\+|[!@+*?]\(|\(\?|^\/.+\/[dgimsuvy]*$|^-?[a-z]+:(?! )|\* .*\*/;

/** The pieces before, between and behind the stars, as regular expressions. They repeat nothing, so finding one takes linear time. Throws `SyntaxError` for a pattern that is not understood. */
function expressionsIn(text: string): readonly RegExp[] {
	if (!understood.test(text) || foreign.test(text) || isQuoted(text)) throw new SyntaxError();
	const sources = text.split('*').map(piece =>
		piece.replace(/\[[^\]]*\]|[?.+()]/g, sign => {
			if (sign === '?') return '.';
			return sign.startsWith('[') ? sign.replace('[!', '[^') : `\\${sign}`;
		}),
	);
	// It throws for a range that is upside down.
	return sources.map((source, at) => {
		return new RegExp(`${at === 0 ? '^' : ''}${source}${at === sources.length - 1 ? '$' : ''}`, 'gsu');
	});
}

/** Whether a name has the pieces in their order. Takes each at its first possible place. */
function hasPieces(name: string, pieces: readonly RegExp[]): boolean {
	let at = 0;
	return pieces.every(piece => {
		piece.lastIndex = at;
		const isFound = piece.test(name);
		at = piece.lastIndex;
		return isFound;
	});
}

/** The test of names that a pattern stands for: with `*`, `?`, `[a-z]`, `[!a-z]` and `{a,b}`. Undefined if it is not understood. */
export function namePattern(pattern: string): ((name: string) => boolean) | undefined {
	try {
		// As a regular expression has it, which protects no fewer.
		const form = guarded(pattern).replace(/\.+\*/g, '*');
		const alternatives = alternativesOf(form).map(expressionsIn);
		return alternatives.length === 0
			? undefined
			: name => alternatives.some(pieces => hasPieces(guarded(name), pieces));
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Says that a pattern is not understood, as a sentence without a full stop. Undefined if it is. */
export function patternProblem(pattern: string): string | undefined {
	if (namePattern(pattern)) return undefined;
	const rule = /[,;]|\* .*\*/.test(pattern.replace(/\{[^{}]*\}/g, ''))
		? 'each pattern must be a text of its own'
		: 'a pattern is a name with *, ?, [a-z], [!a-z] or {a,b} in it';
	return `“${pattern}” is not understood: ${rule}`;
}
