import {join} from 'node:path';
import {createClient} from '../api/client.ts';
import {addressOrigin, parseApiKey, parseBaseUrl, whereKeysComeFrom} from '../api/endpoint.ts';
import {environmentNamesOf} from '../api/environment-names.ts';
import {createHttpTransport} from '../api/http-transport.ts';
import {findProxy, type HttpsProxy} from '../api/proxy.ts';
import type {Clock} from '../base/clock.ts';
import {didYouMean} from '../base/did-you-mean.ts';
import {createRedaction, type Redaction} from '../base/redaction.ts';
import {defaultRpm} from '../base/rpm.ts';
import type {SavedProfile} from '../base/saved-profile.ts';
import {isVisible, plain, type SafeText, safe} from '../base/text.ts';
import {version} from '../base/version.ts';
import type {PlaceOptions} from '../commands/options.ts';
import {
	type Address,
	guardsFor,
	type Login,
	type LoginProblem,
	type LoginResult,
	type OpenedService,
	type Profile,
	type RequestHooks,
	type ServiceOpener,
	strictestGuards,
	type WriteGuards,
} from '../model/connection.ts';
import {openCredentials} from '../settings/credentials.ts';
import {findDirectories} from '../settings/directories.ts';
import {type FoundKey, findApiKey, type KeySources} from '../settings/find-api-key.ts';
import {openSettings, type SettingsStore} from '../settings/settings.ts';
import {lastingProcess} from '../terminal/running-process.ts';

export type Launch = {
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY, which was removed from the environment. */
	readonly environmentKey: string | undefined;
	/** Receives every key that is used, so that it can be redacted. */
	readonly onKey: (apiKey: string) => void;
};

type HomeOptions = PlaceOptions & {
	readonly isReadOnly: boolean;
	/** Whether changes may be sent that are not recorded, whatever the profile says. */
	readonly isWithoutJournal?: boolean;
	/** What comes before the choice of any profile. */
	readonly requestsPerMinute?: number | undefined;
};

type OpenServiceOptions = Launch & {
	readonly options: HomeOptions;
	readonly environment: NodeJS.ProcessEnv;
	readonly settings: SettingsStore;
	/** The folder of the settings, which also holds the keys. */
	readonly directory: string;
	/** Whether the next start opens the same profile. */
	readonly isRemembered: boolean;
};

/** A placeholder address for the demo: `.invalid` never resolves. */
const demoUrl = 'http://demo.invalid';

/** A seed whose first screen shows a variety of states. */
const demoSeed = 4;

const userAgent = `landfall/${version}`;

const refusedLogin = (sentence: SafeText, field?: LoginProblem['field']) => ({problem: {sentence, field}});

export const findKey = (
	url: string,
	sources: Omit<KeySources, 'origin' | 'readOutput'>,
	{clock, environment}: Pick<OpenServiceOptions, 'clock' | 'environment'>,
	redact: Redaction['redact'],
): Promise<FoundKey> =>
	findApiKey({
		...sources,
		origin: new URL(url).origin,
		async readOutput(command) {
			const {createPrograms} = await import('../terminal/programs.ts');
			return createPrograms({environment, after: clock.after}).readOutput(command, redact);
		},
	});

function parseLogin(login: Login) {
	const address = parseBaseUrl(login.baseUrl);
	if (!address.ok) return refusedLogin(address.reason, 'baseUrl');
	const key = parseApiKey(login.apiKey);
	if (!key.ok) return refusedLogin(safe(key.reason), 'apiKey');
	return {address, apiKey: key.apiKey, name: isVisible(login.profile) ? login.profile.trim() : address.host};
}

/** A short hash of address and key: tells keys apart, and reveals neither. Importing `node:crypto` would take 10 ms of a start. */
const fingerprintOf = (url: string, apiKey: string): string =>
	process.getBuiltinModule('node:crypto').createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 12);

