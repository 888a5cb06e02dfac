import {createClient, type OnRequestEnd} from '../../../src/api/client.ts';
import {createInProcessTransport, type Handle} from '../../../src/api/transport/in-process.ts';
import type {Transport} from '../../../src/api/transport/transport.ts';
import type {JournalOwner} from '../../../src/journal/entries.ts';
import {createObserverJournal, openJournal} from '../../../src/journal/journal.ts';
import {createSandbox, type Sandbox, type SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import type {Places} from '../../../src/store/effects/place-sync.ts';
import type {Profile} from '../../../src/store/model/connection.ts';
import type {SavedProfiles, Service, ServiceAccess} from '../../../src/store/model/login.ts';
import type {Preferences} from '../../../src/store/model/preferences.ts';
import {startSession} from '../../../src/store/session.ts';
import {plain} from '../../../src/text.ts';
import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {noPreferences} from './preferences.ts';

export type SessionOptions = Pick<SandboxOptions, 'world' | 'projects' | 'seed'> & {
	readonly columns?: number;
	readonly rows?: number;
	readonly isReadOnly?: boolean;
	/** Whether the session starts in the demo. */
	readonly isInDemo?: boolean;
	readonly requestsPerMinute?: number;
	/** How long a request takes, by the test's clock. A function is asked for each request. */
	readonly latencyMs?: number | (() => number);
	/** Returns the error code with which the next connection fails, such as `ECONNREFUSED`, or undefined if it succeeds. */
	readonly connectError?: () => string | undefined;
	/** Handles requests instead of the sandbox. */
	readonly handle?: Handle;
	/** Default: a new one. */
	readonly sandbox?: Sandbox;
	/** Default: a new test clock. */
	readonly clock?: TestClock;
	/** Default: a journal in memory. */
	readonly journalPath?: string;
	/** The user's choices, and the functions that save them. */
	readonly preferences?: Partial<Preferences>;
	/** Whether the session keeps what is on the screen current. Default: yes. */
	readonly isReading?: boolean;
	/** Whether it looks for the results of writes that an earlier run left unsettled. Default: yes. */
	readonly isRecovering?: boolean;
	/** The process that writes to the journal. Default: none in particular. */
	readonly owner?: JournalOwner;
	/** Whether it only observes, so that what belongs to the user's screens stays as it is. Default: no. */
	readonly isObserver?: boolean;
	/** Receives every request as it is sent. */
	readonly onRequest?: (request: string) => void;
	/** Returns the service to open in place of the sandbox's. */
	readonly onService?: (service: Service) => Service;
	/** Ways to connect other than the demo. */
	readonly access?: Partial<ServiceAccess> | ((onRequestEnd: OnRequestEnd) => Partial<ServiceAccess>);
	/** What windows have in common that divide a budget. Without it, this one has its own. */
	readonly fingerprint?: string;
	/** Where the user was with each profile. Default: nowhere. */
	readonly places?: Places;
	/** The saved profiles. */
	readonly profiles?: readonly Profile[];
};

/** Returns saved profiles that are kept in memory only. */
export function createTestProfiles(initial: readonly Profile[]): SavedProfiles {
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
export const withoutNetwork = (profiles: readonly Profile[] = []): Omit<ServiceAccess, 'enterDemo'> => ({
	enterProfile: async () => ({denial: {sentence: plain`There are no profiles.`, field: undefined}}),
	enterAddress: async () => 'no key',
	enterLogin: () => ({denial: {sentence: plain`There is no network.`, field: 'baseUrl'}}),
	keep: async () => plain`Kept.`,
	profiles: createTestProfiles(profiles),
});

export type TestSession = Awaited<ReturnType<typeof startTestSession>>;

/** Starts a session on a sandbox, without screens and on a test clock. */
export async function startTestSession(options: SessionOptions = {}) {
	const {
		columns = 80,
		rows = 24,
		isReadOnly = false,
		isInDemo = false,
		requestsPerMinute = 60,
		access = {},
		preferences = {},
		profiles = [],
		fingerprint,
		places,
		handle,
		latencyMs = 0,
		connectError = () => undefined,
		journalPath,
		clock = createTestClock(),
		isReading = true,
		isRecovering = true,
		owner,
		isObserver = false,
		onRequest = () => {},
		onService = service => service,
		sandbox: given,
		...world
	} = options;
	const requests: string[] = [];
	const apiKey = 'a-key-for-tests';
	const sandbox = given ?? createSandbox({clock, apiKey, world: 'quiet', ...world});
	const opened = openJournal({path: journalPath, now: clock.now, ...(owner && {owner})});
	const journal = isObserver ? createObserverJournal(opened) : opened;
	let openService = (): Promise<Service> => Promise.reject(new Error('The session has no access to services.'));
	const session = startSession({
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		clock,
		size: {columns, rows},
		requestsPerMinute,
		preferences: {...noPreferences, ...preferences},
		profiles,
		isReading,
		isRecovering,
		...(places && {places}),
		access(onRequestEnd, _quietUntil, onRequestSent) {
			openService = async () => {
				const recorded: Handle = request => {
					requests.push(`${request.method} ${request.target}`);
					onRequest(`${request.method} ${request.target}`);
					return (handle ?? sandbox.handle)(request);
				};
				const inProcess: Transport = (request, signal) =>
					createInProcessTransport(recorded, {
						clock,
						latencyMs: typeof latencyMs === 'function' ? latencyMs() : latencyMs,
					})(request, signal);
				const transport: Transport = async (request, signal) => {
					const code = connectError();
					return code === undefined ? inProcess(request, signal) : {outcome: 'not-sent', code, isTimeout: false};
				};
				const baseUrl = 'http://demo.invalid';
				const client = createClient({
					transport,
					baseUrl,
					apiKey,
					clock,
					isReadOnly: () => isReadOnly,
					onRequestEnd,
					onRequestSent,
				});
				return onService({
					client,
					name: plain`demo`,
					host: plain`built-in service`,
					baseUrl,
					isReadOnly,
					isDemo: true,
					...(fingerprint !== undefined && {fingerprint: () => fingerprint}),
				});
			};
			return {
				enterDemo: openService,
				...withoutNetwork(profiles),
				...(typeof access === 'function' ? access(onRequestEnd) : access),
			};
		},
	});
	if (isInDemo) await session.actions.enterDemo();
	return {
		session,
		clock,
		sandbox,
		apiKey,
		/** Returns the service of the sandbox without connecting to it. */
		openService,
		/** The requests that the session sent, such as `GET /v1/projects`. */
		requests: requests as readonly string[],
	};
}
