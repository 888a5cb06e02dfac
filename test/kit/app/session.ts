import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {createClient, type OnRequestEnd, type OnRequestSent} from '../../../src/api/client.ts';
import {environmentNamesOf} from '../../../src/api/environment-names.ts';
import type {Handle} from '../../../src/api/in-process.ts';
import type {Transport} from '../../../src/api/transport.ts';
import {plain, safe} from '../../../src/base/text.ts';
import {type Journal, openJournal} from '../../../src/journal/journal.ts';
import type {JournalOwner} from '../../../src/journal/journal-schema.ts';
import type {Guards, OpenedService, Profile, SavedProfiles, ServiceOpener} from '../../../src/model/connection.ts';
import {defaultRules} from '../../../src/model/notification-rules.ts';
import {noWordMeanings} from '../../../src/model/status-words.ts';
import type {SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import type {Places} from '../../../src/sync/place-sync.ts';
import {type Preferences, startSession} from '../../../src/sync/session.ts';
import {createTestClock, type TestClock} from '../fixtures/clock.ts';
import {temporaryDirectory} from '../fixtures/temporary-directory.ts';
import {createSlowTransport} from '../services/slow-transport.ts';
import {createTestSandbox, type TestSandbox, withOutages} from '../services/test-sandbox.ts';

export type ServiceOptions = Pick<SandboxOptions, 'world' | 'projects' | 'seed'> & {
	readonly isReadOnly?: boolean;
	readonly isWithoutJournal?: boolean | undefined;
	/** By the test's clock. A function is called for each request. */
	readonly latencyMs?: number | (() => number);
	/** The error code of the next connection, such as `ECONNREFUSED`. Undefined if it succeeds. */
	readonly connectError?: () => string | undefined;
	readonly handle?: Handle;
	readonly sandbox?: TestSandbox;
	readonly onRequest?: () => void;
	readonly onService?: (service: OpenedService) => OpenedService;
	readonly guards?: Partial<Guards>;
	readonly environments?: Readonly<Record<string, string>>;
};

export const testKey = 'a-key-for-tests';

const demo = {name: plain`demo`, host: plain`built-in service`, baseUrl: 'http://demo.invalid', isDemo: true};

export function createTestService(
	clock: TestClock,
	{
		isReadOnly = false,
		isWithoutJournal = false,
		latencyMs = 0,
		connectError = () => undefined,
		onRequest = () => {},
		onService = service => service,
		guards,
		handle,
		sandbox: given,
		environments = {},
		...world
	}: ServiceOptions,
) {
	const requests: string[] = [];
	const sandbox = given ?? createTestSandbox({clock, apiKey: testKey, world: 'quiet', ...world});
	const answering = handle ? withOutages(handle) : sandbox;
	const recorded: Handle = request => {
		requests.push(`${request.method} ${request.target}`);
		onRequest();
		return answering.handle(request);
	};
	const transport: Transport = async (request, signal) => {
		const code = connectError();
		if (code !== undefined) return {outcome: 'not-sent', code, isTimeout: false};
		const ms = typeof latencyMs === 'function' ? latencyMs() : latencyMs;
		return createSlowTransport(recorded, clock, ms)(request, signal);
	};
	const environmentNames = environmentNamesOf(environments);

	return {
		sandbox,
		apiKey: testKey,
		outages: answering.outages,
		requests: requests as readonly string[],
		async open(hooks: Hooks): Promise<OpenedService> {
			return onService({
				...demo,
				client: createClient({transport, baseUrl: demo.baseUrl, apiKey: testKey, clock, environmentNames, ...hooks}),
				environmentNames,
				isReadOnly,
				isWithoutJournal,
				...(guards && {guards: {protects: [], maxBulk: 20, ...guards}}),
			});
		},
	};
}

export type Hooks = {readonly onRequestEnd: OnRequestEnd; readonly onRequestSent: OnRequestSent};

type ProfileServiceOptions = Pick<OneService, 'baseUrl'> & {
	readonly clock: TestClock;
	readonly hooks: Hooks;
	readonly name: string;
	readonly handle: Handle;
	readonly latencyMs?: number;
	readonly transport?: Transport;
	readonly apiKey?: string;
	readonly isKeyKept?: boolean;
	readonly isReadOnly?: boolean;
};

export function profileService({clock, hooks, name, handle, latencyMs = 0, ...options}: ProfileServiceOptions) {
	const transport = options.transport ?? createSlowTransport(handle, clock, latencyMs);
	const {baseUrl = `https://${name}.example.com`, apiKey = testKey, isKeyKept = true, isReadOnly = false} = options;
	const client = createClient({transport, baseUrl, apiKey, clock, ...hooks});
	const host = safe(new URL(baseUrl).host);
	return {service: {client, name: safe(name), host, baseUrl, isReadOnly, profile: name, isKeyKept}};
}

const noPreferences: Preferences = {
	rules: defaultRules,
	wordMeanings: noWordMeanings,
	theme: 'terminal',
	saveTheme: async () => undefined,
	saveRules: async () => undefined,
	saveWordMeanings: async () => undefined,
};

const noPlaces: Places = {read: () => undefined, keep() {}};

export type SessionOptions = ServiceOptions & {
	readonly columns?: number;
	readonly rows?: number;
	readonly isInDemo?: boolean;
	readonly rpm?: number;
	readonly clock?: TestClock;
	readonly journalPath?: string;
	readonly preferences?: Partial<Preferences>;
	readonly owner?: JournalOwner;
	readonly access?: Partial<ServiceOpener> | ((hooks: Hooks) => Partial<ServiceOpener>);
	readonly places?: Places;
	readonly profiles?: readonly Profile[];
};

/** Profiles in memory. Renaming one to `rejected` fails. */
function createTestProfiles(initial: readonly Profile[]): SavedProfiles {
	let profiles = initial;
	const changeOne = (name: string, changes: object) => {
		profiles = profiles.map(profile => (profile.name === name ? {...profile, ...changes} : profile));
	};
	return {
		list: () => profiles,
		setReadOnly: async (name, isReadOnly) => changeOne(name, {isReadOnly}) as undefined,
		saveFilter: async () => undefined,
		rename: async (name, newName) =>
			newName === 'rejected' ? plain`It was not saved.` : (changeOne(name, {name: newName}) as undefined),
		async remove(name) {
			profiles = profiles.filter(profile => profile.name !== name);
			return undefined;
		},
	};
}

const withoutNetwork = (profiles: readonly Profile[] = []): Omit<ServiceOpener, 'enterDemo'> => ({
	enterProfile: async () => ({problem: {sentence: plain`There are no profiles.`, field: undefined}}),
	enterAddress: async () => 'no key',
	enterLogin: () => ({problem: {sentence: plain`There is no network.`, field: 'baseUrl'}}),
	keep: async () => plain`Kept.`,
	choicesFor: () => ({}),
	profiles: createTestProfiles(profiles),
});

type OneService = Pick<Parameters<typeof startSession>[0], 'clock'> & {
	readonly transport: Transport;
	readonly journal?: Journal;
	readonly newId?: () => string;
	readonly baseUrl?: string;
};

/** Starts a session on any clock. Its demo is the service behind the transport. */
export const startSessionOn = ({
	clock,
	transport,
	journal = openJournal({path: undefined, now: clock.now}),
	newId = () => crypto.randomUUID(),
	baseUrl = demo.baseUrl,
}: OneService) =>
	startSession({
		clock,
		journalOf: () => journal,
		newId,
		size: {columns: 80, rows: 24},
		rpm: 60,
		preferences: noPreferences,
		profiles: [],
		places: noPlaces,
		access: hooks => ({
			...withoutNetwork(),
			enterDemo: async () => ({
				...demo,
				client: createClient({transport, baseUrl, apiKey: testKey, clock, ...hooks}),
				isReadOnly: false,
			}),
		}),
	});

export type TestSession = Awaited<ReturnType<typeof startTestSession>>;

/** Starts a session on a sandbox and a test clock, without screens. */
export async function startTestSession(options: SessionOptions = {}) {
	const {
		columns = 80,
		rows = 24,
		isInDemo = false,
		rpm = 60,
		access = {},
		preferences = {},
		profiles = [],
		places = noPlaces,
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
		rpm,
		preferences: {...noPreferences, ...preferences},
		profiles,
		places,
		access(hooks) {
			openService = () => open(hooks);
			return {
				enterDemo: openService,
				...withoutNetwork(profiles),
				...(typeof access === 'function' ? access(hooks) : access),
			};
		},
	});
	if (isInDemo) await session.actions.enterDemo();
	return {
		...service,
		session,
		clock,
		openService,
	};
}

/** Opens windows of one user, with a common journal, until the test ends. Options of `open` override these. */
export function createWindows(clock: TestClock, options: SessionOptions = {}) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	return {
		journalPath,
		async open(own: SessionOptions = {}) {
			const opened = await startTestSession({isInDemo: true, journalPath, ...options, ...own, clock});
			onTestFinished(opened.session.stop);
			return opened;
		},
	};
}
