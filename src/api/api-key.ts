import {plain, type SafeText} from '../text.ts';

export type ParsedApiKey =
	| {readonly ok: true; readonly apiKey: string}
	/** Why it was not taken. Holds nothing of the key. */
	| {readonly ok: false; readonly reason: SafeText};

/** Reads a key as it was typed, pasted or stored. The interface names neither a length nor the fixed beginning of live keys, so anything that a header can carry will do. */
export function parseApiKey(text: string): ParsedApiKey {
	const apiKey = text.trim();
	if (/^[\x21-\x7e]+$/.test(apiKey)) return {ok: true, apiKey};
	return {ok: false, reason: complaint(apiKey)};
}

function complaint(apiKey: string): SafeText {
	if (apiKey === '') return plain`The API key is empty.`;
	return /\s/.test(apiKey)
		? plain`That does not look like an API key: it contains a space or a line break.`
		: plain`That does not look like an API key: it contains a character that keys do not have.`;
}
