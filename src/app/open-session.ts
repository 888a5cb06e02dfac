import {join} from 'node:path';
import type {Clock} from '../clock.ts';
import type {Options} from '../command-line/options.ts';
import {openJournal} from '../journal/journal.ts';
import type {Redaction} from '../redaction.ts';
import type {Directories} from '../settings/directories.ts';
import {isTwelveHour} from '../settings/hour-cycle.ts';
import {lastingProcess} from '../settings/running-process.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {pinsFrom, rulesFrom, toSavedRules} from '../store/model/deployments/notification-rules.ts';
import {type Session, startSession} from '../store/session.ts';
import type {Store} from '../store/store.ts';
import {sizeOf} from '../terminal/render/screen.ts';
import {createServiceAccess} from './open-service.ts';
import {createPlaces} from './places.ts';
import {listProfiles, savedServices} from './saved-profiles.ts';

/** The options of the commands that open screens. */
export type ScreenCommand = Extract<Options, {readonly command: 'screens' | 'demo'}>;

type SessionParts = {
	readonly clock: Clock;
	readonly environmentKey: string | undefined;
	readonly settings: SettingsStore;
	readonly directories: Directories;
	readonly redaction: Redaction;
	readonly environment: NodeJS.ProcessEnv;
	readonly random: () => number;
};

/** Opens the wall in place of the list of projects, as soon as a service is connected. */
export function openWallFirst(store: Store): void {
	const unsubscribe = store.subscribe(({type}) => {
		if (type !== 'connected') return;
		unsubscribe();
		store.dispatch({type: 'wall-opened'});
	});
}

/** Starts the session with its journals and the saved preferences. No service is open yet. */
export function openSession(options: ScreenCommand, parts: SessionParts): Session {
	const {clock, settings, directories, environment, environmentKey, redaction, random} = parts;
	const {isReadOnly} = options;
	const journal = openJournal({
		path: join(directories.state, 'journal.sqlite'),
		now: clock.wall,
		owner: lastingProcess(process.pid),
		knownServices: () => savedServices(settings),
	});
	// A demo must leave nothing on disk.
	const demoJournal = openJournal({path: undefined, now: clock.wall});
	const isDemo = options.command === 'demo';
	const session = startSession({
		places: createPlaces({journal, directory: directories.state}),
		newId: () => crypto.randomUUID(),
		journalOf: connection => ((connection?.isDemo ?? isDemo) ? demoJournal : journal),
		preferences: {
			rules: rulesFrom(settings.get().rules),
			pins: pinsFrom(settings.get().pins),
			isTwelveHour: isTwelveHour(environment),
			isGuided: !options.isWall,
			theme: options.theme ?? settings.get().theme ?? 'terminal',
			saveTheme: settings.saveTheme,
			saveRules: (rules, before) => settings.saveRules(toSavedRules(rules), toSavedRules(before)),
			savePins: settings.savePins,
			readAgain() {
				if (!settings.readAgain()) return undefined;
				const {rules, pins} = settings.get();
				return {rules: rulesFrom(rules), pins: pinsFrom(pins)};
			},
		},
		clock,
		size: sizeOf(process.stdout),
		requestsPerMinute: options.requestsPerMinute,
		profiles: listProfiles({settings, isReadOnly}),
		access: hooks =>
			createServiceAccess(
				{
					clock,
					random,
					environment,
					environmentKey,
					settings,
					directory: directories.settings,
					isReadOnly,
					isRemembered: true,
					builtIn: isDemo ? options : undefined,
					onKey: redaction.add,
				},
				hooks,
			),
	});
	if (options.isWall) openWallFirst(session.store);
	return session;
}
