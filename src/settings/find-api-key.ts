import {closeSync, openSync, readSync} from 'node:fs';
import {type SafeText, safe} from '../text.ts';
import type {Credentials} from './credentials.ts';
import {isSystemError} from './json-file.ts';

/** A key and where it came from, in words; or why the one that was meant cannot be used; or that nobody gave one. */
export type FoundKey<ApiKey> =
	| {readonly outcome: 'found'; readonly apiKey: ApiKey; readonly source: SafeText}
	| {readonly outcome: 'refused'; readonly reason: SafeText}
	| {readonly outcome: 'none'};

export type KeySources<ApiKey> = {
	/** What LANDFALL_API_KEY held. */
	readonly environmentKey: string | undefined;
	readonly apiKeyFile: string | undefined;
	/** Standard input, when the person said that the key comes from there. */
	readonly input: AsyncIterable<string | Uint8Array> | undefined;
	readonly credentials: Credentials;
	readonly profile: string | undefined;
	/** Scheme, host and port of the address that is about to be called. */
	readonly origin: string;
	readonly parse: (
		text: string,
	) => {readonly ok: true; readonly apiKey: ApiKey} | {readonly ok: false; readonly reason: string};
};

/** Far more than any key, and little enough to read from whatever was named by mistake. */
const longestBytes = 16_384;

/**
Finds the key to use: LANDFALL_API_KEY, else the file or the input that was named, else the stored one.

A source that was meant and is unusable ends the search: a key that nobody meant is worse than none. A reason never holds a byte of what was read.
*/
export async function findApiKey<ApiKey>(sources: KeySources<ApiKey>): Promise<FoundKey<ApiKey>> {
	const {environmentKey, apiKeyFile, input, credentials, profile, origin, parse} = sources;
	const check = (text: string, source: string): FoundKey<ApiKey> => {
		const parsed = parse(text);
		if (parsed.ok) return {outcome: 'found', apiKey: parsed.apiKey, source: safe(source)};
		return {outcome: 'refused', reason: safe(`The key from ${source} was not used. ${parsed.reason}`, 500)};
	};

	/** For what is read only so far: half a key must not be sent as if it were one. */
	const checkRead = (text: string, source: string): FoundKey<ApiKey> => {
		const found = check(text, source);
		if (found.outcome !== 'found' || Buffer.byteLength(text) < longestBytes) return found;
		return {
			outcome: 'refused',
			reason: safe(`The key from ${source} was not used: there is more of it than 16 KB.`, 500),
		};
	};

	if (environmentKey) return check(environmentKey, 'LANDFALL_API_KEY');
	if (apiKeyFile !== undefined) {
		const read = readStart(apiKeyFile);
		return read.ok ? checkRead(read.text, apiKeyFile) : {outcome: 'refused', reason: read.reason};
	}

	if (input) return checkRead(await readAll(input), 'standard input');
	if (profile === undefined) return {outcome: 'none'};
	const stored = credentials.read(profile, origin);
	return stored.outcome === 'found' ? check(stored.apiKey, `the profile ${profile}`) : stored;
}

function readStart(path: string): {ok: true; text: string} | {ok: false; reason: SafeText} {
	const bytes = Buffer.alloc(longestBytes);
	try {
		const file = openSync(path, 'r');
		try {
			let length = 0;
			// A pipe, such as <(pass show landfall), may need more than one read.
			for (let read = -1; read !== 0 && length < longestBytes; length += read) {
				read = readSync(file, bytes, length, longestBytes - length, null);
			}

			return {ok: true, text: bytes.toString('utf8', 0, length)};
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
		return {ok: false, reason: safe(`The key was not used: ${path} could not be read (${error.code}).`, 500)};
	}
}

async function readAll(input: AsyncIterable<string | Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of input) {
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		chunks.push(bytes);
		length += bytes.length;
		if (length > longestBytes) break;
	}

	return Buffer.concat(chunks).toString('utf8');
}
