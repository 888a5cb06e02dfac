import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type AccentName, isAccentName, isThemeName, type ThemeName} from '../base/color.ts';
import {entriesIn, isJsonObject, isTexts, type Json, parseJsonObject} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import {openPrivateJson} from './private-json.ts';

/** A service and its options. Its key is stored separately, or printed by a command. */
export type Profile = {
	readonly baseUrl: string;
	/** A program that prints the key, and its arguments. Empty if the setting is not valid. */
	readonly apiKeyCommand?: readonly string[];
	readonly isReadOnly?: boolean;
	/** Name patterns of protected projects: landfall never deletes them, and asks twice before it deploys them. */
	readonly protects?: readonly string[];
	readonly maxBulk?: number;
	readonly accent?: AccentName;
	/** Saved filters, by name. */
	readonly filters?: Readonly<Record<string, string>>;
	/** What environments are called, by their ids. */
	readonly environments?: Readonly<Record<string, string>>;
};

type Settings = {
	readonly profiles: ReadonlyMap<string, Profile>;
	readonly lastProfile: string | undefined;
	readonly theme: ThemeName | undefined;
	readonly columns: ReadonlyMap<string, unknown>;
	readonly rules: Json;
	readonly wordMeanings: ReadonlyMap<string, unknown>;
};

/** Returns which service is meant: at the given address, otherwise that of the given profile, otherwise that of the last one. */
export function serviceMeant(
	{baseUrl, profile}: {readonly baseUrl: string | undefined; readonly profile: string | undefined},
	{profiles, lastProfile}: Pick<Settings, 'profiles' | 'lastProfile'>,
) {
	const name = profile ?? (baseUrl === undefined ? lastProfile : undefined);
	return {profile: name, baseUrl: baseUrl ?? profiles.get(name ?? '')?.baseUrl};
}

type Change = (stored: Json) => Json;

/**
Reads `config.json` in `directory`, or the file that it links to. Never throws for a problem with the file: a corrupt file is set aside, an invalid field is ignored, and a notice reports it.

Each change is applied to what is known here and, under a lock, to what the file holds by then, so that changes by other landfall processes are kept.
*/
export function openSettings({directory, now}: {readonly directory: string; readonly now: () => number}) {
	const path = join(directory, 'config.json');
	const file = openPrivateJson(path, {isSecret: false, now});
	let version = versionOf(path);
	let {content = {}, why: problem} = file.read();
	const notices = problem === undefined ? [] : [safe(`The settings were not used: ${path} ${problem}`, 500)];
	let settings = readSettings(content, field =>
		notices.push(safe(`The setting ${field} is not valid and was ignored.`)),
	);
	/** Changes that could not be saved yet. They are saved with the next one; reading the file would undo them. */
	const unsaved = new Set<Change>();
	let isWarned = false;

	/** Returns a sentence the first time that a change could not be saved to disk. */
	async function save(change: Change): Promise<SafeText | undefined> {
		content = {...content, ...change(content)};
		settings = readSettings(content);
		unsaved.add(change);
		const changes = [...unsaved];
		const why = await file.change(stored => {
			const fields = {...stored};
			for (const each of changes) Object.assign(fields, each(fields));
			return fields;
		});
		if (why === undefined) for (const each of changes) unsaved.delete(each);
		if (why === undefined || isWarned) return undefined;
		isWarned = true;
		return safe(`Settings last only until landfall ends: ${path} ${why}`, 500);
	}

	return {
		/** Returns the current settings. The file is read only once. */
		get: () => settings,

		/** What is wrong with the file: sentences to show the user once. */
		notices,

		/** Reads the rules and classifications again. Returns whether the file was written since they were read. */
		readAgain() {
			const newVersion = versionOf(path);
			if (unsaved.size > 0 || newVersion === version) return false;
			version = newVersion;
			const stored = file.peek();
			if (!stored) return false;
			const {rules, pins, wordMeanings = pins} = stored;
			content = {...content, rules, wordMeanings};
			settings = readSettings(content);
			return true;
		},

		saveProfile: (name: string, profile: Profile) =>
			save(({profiles}) => ({profiles: Object.fromEntries(entriesIn(profiles).set(name, profile))})),

		/** Keeps the profile in its place. */
		renameProfile: (name: string, newName: string) =>
			save(({profiles, lastProfile}) => ({
				profiles: Object.fromEntries(
					new Map([...entriesIn(profiles)].map(([key, value]) => [key === name ? newName : key, value])),
				),
				lastProfile: lastProfile === name ? newName : lastProfile,
			})),
		removeProfile: (name: string) =>
			save(({profiles, lastProfile}) => ({
				profiles: Object.fromEntries(new Map([...entriesIn(profiles)].filter(([key]) => key !== name))),
				lastProfile: lastProfile === name ? undefined : lastProfile,
			})),

		rememberProfile: (name: string) => save(() => ({lastProfile: name})),
		saveTheme: (theme: ThemeName) => save(() => ({theme})),

		/** Saves the rules that differ from those before. Another window may have changed the others. */
		saveRules(rules: Json, before: Json) {
			const merged = mergeChanges(entriesIn(before), entriesIn(rules));
			return save(stored => ({rules: merged(stored.rules)}));
		},

		/** Saves the classifications that differ from those of these settings. Another window may have added others. */
		saveWordMeanings(wordMeanings: ReadonlyMap<string, unknown>) {
			const merged = mergeChanges(settings.wordMeanings, wordMeanings);
			return save(({pins, wordMeanings: stored = pins}) => ({wordMeanings: merged(stored)}));
		},
	};
}

