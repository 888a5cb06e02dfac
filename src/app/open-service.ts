import {createClient} from '../api/client.ts';
import {parseApiKey, parseBaseUrl, serviceFingerprint} from '../api/endpoint.ts';
import {createHttpTransport} from '../api/http-transport.ts';
import {createPolicy} from '../api/retry.ts';
import type {Clock} from '../base/clock.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';
import type {BuiltInOptions} from '../cli/options.ts';
import {version} from '../cli/version.ts';
import {
	type Address,
	defaultGuards,
	type Login,
	type LoginProblem,
	type LoginResult,
	type OpenedService,
	type RequestHooks,
	type ServiceOpener,
} from '../model/connection.ts';
import {type Credentials, openCredentials} from '../settings/credentials.ts';
import {type FoundKey, findApiKey, type KeySources} from '../settings/find-api-key.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {createSavedProfiles} from './saved-profiles.ts';

type OpenServiceOptions = {
	readonly clock: Clock;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
	readonly environment: NodeJS.ProcessEnv;
	/** The value of LANDFALL_API_KEY, which was removed from the environment. */
	readonly environmentKey: string | undefined;
	readonly settings: SettingsStore;
	/** The folder of the settings, which also holds the keys. */
	readonly directory: string;
	readonly isReadOnly: boolean;
	/** Whether the next start opens the same profile. */
	readonly isRemembered: boolean;
	/** The options of the demo. Undefined for its defaults. */
	readonly builtIn: BuiltInOptions | undefined;
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
};

/** A placeholder address for the demo: `.invalid` never resolves. */
const demoUrl = 'http://demo.invalid';

/** A seed whose first screen shows a variety of states. */
const demoSeed = 4;

const userAgent = `landfall/${version}`;

const denied = (sentence: SafeText, field?: LoginProblem['field']): LoginResult => ({problem: {sentence, field}});

/** Returns the profile's name; the host if the user did not name it. */
const nameOf = ({profile}: Login, host: SafeText): string => (isVisible(profile) ? profile.trim() : host);

/** Finds the API key for an address in all of its possible sources. */
export const findKey = (
	url: string,
	sources: Omit<KeySources, 'origin' | 'parse' | 'readOutput'>,
	{clock, environment}: Pick<OpenServiceOptions, 'clock' | 'environment'>,
): Promise<FoundKey> =>
	findApiKey({
		...sources,
		origin: new URL(url).origin,
		parse: parseApiKey,
		async readOutput(command) {
			// Few profiles need it.
			const {createReadOutput} = await import('../terminal/command-output.ts');
			return createReadOutput(environment, clock.after)(command);
		},
	});

type OpenedAddress = {
	readonly address: {readonly url: string; readonly host: SafeText};
	/** Undefined without a profile. The profile's guards apply however its service is opened. */
	readonly profile: string | undefined;
	readonly apiKey: string;
	readonly isKeyKept: boolean;
};

