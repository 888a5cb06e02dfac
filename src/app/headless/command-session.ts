import {join} from 'node:path';
import type {Clock} from '../../clock.ts';
import type {HeadlessOptions} from '../../command-line/headless-options.ts';
import {createObserverJournal, openJournal} from '../../journal/journal.ts';
import type {Directories} from '../../settings/directories.ts';
import {lastingProcess} from '../../settings/running-process.ts';
import type {SettingsStore} from '../../settings/settings.ts';
import {pinsFrom, rulesFrom} from '../../store/model/deployments/notification-rules.ts';
import {type Session, type SessionOptions, startSession} from '../../store/session.ts';
import {savedServices} from '../saved-profiles.ts';

type CommandSessionParts = {
	readonly settings: SettingsStore;
	readonly directories: Directories;
	readonly clock: Clock;
	readonly newId: () => string;
	readonly isReading: boolean;
	readonly access: SessionOptions['access'];
};

/** No command draws a screen. */
const size = {columns: 80, rows: 24};

const saveNothing = (): Promise<undefined> => Promise.resolve(undefined);

/** Starts a session for a command, with the journal that the screens use. It changes no settings. */
export function openCommandSession(
	options: HeadlessOptions,
	{settings, directories, clock, newId, isReading, access}: CommandSessionParts,
): Session {
	const opened = openJournal({
		// A demo must leave nothing on disk.
		path: options.isDemo ? undefined : join(directories.state, 'journal.sqlite'),
		now: clock.wall,
		owner: lastingProcess(process.pid),
		knownServices: () => savedServices(settings),
	});
	// A command that follows deployments reads like a window, but the user does not look at it.
	const journal = isReading ? createObserverJournal(opened) : opened;
	return startSession({
		clock,
		newId,
		size,
		requestsPerMinute: options.requestsPerMinute,
		profiles: [],
		journalOf: () => journal,
		preferences: {
			rules: rulesFrom(settings.get().rules),
			pins: pinsFrom(settings.get().pins),
			isTwelveHour: false,
			isGuided: false,
			theme: 'terminal',
			saveTheme: saveNothing,
			saveRules: saveNothing,
			savePins: saveNothing,
		},
		isReading,
		isRecovering: false,
		access,
	});
}
