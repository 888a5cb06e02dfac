import {addressOrigin, parseApiKey} from '../api/endpoint.ts';
import type {CommandOutput} from '../base/command-output.ts';
import {isSystemError} from '../base/files.ts';
import type {SavedProfile} from '../base/saved-profile.ts';
import {type SafeText, safe} from '../base/text.ts';
import {type Credentials, type StoredKey, unusableKey} from './credentials.ts';
import {FileProblem, openFile} from './private-file.ts';

export type FoundKey =
	| {readonly outcome: 'found'; readonly apiKey: string; readonly source: SafeText; readonly isKept: boolean}
	| {readonly outcome: 'unusable'; readonly reason: SafeText}
	| {readonly outcome: 'none'};

export type KeySources = {
	readonly environmentKey: string | undefined;
	readonly apiKeyFile: string | undefined;
	readonly input: AsyncIterable<string | Uint8Array> | undefined;
	readonly credentials: Credentials;
	readonly profiles: ReadonlyMap<string, Pick<SavedProfile, 'baseUrl' | 'apiKeyCommand'>>;
	readonly readOutput: (command: readonly string[]) => Promise<CommandOutput>;
	readonly profile: string | undefined;
	/** The key of a profile named by an option comes before the key of the environment. */
	readonly isProfileFromOption: boolean;
	readonly origin: string;
};

const maxKeyBytes = 16_384;

/** Tries the sources in the order of docs/settings.md. Stops at an unusable source, because a key that the user did not choose is worse than none. A reason never quotes the source. */
export async function findApiKey(sources: KeySources): Promise<FoundKey> {
	const {environmentKey, apiKeyFile, input, credentials, profiles, readOutput, profile, origin} = sources;
	const check = (text: string, source: string, isKept = false): FoundKey => {
		const parsed = parseApiKey(text);
		if (parsed.ok) return {outcome: 'found', apiKey: parsed.apiKey, source: safe(source), isKept};
		return unusableKey(`The key from ${source} was not used. ${parsed.reason}`);
	};

	const checkRead = async (input: AsyncIterable<string | Uint8Array>, source: string): Promise<FoundKey> => {
		const text = await readApiKey(input);
		return text === undefined
			? unusableKey(`The key from ${source} was not used: it is larger than 16 KB.`)
			: check(text, source);
	};

	if (apiKeyFile !== undefined) {
		try {
			return await checkRead(await openFile(apiKeyFile, true), apiKeyFile);
		} catch (error) {
			if (error instanceof FileProblem) return unusableKey(`The key was not used: ${apiKeyFile} ${error.message}`);
			if (!isSystemError(error)) throw error;
			return unusableKey(`The key was not used: ${apiKeyFile} could not be read (${error.code}).`);
		}
	}

	if (input) return checkRead(input, 'standard input');
	const fromEnvironment = environmentKey === undefined ? undefined : check(environmentKey, 'LANDFALL_API_KEY');
	if (fromEnvironment && !sources.isProfileFromOption) return fromEnvironment;
	if (profile === undefined) return {outcome: 'none'};
	const {apiKeyCommand, baseUrl = ''} = profiles.get(profile) ?? {};
	const [program = ''] = apiKeyCommand ?? [];
	const noKey = `There is no key for ${profile}: its command ${program}`;
	if (apiKeyCommand && addressOrigin(baseUrl) === origin) {
		const output = await readOutput(apiKeyCommand);
		if (output.outcome === 'printed') return check(output.line, `the command ${program}`);
		return unusableKey(`${noKey} ${output.why}`);
	}

	const own: StoredKey = apiKeyCommand
		? {...unusableKey(`${noKey} is for ${baseUrl}, so it was not run for ${origin}.`), isElsewhere: true}
		: credentials.read(profile, origin);
	if (own.outcome === 'found') return check(own.apiKey, `the profile ${profile}`, true);
	return fromEnvironment && (own.outcome === 'none' || own.isElsewhere) ? fromEnvironment : own;
}

/** Undefined if the input is longer than any key: part of it must not be sent. */
async function readApiKey(input: AsyncIterable<string | Uint8Array>): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of input) {
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		chunks.push(bytes);
		length += bytes.length;
		if (length > maxKeyBytes) return undefined;
	}

	const bytes = Buffer.concat(chunks);
	// PowerShell 5 writes files in UTF-16.
	return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}
