import {caseless, isQuoted} from './text.ts';

/** Ignores accents, invisible characters and outer blanks, so a guard matches rather too many names than too few: `cafe*` and `caf?` protect Café, too. */
const guarded = (text: string): string =>
	caseless(text)
		.normalize('NFD')
		.replace(/[\u0300-\u036f\ufffd]/g, '')
		.normalize('NFC')
		.replace(/[\s\u2800]+/g, ' ')
		.trim();

const [maxLength, maxAlternatives] = [1000, 200];

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

const understood = /^(?:\[[!^]?[\w. -]+\]|[^[\]{},;%\\^$|])+$/u;

/** Syntax with another meaning elsewhere: regular expressions, extended globs, negations, ranges of numbers, filter conditions, lists. */
const foreign = /^!|\.\.|[\]).]\+|[!@+*?]\(|\(\?|^\/.+\/[dgimsuvy]*$|^-?[a-z]+:(?! )|\* .*\*/;

/** The text between the stars, as regular expressions without repetition, so that matching takes linear time. Throws `SyntaxError` for an invalid pattern. */
function expressionsIn(text: string): readonly RegExp[] {
	if (!understood.test(text) || foreign.test(text) || isQuoted(text)) throw new SyntaxError();
	const sources = text.split('*').map(piece =>
		piece.replace(/\[[^\]]*\]|[?.+()]/g, sign => {
			if (sign === '?') return '.';
			return sign.startsWith('[') ? sign.replace('[!', '[^') : `\\${sign}`;
		}),
	);
	// A reversed range such as [z-a] throws.
	return sources.map((source, at) => {
		return new RegExp(`${at === 0 ? '^' : ''}${source}${at === sources.length - 1 ? '$' : ''}`, 'gsu');
	});
}

function hasPieces(name: string, pieces: readonly RegExp[]): boolean {
	let at = 0;
	return pieces.every(piece => {
		piece.lastIndex = at;
		const isFound = piece.test(name);
		at = piece.lastIndex;
		return isFound;
	});
}

/** Supports `*`, `?`, `[a-z]`, `[!a-z]` and `{a,b}`. Undefined for an invalid pattern. */
export function namePattern(pattern: string): ((name: string) => boolean) | undefined {
	try {
		// Users of regular expressions write `.*`. Read as `*`, it protects no fewer names.
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

export function patternProblem(pattern: string): string | undefined {
	if (namePattern(pattern)) return undefined;
	const rule = /[,;]|\* .*\*/.test(pattern.replace(/\{[^{}]*\}/g, ''))
		? 'each pattern must be a text of its own'
		: 'a pattern is a name with *, ?, [a-z], [!a-z] or {a,b} in it';
	return `“${pattern}” is not understood: ${rule}`;
}