export function createServiceOpener(launch: OpenServiceOptions, hooks: RequestHooks): ServiceOpener {
	const {options, clock, environment, environmentKey, settings, directory, isRemembered, onKey} = launch;
	const credentials = openCredentials(directory);
	/** Knows every key that has been in use. */
	const redaction = createRedaction();
	if (environmentKey !== undefined) redaction.add(environmentKey);
	/** The profile and the address that were opened first, even in vain: LANDFALL_API_KEY is for no others. */
	let first: {readonly profile: string | undefined; readonly baseUrl: string} | undefined;
	/** Whether it is the first opening, or the same again. */
	function noteOpening(profile: string | undefined, baseUrl: string): boolean {
		first ??= {profile, baseUrl};
		return first.profile === profile && first.baseUrl === baseUrl;
	}

	/** The guards for a service, by the settings of this process and by the file as it is now: read-only while that cannot be used. */
	function readGuards(service: Parameters<typeof guardsFor>[1]): WriteGuards {
		const {profiles, problem: readOnlyReason = settings.problem} = settings.profilesNow();
		return strictestGuards(
			{isReadOnly: options.isReadOnly || readOnlyReason !== undefined, readOnlyReason},
			...[settings.get().profiles, profiles].map(known => guardsFor(profilesIn(known), service)),
		);
	}

	/** Opens the service at an address. Sends nothing. */
	function open(
		{url, host, proxy}: {readonly url: string; readonly host: SafeText; readonly proxy: HttpsProxy | undefined},
		name: string | undefined,
		{apiKey, isKept}: {readonly apiKey: string; readonly isKept: boolean},
	): OpenedService {
		const profile = name === undefined ? undefined : settings.get().profiles.get(name);
		const saved = parseBaseUrl(profile?.baseUrl ?? url);
		const environmentNames = environmentNamesOf(profile?.environments ?? {});
		onKey(apiKey);
		redaction.add(apiKey);
		const patience = options.patience ?? profile?.patience;
		const extraCertificates = environment.NODE_EXTRA_CA_CERTS;
		const transport = createHttpTransport({clock, proxy, patience, extraCertificates});
		return {
			client: createClient({...hooks, transport, baseUrl: url, apiKey, clock, userAgent, environmentNames}),
			reconnect: transport.reconnect,
			keyFingerprint: () => fingerprintOf(url, apiKey),
			readGuards: profileNow => readGuards({profile: profileNow, baseUrl: url}),
			...readGuards({profile: name, baseUrl: url}),
			name: name === undefined ? host : safe(name),
			host,
			baseUrl: url,
			isAtOtherAddress: !saved.ok || saved.url !== url,
			isWithoutJournal: options.isWithoutJournal === true || profile?.isWithoutJournal === true,
			isKeyKept: isKept,
			filters: new Map(Object.entries(profile?.filters ?? {})),
			environmentNames,
			...(name !== undefined && {profile: name}),
			...(profile?.redeploy && {redeploy: JSON.stringify(profile.redeploy)}),
			...(profile?.accent && {accent: profile.accent}),
		};
	}

	/** Refuses a profile that is not saved. Settings that are not understood may hold it. */
	function unknown(name: string) {
		const names = [...settings.get().profiles.keys()];
		if (settings.problem && names.length === 0) return refusedLogin(settings.problem);
		const hint = didYouMean(name, names) || ' Choose another, or connect to a service.';
		return refusedLogin(safe(`There is no profile ${name}.${hint}`));
	}

	async function openAddress({baseUrl, profile, apiKeyFile, input}: Address): Promise<LoginResult | 'no key'> {
		const address = parseBaseUrl(baseUrl);
		const isFirst = noteOpening(profile, address.ok ? address.url : baseUrl);
		if (!address.ok) return refusedLogin(address.reason, 'baseUrl');
		// The guards of the profile that is meant would not apply.
		if (profile !== undefined && !settings.problem && !settings.get().profiles.has(profile)) return unknown(profile);
		const found = findProxy(address.url, environment);
		if (!found.ok) return refusedLogin(found.reason);
		const sources = {
			environmentKey: isFirst ? environmentKey : undefined,
			apiKeyFile,
			input,
			credentials,
			profiles: settings.get().profiles,
			profile,
			isProfileFromOption: options.isProfileFromOption && profile === options.profile,
		};
		const key = await findKey(address.url, sources, launch, redaction.redact);
		if (key.outcome === 'refused') return refusedLogin(key.reason, 'apiKey');
		if (key.outcome === 'none') return 'no key';
		return {service: open({...address, ...found}, profile, key)};
	}

	return {
		async enterDemo() {
			const {createSandbox} = await import('../sandbox/sandbox.ts');
			const {createInProcessTransport} = await import('../api/in-process.ts');
			const {world} = options;
			noteOpening(undefined, demoUrl);
			const apiKey = 'the-demo-needs-no-key';
			const sandbox = createSandbox({clock, apiKey, seed: demoSeed, world});
			const client = createClient({
				...hooks,
				transport: createInProcessTransport(sandbox.handle),
				baseUrl: demoUrl,
				apiKey,
				clock,
				userAgent,
			});
			return {
				client,
				name: plain`demo`,
				host: plain`built-in service`,
				baseUrl: demoUrl,
				isReadOnly: options.isReadOnly,
				isDemo: true,
				demoWorld: world,
				// The same data has the same ids at the next start.
				demoPlace: `demo ${sandbox.config.world}`,
			};
		},

		async enterProfile(name, given = {apiKeyFile: undefined, input: undefined}) {
			const profile = settings.get().profiles.get(name);
			if (!profile) {
				noteOpening(name, '');
				return unknown(name);
			}

			const {baseUrl} = profile;
			const entry = await openAddress({baseUrl, profile: name, ...given});
			if (entry === 'no key')
				return refusedLogin(
					safe(`No key is saved for ${name}. Connect to it again to enter one. ${whereKeysComeFrom}`, 500),
					'apiKey',
				);
			if (isRemembered && 'service' in entry) await settings.rememberProfile(name);
			return entry;
		},

		enterAddress: openAddress,

		enterLogin(login) {
			const parsed = parseLogin(login);
			if ('problem' in parsed) return parsed;
			const {address, apiKey, name} = parsed;
			const known = listProfiles(settings, options.isReadOnly).find(profile => profile.name === name);
			if (known && known.baseUrl !== address.url)
				return refusedLogin(safe(`The profile ${name} is for ${known.baseUrl}. Choose another name.`, 300), 'profile');
			const found = findProxy(address.url, environment);
			if (!found.ok) return refusedLogin(found.reason);
			noteOpening(name, '');
			return {service: open({...address, ...found}, name, {apiKey, isKept: login.isKept})};
		},

		async keep(login) {
			const parsed = parseLogin(login);
			if ('problem' in parsed) return parsed.problem.sentence;
			const {address, apiKey, name} = parsed;
			const {origin} = new URL(address.url);
			const known = settings.get().profiles.get(name);
			// A command prints the key for the address that it was configured for.
			const hasCommand = known?.apiKeyCommand && addressOrigin(known.baseUrl) === origin;
			const fields = {baseUrl: address.url, ...(!hasCommand && {apiKeyCommand: undefined})};
			const problem = (await settings.saveProfile(name, fields)) ?? (await settings.rememberProfile(name));
			if (problem) return problem;
			if (hasCommand) return safe(`${name} is saved. Its next key comes from its command again.`);
			if (!login.isKept) return safe(`${name} is saved, but not its key.`);
			return (await credentials.save(name, {origin, apiKey})) ?? safe(`${name} and its key are saved.`);
		},

		choicesFor(name) {
			const {rpm = defaultRpm, startScreen} = settings.get().profiles.get(name ?? '') ?? {};
			return {startScreen, rpm: options.requestsPerMinute === undefined ? rpm : undefined};
		},

		profiles: {
			list: () => listProfiles(settings, options.isReadOnly),

			setReadOnly: (name, isReadOnly) => settings.changeProfile(name, {isReadOnly}),
			saveFilter: settings.saveFilter,

			async rename(name, newName) {
				const profile = settings.get().profiles.get(name);
				if (!profile) return undefined;
				if (settings.profilesNow().profiles.has(newName)) return safe(`There is a profile ${newName} already.`);
				// The key is copied first: if landfall is killed in between, no profile is without its key.
				const origin = addressOrigin(profile.baseUrl);
				const key = credentials.read(name, origin);
				if (key.outcome === 'refused') return key.reason;
				const problem =
					key.outcome === 'found' ? await credentials.save(newName, {origin, apiKey: key.apiKey}) : undefined;
				const failed = problem ?? (await settings.renameProfile(name, newName));
				if (failed) return failed;
				if (first?.profile === name) first = {...first, profile: newName};
				return credentials.forget(name);
			},

			remove: async name => (await credentials.forget(name)) ?? settings.removeProfile(name),
		},
	};
}

