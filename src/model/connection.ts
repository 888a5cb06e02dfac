import type {Client, OnRequestEnd, OnRequestSent} from '../api/client.ts';
import {comparableAddress} from '../api/endpoint.ts';
import type {EnvironmentNames} from '../api/environment-names.ts';
import type {ApiError} from '../api/errors.ts';
import type {LocalTime} from '../base/clock.ts';
import type {AccentName} from '../base/color.ts';
import type {MainScreen} from '../base/main-screens.ts';
import {memo} from '../base/memo.ts';
import {namePattern} from '../base/name-pattern.ts';
import type {SavedProfile} from '../base/saved-profile.ts';
import {plain, type SafeText} from '../base/text.ts';

export type SavedFilters = ReadonlyMap<string, string>;

/** A key that the service refuses: why, when a request was last refused, and which reads were refused, by `readKey`. */
type RefusedKey = {readonly error: ApiError; readonly at: LocalTime; readonly readKeys: ReadonlySet<string>};

/** What is known about a service from the way it was opened. */
export type ServiceInfo = {
	/** The name in the header: a profile's name, else the host, or `demo`. */
	readonly name: SafeText;
	readonly host: SafeText;
	/** Everything before `/v1`. */
	readonly baseUrl: string;
	readonly isReadOnly: boolean;
	/** Why it is read-only although nobody asked for that. */
	readonly readOnlyReason?: SafeText | undefined;
	/** Whether the user lets changes be sent that only this process remembers. */
	readonly isWithoutJournal?: boolean;
	/** The name of the profile in the settings that it was opened with. */
	readonly profile?: string;
	/** Whether its address is another than the one saved with the profile. */
	readonly isAtOtherAddress?: boolean;
	readonly accent?: AccentName;
	readonly isKeyKept?: boolean;
	/** Whether it is the built-in demo service, of which nothing is kept on disk but where the user was. */
	readonly isDemo?: boolean;
	/** The key of the demo's place in the journal: other data is another place. */
	readonly demoPlace?: string;
	/** The data of the demo, if an option has chosen it. */
	readonly demoWorld?: string | undefined;
	readonly guards?: Guards;
	readonly filters?: SavedFilters;
	readonly environmentNames?: EnvironmentNames;
	/** The template of the request body that deploys a version again, as JSON. */
	readonly redeploy?: string;
};

/** The connected service. `id` changes with every connection, so that a late response from an earlier one is recognised. */
export type ConnectedService = ServiceInfo & {
	readonly id: number;
	readonly refusal: RefusedKey | undefined;
};

export type Profile = Pick<SavedProfile, 'baseUrl' | 'isReadOnly' | 'accent' | 'protects' | 'maxBulk'> & {
	readonly name: string;
	readonly host: SafeText;
	/** The program that prints its key. Undefined if the key is stored. */
	readonly keyProgram?: SafeText | undefined;
};

/** Where a service is. Guards and unconfirmed changes belong to it, whatever it is opened with. */
export const addressOf = ({baseUrl}: Pick<ServiceInfo, 'baseUrl'>): string => comparableAddress(baseUrl);

/** Returns the key of a service in the journal. It includes the profile name, because two teams on one host have different profiles. */
export function serviceOf({name, host, baseUrl}: Pick<ServiceInfo, 'name' | 'host' | 'baseUrl'>): string {
	const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
	return `${name} ${host}${slash < 0 ? '' : baseUrl.slice(slash)}`;
}

export type Guards = {
	/** Name patterns such as `prod-*`. A matching project cannot be deleted, and deploying it needs a second confirmation. */
	readonly protects: readonly string[];
	readonly maxBulk: number;
};

export const defaultGuards: Guards = {protects: [], maxBulk: 20};

/** The guards that every write to a service obeys. */
export type WriteGuards = Pick<ServiceInfo, 'isReadOnly' | 'readOnlyReason'> & {readonly guards: Guards};

export function strictestGuards(...all: ReadonlyArray<Partial<WriteGuards>>): WriteGuards {
	const limits = all.flatMap(({guards}) => guards?.maxBulk ?? []);
	return {
		isReadOnly: all.some(each => each.isReadOnly),
		readOnlyReason: all.find(each => each.readOnlyReason)?.readOnlyReason,
		guards: {
			protects: [...new Set(all.flatMap(({guards}) => guards?.protects ?? []))],
			maxBulk: limits.length > 0 ? Math.min(...limits) : defaultGuards.maxBulk,
		},
	};
}

/** The guards of all profiles with the address of a service, and of the profile that it was opened with. */
export const guardsFor = (
	profiles: readonly Profile[],
	{profile, baseUrl}: {readonly profile: string | undefined; readonly baseUrl: string},
): WriteGuards =>
	strictestGuards(
		...profiles
			.filter(other => other.name === profile || addressOf(other) === addressOf({baseUrl}))
			.map(({isReadOnly = false, protects = [], maxBulk = defaultGuards.maxBulk}) => ({
				isReadOnly,
				guards: {protects, maxBulk},
			})),
	);

