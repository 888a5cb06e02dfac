import {readdirSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type ParsedBaseUrl, parseBaseUrl} from '../../api/base-url.ts';
import {createClient} from '../../api/client.ts';
import {serviceFingerprint} from '../../api/fingerprint.ts';
import {createPolicy} from '../../api/retry.ts';
import {createHttpTransport, proxyIn} from '../../api/transport/http.ts';
import type {Clock} from '../../clock.ts';
import type {Options} from '../../command-line/options.ts';
import {version} from '../../command-line/version.ts';
import {openCredentials} from '../../settings/credentials.ts';
import {type Directories, findDirectories} from '../../settings/directories.ts';
import type {FoundKey, KeySources} from '../../settings/find-api-key.ts';
import {openSettings, type SettingsStore} from '../../settings/settings.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {openWindowFindings} from './open-windows.ts';
import {type Finding, printReport} from './report.ts';

type DoctorOptions = Extract<Options, {readonly command: 'doctor'}>;

type Environment = Readonly<Record<string, string | undefined>>;

type Terminal = {
	readonly isInput: boolean;
	readonly isOutput: boolean;
	readonly columns: number | undefined;
	readonly rows: number | undefined;
	/** The colour depth in bits: 1, 4, 8 or 24. */
	readonly colorBits: number;
};

/** Returns the service that the screens would open: the given address, otherwise the profile's. */
function selectedService(
	{profile, baseUrl}: DoctorOptions,
	settings: SettingsStore,
): {readonly profile: string | undefined; readonly address: ParsedBaseUrl | undefined} {
	const name = profile ?? (baseUrl === undefined ? settings.get().lastProfile : undefined);
	const named = name === undefined ? undefined : settings.get().profiles.get(name)?.baseUrl;
	const text = baseUrl ?? named;
	return {profile: name, address: text === undefined ? undefined : parseBaseUrl(text)};
}

const finding = (about: string, says: string, isBad = false): Finding => ({
	about: safe(about),
	says: safe(says, 300),
	isBad,
});

/** Reports a file's size and mode, or that it is missing, and its target if it is a link. */
function fileFinding(about: string, path: string): Finding {
	const link = linkText(path);
	try {
		const {size, mode} = statSync(path);
		const octal = (mode & 0o777).toString(8).padStart(3, '0');
		return finding(about, `${path}${link}  ${size} B, mode ${octal}`);
	} catch {
		return finding(about, `${path}${link}  not there yet`);
	}
}

function linkText(path: string): string {
	try {
		return ` -> ${readlinkSync(path)}`;
	} catch {
		return '';
	}
}

function crashFinding(directory: string): Finding {
	try {
		const files = readdirSync(directory).filter(name => /^crash-.*\.txt$/.test(name));
		const newest = files.toSorted().at(-1);
		return finding(
			'crash files',
			newest === undefined ? 'none' : `${files.length}, the newest ${join(directory, newest)}`,
		);
	} catch {
		return finding('crash files', 'none');
	}
}

/** Reports the terminal, and the multiplexers and connections that identify themselves. */
function terminalFinding(
	{TERM, TERM_PROGRAM, TERM_PROGRAM_VERSION, TMUX, STY, SSH_TTY}: Environment,
	terminal: Terminal,
): Finding {
	const {isInput, isOutput, columns, rows, colorBits} = terminal;
	const within = [
		TERM_PROGRAM && `${TERM_PROGRAM} ${TERM_PROGRAM_VERSION ?? ''}`.trim(),
		TMUX && 'tmux',
		STY && 'screen',
		SSH_TTY && 'ssh',
	];
	const parts = [
		TERM ?? 'TERM is not set',
		isOutput ? `${columns ?? '?'} × ${rows ?? '?'}` : 'output is not a terminal',
		...(isInput ? [] : ['input is not a terminal']),
		colorBits > 1 ? `${colorBits}-bit colours` : 'no colours',
		...within.filter(Boolean),
	];
	return finding('terminal', parts.join(', '));
}

function languageFinding({LC_ALL, LC_CTYPE, LANG}: Environment): Finding {
	const locale = LC_ALL || LC_CTYPE || LANG;
	const isUtf8 = /utf-?8/i.test(locale ?? '');
	const says = locale
		? `${locale}${isUtf8 ? '' : ': if symbols look wrong, try --ascii'}`
		: 'no locale is set; if symbols look wrong, try --ascii';
	return finding('characters', says);
}

/** Reports the proxy and certificates, without credentials. */
function networkFindings(environment: Environment): readonly Finding[] {
	const {https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA} = environment;
	const proxy = https_proxy || HTTPS_PROXY;
	const host = proxyIn(environment);
	const except = no_proxy || NO_PROXY;
	const trusted = [
		NODE_EXTRA_CA_CERTS && `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}`,
		NODE_USE_SYSTEM_CA && `NODE_USE_SYSTEM_CA=${NODE_USE_SYSTEM_CA}`,
	];
	return [
		finding(
			'proxy',
			proxy ? `${host ?? 'HTTPS_PROXY is not an address'}${except ? `, not for ${except}` : ''}` : 'none',
			proxy !== undefined && host === undefined,
		),
		finding('certificates', trusted.filter(Boolean).join(', ') || 'the ones included in Node'),
	];
}

