import type {Options} from '../cli/command-line.ts';
import {type Journal, openJournal} from '../journal/journal.ts';
import {readPlace} from '../journal/read-only.ts';
import {rulesFrom} from '../model/notification-rules.ts';
import {invalidityOf, parseQuery} from '../model/query.ts';
import {parsePlace, serializePlace} from '../model/saved-place.ts';
import {noWordMeanings, toSavedMeanings, wordMeaningsFrom} from '../model/status-words.ts';
import {readChosenColumns} from '../present/columns.ts';
import {chosenConnection, type SettingsStore} from '../settings/settings.ts';
import {goToMain, goToWall} from '../state/navigation.ts';
import {withFilter} from '../state/projects.ts';
import type {Places} from '../sync/place-sync.ts';
import {type Preferences, type Session, startSession} from '../sync/session.ts';
import type {Store} from '../sync/store.ts';
import {sizeOf} from '../terminal/terminal-output.ts';
import {type Launch, listProfiles, openHome} from './open-service.ts';

export type ScreenOptions = Extract<Options, {readonly command: 'screens'}>;

export function openSession(options: ScreenOptions, launch: Launch) {
	const {clock} = launch;
	const home = openHome(options, {...launch, isRemembered: true});
	const journal = openJournal(home.journal);
	const {columns, notices} = readChosenColumns(home.settings.get().columns);
	// Events in the demo are made up, so they stay in memory.
	const memory = openJournal({path: undefined, now: clock.wall});
	const session = startSession({
		places: createPlaces(options.isWithoutJournal ? memory : journal, home.journal.path),
		newId: () => crypto.randomUUID(),
		journalOf(connection) {
			const {isDemo, isWithoutJournal} = connection ?? options;
			return isDemo || isWithoutJournal ? memory : journal;
		},
		preferences: {...preferencesFrom(home.settings, options), columns},
		clock,
		size: sizeOf(process.stdout),
		rpm: options.rpm,
		profiles: listProfiles(home.settings, options.isReadOnly),
		access: home.createOpener,
	});
	openFirst(session.store, options);
	return {session, ...home, notices: [...home.settings.notices, ...notices]};
}

export const preferencesFrom = (settings: SettingsStore, {theme}: Pick<ScreenOptions, 'theme'>): Preferences => ({
	rules: rulesFrom(settings.get().rules),
	wordMeanings: wordMeaningsFrom(settings.get().wordMeanings),
	theme: theme ?? settings.get().theme ?? 'terminal',
	saveTheme: settings.saveTheme,
	saveRules: settings.saveRules,
	saveWordMeanings: wordMeanings => settings.saveWordMeanings(toSavedMeanings(wordMeanings)),
	readAgain() {
		if (!settings.readAgain()) return undefined;
		const {rules, wordMeanings} = settings.get();
		return {rules: rulesFrom(rules), wordMeanings: wordMeaningsFrom(wordMeanings)};
	},
});

export const createPlaces = (journal: Pick<Journal, 'savePlace'>, path: string): Places => ({
	read: service => parsePlace(readPlace(path, service) ?? ''),
	keep: (service, place) => journal.savePlace(service, serializePlace(place)),
});

/** Applies the screen and filter of the command line once a service is connected, instead of those of the last run. A wall has no other filter, because nobody is there to change it. */
export function openFirst(store: Store, {isWall, screen, filter}: Pick<ScreenOptions, 'isWall' | 'screen' | 'filter'>) {
	const query = filter ?? (isWall ? '' : undefined);
	const unsubscribe = store.subscribe((_before, {connection}) => {
		if (!connection) return;
		unsubscribe();
		store.change((state, now) => {
			const sort = state.projects.filtered?.sort;
			const filtered = query === undefined ? state : withFilter(state, {query, sort}, now);
			if (isWall) return goToWall(filtered);
			return screen ? goToMain(filtered, screen) : filtered;
		});
	});
}

function filterProblem({filter, isDemo, ...options}: ScreenOptions, settings: SettingsStore): string | undefined {
	if (filter === undefined) return undefined;
	const saved = isDemo ? undefined : chosenConnection(options, settings.get()).saved;
	const filters = new Map(Object.entries(saved?.filters ?? {}));
	const invalidity = invalidityOf(
		parseQuery(filter, {now: 0, wordMeanings: noWordMeanings, table: new Map(), filters}),
	);
	return invalidity && `The filter is invalid: ${invalidity}`;
}

export async function enterService(
	{actions}: Session,
	options: ScreenOptions,
	settings: SettingsStore,
): Promise<string | undefined> {
	const invalidity = filterProblem(options, settings);
	if (invalidity !== undefined) return invalidity;
	if (options.isDemo) {
		await actions.enterDemo();
		return undefined;
	}

	const {baseUrl, apiKeyFile, isApiKeyFromInput} = options;
	const {profile, saved} = chosenConnection(options, settings.get());
	const keySources = {apiKeyFile, input: isApiKeyFromInput ? process.stdin : undefined};
	if (baseUrl !== undefined) return (await actions.enterAddress({baseUrl, profile, ...keySources}))?.sentence;
	if (profile === undefined) return undefined;
	const entered = actions.enterProfile(profile, keySources);
	// A password manager may wait for its user, so the screens appear first.
	if (saved?.apiKeyCommand) return undefined;
	const problem = await entered;
	return options.profile === undefined ? undefined : problem?.sentence;
}
