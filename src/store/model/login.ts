import type {Client} from '../../api/client.ts';
import type {SafeText} from '../../text.ts';
import type {Guards} from './guards.ts';

/** A service that can be entered: a client that speaks to it, and what the header says of it. */
export type Service = {
	readonly client: Client;
	/** Makes the next read connect anew. */
	readonly reconnect?: () => void;
	readonly name: SafeText;
	readonly host: SafeText;
	/** Everything before `/v1`. */
	readonly baseUrl: string;
	readonly isReadOnly: boolean;
	/** The profile it was entered by, as the settings name it. */
	readonly profile?: string;
	/** Whether its key is kept for the next start. */
	readonly isKeyKept?: boolean;
	/** Whether it is the built-in one, of which nothing belongs on a disk. */
	readonly isDemo?: boolean;
	readonly guards?: Guards;
};

/** An address and a key as a person typed them, and where the key is to be kept. */
export type Login = {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** What the profile is to be called. Empty: after the host. */
	readonly profile: string;
	readonly isKept: boolean;
};

/** Why a service could not be entered, and which field of the form is to blame. */
export type LoginProblem = {readonly sentence: SafeText; readonly field: 'baseUrl' | 'apiKey' | 'profile' | undefined};

/** An address that was named when landfall was started, and where its key may be found. */
export type Address = {
	readonly baseUrl: string;
	readonly profile: string | undefined;
	readonly apiKeyFile: string | undefined;
	/** Standard input, when the key comes from there. */
	readonly input: AsyncIterable<string | Uint8Array> | undefined;
};

export type LoginResult = {readonly service: Service} | {readonly denial: LoginProblem};

/** The ways into a service. They read settings and keys, so they are handed in from outside. */
export type ServiceAccess = {
	readonly enterDemo: () => Promise<Service>;
	readonly enterProfile: (name: string) => Promise<LoginResult>;
	readonly enterAddress: (address: Address) => Promise<LoginResult | 'no key'>;
	/** Checks address and key by their form alone; nothing is sent and nothing is kept. */
	readonly enterLogin: (login: Login) => LoginResult;
	/** Keeps a login that was tried and works. Gives what the person should know of how it was kept. */
	readonly keep: (login: Login) => Promise<SafeText>;
};
