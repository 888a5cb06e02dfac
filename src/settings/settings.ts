import {statSync} from 'node:fs';
import {join} from 'node:path';
import {parseBaseUrl} from '../api/endpoint.ts';
import type {ThemeName} from '../base/color.ts';
import {didYouMean} from '../base/did-you-mean.ts';
import {entriesIn, isJsonObject, isRemark, isTexts, type Json, linesIn} from '../base/json.ts';
import {patternProblem} from '../base/name-pattern.ts';
import {deploysProblem, type NamedDeploy} from '../base/named-deploy.ts';
import type {SavedProfile} from '../base/saved-profile.ts';
import {type SafeText, safe} from '../base/text.ts';
import {configTable, fits, profileShape, readByTable} from './config-table.ts';
import {openPrivateJson, type PrivateJson} from './private-json.ts';

type Settings = {
	readonly profiles: ReadonlyMap<string, SavedProfile>;
	readonly lastProfile: string | undefined;
	readonly theme: ThemeName | undefined;
	readonly columns: ReadonlyMap<string, readonly string[]>;
	readonly rules: Json;
	readonly wordMeanings: ReadonlyMap<string, unknown>;
};

/** An address counts before a profile, and a profile before the last one. */
export function chosenConnection(
	{baseUrl, profile}: {readonly baseUrl: string | undefined; readonly profile: string | undefined},
	{profiles, lastProfile}: Pick<Settings, 'profiles' | 'lastProfile'>,
) {
	const name = profile ?? (baseUrl === undefined ? lastProfile : undefined);
	const saved = profiles.get(name ?? '');
	return {profile: name, saved, baseUrl: baseUrl ?? saved?.baseUrl};
}

type WrittenCommand = {readonly value: unknown; readonly line: number; readonly profile: string | undefined};

type SettingsChange = (stored: Json) => Json;

type ProfileFields = Partial<Record<keyof SavedProfile, unknown>>;

