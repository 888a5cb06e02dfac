import {parseApiKey} from '../api/api-key.ts';
import {parseBaseUrl} from '../api/base-url.ts';
import {createClient, type OnRequestEnd, type OnRequestSent} from '../api/client.ts';
import {serviceFingerprint} from '../api/fingerprint.ts';
import {createPolicy} from '../api/retry.ts';
import type {Transport} from '../api/transport/transport.ts';
import type {Clock} from '../clock.ts';
import type {Credentials} from '../settings/credentials.ts';
import {type FoundKey, findApiKey, type KeySources} from '../settings/find-api-key.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {defaultGuards} from '../store/model/guards.ts';
import type {Address, Login, LoginProblem, LoginResult, Service, ServiceAccess} from '../store/model/login.ts';
import {isVisible, plain, type SafeText, safe} from '../text.ts';
import {createSavedProfiles} from './saved-profiles.ts';

type AccessOptions = {
	readonly settings: SettingsStore;
	readonly credentials: Credentials;
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	readonly isReadOnly: boolean;
	/** Whether the next start opens the same profile. */
	readonly isRemembered: boolean;
	readonly userAgent: string;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
	/** Runs the command of a profile that prints its key. */
	readonly readOutput: KeySources<string>['readOutput'];
	readonly openTransport: () => Transport & {readonly reconnect: () => void};
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
	readonly openDemo: () => Promise<{readonly transport: Transport; readonly apiKey: string}>;
};

/** A placeholder address for the demo: `.invalid` never resolves. */
const demoUrl = 'http://demo.invalid';

const denied = (sentence: SafeText, field?: LoginProblem['field']): LoginResult => ({denial: {sentence, field}});

/** Returns the profile's name; the host if the user did not name it. */
const nameOf = ({profile}: Login, host: SafeText): string => (isVisible(profile) ? profile.trim() : host);

/** Finds the API key for an address in all of its possible sources. */
export const keyFor = (url: string, sources: Omit<KeySources<string>, 'origin' | 'parse'>): Promise<FoundKey<string>> =>
	findApiKey({...sources, origin: new URL(url).origin, parse: parseApiKey});

/** The options, and what the application adds for the requests of its services. */
type Opening = Omit<AccessOptions, 'environmentKey'> & {
	/** Returns the value of LANDFALL_API_KEY for the service that is opened first, and undefined for any other. */
	readonly environmentKeyFor: (url: string) => string | undefined;
	readonly onRequestEnd: OnRequestEnd;
	readonly onRequestSent: OnRequestSent;
	readonly quietUntil: () => number;
};

type ServiceChoice = {
	/** Undefined without a profile. The profile's guards apply however its service is opened. */
	readonly profile: string | undefined;
	readonly url: string;
	readonly host: SafeText;
	readonly apiKey: string;
	readonly isKeyKept: boolean;
};

function openService(opening: Opening, {profile: name, url, host, apiKey, isKeyKept}: ServiceChoice): Service {
	const {settings, clock, userAgent, onRequestEnd, onRequestSent, random, quietUntil} = opening;
	const profile = name === undefined ? undefined : settings.get().profiles.get(name);
	const {protects = defaultGuards.protects, maxBulk = defaultGuards.maxBulk, accent} = profile ?? {};
	let isReadOnly = opening.isReadOnly || profile?.isReadOnly === true;
	opening.onKey(apiKey);
	const transport = opening.openTransport();
	const policy = createPolicy({clock, random, quietUntil});
	return {
		client: createClient({
			transport,
			baseUrl: url,
			apiKey,
			clock,
			userAgent,
			isReadOnly: () => isReadOnly,
			onRequestEnd,
			onRequestSent,
			policy,
		}),
		setReadOnly(value) {
			isReadOnly = value || opening.isReadOnly;
		},
		reconnect: transport.reconnect,
		fingerprint: () => serviceFingerprint(url, apiKey),
		name: name === undefined ? host : safe(name),
		host,
		baseUrl: url,
		isReadOnly,
		isKeyKept,
		guards: {protects, maxBulk},
		...(name !== undefined && {profile: name}),
		...(accent && {accent}),
	};
}

async function enterDemo(opening: Opening): Promise<Service> {
	const {clock, userAgent, isReadOnly, onRequestEnd, onRequestSent} = opening;
	const {transport, apiKey} = await opening.openDemo();
	const access = {clock, userAgent, isReadOnly: () => isReadOnly, onRequestEnd, onRequestSent};
	const client = createClient({transport, baseUrl: demoUrl, apiKey, ...access});
	return {client, name: plain`demo`, host: plain`built-in service`, baseUrl: demoUrl, isReadOnly, isDemo: true};
}

