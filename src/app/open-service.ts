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
import type {ConnectionOptions} from '../commands/options.ts';
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
	readonly onKey: (apiKey: string) => void;
};

type HomeOptions = ConnectionOptions & {
	readonly isReadOnly: boolean;
	readonly isWithoutJournal?: boolean;
	readonly rpm?: number | undefined;
};

type OpenServiceOptions = Launch & {
	readonly options: HomeOptions;
	readonly environment: NodeJS.ProcessEnv;
	readonly settings: SettingsStore;
	readonly directory: string;
	readonly isRemembered: boolean;
};

/** `.invalid` never resolves. */
const demoUrl = 'http://demo.invalid';

const seedOfVariedDemo = 4;

const userAgent = `landfall/${version}`;

const loginProblem = (sentence: SafeText, field?: LoginProblem['field']) => ({problem: {sentence, field}});

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
	if (!address.ok) return loginProblem(address.reason, 'baseUrl');
	const key = parseApiKey(login.apiKey);
	if (!key.ok) return loginProblem(safe(key.reason), 'apiKey');
	return {address, apiKey: key.apiKey, name: isVisible(login.profile) ? login.profile.trim() : address.host};
}

/** Tells keys apart without revealing address or key. Importing `node:crypto` would take 10 ms of a start. */
const fingerprintOf = (url: string, apiKey: string): string =>
	process.getBuiltinModule('node:crypto').createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 12);

function createServiceOpener(launch: OpenServiceOptions, hooks: RequestHooks): ServiceOpener {
	const {options, clock, environment, environmentKey, settings, directory, isRemembered, onKey} = launch;
	const credentials = openCredentials(directory);
	const redaction = createRedaction();
	if (environmentKey !== undefined) redaction.add(environmentKey);
	/** The first connection opened, even in vain: LANDFALL_API_KEY applies to no other profile or address. */
	let first: {readonly profile: string | undefined; readonly baseUrl: string} | undefined;
	function noteOpening(profile: string | undefined, baseUrl: string): boolean {
		first ??= {profile, baseUrl};
		return first.profile === profile && first.baseUrl === baseUrl;
	}

	/** Combines the settings of this process with the file as it is now. Read-only while the file is unusable. */
	function readGuards(service: Parameters<typeof guardsFor>[1]): WriteGuards {
		const {profiles, problem: readOnlyReason = settings.problem} = settings.profilesNow();
		return strictestGuards(
			{isReadOnly: options.isReadOnly || readOnlyReason !== undefined, readOnlyReason},
			...[settings.get().profiles, profiles].map(saved => guardsFor(profilesIn(saved), service)),
		);
	}

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
			...(profile?.deploys && {deploys: profile.deploys}),
			...(profile?.accent && {accent: profile.accent}),
		};
	}

	function unknownProfile(name: string) {
		const names = [...settings.get().profiles.keys()];
		if (settings.problem && names.length === 0) return loginProblem(settings.problem);
		const suggestion = didYouMean(name, names) || ' Choose another, or connect to a service.';
		return loginProblem(safe(`There is no profile ${name}.${suggestion}`));
	}

	async function openAddress({baseUrl, profile, apiKeyFile, input}: Address): Promise<LoginResult | 'no key'> {
		const address = parseBaseUrl(baseUrl);
		const isFirst = noteOpening(profile, address.ok ? address.url : baseUrl);
		if (!address.ok) return loginProblem(address.reason, 'baseUrl');
		// Without the profile, its guards would not apply.
		if (profile !== undefined && !settings.problem && !settings.get().profiles.has(profile))
			return unknownProfile(profile);
		const found = findProxy(address.url, environment);
		if (!found.ok) return loginProblem(found.reason);
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
		if (key.outcome === 'unusable') return loginProblem(key.reason, 'apiKey');
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
			const sandbox = createSandbox({clock, apiKey, seed: seedOfVariedDemo, world});
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
				// The same data gets the same ids at the next start.
				demoPlace: `demo ${sandbox.config.world}`,
			};
		},

		async enterProfile(name, keySources = {apiKeyFile: undefined, input: undefined}) {
			const profile = settings.get().profiles.get(name);
			if (!profile) {
				noteOpening(name, '');
				return unknownProfile(name);
			}

			const {baseUrl} = profile;
			const entry = await openAddress({baseUrl, profile: name, ...keySources});
			if (entry === 'no key')
				return loginProblem(
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
			const existing = listProfiles(settings, options.isReadOnly).find(profile => profile.name === name);
			if (existing && existing.baseUrl !== address.url)
				return loginProblem(
					safe(`The profile ${name} is for ${existing.baseUrl}. Choose another name.`, 300),
					'profile',
				);
			const found = findProxy(address.url, environment);
			if (!found.ok) return loginProblem(found.reason);
			noteOpening(name, '');
			return {service: open({...address, ...found}, name, {apiKey, isKept: login.isKept})};
		},

		async keep(login) {
			const parsed = parseLogin(login);
			if ('problem' in parsed) return parsed.problem.sentence;
			const {address, apiKey, name} = parsed;
			const {origin} = new URL(address.url);
			const existing = settings.get().profiles.get(name);
			// The command prints a key for the address of its profile only.
			const hasCommand = existing?.apiKeyCommand && addressOrigin(existing.baseUrl) === origin;
			const fields = {baseUrl: address.url, ...(!hasCommand && {apiKeyCommand: undefined})};
			const problem = (await settings.saveProfile(name, fields)) ?? (await settings.rememberProfile(name));
			if (problem) return problem;
			if (hasCommand) return safe(`${name} is saved. Its next key comes from its command again.`);
			if (!login.isKept) return safe(`${name} is saved, but not its key.`);
			return (await credentials.save(name, {origin, apiKey})) ?? safe(`${name} and its key are saved.`);
		},

		choicesFor(name) {
			const {rpm = defaultRpm, startScreen} = settings.get().profiles.get(name ?? '') ?? {};
			return {startScreen, rpm: options.rpm === undefined ? rpm : undefined};
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
				if (key.outcome === 'unusable') return key.reason;
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

/** All profiles are read-only while the settings are unusable, because their guards are unknown. */
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
