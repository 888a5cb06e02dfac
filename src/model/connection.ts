import type {Client, OnRequestEnd, OnRequestSent} from '../api/client.ts';
import {comparableAddress} from '../api/endpoint.ts';
import type {EnvironmentNames} from '../api/environment-names.ts';
import type {ApiError} from '../api/errors.ts';
import type {LocalTime} from '../base/clock.ts';
import type {AccentName} from '../base/color.ts';
import type {MainScreen} from '../base/main-screens.ts';
import {memo} from '../base/memo.ts';
import {namePattern} from '../base/name-pattern.ts';
import type {NamedDeploy} from '../base/named-deploy.ts';
import type {SavedProfile} from '../base/saved-profile.ts';
import {plain, type SafeText} from '../base/text.ts';

export type SavedFilters = ReadonlyMap<string, string>;

type RejectedKey = {readonly error: ApiError; readonly at: LocalTime; readonly readKeys: ReadonlySet<string>};

export type ServiceInfo = {
	readonly name: SafeText;
	readonly host: SafeText;
	/** Everything before `/v1`. */
	readonly baseUrl: string;
	readonly isReadOnly: boolean;
	/** The reason for a read-only connection that nobody asked for. */
	readonly readOnlyReason?: SafeText | undefined;
	/** Whether the user allows changes that only this process remembers. */
	readonly isWithoutJournal?: boolean;
	readonly profile?: string;
	readonly isAtOtherAddress?: boolean;
	readonly accent?: AccentName;
	readonly isKeyKept?: boolean;
	readonly isDemo?: boolean;
	/** The key of the demo's place in the journal. Other data has another place. */
	readonly demoPlace?: string;
	readonly demoWorld?: string | undefined;
	readonly guards?: Guards;
	readonly filters?: SavedFilters;
	readonly environmentNames?: EnvironmentNames;
	readonly deploys?: readonly NamedDeploy[];
};

/** `id` is new for every connection, so that a late answer to an earlier one is recognised. */
export type Connection = ServiceInfo & {
	readonly id: number;
	readonly rejection: RejectedKey | undefined;
};

export type Profile = Pick<SavedProfile, 'baseUrl' | 'isReadOnly' | 'accent' | 'protects' | 'maxBulk'> & {
	readonly name: string;
	readonly host: SafeText;
	/** Undefined if the key is stored. */
	readonly keyProgram?: SafeText | undefined;
};

/** Guards and unconfirmed changes belong to the address, whichever profile opened it. */
export const addressOf = ({baseUrl}: Pick<ServiceInfo, 'baseUrl'>): string => comparableAddress(baseUrl);

/** The key of a service in the journal. Includes the profile, because two teams on one host have different profiles. */
export function connectionKey({name, host, baseUrl}: Pick<ServiceInfo, 'name' | 'host' | 'baseUrl'>): string {
	const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
	return `${name} ${host}${slash < 0 ? '' : baseUrl.slice(slash)}`;
}

export type Guards = {
	/** Name patterns such as `prod-*`. A matching project cannot be deleted, and its deployments are confirmed twice. */
	readonly protects: readonly string[];
	readonly maxBulk: number;
};

export const defaultGuards: Guards = {protects: [], maxBulk: 20};

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

/** An invalid pattern protects every project. Any pattern protects a project without labels. */
export const isProtected = (guards: Guards | undefined, {labels}: {readonly labels: readonly string[]}): boolean =>
	testsOf(guards?.protects ?? []).some(fits => !fits || labels.length === 0 || labels.some(fits));

export function readOnlyText(service: Partial<ServiceInfo> | undefined): SafeText | undefined {
	if (!service?.isReadOnly) return undefined;
	return service.readOnlyReason ? plain`Read-only: ${service.readOnlyReason}` : plain`This connection is read-only`;
}

export function readOnlySentence(service: Partial<ServiceInfo>): SafeText | undefined {
	const text = readOnlyText(service);
	return text && (service.readOnlyReason ? plain`${text} Nothing was sent.` : plain`${text}, so nothing was sent.`);
}

export type OpenedService = ServiceInfo & {
	readonly client: Client;
	readonly reconnect?: () => void;
	/** Tells keys apart, and nothing more, because another team may not see what a change was about. */
	readonly keyFingerprint?: () => string;
	/** The guards in the settings now. Another window or an editor may have changed them. */
	readonly readGuards?: (profile: string | undefined) => WriteGuards;
};

export type Login = {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Empty: named after the host. */
	readonly profile: string;
	readonly isKept: boolean;
};

export type LoginProblem = {readonly sentence: SafeText; readonly field: 'baseUrl' | 'apiKey' | 'profile' | undefined};

export type Address = {
	readonly baseUrl: string;
	readonly profile: string | undefined;
	readonly apiKeyFile: string | undefined;
	readonly input: AsyncIterable<string | Uint8Array> | undefined;
};

export type LoginResult = {readonly service: OpenedService} | {readonly problem: LoginProblem};

export type Destination =
	| {readonly kind: 'profile'; readonly name: string}
	| {readonly kind: 'demo'}
	| {readonly kind: 'login'};

type Choices = {
	readonly rpm?: number | undefined;
	readonly startScreen?: MainScreen | undefined;
};

/** A change resolves to a sentence if it could not be saved. */
export type SavedProfiles = {
	readonly list: () => readonly Profile[];
	readonly setReadOnly: (name: string, isReadOnly: boolean) => Promise<SafeText | undefined>;
	readonly saveFilter: (profile: string, name: string, query: string | undefined) => Promise<SafeText | undefined>;
	readonly rename: (name: string, newName: string) => Promise<SafeText | undefined>;
	readonly remove: (name: string) => Promise<SafeText | undefined>;
};

export type RequestHooks = {
	readonly onRequestEnd: OnRequestEnd;
	readonly onRequestSent: OnRequestSent;
	readonly notBefore: () => LocalTime;
};

export type ServiceOpener = {
	readonly enterDemo: () => Promise<OpenedService>;
	readonly enterProfile: (name: string, given?: Pick<Address, 'apiKeyFile' | 'input'>) => Promise<LoginResult>;
	readonly enterAddress: (address: Address) => Promise<LoginResult | 'no key'>;
	/** Checks only the form of address and key. Sends and saves nothing. */
	readonly enterLogin: (login: Login) => LoginResult;
	/** Saves a verified login. Resolves to a sentence on how it was saved. */
	readonly keep: (login: Login) => Promise<SafeText>;
	/** Leaves out choices of the command line, because they stay. */
	readonly choicesFor: (profile: string | undefined) => Choices;
	readonly profiles: SavedProfiles;
};
