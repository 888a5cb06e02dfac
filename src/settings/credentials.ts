import {join} from 'node:path';
import {entriesIn, isJsonObject} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import {openPrivateJson} from './private-json.ts';

export type StoredKey =
	| {readonly outcome: 'found'; readonly apiKey: string}
	| {readonly outcome: 'none'}
	/** `isElsewhere`: the profile has a key, but for another address. */
	| {readonly outcome: 'unusable'; readonly reason: SafeText; readonly isElsewhere?: boolean};

/** conf reserves this name. */
const reservedName = '__internal__';

type KeptKey = {readonly origin: string; readonly apiKey: string};

/** The keys in `credentials.json`, next to the settings. Each call reads the file, and rejects it if another user could have read or written it. No message contains any part of a key. */
export function openCredentials(directory: string) {
	const path = join(directory, 'credentials.json');
	const file = openPrivateJson(path, {isSecret: true});

	async function change(edit: (entries: Map<string, unknown>) => void): Promise<SafeText | undefined> {
		const why = await file.change(stored => {
			const entries = entriesIn(stored);
			edit(entries);
			return Object.fromEntries(entries);
		});
		return why === undefined ? undefined : safe(`The keys could not be saved: ${path} ${why}`, 500);
	}

	return {
		/** Finds a key only for the origin (scheme, host and port) it was saved for. */
		read(profile: string, origin: string): StoredKey {
			const found = file.read();
			if (!found.content) return unusableKey(`The stored keys were not used: ${path} ${found.why}`);
			const entry = entriesIn(found.content).get(profile);
			if (entry === undefined) return {outcome: 'none'};
			if (!isEntry(entry)) return unusableKey(`The key stored for ${profile} is not valid. Save it again.`);
			if (entry.origin === origin) return {outcome: 'found', apiKey: entry.apiKey};
			const reason = `The key stored for ${profile} was saved for ${entry.origin} and is not sent to ${origin}. Give a key for that address.`;
			return {...unusableKey(reason), isElsewhere: true};
		},

		async save(profile: string, {origin, apiKey}: KeptKey): Promise<SafeText | undefined> {
			if (profile === reservedName)
				return safe(`No key can be kept for a profile named ${profile}: choose another name.`);
			return change(entries => entries.set(profile, {origin, apiKey}));
		},

		forget: (profile: string) => change(entries => entries.delete(profile)),
	};
}

export type Credentials = ReturnType<typeof openCredentials>;

export const unusableKey = (reason: string) => ({outcome: 'unusable', reason: safe(reason, 500)}) as const;

const isEntry = (value: unknown): value is KeptKey =>
	isJsonObject(value) && typeof value.origin === 'string' && typeof value.apiKey === 'string';
