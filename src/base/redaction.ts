export type Redaction = {
	readonly add: (secret: string) => void;
	/** Also redacts bearer tokens, and user names and passwords in addresses. */
	readonly redact: (text: string) => string;
};

export function createRedaction(): Redaction {
	const erasers = new Map<string, Eraser>();
	return {
		add: secret => erasers.set(secret, createEraser(secret)),
		redact(text) {
			let redacted = text;
			for (const erase of erasers.values()) redacted = erase(redacted);
			return redacted.replace(/Bearer\s+\S+/gi, 'Bearer [key]').replace(/\/\/[^\s/?#"]+@/g, `//${mark}@`);
		},
	};
}

/** Removes one secret. In a text that `isCut`, also removes a partial secret at the end. */
type Eraser = (text: string, isCut?: boolean) => string;

const mark = '[key]';

/** A shorter secret would match parts of ordinary words. */
const minSecretLength = 4;

/** Erases a secret in all its forms: plain or base64, each also escaped as in JSON, HTML or URLs, even twice. */
export function createEraser(secret: string): Eraser {
	const trimmed = secret.trim();
	if (trimmed.length < minSecretLength) return text => text;
	const encoded = [...new Set(inBase64(trimmed))];
	const plainForms = [trimmed, ...encoded];
	let escaped: readonly RegExp[] | undefined;
	const anyFormsOf = (form: string, isEscapable: (character: string) => boolean) =>
		secretPieces(form).map(piece => {
			const characters = Array.from(piece, each => (isEscapable(each) ? anyFormOf(each) : each));
			return new RegExp(characters.join(''), 'g');
		});

	return (text, isCut = false) => {
		let erased = text;
		for (const form of plainForms) if (erased.includes(form)) erased = erased.replaceAll(form, mark);
		// These patterns are much slower, so they run only on texts with an escape.
		if (/[\\%&]/.test(erased)) {
			escaped ??= [
				...anyFormsOf(trimmed, () => true),
				// No encoder escapes letters and digits of its own accord. Full patterns for all forms would be slow.
				...encoded.flatMap(form => anyFormsOf(form, each => !isLetter.test(each))),
			];
			for (const piece of escaped) erased = erased.replace(piece, mark);
		}

		return isCut ? erasePartialSecret(erased, plainForms) : erased;
	};
}

/** Longer patterns are too large for the regex engine, and no request can carry a key of more than 16 KB. */
const [maxPieceLength, maxEscapedLength] = [512, 16_384];

function secretPieces(secret: string): readonly string[] {
	const whole = secret.slice(0, maxEscapedLength);
	// The pieces have equal length, so that the last one is not too short to match safely.
	const length = Math.ceil(whole.length / Math.ceil(whole.length / maxPieceLength));
	return Array.from({length: Math.ceil(whole.length / length)}, (_, at) => whole.slice(at * length, (at + 1) * length));
}

const isLetter = /[a-z\d]/i;

/** Matches a character plain or escaped, also in JSON within JSON, and in HTML or URLs escaped twice. Repetition is bounded, so that a long run of escapes does not take quadratic time. */
function anyFormOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`);
	const itself = isLetter.test(character) ? character : `\\\\{0,15}${`\\u${code.toString(16).padStart(4, '0')}`}`;
	const named = {'&': '|amp', '<': '|lt', '>': '|gt', '"': '|quot', "'": '|apos'}[character] ?? '';
	// The plain character comes last: `%` also begins its own escape.
	return `(?:\\\\{1,15}u00${hex}|%(?:25){0,7}${hex}|&(?:amp;){0,7}(?:#0{0,5}${code}|#[xX]0{0,5}${hex}${named});|${itself})`;
}

/** In both alphabets. The forms depend on the offset of the first byte. */
function inBase64(secret: string): readonly string[] {
	const forms = [0, 1, 2].map(before => {
		const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
			.toString('base64')
			.replaceAll('=', '');
		// The first and last characters also encode bits of the neighbouring bytes.
		const last = (before + Buffer.byteLength(secret)) % 3 === 0 ? undefined : -1;
		return text.slice(before === 0 ? 0 : before + 1, last);
	});
	return forms.flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function erasePartialSecret(text: string, forms: readonly string[]): string {
	for (const form of forms) {
		for (let length = form.length - 1; length >= minSecretLength; length--) {
			if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + mark;
		}
	}

	return text;
}