/** Never throws because of the file. `problem`: why its guards are unknown. A notice reports each invalid field. A change applies to the current content of the file, under a lock. */
export function openSettings(directory: string) {
	const path = join(directory, 'config.json');
	const file = openPrivateJson(path, {isSecret: false, problemOf: profilesProblem});
	let version = fileVersion(path);
	const isThere = version !== undefined;
	const found = file.read();
	let content = found.content ?? {};
	const notices: SafeText[] = [];
	let settings = readSettings(content, field => {
		notices.push(safe(`The setting ${field} is not valid and was ignored.`));
	});

	/** Resolves to a sentence if the change could not be saved. `about`: the part of the file that the user saw. If it has changed since, nothing is saved. */
	async function save(
		change: SettingsChange,
		about: (content: Json) => unknown = () => '',
	): Promise<SafeText | undefined> {
		const now = file.read().content;
		if (now && JSON.stringify(about(now)) !== JSON.stringify(about(content)))
			return safe(`Nothing was changed: ${path} was changed elsewhere. Start landfall again to see it.`, 500);
		content = {...content, ...change(content)};
		settings = readSettings(content);
		// The guards in the file are unknown, so saving could remove them.
		const why = found.content ? await file.change(stored => ({...stored, ...change(stored)})) : found.why;
		if (why === undefined) return undefined;
		return safe(`Settings last only until landfall ends: ${path} ${why}`, 500);
	}

	const changeProfile = (
		name: string,
		change: (stored: Json) => ProfileFields,
		isNew = false,
		seen: readonly string[] = [],
	) =>
		save(
			({profiles}) => {
				const entries = entriesIn(profiles);
				const stored = fieldsOf(entries.get(name));
				const isKept = isNew || entries.has(name);
				return isKept ? {profiles: Object.fromEntries(entries.set(name, {...stored, ...change(stored)}))} : {};
			},
			({profiles}) => seen.map(field => fieldsOf(entriesIn(profiles).get(name))[field] ?? null),
		);

	const renameOrRemove = (name: string, newName: string | undefined) =>
		save(
			({profiles, lastProfile}) => {
				const called = (key: unknown) => (key === name ? newName : key);
				const entries = [...entriesIn(profiles)].map(([key, value]) => [called(key), value] as const);
				const kept = new Map(entries.filter(([key]) => key !== undefined));
				return {profiles: Object.fromEntries(kept), lastProfile: called(lastProfile)};
			},
			({profiles}) => newName !== undefined && entriesIn(profiles).has(newName),
		);

	return {
		get: () => settings,

		/** Sentences about a file that cannot be used or understood. In that case the guards of the profiles are unknown. */
		problem: unusableText(path, found.why) ?? firstProblemIn(path, found),

		settled: file.settled,

		notices,

		commands: found.content ? writtenCommands(found.content, linesIn(found.text)) : [],

		/** Reads the file again, because a write needs its current guards. */
		profilesNow() {
			const now = file.read();
			const why = isThere && fileVersion(path) === undefined ? 'is missing by now.' : now.why;
			return {...readSettings(now.content ?? {}), problem: unusableText(path, why) ?? firstProblemIn(path, now)};
		},

		/** Reads only rules and word meanings again. False if the file has not changed. */
		readAgain() {
			const newVersion = fileVersion(path);
			if (newVersion === version) return false;
			version = newVersion;
			const stored = file.read().content;
			// Somebody may be editing the file.
			if (!stored) return false;
			const {rules, wordMeanings} = stored;
			content = {...content, rules, wordMeanings};
			settings = readSettings(content);
			return true;
		},

		saveProfile: (name: string, fields: ProfileFields) => changeProfile(name, () => fields, true, Object.keys(fields)),

		changeProfile: (name: string, fields: ProfileFields) =>
			changeProfile(name, () => fields, false, Object.keys(fields)),

		saveFilter: (profile: string, name: string, query: string | undefined) =>
			changeProfile(profile, ({filters}) => {
				const entries = entriesIn(filters);
				if (query === undefined) entries.delete(name);
				else entries.set(name, query);
				return {filters: Object.fromEntries(entries)};
			}),

		renameProfile: (name: string, newName: string) => renameOrRemove(name, newName),
		removeProfile: (name: string) => renameOrRemove(name, undefined),
		rememberProfile: (name: string) => save(() => ({lastProfile: name})),
		saveTheme: (theme: ThemeName) => save(() => ({theme})),

		saveRules(rules: Json, before: Json) {
			const merged = mergeChanges(entriesIn(before), entriesIn(rules));
			return save(stored => ({rules: merged(stored.rules)}));
		},

		saveWordMeanings(wordMeanings: ReadonlyMap<string, unknown>) {
			const merged = mergeChanges(settings.wordMeanings, wordMeanings);
			return save(stored => ({wordMeanings: merged(stored.wordMeanings)}));
		},
	};
}

export type SettingsStore = ReturnType<typeof openSettings>;

const unusableText = (path: string, why: string | undefined): SafeText | undefined =>
	why === undefined ? undefined : safe(`The settings were not used: ${path} ${why}`, 500);

/** The first part of the file that landfall does not understand. It may have been meant as a guard. */
function firstProblemIn(path: string, {content, text = ''}: PrivateJson): SafeText | undefined {
	const problems: Array<{readonly at: readonly string[]; readonly says: string}> = [];
	readByTable(content, configTable, (at, known) => {
		const field = at.at(-1) ?? '';
		const hint = didYouMean(field, known ?? []) || placeHint(field);
		if (known?.length === 0) problems.push({at, says: `The value of ${field} is not understood.`});
		else if (known) problems.push({at, says: `There is no setting ${field}.${hint}`});
	});
	for (const [name, value] of entriesIn(content?.profiles)) {
		const {baseUrl, protects, deploys} = fieldsOf(value);
		const wrong = Array.isArray(deploys) ? deploysProblem(deploys) : undefined;
		const problem = isTexts(protects) ? protects.map(patternProblem).find(Boolean) : undefined;
		if (isRemark(name)) continue;
		const address = parseBaseUrl(isName(baseUrl) ? baseUrl : '');
		if (!address.ok)
			problems.push({at: ['profiles', name], says: `The profile ${name} has no usable baseUrl. ${address.reason}`});
		if (wrong) problems.push({at: ['profiles', name, 'deploys', wrong.at], says: wrong.says});
		if (problem) problems.push({at: ['profiles', name, 'protects'], says: `The pattern ${problem}.`});
	}

	const [first] = problems;
	if (!first) return undefined;
	const line = linesIn(text).get(first.at.join('.')) ?? 1;
	return safe(`${first.says} Correct ${first.at.join('.')} in line ${line} of ${path}.`, 500);
}

