import {parseApiKey} from '../api/api-key.ts';
import {parseBaseUrl} from '../api/base-url.ts';
import type {CallRecord} from '../api/call-record.ts';
import {createClient} from '../api/client.ts';
import {createPolicy} from '../api/retry/retry-policy.ts';
import type {Transport} from '../api/transport/transport.ts';
import type {Clock} from '../clock.ts';
import type {Credentials} from '../settings/credentials.ts';
import {type FoundKey, findApiKey, type KeySources} from '../settings/find-api-key.ts';
import type {SettingsStore} from '../settings/settings.ts';
import {defaultGuards} from '../store/model/guards.ts';
import type {Login, LoginProblem, LoginResult, Service, ServiceAccess} from '../store/model/login.ts';
import {isVisible, plain, type SafeText, safe} from '../text.ts';

type AccessOptions = {
	readonly settings: SettingsStore;
	readonly credentials: Credentials;
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	readonly isReadOnly: boolean;
	readonly userAgent: string;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
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

/** Returns how to open services, using this machine's settings and stored keys. */
export const createAccess =
	(options: AccessOptions) =>
	(onCall: (record: CallRecord) => void, quietUntil: () => number = () => 0): ServiceAccess => {
		const {
			settings,
			credentials,
			clock,
			environmentKey,
			isReadOnly,
			userAgent,
			openTransport,
			openDemo,
			onKey,
			random,
		} = options;

		/** `name` is the profile's: its guards apply however the service is opened. */
		function openService(
			name: string | undefined,
			address: {url: string; host: SafeText},
			apiKey: string,
			isKeyKept: boolean,
		): Service {
			const profile = name === undefined ? undefined : settings.get().profiles.get(name);
			const {protects = defaultGuards.protects, maxBulk = defaultGuards.maxBulk} = profile ?? {};
			const isLocked = isReadOnly || profile?.isReadOnly === true;
			onKey(apiKey);
			const transport = openTransport();
			const client = createClient({
				transport,
				baseUrl: address.url,
				apiKey,
				clock,
				userAgent,
				isReadOnly: isLocked,
				onCall,
				policy: createPolicy({clock, random, quietUntil}),
			});
			const {reconnect} = transport;
			return {
				client,
				reconnect,
				name: name === undefined ? address.host : safe(name),
				host: address.host,
				baseUrl: address.url,
				isReadOnly: isLocked,
				isKeyKept,
				guards: {protects, maxBulk},
				...(name !== undefined && {profile: name}),
			};
		}

		return {
			async enterDemo() {
				const {transport, apiKey} = await openDemo();
				const client = createClient({transport, baseUrl: demoUrl, apiKey, clock, userAgent, isReadOnly, onCall});
				return {client, name: plain`demo`, host: plain`built-in service`, baseUrl: demoUrl, isReadOnly, isDemo: true};
			},

			async enterProfile(name) {
				const profile = settings.get().profiles.get(name);
				if (!profile) return denied(safe(`There is no profile ${name}. Choose another, or connect to a service.`));
				const address = parseBaseUrl(profile.baseUrl);
				if (!address.ok) return denied(address.reason, 'baseUrl');
				const key = await keyFor(address.url, {
					environmentKey,
					apiKeyFile: undefined,
					input: undefined,
					credentials,
					profile: name,
				});
				if (key.outcome === 'refused') return denied(key.reason, 'apiKey');
				if (key.outcome === 'none')
					return denied(safe(`No key is saved for ${name}. Connect to it again to enter one.`), 'apiKey');
				await settings.rememberProfile(name);
				return {service: openService(name, address, key.apiKey, !environmentKey)};
			},

			async enterAddress({baseUrl, profile, apiKeyFile, input}) {
				const address = parseBaseUrl(baseUrl);
				if (!address.ok) return denied(address.reason, 'baseUrl');
				const key = await keyFor(address.url, {environmentKey, apiKeyFile, input, credentials, profile});
				if (key.outcome === 'refused') return denied(key.reason, 'apiKey');
				if (key.outcome === 'none') return 'no key';
				const isKeyKept = !environmentKey && apiKeyFile === undefined && input === undefined;
				return {service: openService(profile, address, key.apiKey, isKeyKept)};
			},

			enterLogin(login) {
				const address = parseBaseUrl(login.baseUrl);
				if (!address.ok) return denied(address.reason, 'baseUrl');
				const key = parseApiKey(login.apiKey);
				if (!key.ok) return denied(safe(key.reason), 'apiKey');
				return {service: openService(nameOf(login, address.host), address, key.apiKey, login.isKept)};
			},

			async keep(login) {
				const address = parseBaseUrl(login.baseUrl);
				const key = parseApiKey(login.apiKey);
				if (!address.ok || !key.ok) return plain`Nothing was saved.`;
				const name = nameOf(login, address.host);
				const saved = await settings.saveProfile(name, {...settings.get().profiles.get(name), baseUrl: address.url});
				const remembered = saved ?? (await settings.rememberProfile(name));
				if (remembered) return remembered;
				if (!login.isKept) return safe(`${name} is saved, but not its key.`);
				const {origin} = new URL(address.url);
				return credentials.save(name, {origin, apiKey: key.apiKey}) ?? safe(`${name} and its key are saved.`);
			},
		};
	};