async function enterProfile(opening: Opening, name: string): Promise<LoginResult> {
	const {settings, credentials, environmentKeyFor, readOutput, isRemembered} = opening;
	const profile = settings.get().profiles.get(name);
	if (!profile) return denied(safe(`There is no profile ${name}. Choose another, or connect to a service.`));
	const address = parseBaseUrl(profile.baseUrl);
	if (!address.ok) return denied(address.reason, 'baseUrl');
	const environmentKey = environmentKeyFor(address.url);
	const key = await keyFor(address.url, {
		environmentKey,
		apiKeyFile: undefined,
		input: undefined,
		credentials,
		profiles: settings.get().profiles,
		readOutput,
		profile: name,
	});
	if (key.outcome === 'refused') return denied(key.reason, 'apiKey');
	if (key.outcome === 'none')
		return denied(safe(`No key is saved for ${name}. Connect to it again to enter one.`), 'apiKey');
	if (isRemembered) await settings.rememberProfile(name);
	const isKeyKept = !environmentKey && !profile.apiKeyCommand;
	return {service: openService(opening, {...address, profile: name, apiKey: key.apiKey, isKeyKept})};
}

async function enterAddress(
	opening: Opening,
	{baseUrl, profile, apiKeyFile, input}: Address,
): Promise<LoginResult | 'no key'> {
	const {settings, credentials, environmentKeyFor, readOutput} = opening;
	const {profiles} = settings.get();
	const address = parseBaseUrl(baseUrl);
	if (!address.ok) return denied(address.reason, 'baseUrl');
	const environmentKey = environmentKeyFor(address.url);
	const sources = {environmentKey, apiKeyFile, input, credentials, profiles, readOutput, profile};
	const key = await keyFor(address.url, sources);
	if (key.outcome === 'refused') return denied(key.reason, 'apiKey');
	if (key.outcome === 'none') return 'no key';
	const isKeyKept =
		!environmentKey &&
		apiKeyFile === undefined &&
		input === undefined &&
		!(profile !== undefined && profiles.get(profile)?.apiKeyCommand);
	return {service: openService(opening, {...address, profile, apiKey: key.apiKey, isKeyKept})};
}

function enterLogin(opening: Opening, login: Login): LoginResult {
	const address = parseBaseUrl(login.baseUrl);
	if (!address.ok) return denied(address.reason, 'baseUrl');
	const key = parseApiKey(login.apiKey);
	if (!key.ok) return denied(safe(key.reason), 'apiKey');
	const profile = nameOf(login, address.host);
	return {service: openService(opening, {...address, profile, apiKey: key.apiKey, isKeyKept: login.isKept})};
}

async function keep({settings, credentials}: Opening, login: Login): Promise<SafeText> {
	const address = parseBaseUrl(login.baseUrl);
	const key = parseApiKey(login.apiKey);
	if (!address.ok || !key.ok) return plain`Nothing was saved.`;
	const name = nameOf(login, address.host);
	const {origin} = new URL(address.url);
	const {apiKeyCommand, ...known} = settings.get().profiles.get(name) ?? {baseUrl: address.url};
	// A command prints the key for the address that it was configured for.
	const hasCommand = apiKeyCommand && URL.canParse(known.baseUrl) && new URL(known.baseUrl).origin === origin;
	const profile = {...known, ...(hasCommand && {apiKeyCommand}), baseUrl: address.url};
	const saved = await settings.saveProfile(name, profile);
	const remembered = saved ?? (await settings.rememberProfile(name));
	if (remembered) return remembered;
	if (hasCommand) return safe(`${name} is saved. Its next key comes from its command again.`);
	if (!login.isKept) return safe(`${name} is saved, but not its key.`);
	return credentials.save(name, {origin, apiKey: key.apiKey}) ?? safe(`${name} and its key are saved.`);
}

/** Returns how to open services, using this machine's settings and stored keys. */
export const createAccess =
	(options: AccessOptions) =>
	(
		onRequestEnd: OnRequestEnd,
		quietUntil: () => number = () => 0,
		onRequestSent: OnRequestSent = () => {},
	): ServiceAccess => {
		let environmentOrigin: string | undefined;
		const environmentKeyFor = (url: string) => {
			const {origin} = new URL(url);
			environmentOrigin ??= origin;
			return origin === environmentOrigin ? options.environmentKey : undefined;
		};
		const opening = {...options, environmentKeyFor, onRequestEnd, onRequestSent, quietUntil};
		return {
			enterDemo: () => enterDemo(opening),
			enterProfile: name => enterProfile(opening, name),
			enterAddress: address => enterAddress(opening, address),
			enterLogin: login => enterLogin(opening, login),
			keep: login => keep(opening, login),
			profiles: createSavedProfiles(options),
		};
	};
