import {join} from 'node:path';
import type {Clock} from '../base/clock.ts';
import type {Options} from '../cli/options.ts';
import {type Journal, openJournal} from '../journal/journal.ts';
import {readPlace} from '../journal/names.ts';
import {rulesFrom, toSavedRules} from '../model/notification-rules.ts';
import {parsePlace, serializePlace} from '../model/place.ts';
import {wordMeaningsFrom} from '../model/status-words.ts';
import type {Directories} from '../settings/directories.ts';
import type {SettingsStore} from '../settings/settings.ts';
import type {Places} from '../sync/place-sync.ts';
import type {Preferences} from '../sync/preferences.ts';
import {type Session, startSession} from '../sync/session.ts';
import {isTwelveHour} from '../terminal/hour-cycle.ts';
import {sizeOf} from '../terminal/output.ts';
import {lastingProcess} from '../terminal/running-process.ts';
import {createServiceAccess} from './open-service.ts';
import {listProfiles} from './saved-profiles.ts';

/** The options of the commands that open screens. */
export type ScreenCommand = Extract<Options, {readonly command: 'screens' | 'demo'}>;

type SessionParts = {
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	readonly settings: SettingsStore;
	readonly directories: Directories;
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
};

/** Starts the session with its journals and the saved preferences. No service is open yet. */
export function openSession(
	options: ScreenCommand,
	{clock, environmentKey, settings, directories, onKey}: SessionParts,
): Session {
	const {isReadOnly, requestsPerMinute} = options;
	const isDemo = options.command === 'demo';
	const path = join(directories.state, 'journal.sqlite');
	const journal = openJournal({
		path,
		now: clock.wall,
		owner: lastingProcess(process.pid),
	});
	// A demo must leave nothing on disk.
	const demoJournal = openJournal({path: undefined, now: clock.wall});
	const service = {
		clock,
		random: Math.random,
		environment: process.env,
		environmentKey,
		settings,
		directory: directories.settings,
		isReadOnly,
		isRemembered: true,
		builtIn: isDemo ? options : undefined,
		onKey,
	};
	return startSession({
		places: createPlaces(journal, path),
		newId: () => crypto.randomUUID(),
		journalOf: connection => ((connection?.isDemo ?? isDemo) ? demoJournal : journal),
		preferences: preferencesFrom(settings, options),
		clock,
		size: sizeOf(process.stdout),
		requestsPerMinute,
		profiles: listProfiles({settings, isReadOnly}),
		access: hooks => createServiceAccess(service, hooks),
	});
}

const preferencesFrom = (settings: SettingsStore, {isWall, theme}: ScreenCommand): Preferences => ({
	rules: rulesFrom(settings.get().rules),
	wordMeanings: wordMeaningsFrom(settings.get().wordMeanings),
	isTwelveHour: isTwelveHour(process.env),
	isGuided: !isWall,
	theme: theme ?? settings.get().theme ?? 'terminal',
	saveTheme: settings.saveTheme,
	saveRules: (rules, before) => settings.saveRules(toSavedRules(rules), toSavedRules(before)),
	saveWordMeanings: settings.saveWordMeanings,
	readAgain() {
		if (!settings.readAgain()) return undefined;
		const {rules, wordMeanings} = settings.get();
		return {rules: rulesFrom(rules), wordMeanings: wordMeaningsFrom(wordMeanings)};
	},
});

/** Returns where users were, as the journal at this path knows it. */
export const createPlaces = (journal: Pick<Journal, 'savePlace'>, path: string): Places => ({
	read: service => parsePlace(readPlace(path, service) ?? ''),
	keep: (service, place) => journal.savePlace(service, serializePlace(place)),
});
