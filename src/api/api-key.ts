import {plain, type SafeText} from '../text.ts';

export type ParsedApiKey =
	| {readonly ok: true; readonly apiKey: string}
	/** Why it was rejected. Contains no part of the key. */
	| {readonly ok: false; readonly reason: SafeText};

/** Parses a key as typed, pasted or stored. The interface documents neither a length nor a prefix, so anything that fits in a header is accepted. */
export function parseApiKey(text: string): ParsedApiKey {
	const apiKey = text.trim();
	if (/^[\x21-\x7e]+$/.test(apiKey)) return {ok: true, apiKey};
	return {ok: false, reason: rejection(apiKey)};
}

function rejection(apiKey: string): SafeText {
	if (apiKey === '') return plain`The API key is empty.`;
	return /\s/.test(apiKey)
		? plain`That does not look like an API key: it contains a space or a line break.`
		: plain`That does not look like an API key: it contains a character that is not allowed in a key.`;
}
