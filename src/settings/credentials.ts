import {join} from 'node:path';
import {setAside} from '../base/files.ts';
import {entriesIn, isJsonObject, parseJsonObject} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import {locked} from './lock.ts';
import {readPrivately, removeDrafts, writePrivately} from './private-file.ts';

type StoredKey =
	| {readonly outcome: 'found'; readonly apiKey: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly reason: SafeText};

type KeptKey = {readonly origin: string; readonly apiKey: string};

/**
The keys of the profiles, stored in `credentials.json` next to the settings.

The file is read on each call, and rejected if another user of this machine could have read or written it. Messages about it never contain any part of a key.
*/
export function openCredentials({directory, now}: {readonly directory: string; readonly now: () => number}) {
	const path = join(directory, 'credentials.json');

	/** Returns a sentence if the change could not be saved. */
	function change(edit: (entries: Map<string, unknown>) => void): SafeText | undefined {
		return locked(
			directory,
			() => {
				const contents = readContents(path, now());
				// Overwriting a rejected file would lose its keys.
				if (!contents.entries) return contents.problem;
				const entries = new Map(contents.entries);
				edit(entries);
				const text = `${JSON.stringify(Object.fromEntries(entries), undefined, '\t')}\n`;
				writePrivately(path, text, `${process.pid}-${now()}`);
				// They contain keys, maybe one that is being removed.
				removeDrafts(directory, name => /^credentials\.json\..+\.tmp$/.test(name));
				return undefined;
			},
			why => safe(`The keys could not be saved: ${path} ${why}`, 500),
		);
	}

	return {
		/** Returns a profile's key, but only for the origin (scheme, host and port) it was saved for. */
		read(profile: string, origin: string): StoredKey {
			const {entries, problem} = readContents(path, now());
			if (problem !== undefined) return {outcome: 'refused', reason: problem};
			const entry = entries?.get(profile);
			if (entry === undefined) return {outcome: 'none'};
			if (!isEntry(entry)) return refused(`The key stored for ${profile} is not valid. Save it again.`);
			if (entry.origin === origin) return {outcome: 'found', apiKey: entry.apiKey};
			return refused(
				`The key stored for ${profile} was saved for ${entry.origin} and is not sent to ${origin}. Give a key for that address.`,
			);
		},

		save: (profile: string, {origin, apiKey}: KeptKey) => change(entries => entries.set(profile, {origin, apiKey})),

		forget(profile: string) {
			const {entries} = readContents(path, now());
			return entries && !entries.has(profile) ? undefined : change(stored => stored.delete(profile));
		},
	};
}

export type Credentials = ReturnType<typeof openCredentials>;

const refused = (reason: string): StoredKey => ({outcome: 'refused', reason: safe(reason, 500)});

/** Returns the entries by profile, and what is wrong with the file. Without entries, it must not be overwritten; a corrupt file was set aside, and has none. */
function readContents(
	path: string,
	now: number,
): {readonly entries: ReadonlyMap<string, unknown> | undefined; readonly problem?: SafeText} {
	const problem = (why: string) => safe(`The stored keys were not used: ${path} ${why}`, 500);
	const read = readPrivately(path, true);
	if (read.outcome === 'none') return {entries: new Map()};
	if (read.outcome === 'refused') return {entries: undefined, problem: problem(read.why)};
	const stored = parseJsonObject(read.text);
	if (stored) return {entries: entriesIn(stored)};
	const name = setAside(path, now);
	return name === undefined
		? {entries: undefined, problem: problem('cannot be understood, and could not be renamed.')}
		: {entries: new Map(), problem: problem(`cannot be understood. It is now called ${name}.`)};
}

const isEntry = (value: unknown): value is KeptKey =>
	isJsonObject(value) && typeof value.origin === 'string' && typeof value.apiKey === 'string';
