/** Undefined for bytes that are not UTF-8: with replacement characters, the text would be sent or compared as if somebody had written it. */
export function utf8Text(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Where Node decodes by itself, U+FFFD stands for bytes that are not UTF-8. */
export const isExact = (text: string): boolean => !text.includes('\uFFFD');

export const notUtf8 = (what: string): string => `${what} is not UTF-8 text, so it was not used.`;
