import stringWidth from 'string-width';

declare const shownSafely: unique symbol;

/** Text that a terminal shows and never obeys. */
export type SafeText = string & {readonly [shownSafely]: true};

/** A string of the service: as it was sent, to compare and to send back; and as it may be shown. */
export type Said = {readonly exact: string; readonly shown: SafeText};

/**
What a string must become before anything shows it: one line of at most `max` graphemes, with `…` where something was left out.

What could steer a terminal or hide from a reader becomes U+FFFD. The rest of an escape sequence stays, as the harmless text that it then is: that somebody sent it is worth seeing.
*/
export function safe(text: string, max = 256): SafeText {
	if (isPlain.test(text))
		return (text.length <= max ? text : ended(text.slice(0, Math.max(0, max - 1)), max)) as SafeText;

	// No text needs this many code units for `max` graphemes, so the cost of a hostile one is bounded.
	const enough = max * maxGraphemeLength * 2;
	const cleaned = clean(text.length > enough ? text.slice(0, enough) : text);
	return capped(cleaned, max, text.length > enough) as SafeText;
}

/** A text to be pasted elsewhere: on one line and exact, except for what a terminal or a shell would obey and what nobody would see. */
export const pasteable = (text: string): SafeText =>
	(isPlain.test(text)
		? text
		: text
				.toWellFormed()
				.replace(/[\t\r\n]+/g, ' ')
				.replace(unicode().forbidden, '\ufffd')) as SafeText;

/** JSON in which what nobody would see is written as its number; what it says is the same. Its own line breaks stay. */
export const visibleJson = (json: string): SafeText =>
	json.replace(unicode().forbidden, sign => {
		const units = sign === '\n' ? [] : sign.split('');
		const written = units.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
		return written.join('') || sign;
	}) as SafeText;

/** `shown` has at most `max` graphemes. */
export const said = (exact: string, max?: number): Said => new SaidText(exact, max);

/** Made safe when it is first shown: of the thousands of strings that are read, a few dozen are. A class, because a getter of its own in each of them costs more than it saves. */
class SaidText implements Said {
	readonly exact: string;
	readonly #max: number | undefined;
	#shown: SafeText | undefined;

	constructor(exact: string, max: number | undefined) {
		this.exact = exact;
		this.#max = max;
	}

	get shown(): SafeText {
		this.#shown ??= safe(this.exact, this.#max);
		return this.#shown;
	}
}

/** Makes a sentence of ours safe to show: its fixed parts are source code, and its values must be safe already. */
export const plain = (parts: TemplateStringsArray, ...values: ReadonlyArray<SafeText | number>): SafeText =>
	String.raw({raw: parts}, ...values) as SafeText;

/** A whole number in groups of three digits: `1,204`. */
export const grouped = (whole: number): SafeText => String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',') as SafeText;

/** So many blanks. */
export const blanks = (count: number): SafeText => ' '.repeat(Math.max(0, count)) as SafeText;

/** A part of a safe text whose code units take a cell each: there it can be cut anywhere. */
export const partOf = (text: SafeText, from: number, to: number): SafeText =>
	(isPlain.test(text) ? text.slice(from, to) : '') as SafeText;

/** Whether every code unit of a text takes exactly one cell, in every terminal. False says nothing. */
export const isOneCellEach = (text: string): boolean => isPlain.test(text);

/**
Whether a text shows a reader anything to call something by.

Blanks and characters without a shape do not count, nor does what `safe` puts in the place of characters: a name of nothing but U+FFFD looks like any other such name.
*/
export const isVisible = (text: string): boolean => /[!-~]/.test(text) || unicode().visible.test(text);

/** A text in printable ASCII, with every other character as its code point: `docs\u{200b}`. */
export const spelledOut = (text: string): SafeText =>
	Array.from(text, sign => (/[!-~]/.test(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`)).join(
		'',
	) as SafeText;

/** Whether a name mixes Latin letters with such as look like them: Cyrillic or Greek. */
export const hasMixedScripts = (text: string): boolean =>
	/\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);

/** How many cells of the terminal a text takes, as Ink counts them. */
export const cells = (text: string): number => (isPlain.test(text) ? text.length : stringWidth(text));

/** The beginning of a text that fits into `width` cells, with `…` where something was cut off. */
export function cut(text: SafeText, width: number): SafeText {
	if (isPlain.test(text)) {
		return (text.length <= width ? text : ended(text.slice(0, Math.max(0, width - 1)), width)) as SafeText;
	}

	let taken = 0;
	let kept = 0;
	for (const {segment, index} of unicode().graphemes.segment(text)) {
		taken += cells(segment);
		if (taken > width) return ended(text.slice(0, kept), width) as SafeText;
		if (taken < width) kept = index + segment.length;
	}

	return text;
}

/** A text cut or filled with spaces to exactly `width` cells. */
export function fit(text: SafeText, width: number, align: 'left' | 'right' = 'left'): SafeText {
	const shown = cut(text, width);
	const space = blanks(width - cells(shown));
	return align === 'left' ? plain`${shown}${space}` : plain`${space}${shown}`;
}

/** Only characters that are safe, one cell wide, one grapheme each and composed already: nearly every text there is, for one look. */
const isPlain =
	/^[ -~\xa0-\xac\xae-\u02ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2714\u2716]*$/;

/** In code units. Longer ones are no letters of any script, and are counted and cut code point by code point. */
const maxGraphemeLength = 32;

const ended = (beginning: string, room: number): string => (room > 0 ? `${beginning}…` : '');

/** Made at its first use and kept: the first look at Unicode's tables costs milliseconds, which a start has not got. */
function once<Thing>(make: () => Thing): () => Thing {
	let made: Thing | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

const unicode = once(() => {
	// Built from strings: a literal of this kind is looked up in Unicode's tables as soon as this file is read.
	const pattern = (source: string) => new RegExp(source, 'gu');
	return {
		graphemes: new Intl.Segmenter(),
		joiners: pattern(String.raw`[\ufe00-\ufe0f\u200d]`),
		forbidden: pattern(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`),
		// Fourteen rare letters join what follows them, be it the blank that keeps two columns apart.
		joining: pattern(
			String.raw`[\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]`,
		),
		fifthMark: pattern(String.raw`(?<=\p{M}{4})\p{M}`),
		// The last ones are letters, signs and notes that Unicode itself describes as blank.
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
			// Without what joins and varies them, emoji take the same room in every terminal.
			.replace(joiners, '')
			// Before composing, because composing a million marks takes minutes; and after it, because it can take marks apart.
			.replace(fifthMark, '')
			.normalize()
			.replace(forbidden, '\ufffd')
			.replace(joining, '\ufffd')
			.replace(fifthMark, '')
			// A mark without a letter would sit on whatever stands to its left.
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
			if (count > max) return ended(text.slice(0, kept), max);
			if (count < max) kept = end;
		}
	}

	return isCut ? ended(text.slice(0, kept), max) : text;
}