/** The profiles of the settings, as the screens show them. Nobody knows the guards in settings that cannot be used. */
export const listProfiles = (settings: SettingsStore, isReadOnly: boolean): readonly Profile[] =>
	profilesIn(settings.get().profiles, isReadOnly || settings.problem !== undefined);

const profilesIn = (profiles: ReadonlyMap<string, SavedProfile>, areReadOnly = false): readonly Profile[] =>
	[...profiles].map(([name, {apiKeyCommand, ...profile}]) => {
		const address = parseBaseUrl(profile.baseUrl);
		return {
			...profile,
			name,
			host: address.ok ? address.host : safe(profile.baseUrl),
			baseUrl: address.ok ? address.url : profile.baseUrl,
			isReadOnly: areReadOnly || profile.isReadOnly === true,
			keyProgram: apiKeyCommand && safe(apiKeyCommand[0] ?? '?'),
		};
	});

/** Opens what is saved on this computer: the settings, how to open services with them, and where the journal is. */
export function openHome(options: HomeOptions, launch: Launch & Pick<OpenServiceOptions, 'isRemembered'>) {
	const {env: environment, pid} = process;
	const directories = findDirectories(environment);
	const settings = openSettings(directories.settings);
	const opening = {...launch, options, environment, settings, directory: directories.settings};
	return {
		directories,
		settings,
		createOpener: (hooks: RequestHooks) => createServiceOpener(opening, hooks),
		journal: {
			path: join(directories.state, 'journal.sqlite'),
			now: launch.clock.wall,
			owner: lastingProcess(pid),
		},
	};
}