/** Opens the service at an address. Sends nothing. */
function openService(
	{settings, clock, random, environment, isReadOnly: isAlwaysReadOnly, onKey}: OpenServiceOptions,
	{quietUntil, ...hooks}: RequestHooks,
	{address: {url, host}, profile: name, apiKey, isKeyKept}: OpenedAddress,
): OpenedService {
	const profile = name === undefined ? undefined : settings.get().profiles.get(name);
	const {protects = defaultGuards.protects, maxBulk = defaultGuards.maxBulk, accent} = profile ?? {};
	let isReadOnly = isAlwaysReadOnly || profile?.isReadOnly === true;
	onKey(apiKey);
	const transport = createHttpTransport({clock, environment});
	return {
		client: createClient({
			...hooks,
			transport,
			baseUrl: url,
			apiKey,
			clock,
			userAgent,
			isReadOnly: () => isReadOnly,
			policy: createPolicy({clock, random, quietUntil}),
		}),
		setReadOnly(value) {
			isReadOnly = value || isAlwaysReadOnly;
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

/** Saves a login that has been verified. Returns how it was saved. */
async function keepLogin(settings: SettingsStore, credentials: Credentials, login: Login): Promise<SafeText> {
	const address = parseBaseUrl(login.baseUrl);
	const key = parseApiKey(login.apiKey);
	if (!address.ok || !key.ok) return plain`Nothing was saved.`;
	const name = nameOf(login, address.host);
	const {origin} = new URL(address.url);
	const {apiKeyCommand, ...known} = settings.get().profiles.get(name) ?? {baseUrl: address.url};
	// A command prints the key for the address that it was configured for.
	const hasCommand = apiKeyCommand && URL.canParse(known.baseUrl) && new URL(known.baseUrl).origin === origin;
	const profile = {...known, ...(hasCommand && {apiKeyCommand}), baseUrl: address.url};
	const fault = (await settings.saveProfile(name, profile)) ?? (await settings.rememberProfile(name));
	if (fault) return fault;
	if (hasCommand) return safe(`${name} is saved. Its next key comes from its command again.`);
	if (!login.isKept) return safe(`${name} is saved, but not its key.`);
	return credentials.save(name, {origin, apiKey: key.apiKey}) ?? safe(`${name} and its key are saved.`);
}

/** Returns how to open services with what is saved on this machine. */
export function createServiceAccess(options: OpenServiceOptions, hooks: RequestHooks): ServiceOpener {
	const {clock, environmentKey, settings, directory, isReadOnly, isRemembered, builtIn} = options;
	const credentials = openCredentials({directory, now: clock.wall});
	/** The origin of the service that was opened first: LANDFALL_API_KEY is for no other. */
	let environmentOrigin: string | undefined;

	/** Finds the key for an address and opens its service. */
	async function openAddress({baseUrl, profile, apiKeyFile, input}: Address): Promise<LoginResult | 'no key'> {
		const address = parseBaseUrl(baseUrl);
		if (!address.ok) return denied(address.reason, 'baseUrl');
		const {origin} = new URL(address.url);
		environmentOrigin ??= origin;
		const sources = {
			environmentKey: origin === environmentOrigin ? environmentKey : undefined,
			apiKeyFile,
			input,
			credentials,
			profiles: settings.get().profiles,
			profile,
		};
		const key = await findKey(address.url, sources, options);
		if (key.outcome === 'refused') return denied(key.reason, 'apiKey');
		if (key.outcome === 'none') return 'no key';
		return {service: openService(options, hooks, {address, profile, apiKey: key.apiKey, isKeyKept: key.isKept})};
	}

	return {
		async enterDemo() {
			const {createSandbox} = await import('../sandbox/sandbox.ts');
			const {createInProcessTransport} = await import('../api/in-process.ts');
			const {seed = demoSeed, projects, world, latencyMs = 0} = builtIn ?? {};
			const apiKey = 'the-demo-needs-no-key';
			const sandbox = createSandbox({clock, apiKey, seed, projects, world});
			const {onRequestEnd, onRequestSent} = hooks;
			const client = createClient({
				transport: createInProcessTransport(sandbox.handle, {clock, latencyMs}),
				baseUrl: demoUrl,
				apiKey,
				clock,
				userAgent,
				isReadOnly: () => isReadOnly,
				onRequestEnd,
				onRequestSent,
			});
			return {client, name: plain`demo`, host: plain`built-in service`, baseUrl: demoUrl, isReadOnly, isDemo: true};
		},

		async enterProfile(name, given = {apiKeyFile: undefined, input: undefined}) {
			const profile = settings.get().profiles.get(name);
			if (!profile) return denied(safe(`There is no profile ${name}. Choose another, or connect to a service.`));
			const {baseUrl} = profile;
			const entry = await openAddress({baseUrl, profile: name, ...given});
			if (entry === 'no key')
				return denied(safe(`No key is saved for ${name}. Connect to it again to enter one.`), 'apiKey');
			if (isRemembered && 'service' in entry) await settings.rememberProfile(name);
			return entry;
		},

		enterAddress: openAddress,

		enterLogin(login) {
			const address = parseBaseUrl(login.baseUrl);
			if (!address.ok) return denied(address.reason, 'baseUrl');
			const key = parseApiKey(login.apiKey);
			if (!key.ok) return denied(safe(key.reason), 'apiKey');
			const profile = nameOf(login, address.host);
			return {service: openService(options, hooks, {address, profile, apiKey: key.apiKey, isKeyKept: login.isKept})};
		},

		keep: login => keepLogin(settings, credentials, login),
		profiles: createSavedProfiles({settings, credentials, isReadOnly}),
	};
}
