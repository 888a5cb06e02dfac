import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type AccentName, isAccentName, isThemeName, type ThemeName} from '../base/color.ts';
import {type SafeText, safe} from '../base/text.ts';
import {isPlainObject, isTexts, mapOf, objectOf, type PlainObject, parseObject} from './json-file.ts';
import {createSettingsFile} from './settings-file.ts';

/** A service and its options. Its key is stored separately, or printed by a command. */
export type Profile = {
	readonly baseUrl: string;
	/** A program that prints the key, and its arguments. Empty if the setting is not valid. */
	readonly apiKeyCommand?: readonly string[];
	readonly isReadOnly?: boolean;
	/** Name patterns of protected projects: landfall never deletes them, and asks twice before it deploys them. */
	readonly protects?: readonly string[];
	/** The maximum number of projects in one bulk action. */
	readonly maxBulk?: number;
	/** The colour of its name in the header, so that it cannot be taken for another. */
	readonly accent?: AccentName;
};

type Settings = {
	/** By name. */
	readonly profiles: ReadonlyMap<string, Profile>;
	readonly lastProfile: string | undefined;
	readonly theme: ThemeName | undefined;
	/** The notification rules, as stored. */
	readonly rules: PlainObject;
	/** The user's classification of status words, as stored. */
	readonly wordMeanings: ReadonlyMap<string, unknown>;
};

/** Returns the changed fields of what is stored. */
type Change = (stored: PlainObject) => PlainObject;

/**
Reads `config.json` in `directory`, or the file that it links to. Never throws for a problem with the file: a corrupt file is set aside, an invalid field is ignored, and a notice reports it.
*/
export function openSettings(options: {
	readonly directory: string;
	readonly now: () => number;
	/** The required owner of the file. Undefined on systems without user ids. */
	readonly userId?: number | undefined;
}) {
	const {directory, now, userId = process.getuid?.()} = options;
	const path = join(directory, 'config.json');
	const file = createSettingsFile(path, userId, now);
	const {content, notice} = file.read();
	const notices: SafeText[] = notice === undefined ? [] : [notice];
	let settings = readSettings(content, notices);
	let isWarned = false;
	/** Changes that are being saved, or could not be: they are saved with the next one. Reading the file would undo them. */
	const unsaved = new Set<Change>();

	/** Returns a sentence the first time that a change could not be saved to disk. */
	async function keep(next: Settings, change: Change): Promise<SafeText | undefined> {
		settings = next;
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

	/** Keeps each profile under its new name, or removes it if it has none. */
	function keepProfiles(newName: (name: string) => string | undefined) {
		const renamed = <Value>(profiles: ReadonlyMap<string, Value>) =>
			new Map(
				[...profiles].flatMap(([name, value]) => {
					const kept = newName(name);
					return kept === undefined ? [] : [[kept, value] as const];
				}),
			);
		const last = (name: unknown) => (typeof name === 'string' ? newName(name) : undefined);
		return keep(
			{...settings, profiles: renamed(settings.profiles), lastProfile: last(settings.lastProfile)},
			({profiles, lastProfile}) => ({profiles: objectOf(renamed(mapOf(profiles))), lastProfile: last(lastProfile)}),
		);
	}

	return {
		/** Returns the current settings. The file is read only once. */
		get: () => settings,

		/** What is wrong with the file: sentences to show the user once. */
		notices,

		/** Reads the rules and classifications again. Returns whether the file was written since they were read. */
		readAgain() {
			const changed = unsaved.size === 0 ? file.readChanged() : undefined;
			if (!changed) return false;
			const {rules, wordMeanings} = readSettings(changed, []);
			settings = {...settings, rules, wordMeanings};
			return true;
		},

		/** Adds or replaces a profile. */
		saveProfile: (name: string, profile: Profile) =>
			keep({...settings, profiles: new Map(settings.profiles).set(name, profile)}, ({profiles}) => ({
				profiles: objectOf(mapOf(profiles).set(name, profile)),
			})),

		/** Gives a profile another name, in the same place. */
		renameProfile: (name: string, newName: string) => keepProfiles(key => (key === name ? newName : key)),
		removeProfile: (name: string) => keepProfiles(key => (key === name ? undefined : key)),

		/** Makes a profile the default. */
		rememberProfile: (name: string) => keep({...settings, lastProfile: name}, () => ({lastProfile: name})),
		saveTheme: (theme: ThemeName) => keep({...settings, theme}, () => ({theme})),

		/** Saves the rules that differ from those before. Another window may have changed the others. */
		saveRules(rules: PlainObject, before: PlainObject) {
			const merged = mergeChanges(mapOf(before), mapOf(rules));
			return keep({...settings, rules}, stored => ({rules: merged(stored.rules)}));
		},

		/** Saves the classifications that differ from those of these settings. Another window may have added others. */
		saveWordMeanings(wordMeanings: ReadonlyMap<string, unknown>) {
			const merged = mergeChanges(settings.wordMeanings, wordMeanings);
			return keep({...settings, wordMeanings}, stored => ({wordMeanings: merged(stored.wordMeanings ?? stored.pins)}));
		},
	};
}

export type SettingsStore = ReturnType<typeof openSettings>;

/** Reads the settings as far as they are valid. Neither changes nor creates anything. */
export function peekSettings(directory: string): Settings {
	try {
		return readSettings(parseObject(readFileSync(join(directory, 'config.json'), 'utf8')) ?? {}, []);
	} catch {
		return readSettings({}, []);
	}
}

/** Returns how to apply what differs between two versions of a field to what is stored. Its other entries stay as another window may have saved them. */
function mergeChanges(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
	const changed = [...after].filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)));
	return (stored: unknown) => objectOf(new Map([...mapOf(stored), ...changed]));
}

function readSettings(
	{profiles, lastProfile, theme, rules, pins, wordMeanings = pins}: PlainObject,
	notices: SafeText[],
): Settings {
	const ignore = (field: string) => notices.push(safe(`The setting ${field} is not valid and was ignored.`));
	const read = new Map<string, Profile>();
	for (const [name, value] of mapOf(profiles)) {
		const profile = readProfile(value);
		if (profile) read.set(name, profile);
		else ignore(`profiles.${name}`);
		const accent = isPlainObject(value) ? value.accent : undefined;
		if (profile && accent !== undefined && !profile.accent) ignore(`profiles.${name}.accent`);
	}

	if (profiles !== undefined && !isPlainObject(profiles)) ignore('profiles');

	const isNamed = typeof lastProfile === 'string' && lastProfile !== '';
	if (lastProfile !== undefined && !isNamed) ignore('lastProfile');
	if (theme !== undefined && !isThemeName(theme)) ignore('theme');
	if (rules !== undefined && !isPlainObject(rules)) ignore('rules');
	if (wordMeanings !== undefined && !isPlainObject(wordMeanings)) ignore('wordMeanings');
	return {
		profiles: read,
		lastProfile: isNamed ? lastProfile : undefined,
		theme: isThemeName(theme) ? theme : undefined,
		rules: isPlainObject(rules) ? rules : {},
		wordMeanings: mapOf(wordMeanings),
	};
}

function readProfile(value: unknown): Profile | undefined {
	if (!isPlainObject(value)) return undefined;
	const {baseUrl, apiKeyCommand, isReadOnly, protects, maxBulk: given, mostAtOnce: legacyMaxBulk, accent} = value;
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
	};
}
