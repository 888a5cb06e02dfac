/** Keeps secrets out of what is written. */
export type Redaction = {
	/** From now on this is a secret. */
	readonly add: (secret: string) => void;
	/** The text with every secret, and whatever stands where one would, replaced. */
	readonly redact: (text: string) => string;
};

export function createRedaction(): Redaction {
	const erasers = new Map<string, Eraser>();
	return {
		add: secret => erasers.set(secret, createEraser(secret)),
		redact(text) {
			let redacted = text;
			for (const erase of erasers.values()) redacted = erase(redacted);
			return redacted.replace(/Bearer\s+\S+/gi, 'Bearer [key]');
		},
	};
}

/** Takes one secret out of a text. Of a text that `isCut`, the beginning of the secret at its end counts as well. */
export type Eraser = (text: string, isCut?: boolean) => string;

const mark = '[key]';

/** What is shorter is part of too many words to be called a secret. */
const shortest = 4;

/** Makes what takes a secret out of texts in whatever way it is written there: as it is, as JSON, HTML or an address escape it, or in base64. */
export function createEraser(secret: string): Eraser {
	const trimmed = secret.trim();
	if (trimmed.length < shortest) return text => text;
	const plainly = [trimmed, ...inBase64(trimmed)];
	const escaped = piecesOf(trimmed).map(piece => new RegExp(Array.from(piece, anyFormOf).join(''), 'g'));

	return (text, isCut = false) => {
		let erased = text;
		for (const form of plainly) if (erased.includes(form)) erased = erased.replaceAll(form, mark);
		// Looked for only where something is escaped, because it takes much longer.
		if (/[\\%&]/.test(erased)) for (const piece of escaped) erased = erased.replace(piece, mark);
		return isCut ? withoutBeginning(erased, plainly) : erased;
	};
}

/** A pattern for more than this is too large for the engine. No request carries a key of more than 16 KB. */
const [maxPieceLength, maxEscapedLength] = [512, 16_384];

/** A secret in pieces of equal length, so that the last one is not too short to be looked for. */
function piecesOf(secret: string): readonly string[] {
	const whole = secret.slice(0, maxEscapedLength);
	const length = Math.ceil(whole.length / Math.ceil(whole.length / maxPieceLength));
	return Array.from({length: Math.ceil(whole.length / length)}, (_, at) => whole.slice(at * length, (at + 1) * length));
}

const isLetter = /[a-z\d]/i;

/** A pattern for one character, as it is or escaped; JSON may itself stand in JSON, a few times over. What repeats is bounded: a run of escapes as long as an answer must not be looked through from each of its places. */
function anyFormOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`);
	const itself = isLetter.test(character) ? character : `\\\\{0,15}${`\\u${code.toString(16).padStart(4, '0')}`}`;
	const named = {'&': '|&amp;', '<': '|&lt;', '>': '|&gt;', '"': '|&quot;', "'": '|&apos;'}[character] ?? '';
	// The character itself comes last: `%` begins its own escape.
	return `(?:\\\\{1,15}u00${hex}|%${hex}|&#0{0,5}${code};|&#[xX]0{0,5}${hex};${named}|${itself})`;
}

/** What a secret becomes in the middle of anything in base64, in both alphabets: it depends on where its first byte falls. */
function inBase64(secret: string): readonly string[] {
	const forms = [0, 1, 2].map(before => {
		const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
			.toString('base64')
			.replaceAll('=', '');
		// The letters at both ends also hold bits of what stands before and after.
		const last = (before + Buffer.byteLength(secret)) % 3 === 0 ? undefined : -1;
		return text.slice(before === 0 ? 0 : before + 1, last);
	});
	return forms.flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** A text that ends in the middle of a secret, without that. */
function withoutBeginning(text: string, forms: readonly string[]): string {
	for (const form of forms) {
		for (let length = form.length - 1; length >= shortest; length--) {
			if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + mark;
		}
	}

	return text;
}
