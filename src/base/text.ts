import stringWidth from 'string-width';

declare const shownSafely: unique symbol;

/** Text that is safe to print: it contains nothing that a terminal interprets. */
export type SafeText = string & {readonly [shownSafely]: true};

/** A string from the service: `exact` to send back, `shown` to display, `caseless` to search and sort. */
export type ServiceText = {readonly exact: string; readonly shown: SafeText; readonly caseless: string};

/**
Makes a string safe to display: one line of at most `max` graphemes, with `…` where it was truncated.

Control and invisible characters become U+FFFD. The rest of an escape sequence stays as harmless text, so that the user can see that it was sent.
*/
export function safe(text: string, max = 256): SafeText {
	if (isPlain.test(text))
		return (text.length <= max ? text : addEllipsis(text.slice(0, Math.max(0, max - 1)), max)) as SafeText;

	// An ordinary text with `max` graphemes needs fewer code units, so this bounds the cost of a hostile one.
	const maxUnits = max * maxGraphemeLength * 2;
	const cleaned = clean(text.slice(0, maxUnits));
	return capped(cleaned, max, text.length > maxUnits) as SafeText;
}

/** Normalizes a text for comparison: texts that look the same become equal, however their characters are composed. Like `safe` but uncut, with a space for every blank. Only ids are compared exactly, as the service does. */
export const comparable = (text: string): string =>
	isAscii.test(text) ? text : safe(text, Number.POSITIVE_INFINITY).replace(/\s/g, ' ');

/** Like `comparable`, without case: `STRASSE`, `Straße` and `STRAẞE` become equal. Lower case alone would keep ß, and would write Σ as ς at the end of a word. */
export const caseless = (text: string): string =>
	isAscii.test(text)
		? text.toLowerCase()
		: comparable(text).toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize();

export function looksLike(text: string): (other: ServiceText | undefined) => boolean {
	const [shown, searched] = [comparable(text), caseless(text)];
	// The first comparison rejects nearly all of 100,000 names without computing their other form.
	return other => other?.caseless === searched && comparable(other.exact) === shown;
}

export const sortKey = (text: string): string => text.replace(/\d+/g, digits => digits.padStart(maxDigits, '0'));

export function compareKeys(a: string, b: string): number {
	if (!isSortedByCode.test(a) || !isSortedByCode.test(b)) return collator().compare(a, b);
	return a < b ? -1 : Number(a > b);
}

export const pasteable = (text: string): SafeText =>
	(isPlain.test(text)
		? text
		: text
				.toWellFormed()
				.replace(/[\t\r\n]+/g, ' ')
				.replace(unicode().forbidden, '\ufffd')) as SafeText;

export const visibleOf = (text: string): string => (isPlain.test(text) ? text : text.replace(unicode().forbidden, ''));

export const visibleJson = (json: string): SafeText =>
	json.replace(unicode().forbidden, sign => {
		const units = sign === '\n' ? [] : sign.split('');
		const written = units.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
		return written.join('') || sign;
	}) as SafeText;

/** Quotes a word for POSIX shells and fish. Backslashes go outside the quotation marks, because fish reads them as escapes inside. */
export const quotedWord = (word: string): string => `'${word.replace(/[\\']/g, String.raw`'\$&'`)}'`;

