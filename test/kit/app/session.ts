import type {OnRequestEnd} from '../../../src/api/client.ts';
import {plain} from '../../../src/base/text.ts';
import {openJournal} from '../../../src/journal/journal.ts';
import type {JournalOwner} from '../../../src/journal/schema.ts';
import type {OpenedService, Profile, SavedProfiles, ServiceOpener} from '../../../src/model/connection.ts';
import type {Places} from '../../../src/sync/place-sync.ts';
import type {Preferences} from '../../../src/sync/session.ts';
import {startSession} from '../../../src/sync/session.ts';
import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {noPreferences} from './preferences.ts';
import {createTestService, type ServiceOptions} from './service.ts';

export type SessionOptions = ServiceOptions & {
	readonly columns?: number;
	readonly rows?: number;
	/** Whether the session starts in the demo. */
	readonly isInDemo?: boolean;
	readonly requestsPerMinute?: number;
	/** Default: a new test clock. */
	readonly clock?: TestClock;
	/** Default: a journal in memory. */
	readonly journalPath?: string;
	/** The user's choices, and the functions that save them. */
	readonly preferences?: Partial<Preferences>;
	/** The process that writes to the journal. Default: none in particular. */
	readonly owner?: JournalOwner;
	/** Ways to connect other than the demo. */
	readonly access?: Partial<ServiceOpener> | ((onRequestEnd: OnRequestEnd) => Partial<ServiceOpener>);
	/** Where the user was with each profile. Default: nowhere. */
	readonly places?: Places;
	/** The saved profiles. */
	readonly profiles?: readonly Profile[];
};

/** Returns saved profiles that are kept in memory only. */
function createTestProfiles(initial: readonly Profile[]): SavedProfiles {
	let profiles = initial;
	const changeOne = (name: string, changes: Partial<Profile>) => {
		profiles = profiles.map(profile => (profile.name === name ? {...profile, ...changes} : profile));
	};
	return {
		list: () => profiles,
		change: async (name, changes) => changeOne(name, changes) as undefined,
		rename: async (name, newName) => changeOne(name, {name: newName}) as undefined,
		async remove(name) {
			profiles = profiles.filter(profile => profile.name !== name);
			return undefined;
		},
	};
}

/** Returns how a session opens services where there is none but the demo. */
export const withoutNetwork = (profiles: readonly Profile[] = []): Omit<ServiceOpener, 'enterDemo'> => ({
	enterProfile: async () => ({problem: {sentence: plain`There are no profiles.`, field: undefined}}),
	enterAddress: async () => 'no key',
	enterLogin: () => ({problem: {sentence: plain`There is no network.`, field: 'baseUrl'}}),
	keep: async () => plain`Kept.`,
	profiles: createTestProfiles(profiles),
});

export type TestSession = Awaited<ReturnType<typeof startTestSession>>;

/** Starts a session on a sandbox, without screens and on a test clock. */
export async function startTestSession(options: SessionOptions = {}) {
	const {
		columns = 80,
		rows = 24,
		isInDemo = false,
		requestsPerMinute = 60,
		access = {},
		preferences = {},
		profiles = [],
		places,
		journalPath,
		clock = createTestClock(),
		owner,
		...serviceOptions
	} = options;
	const {open, ...service} = createTestService(clock, serviceOptions);
	const journal = openJournal({path: journalPath, now: clock.now, ...(owner && {owner})});
	let openService = (): Promise<OpenedService> => Promise.reject(new Error('The session has no access to services.'));
	const session = startSession({
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		clock,
		size: {columns, rows},
		requestsPerMinute,
		preferences: {...noPreferences, ...preferences},
		profiles,
		...(places && {places}),
		access({onRequestEnd, onRequestSent}) {
			openService = () => open({onRequestEnd, onRequestSent});
			return {
				enterDemo: openService,
				...withoutNetwork(profiles),
				...(typeof access === 'function' ? access(onRequestEnd) : access),
			};
		},
	});
	if (isInDemo) await session.actions.enterDemo();
	return {
		...service,
		session,
		clock,
		/** Returns the service of the sandbox without connecting to it. */
		openService,
	};
}
