import {plain, type SafeText} from '../text.ts';

export type ParsedApiKey =
	| {readonly ok: true; readonly apiKey: string}
	/** Why it was not taken. Holds nothing of the key. */
	| {readonly ok: false; readonly reason: SafeText};

/** Reads a key as it was typed, pasted or stored. The fixed beginning of live keys is not documented, so any token that a header can carry will do. */
export function parseApiKey(text: string): ParsedApiKey {
	const apiKey = text.trim();
	if (/^[\x21-\x7e]{8,512}$/.test(apiKey)) return {ok: true, apiKey};
	return {ok: false, reason: complaint(apiKey)};
}

function complaint(apiKey: string): SafeText {
	if (apiKey === '') return plain`The API key is empty.`;
	if (/\s/.test(apiKey)) return plain`That does not look like an API key: it contains a space or a line break.`;
	if (/[^\x21-\x7e]/.test(apiKey)) {
		return plain`That does not look like an API key: it contains a character that keys do not have.`;
	}

	if (apiKey.length < 8) return plain`That does not look like an API key: it is too short.`;
	return plain`That does not look like an API key: it is too long.`;
}
