/** Undefined for bytes that are not UTF-8: the text with replacement characters would be sent or compared as if somebody had written it. */
export function utf8Text(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Whether a text that Node decoded is free of U+FFFD, the mark for bytes that are not UTF-8. */
export const isExact = (text: string): boolean => !text.includes('\uFFFD');

export const notUtf8 = (what: string): string => `${what} is not UTF-8 text, so it was not used.`;