function placeHint(field: string): string {
	if (Object.hasOwn(profileShape.properties, field)) return ' It belongs in a profile.';
	return Object.hasOwn(configTable.properties, field) ? ' It belongs beside the profiles.' : '';
}

const profilesProblem = ({profiles}: Json): string | undefined =>
	profiles === undefined || isJsonObject(profiles) ? undefined : 'cannot be understood: profiles must be an object';

/** Applies the differences between `before` and `after`, and keeps other entries, which another window may have saved. */
function mergeChanges(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
	const changed = [...after].filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)));
	return (stored: unknown) => Object.fromEntries(new Map([...entriesIn(stored), ...changed]));
}

function writtenCommands(content: Json, lines: ReadonlyMap<string, number>): readonly WrittenCommand[] {
	const known = validIn(content);
	const owners = [...entriesIn(known.profiles)].map(([name, value]) => [name, fieldsOf(value)] as const);
	return [[undefined, known] as const, ...owners].flatMap(([profile, {commands = []}]) => {
		const path = profile === undefined ? 'commands' : `profiles.${profile}.commands`;
		return [commands].flat().map((value, at): WrittenCommand => {
			const line = lines.get(`${path}.${at}`) ?? lines.get(path) ?? 1;
			return {value, line, profile};
		});
	});
}

const fieldsOf = (value: unknown): Json => (isJsonObject(value) ? value : {});

function fileVersion(path: string): string | undefined {
	try {
		const {ino, size, mtimeMs} = statSync(path);
		return `${ino} ${size} ${mtimeMs}`;
	} catch {
		return undefined;
	}
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Ignore = (field: string) => void;

const validIn = (content: Json, ignore: Ignore = () => {}): Json =>
	fieldsOf(readByTable(content, configTable, (path, known) => known ?? ignore(path.join('.'))));

function readSettings(content: Json, ignore: Ignore = () => {}): Settings {
	const {profiles, lastProfile, theme, columns, rules, wordMeanings} = validIn(content, ignore);
	const read = [...entriesIn(profiles)].flatMap(([name, value]) => {
		const profile = readProfile(fieldsOf(value));
		return profile ? [[name, profile] as const] : [];
	});
	return {
		...({lastProfile, theme} as Pick<Settings, 'lastProfile' | 'theme'>),
		profiles: new Map(read),
		columns: entriesIn(columns) as Settings['columns'],
		rules: fieldsOf(rules),
		wordMeanings: entriesIn(wordMeanings),
	};
}

function readProfile(fields: Json): SavedProfile | undefined {
	const {baseUrl, apiKeyCommand, isReadOnly, protects, maxBulk, commands: _, deploys, ...others} = fields;
	if (!isName(baseUrl)) return undefined;
	return {
		...others,
		...(Array.isArray(deploys) && !deploysProblem(deploys) && {deploys: deploys as readonly NamedDeploy[]}),
		baseUrl,
		// An invalid command counts as one that fails, because the user did not choose a stored key.
		...(apiKeyCommand !== undefined && {apiKeyCommand: isTexts(apiKeyCommand) ? apiKeyCommand : []}),
		// Any value but `false` protects, because a profile meant to be read-only must never be written to.
		...(isReadOnly !== undefined && isReadOnly !== false && {isReadOnly: true}),
		// Invalid patterns were meant to protect something, so they protect everything.
		...(protects !== undefined && {protects: isTexts(protects) ? protects : ['*']}),
		// An invalid limit was meant as a limit, so the strictest one applies.
		...(maxBulk !== undefined && {maxBulk: fits(maxBulk, profileShape.properties.maxBulk) ? Number(maxBulk) : 1}),
	};
}
