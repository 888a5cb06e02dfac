/** Returns the text of these bytes. Undefined if they are not UTF-8: with characters replaced, the text would be sent or compared as if somebody had written it so. */
export function utf8Text(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Whether a text is what was written. Where Node decodes by itself, U+FFFD stands for what was not UTF-8. */
export const isExact = (text: string): boolean => !text.includes('\uFFFD');

export const notUtf8 = (what: string): string => `${what} is not UTF-8 text, so it was not used.`;