export const isQuoted = (text: string): boolean => /^["'`“”„‘’«»]|["'`“”„‘’«»]$/.test(text);

export const shellWord = (word: string): string => (/^[\w+./:-][\w%+./:=@-]*$/.test(word) ? word : quotedWord(word));

/** `shown` has at most `max` graphemes. If there is a `name`, it is shown instead, and a search finds both. */
export const serviceText = (exact: string, max?: number, name?: string): ServiceText => new LazyText(exact, max, name);

/** A class, because a getter per object would cost more memory. `shown` is lazy: of thousands of strings, a few dozen are shown. `caseless` is eager: a search needs all of them at its first letter, and nearly all share the string of `exact`. */
class LazyText implements ServiceText {
	readonly exact: string;
	readonly caseless: string;
	readonly #max: number | undefined;
	#shown: SafeText | undefined;

	constructor(exact: string, max: number | undefined, name: string | undefined) {
		this.exact = exact;
		const searched = caseless(name === undefined ? exact : `${name} ${exact}`);
		// V8 copies a longer text even if it is already in lower case.
		this.caseless = searched === exact ? exact : searched;
		this.#max = max;
		if (name !== undefined) this.#shown = safe(name, max);
	}

	get shown(): SafeText {
		this.#shown ??= safe(this.exact, this.#max);
		return this.#shown;
	}
}

/** Builds safe text: the fixed parts of the template are source code, and its values are already safe. */
export function plain(parts: TemplateStringsArray, ...values: ReadonlyArray<SafeText | number>): SafeText {
	let text = parts[0] ?? '';
	for (let index = 0; index < values.length; index++) text += `${values[index]}${parts[index + 1]}`;
	return text as SafeText;
}

export const addPeriod = (sentence: SafeText): SafeText =>
	/[.!?…:]”?$/.test(sentence) ? sentence : plain`${sentence}.`;

export const grouped = (whole: number): SafeText =>
	(whole < 1000 ? String(whole) : String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')) as SafeText;

export const counted = (count: number, one: string, many = `${one}s`): SafeText =>
	plain`${grouped(count)} ${safe(count === 1 ? one : many)}`;

export const blanks = (count: number): SafeText => ' '.repeat(Math.max(0, count)) as SafeText;

/** Part of a text, in code units. Empty if the text has wide or combined characters, because it cannot be cut anywhere. */
export const partOf = (text: SafeText, from: number, to: number): SafeText =>
	(isPlain.test(text) ? text.slice(from, to) : '') as SafeText;

/** False if the width is unknown. */
export const isOneCellEach = (text: string): boolean => isPlain.test(text);

/** Whether a text can serve as a name. Ignores spaces, characters without a shape, and replacement characters of `safe`: names of U+FFFD alone look alike. */
export const isVisible = (text: string): boolean => /[!-~]/.test(text) || unicode().visible.test(text);

export const spelledOut = (text: string): SafeText =>
	Array.from(text, sign => (/[!-~]/.test(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`)).join(
		'',
	) as SafeText;

export const hasMixedScripts = (text: string): boolean =>
	/\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);

export const cells = (text: string): number => (isPlain.test(text) ? text.length : stringWidth(text));

export function cut(text: SafeText, width: number): SafeText {
	if (isPlain.test(text)) {
		return (text.length <= width ? text : addEllipsis(text.slice(0, Math.max(0, width - 1)), width)) as SafeText;
	}

	let taken = 0;
	let kept = 0;
	for (const {segment, index} of unicode().graphemes.segment(text)) {
		taken += cells(segment);
		if (taken > width) return addEllipsis(text.slice(0, kept), width) as SafeText;
		if (taken < width) kept = index + segment.length;
	}

	return text;
}

export function fit(text: SafeText, width: number, align: 'left' | 'right' = 'left'): SafeText {
	const shown = cut(text, width);
	const space = blanks(width - cells(shown));
	return align === 'left' ? plain`${shown}${space}` : plain`${space}${shown}`;
}

/** Fast path for nearly every text: characters that are safe, one cell wide, single graphemes and already composed. */
const isPlain =
	/^[ -~\xa0-\xac\xae-\u02ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2714\u2716]*$/;

/** Fast path: 100,000 names are searched at each key. */
const isAscii = /^[ -~]*$/;

/** In code units. No script has longer clusters. Longer ones are counted and cut by code point. */
const maxGraphemeLength = 32;

const addEllipsis = (start: string, width: number): string => (width > 0 ? `${start}…` : '');

/** Lazy, because loading the Unicode tables takes milliseconds that the start cannot spare. */
function once<Thing>(make: () => Thing): () => Thing {
	let made: Thing | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

const maxDigits = 15;

/** A collator sorts these characters alike, and loading one takes 2 MB. */
const isSortedByCode = /^[ ./0-9a-z-]*$/;

/** Always English, because scripts rely on the order. The option `numeric` would make it twice as slow. */
const collator = once(() => new Intl.Collator('en'));

const unicode = once(() => {
	// A regex literal would load the Unicode tables as soon as this file is parsed.
	const pattern = (source: string) => new RegExp(source, 'gu');
	return {
		graphemes: new Intl.Segmenter(),
		joiners: pattern(String.raw`[\ufe00-\ufe0f\u200d]`),
		forbidden: pattern(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`),
		// Fourteen rare letters join with the next character, even with a space between two columns.
		joining: pattern(
			String.raw`[\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]`,
		),
		fifthMark: pattern(String.raw`(?<=\p{M}{4})\p{M}`),
		// Unicode itself calls the last three blank.
		visible: /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd…\u{13441}\u{13442}\u{1d159}]/u,
		looseMark: pattern(String.raw`^(?=[\p{M}\p{Emoji_Modifier}\u0e33\u0eb3])`),
	};
});

function clean(text: string): string {
	const {joiners, forbidden, joining, fifthMark, looseMark} = unicode();
	return (
		text
			.toWellFormed()
			.replace(/[\t\r\n]+/g, ' ')
			// Emoji have the same width in every terminal once joiners and variation selectors are gone.
			.replace(joiners, '')
			// Normalizing a million marks takes minutes, so excess marks go first. They go again afterwards, because normalizing can add marks.
			.replace(fifthMark, '')
			.normalize()
			.replace(forbidden, '\ufffd')
			.replace(joining, '\ufffd')
			.replace(fifthMark, '')
			// A loose mark would combine with whatever is to its left.
			.replace(looseMark, '◌')
	);
}

function capped(text: string, max: number, isCut: boolean): string {
	if (text.length <= max && !isCut) return text;

	let count = 0;
	let kept = 0;
	for (const {segment, index} of unicode().graphemes.segment(text)) {
		let end = index;
		for (const piece of segment.length > maxGraphemeLength ? segment : [segment]) {
			end += piece.length;
			count++;
			if (count > max) return addEllipsis(text.slice(0, kept), max);
			if (count < max) kept = end;
		}
	}

	return isCut ? addEllipsis(text.slice(0, kept), max) : text;
}

/** Breaks lines between words only: a word wider than `width` stays whole. `gap` goes between words. */
export function wordLines(text: SafeText, width: number, gap = ' '): readonly SafeText[] {
	const lines: string[] = [];
	for (const word of text.split(gap)) {
		const line = lines.at(-1);
		if (line !== undefined && cells(line + gap + word) <= width) lines[lines.length - 1] = line + gap + word;
		else lines.push(word);
	}

	return lines as readonly string[] as readonly SafeText[];
}

export const wrapped = (text: SafeText, width: number): readonly SafeText[] =>
	wordLines(text, width).flatMap(line => (cells(line) <= width ? [line] : pieces(line, width)));

export function pieces(text: SafeText, width: number): readonly SafeText[] {
	const points = [...text];
	const length = Math.max(1, Math.floor(width / (isOneCellEach(text) ? 1 : 2)));
	return Array.from({length: Math.ceil(points.length / length)}, (_, at) =>
		points.slice(at * length, (at + 1) * length).join(''),
	) as readonly string[] as readonly SafeText[];
}
