import type {Client, OnRequestEnd, OnRequestSent} from '../../api/client.ts';
import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {Profile, ServiceInfo} from './connection.ts';

/** A service to connect to: its client and what the interface shows about it. */
export type Service = ServiceInfo & {
	readonly client: Client;
	/** Makes the next read open a new connection. */
	readonly reconnect?: () => void;
	/** Allows or refuses writes from now on. */
	readonly setReadOnly?: (isReadOnly: boolean) => void;
	/** Returns what all windows on this service with the same key have in common. The demo is not shared. */
	readonly fingerprint?: () => string;
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

export type LoginResult = {readonly service: Service} | {readonly denial: LoginProblem};

/** What the user can open: a saved profile, the demo, or the service in the connect form. */
export type Destination =
	| {readonly kind: 'profile'; readonly name: string}
	| {readonly kind: 'demo'}
	| {readonly kind: 'login'};

/** The saved profiles with their keys. A change resolves to a sentence if it could not be saved. */
export type SavedProfiles = {
	readonly list: () => readonly Profile[];
	readonly change: (
		name: string,
		changes: {readonly isReadOnly?: boolean; readonly protects?: readonly string[]},
	) => Promise<SafeText | undefined>;
	readonly rename: (name: string, newName: string) => Promise<SafeText | undefined>;
	/** Removes a profile and its key. */
	readonly remove: (name: string) => Promise<SafeText | undefined>;
};

/** Receives the requests to a service, and says until when none is sent, by the local clock. */
export type RequestHooks = {
	readonly onRequestEnd: OnRequestEnd;
	readonly onRequestSent: OnRequestSent;
	readonly quietUntil: () => LocalTime;
};

/** The ways to connect. They read settings and keys, so they are injected. */
export type ServiceAccess = {
	readonly enterDemo: () => Promise<Service>;
	/** `given`: where to look for the key before the profile's own sources. */
	readonly enterProfile: (name: string, given?: Pick<Address, 'apiKeyFile' | 'input'>) => Promise<LoginResult>;
	readonly enterAddress: (address: Address) => Promise<LoginResult | 'no key'>;
	/** Validates the format of address and key. Sends nothing and saves nothing. */
	readonly enterLogin: (login: Login) => LoginResult;
	/** Saves a login that has been verified. Resolves to a sentence for the user on how it was saved. */
	readonly keep: (login: Login) => Promise<SafeText>;
	readonly profiles: SavedProfiles;
};