const testsOf = memo((patterns: readonly string[]) => patterns.map(namePattern));

/** Whether a pattern protects a project: one that is not understood protects all. Without labels, nobody knows that none does. */
export const isProtected = (guards: Guards | undefined, {labels}: {readonly labels: readonly string[]}): boolean =>
	testsOf(guards?.protects ?? []).some(fits => !fits || labels.length === 0 || labels.some(fits));

/** Says that a service is read-only, and why if nobody asked for that. Undefined if it is not. */
export function readOnlyText(service: Partial<ServiceInfo> | undefined): SafeText | undefined {
	if (!service?.isReadOnly) return undefined;
	return service.readOnlyReason ? plain`Read-only: ${service.readOnlyReason}` : plain`This connection is read-only`;
}

/** The same of a change that was not sent because of it. */
export function readOnlySentence(service: Partial<ServiceInfo>): SafeText | undefined {
	const text = readOnlyText(service);
	return text && (service.readOnlyReason ? plain`${text} Nothing was sent.` : plain`${text}, so nothing was sent.`);
}

/** A service to connect to: its client and what the interface shows about it. */
export type OpenedService = ServiceInfo & {
	readonly client: Client;
	/** Makes the next read open a new connection. */
	readonly reconnect?: () => void;
	/** Tells its key from others, and nothing else: another team may not see what a change was about. */
	readonly keyFingerprint?: () => string;
	/** The guards as the settings have them now: another window or an editor may have changed them. */
	readonly readGuards?: (profile: string | undefined) => WriteGuards;
};

/** An address and a key as typed, and whether to save the key. */
export type Login = {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** The name of the profile. Empty to name it after the host. */
	readonly profile: string;
	readonly isKept: boolean;
};

/** Why connecting failed, and which form field caused it. */
export type LoginProblem = {readonly sentence: SafeText; readonly field: 'baseUrl' | 'apiKey' | 'profile' | undefined};

/** An address given on the command line, and where to look for its key. */
export type Address = {
	readonly baseUrl: string;
	readonly profile: string | undefined;
	readonly apiKeyFile: string | undefined;
	/** Standard input, if the key is read from there. */
	readonly input: AsyncIterable<string | Uint8Array> | undefined;
};

export type LoginResult = {readonly service: OpenedService} | {readonly problem: LoginProblem};

/** What the user can open: a saved profile, the demo, or the service in the connect form. */
export type Destination =
	| {readonly kind: 'profile'; readonly name: string}
	| {readonly kind: 'demo'}
	| {readonly kind: 'login'};

type Choices = {
	/** How many background reads a minute there are. */
	readonly rpm?: number | undefined;
	/** The screen that it opens with, whatever the user saw last. */
	readonly startScreen?: MainScreen | undefined;
};

/** The saved profiles with their keys. A change resolves to a sentence if it could not be saved. */
export type SavedProfiles = {
	readonly list: () => readonly Profile[];
	readonly setReadOnly: (name: string, isReadOnly: boolean) => Promise<SafeText | undefined>;
	/** Without a query, removes the filter. */
	readonly saveFilter: (profile: string, name: string, query: string | undefined) => Promise<SafeText | undefined>;
	readonly rename: (name: string, newName: string) => Promise<SafeText | undefined>;
	readonly remove: (name: string) => Promise<SafeText | undefined>;
};

/** Receives the requests to a service, and says until when none is sent, by the local clock. */
export type RequestHooks = {
	readonly onRequestEnd: OnRequestEnd;
	readonly onRequestSent: OnRequestSent;
	readonly notBefore: () => LocalTime;
};

/** The ways to connect. They read settings and keys, so they are injected. */
export type ServiceOpener = {
	readonly enterDemo: () => Promise<OpenedService>;
	/** `given`: where to look for the key before the profile's own sources. */
	readonly enterProfile: (name: string, given?: Pick<Address, 'apiKeyFile' | 'input'>) => Promise<LoginResult>;
	readonly enterAddress: (address: Address) => Promise<LoginResult | 'no key'>;
	/** Validates the format of address and key. Sends nothing and saves nothing. */
	readonly enterLogin: (login: Login) => LoginResult;
	/** Saves a login that has been verified. Resolves to a sentence for the user on how it was saved. */
	readonly keep: (login: Login) => Promise<SafeText>;
	/** Returns what is chosen for a profile. Without what the command line has chosen, which stays as it is. */
	readonly choicesFor: (profile: string | undefined) => Choices;
	readonly profiles: SavedProfiles;
};