/** Reports the profiles and the selected one. With an explicit address, the profile need not exist. */
function profilesFinding(names: readonly string[], {profile, address}: ReturnType<typeof selectedService>): Finding {
	const all = names.length === 0 ? 'none' : names.join(', ');
	if (profile === undefined) return finding('profiles', all);
	if (names.includes(profile)) return finding('profiles', `${all}; ${profile} is selected`);
	return finding('profiles', `${all}; there is no ${profile}`, address === undefined);
}

function keyFinding(key: FoundKey | undefined): Finding {
	if (!key) return finding('key', 'not checked: no service is given and none was opened before');
	if (key.outcome === 'found') return {about: plain`key`, says: plain`from ${key.source}`};
	return key.outcome === 'none'
		? finding('key', 'there is none for this address', true)
		: {about: plain`key`, says: key.reason, isBad: true};
}

/** Collects all findings that need no network. */
function localFindings(context: {
	readonly process: NodeJS.Process;
	readonly environment: Environment;
	readonly terminal: Terminal;
	readonly directories: Directories;
	readonly settings: SettingsStore;
	readonly selected: ReturnType<typeof selectedService>;
	readonly key: FoundKey | undefined;
	readonly windows: readonly Finding[];
}): readonly Finding[] {
	const {environment, terminal, directories, settings, selected, key, windows} = context;
	const {versions, platform, arch} = context.process;
	const {profiles} = settings.get();
	const service = (says: SafeText, isBad = false): Finding => ({about: plain`address`, says, isBad});
	return [
		finding('landfall', version),
		finding(
			'Node',
			`${versions.node}, OpenSSL ${versions.openssl}, SQLite ${versions.sqlite ?? '?'}, ${platform} ${arch}`,
		),
		terminalFinding(environment, terminal),
		languageFinding(environment),
		fileFinding('settings', join(directories.settings, 'config.json')),
		...settings.notices.map((says): Finding => ({about: plain``, says, isBad: true})),
		fileFinding('keys', join(directories.settings, 'credentials.json')),
		fileFinding('journal', join(directories.state, 'journal.sqlite')),
		crashFinding(directories.state),
		...windows,
		profilesFinding([...profiles.keys()], selected),
		...networkFindings(environment),
		selected.address === undefined
			? service(plain`none: name one with --base-url, or connect once`)
			: selected.address.ok
				? service(safe(selected.address.url))
				: service(selected.address.reason, true),
		keyFinding(key),
	];
}

type DoctorContext = {
	/** Finds the team API key for an address in the same sources as the screens. */
	readonly findKey: (url: string, sources: Omit<KeySources, 'origin' | 'parse' | 'readOutput'>) => Promise<FoundKey>;
	readonly clock: Clock;
	/** The value of LANDFALL_API_KEY. */
	readonly environmentKey: string | undefined;
	/** Returns numbers from 0 to 1. */
	readonly random: () => number;
	readonly process: NodeJS.Process;
	readonly environment: Environment;
};

/** Prints everything that a bug report should contain, after one request to the selected service. Returns the exit code. */
export async function runDoctor(options: DoctorOptions, context: DoctorContext): Promise<number> {
	const {clock, environmentKey, random, process, environment, findKey} = context;
	const {stdin, stdout} = process;
	const directories = findDirectories(environment);
	const settings = openSettings({directory: directories.settings, now: clock.now});
	const credentials = openCredentials({directory: directories.settings, now: clock.now});
	const selected = selectedService(options, settings);
	const {address, profile} = selected;
	const input = options.isApiKeyFromInput ? stdin : undefined;
	const {profiles} = settings.get();
	const sources = {environmentKey, apiKeyFile: options.apiKeyFile, input, credentials, profiles, profile};
	const key = address?.ok ? await findKey(address.url, sources) : undefined;
	const {isTTY: isOutput = false, columns, rows} = stdout;
	const colorBits = isOutput ? stdout.getColorDepth(environment) : 1;
	const terminal = {isInput: stdin.isTTY ?? false, isOutput, columns, rows, colorBits};
	const windows = openWindowFindings({
		journalPath: join(directories.state, 'journal.sqlite'),
		now: clock.now(),
		fingerprint: address?.ok && key?.outcome === 'found' ? serviceFingerprint(address.url, key.apiKey) : undefined,
	});
	const findings = localFindings({process, environment, terminal, directories, settings, selected, key, windows});
	const print = (text: string) => stdout.write(text);
	if (!address?.ok || key?.outcome !== 'found') return printReport({findings, connect: undefined, print});
	const {apiKey} = key;
	return printReport({
		findings,
		print,
		connect: onRequestEnd =>
			createClient({
				transport: createHttpTransport({clock, environment}),
				policy: createPolicy({clock, random}),
				baseUrl: address.url,
				apiKey,
				clock,
				onRequestEnd,
				isReadOnly: () => true,
				userAgent: `landfall/${version}`,
			}),
	});
}
