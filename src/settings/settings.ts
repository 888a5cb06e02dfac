import {join} from 'node:path';
import {type SafeText, safe} from '../text.ts';
import {isPlainObject, mapOf, objectOf, type PlainObject} from './json-file.ts';
import {createSettingsFile} from './settings-file.ts';

/** One service and how it is used. Its key is kept elsewhere. */
type Profile = {
	readonly baseUrl: string;
	readonly isReadOnly?: boolean;
	/** Patterns of names of projects that are never deleted, and asked about twice. */
	readonly protects?: readonly string[];
	/** The most projects that one bulk action may change. */
	readonly maxBulk?: number;
};

type Settings = {
	/** By name. */
	readonly profiles: ReadonlyMap<string, Profile>;
	readonly lastProfile: string | undefined;
	/** When and how a person is told of conclusions, as it was kept. */
	readonly rules: PlainObject;
	/** What words of the service mean, by the word, as it was kept. */
	readonly pins: ReadonlyMap<string, unknown>;
};

export type SettingsStore = {
	/** The settings as they are now; the file is read only once. */
	readonly get: () => Settings;
	/** What was wrong with the file: sentences for the person, to be shown once. */
	readonly notices: readonly SafeText[];
	/** Adds or replaces a profile. Gives a sentence, once, when it lasts only until landfall ends. */
	readonly saveProfile: (name: string, profile: Profile) => Promise<SafeText | undefined>;
	/** Makes a profile the one that is opened when none is named. Gives what `saveProfile` gives. */
	readonly rememberProfile: (name: string) => Promise<SafeText | undefined>;
	readonly saveRules: (rules: PlainObject) => Promise<SafeText | undefined>;
	readonly savePins: (pins: ReadonlyMap<string, unknown>) => Promise<SafeText | undefined>;
};

/**
Reads `config.json` in `directory`, or the file that it links to. Nothing about that file or its disk can make this fail: a file that cannot be understood is set aside, a field that makes no sense is left out, and a notice says so.
*/
export function openSettings(options: {
	readonly directory: string;
	readonly now: () => number;
	/** Who must own the file; undefined where the system knows no such thing. */
	readonly userId?: number | undefined;
}): SettingsStore {
	const {directory, now, userId = process.getuid?.()} = options;
	const path = join(directory, 'config.json');
	const file = createSettingsFile(path, userId, now);
	const {content, notice} = file.read();
	const notices: SafeText[] = notice === undefined ? [] : [notice];
	let settings = readSettings(content, notices);
	let isWarned = false;

	async function keep(next: Settings, change: (stored: PlainObject) => PlainObject): Promise<SafeText | undefined> {
		settings = next;
		const why = await file.change(change);
		if (why === undefined || isWarned) return undefined;
		isWarned = true;
		return safe(`Settings last only until landfall ends: ${path} ${why}`, 500);
	}

	return {
		get: () => settings,
		notices,
		saveProfile: (name, profile) =>
			keep({...settings, profiles: new Map(settings.profiles).set(name, profile)}, ({profiles}) => ({
				profiles: objectOf(mapOf(profiles).set(name, profile)),
			})),
		rememberProfile: name => keep({...settings, lastProfile: name}, () => ({lastProfile: name})),
		saveRules: rules => keep({...settings, rules}, () => ({rules})),
		savePins: pins => keep({...settings, pins}, () => ({pins: objectOf(pins)})),
	};
}

function readSettings({profiles, lastProfile, rules, pins}: PlainObject, notices: SafeText[]): Settings {
	const leaveOut = (field: string) => notices.push(safe(`The setting ${field} makes no sense and was left out.`));
	const read = new Map<string, Profile>();
	for (const [name, value] of mapOf(profiles)) {
		const profile = readProfile(value);
		if (profile) read.set(name, profile);
		else leaveOut(`profiles.${name}`);
	}

	if (profiles !== undefined && !isPlainObject(profiles)) leaveOut('profiles');

	const isNamed = typeof lastProfile === 'string' && lastProfile !== '';
	if (lastProfile !== undefined && !isNamed) leaveOut('lastProfile');
	if (rules !== undefined && !isPlainObject(rules)) leaveOut('rules');
	if (pins !== undefined && !isPlainObject(pins)) leaveOut('pins');
	return {
		profiles: read,
		lastProfile: isNamed ? lastProfile : undefined,
		rules: isPlainObject(rules) ? rules : {},
		pins: mapOf(pins),
	};
}

function readProfile(value: unknown): Profile | undefined {
	if (!isPlainObject(value)) return undefined;
	const {baseUrl, isReadOnly, protects, maxBulk: given, mostAtOnce: formerly} = value;
	if (typeof baseUrl !== 'string' || baseUrl === '') return undefined;
	// Anything but a clear no protects: a profile that somebody meant to be read-only must never be written to.
	const isLocked = isReadOnly !== undefined && isReadOnly !== false;
	const isPatterns = Array.isArray(protects) && protects.every(pattern => typeof pattern === 'string');
	// Patterns that cannot be understood were meant to protect something: then everything is.
	const patterns = isPatterns ? protects : protects === undefined ? undefined : ['*'];
	// 0.1.0 wrote it as mostAtOnce.
	const maxBulk = given ?? formerly;
	const isNumber = typeof maxBulk === 'number' && Number.isInteger(maxBulk) && maxBulk > 0;
	return {
		baseUrl,
		...(isLocked && {isReadOnly: true}),
		...(patterns && {protects: patterns}),
		...(isNumber && {maxBulk}),
	};
}