export type SettingsStore = ReturnType<typeof openSettings>;

/** Reads the settings as far as they are valid. Neither changes nor creates anything. */
export function peekSettings(directory: string): Settings {
	try {
		return readSettings(parseJsonObject(readFileSync(join(directory, 'config.json'), 'utf8')) ?? {});
	} catch {
		return readSettings({});
	}
}

/** Returns how to apply what differs between two versions of a field to what is stored. Its other entries stay as another window may have saved them. */
function mergeChanges(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
	const changed = [...after].filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)));
	return (stored: unknown) => Object.fromEntries(new Map([...entriesIn(stored), ...changed]));
}

/** Returns what changes whenever a file is written. Undefined if there is none. */
function versionOf(path: string): string | undefined {
	try {
		const {ino, size, mtimeMs} = statSync(path);
		return `${ino} ${size} ${mtimeMs}`;
	} catch {
		return undefined;
	}
}

function readSettings(
	{profiles, lastProfile, theme, columns, rules, pins, wordMeanings = pins}: Json,
	ignore: (field: string) => void = () => {},
): Settings {
	const valid = <Value>(field: string, value: unknown, isValid: (value: unknown) => value is Value) => {
		if (isValid(value)) return value;
		if (value !== undefined) ignore(field);
		return undefined;
	};
	const read = new Map<string, Profile>();
	for (const [name, value] of entriesIn(valid('profiles', profiles, isJsonObject))) {
		const profile = readProfile(value);
		if (profile) read.set(name, profile);
		else ignore(`profiles.${name}`);
		for (const field of ['accent', 'environments', 'filters'] as const) {
			const isGiven = isJsonObject(value) && value[field] !== undefined;
			if (profile && isGiven && !profile[field]) ignore(`profiles.${name}.${field}`);
		}
	}

	return {
		profiles: read,
		lastProfile: valid('lastProfile', lastProfile, isName),
		theme: valid('theme', theme, isThemeName),
		columns: entriesIn(valid('columns', columns, isJsonObject)),
		rules: valid('rules', rules, isJsonObject) ?? {},
		wordMeanings: entriesIn(valid('wordMeanings', wordMeanings, isJsonObject)),
	};
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isNames = (value: unknown): value is Readonly<Record<string, string>> =>
	isJsonObject(value) && Object.values(value).every(isName);

function readProfile(value: unknown): Profile | undefined {
	if (!isJsonObject(value)) return undefined;
	const {
		baseUrl,
		apiKeyCommand,
		isReadOnly,
		protects,
		maxBulk: given,
		mostAtOnce: legacyMaxBulk,
		accent,
		environments,
		filters,
	} = value;
	if (typeof baseUrl !== 'string' || baseUrl === '') return undefined;
	// Any value but `false` protects: a profile that was meant to be read-only must never be written to.
	const isLocked = isReadOnly !== undefined && isReadOnly !== false;
	// Invalid patterns were meant to protect something, so everything is protected.
	const patterns = isTexts(protects) ? protects : protects === undefined ? undefined : ['*'];
	// Version 0.1.0 stored it as mostAtOnce.
	const maxBulk = given ?? legacyMaxBulk;
	const isNumber = typeof maxBulk === 'number' && Number.isInteger(maxBulk) && maxBulk > 0;
	return {
		baseUrl,
		// An invalid command is kept as one that fails: a stored key is not what the user chose.
		...(apiKeyCommand !== undefined && {apiKeyCommand: isTexts(apiKeyCommand) ? apiKeyCommand : []}),
		...(isLocked && {isReadOnly: true}),
		...(patterns && {protects: patterns}),
		...(isNumber && {maxBulk}),
		...(isAccentName(accent) && {accent}),
		...(isNames(environments) && {environments}),
		...(isNames(filters) && {filters}),
	};
}
