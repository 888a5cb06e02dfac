import {existsSync, readdirSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type Client, createClient} from '../api/client.ts';
import {type ParsedBaseUrl, parseBaseUrl, serviceFingerprint} from '../api/endpoint.ts';
import {ApiError} from '../api/errors.ts';
import {createHttpTransport, proxyIn} from '../api/http-transport.ts';
import {userRead} from '../api/request.ts';
import {createPolicy} from '../api/retry.ts';
import type {LoggedRequest} from '../api/transport.ts';
import type {Clock, LocalTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {version} from '../base/version.ts';
import {readWindows} from '../journal/names.ts';
import {measuredSkewMs, noticedSkewMs, skewText} from '../model/request-log.ts';
import {count} from '../present/format.ts';
import {openCredentials} from '../settings/credentials.ts';
import {findDirectories} from '../settings/directories.ts';
import type {FoundKey, KeySources} from '../settings/find-api-key.ts';
import {openSettings, serviceMeant} from '../settings/settings.ts';
import type {ServiceOptions} from './context.ts';
import {exitCodeFor} from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One result of the doctor. `isBad` marks what needs attention. */
type Finding = {readonly about: SafeText; readonly says: SafeText; readonly isBad: boolean};

const finding = (about: string, says: string, isBad = false): Finding => ({
	about: safe(about),
	says: safe(says, 300),
	isBad,
});

/** Reports a file's size and mode, or that it is missing, and its target if it is a link. */
function fileFinding(about: string, path: string): Finding {
	let link = '';
	try {
		link = ` -> ${readlinkSync(path)}`;
	} catch {
		// It is no link.
	}

	try {
		const {size, mode} = statSync(path);
		const octal = (mode & 0o777).toString(8).padStart(3, '0');
		return finding(about, `${path}${link}  ${size} B, mode ${octal}`);
	} catch {
		return finding(about, `${path}${link}  not there yet`);
	}
}

function crashFinding(directory: string): Finding {
	const names = existsSync(directory) ? readdirSync(directory) : [];
	const files = names.filter(name => /^crash-.*\.txt$/.test(name)).toSorted();
	const newest = files.at(-1);
	return finding(
		'crash files',
		newest === undefined ? 'none' : `${files.length}, the newest ${join(directory, newest)}`,
	);
}

/** Reports the terminal, and the multiplexers and connections that identify themselves. */
function terminalFinding({stdin, stdout, env}: NodeJS.Process): Finding {
	const {TERM, TERM_PROGRAM, TERM_PROGRAM_VERSION, TMUX, STY, SSH_TTY} = env;
	const colorBits = stdout.isTTY ? stdout.getColorDepth(env) : 1;
	const parts = [
		TERM ?? 'TERM is not set',
		stdout.isTTY ? `${stdout.columns ?? '?'} × ${stdout.rows ?? '?'}` : 'output is not a terminal',
		!stdin.isTTY && 'input is not a terminal',
		colorBits > 1 ? `${colorBits}-bit colours` : 'no colours',
		TERM_PROGRAM && `${TERM_PROGRAM} ${TERM_PROGRAM_VERSION ?? ''}`.trim(),
		TMUX && 'tmux',
		STY && 'screen',
		SSH_TTY && 'ssh',
	];
	return finding('terminal', parts.filter(Boolean).join(', '));
}

function languageFinding({LC_ALL, LC_CTYPE, LANG}: Environment): Finding {
	const locale = LC_ALL || LC_CTYPE || LANG;
	if (!locale) return finding('characters', 'no locale is set; if symbols look wrong, try --ascii');
	const isUtf8 = /utf-?8/i.test(locale);
	return finding('characters', isUtf8 ? locale : `${locale}: if symbols look wrong, try --ascii`);
}

/** Reports the proxy and certificates, without credentials. */
function networkFindings(environment: Environment): readonly Finding[] {
	const {https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA} = environment;
	const hasProxy = Boolean(https_proxy || HTTPS_PROXY);
	const host = proxyIn(environment);
	const except = no_proxy || NO_PROXY;
	const proxy = `${host ?? 'HTTPS_PROXY is not an address'}${except ? `, not for ${except}` : ''}`;
	const trusted = [
		NODE_EXTRA_CA_CERTS && `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}`,
		NODE_USE_SYSTEM_CA && `NODE_USE_SYSTEM_CA=${NODE_USE_SYSTEM_CA}`,
	];
	return [
		finding('proxy', hasProxy ? proxy : 'none', hasProxy && host === undefined),
		finding('certificates', trusted.filter(Boolean).join(', ') || 'the ones included in Node'),
	];
}

/** Reports the profiles and the selected one. With an explicit address, the profile need not exist. */
function profilesFinding(names: readonly string[], selected: string | undefined, hasAddress: boolean): Finding {
	const all = names.length === 0 ? 'none' : names.join(', ');
	if (selected === undefined) return finding('profiles', all);
	if (names.includes(selected)) return finding('profiles', `${all}; ${selected} is selected`);
	return finding('profiles', `${all}; there is no ${selected}`, !hasAddress);
}

function keyFinding(key: FoundKey | undefined): Finding {
	if (!key) return finding('key', 'not checked: no service is given and none was opened before');
	if (key.outcome === 'none') return finding('key', 'there is none for this address', true);
	const isFound = key.outcome === 'found';
	return {about: plain`key`, says: isFound ? plain`from ${key.source}` : key.reason, isBad: !isFound};
}

function addressFinding(address: ParsedBaseUrl | undefined): Finding {
	if (!address) return finding('address', 'none: name one with --base-url, or connect once');
	return {about: plain`address`, says: address.ok ? safe(address.url) : address.reason, isBad: !address.ok};
}

/** Reports the open windows, which divide the budget of their service. `fingerprint`: of the selected service and its key, if there is one. */
function windowFindings(journalPath: string, now: LocalTime, fingerprint: string | undefined): readonly Finding[] {
	const windows = readWindows(journalPath, now);
	return [
		finding('windows', windows.length === 0 ? 'none open' : `${windows.length} open`),
		...windows.map(({pid, service, weight, perMinute, at}) => {
			const attention = ['paused', 'in the background'][weight] ?? 'focused';
			const share = `${attention}, --rpm ${perMinute}, seen ${duration(now - at)} ago`;
			const where = service === fingerprint ? 'on this service, ' : 'on another service, ';
			return finding(`window ${pid}`, fingerprint === undefined ? share : where + share);
		}),
	];
}

/** Reports how far the local clock differs from the service's. */
function clockFinding(record: LoggedRequest): Finding {
	const skewMs = measuredSkewMs(record);
	if (skewMs === undefined) return finding('clock', 'the service does not send its time');
	if (Math.abs(skewMs) < 2000) return finding('clock', "same as the service's");
	return finding('clock', `${skewText(skewMs)}; ages use the service's`, Math.abs(skewMs) >= noticedSkewMs);
}

/** Sends one harmless read and reports its outcome, with the exit code for it. `records` receives its requests. */
async function requestFindings(client: Client, records: readonly LoggedRequest[]) {
	let failure: ApiError | undefined;
	try {
		await client.listProjects({limit: 1}, new AbortController().signal, userRead);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		failure = error;
	}

	const last = records.at(-1);
	const requestId = last?.requestId ?? failure?.details.requestId;
	const request = requestId === undefined ? plain`` : plain`, request ${requestId}`;
	const attempts = records.length > 1 ? plain` on attempt ${records.length}` : plain``;
	const answered = plain`answered ${last?.status ?? 0} in ${count(last?.tookMs ?? 0)} ms${attempts}${request}`;
	const says = failure ? plain`${safe(failure.code)}: ${failure.message}${request}` : answered;
	const findings: readonly Finding[] = [
		{about: plain`service`, says, isBad: failure !== undefined},
		...(last?.status === undefined ? [] : [clockFinding(last)]),
	];
	// A key that may not list projects is of no use here.
	const exitCode = failure?.kind === 'forbidden' ? exitCodes.keyRefused : failure && exitCodeFor(failure);
	return {findings, exitCode: exitCode ?? exitCodes.done};
}

/** Prints everything that a bug report should contain, never any part of a key, and sends one request to the selected service. Returns the exit code. */
export async function runDoctor(
	options: ServiceOptions,
	{
		clock,
		environmentKey,
		process,
		findKey,
	}: {
		/** Finds the team API key for an address in the same sources as the screens. */
		readonly findKey: (url: string, sources: Omit<KeySources, 'origin' | 'parse' | 'readOutput'>) => Promise<FoundKey>;
		readonly clock: Clock;
		/** The value of LANDFALL_API_KEY. */
		readonly environmentKey: string | undefined;
		readonly process: NodeJS.Process;
	},
): Promise<number> {
	const {env: environment, stdin, stdout, versions, platform, arch} = process;
	const directories = findDirectories(environment);
	const settings = openSettings({directory: directories.settings, now: clock.now});
	const credentials = openCredentials({directory: directories.settings, now: clock.now});
	const {profiles} = settings.get();
	const {profile, baseUrl: url} = serviceMeant(options, settings.get());
	const address = url === undefined ? undefined : parseBaseUrl(url);
	const input = options.isApiKeyFromInput ? stdin : undefined;
	const sources = {environmentKey, apiKeyFile: options.apiKeyFile, input, credentials, profiles, profile};
	const key = address?.ok ? await findKey(address.url, sources) : undefined;
	const service = address?.ok && key?.outcome === 'found' ? {baseUrl: address.url, apiKey: key.apiKey} : undefined;
	const fingerprint = service && serviceFingerprint(service.baseUrl, service.apiKey);
	const journalPath = join(directories.state, 'journal.sqlite');
	const node = `${versions.node}, OpenSSL ${versions.openssl}, SQLite ${versions.sqlite ?? '?'}, ${platform} ${arch}`;
	const print = (findings: readonly Finding[]) => {
		for (const {about, says, isBad} of findings) stdout.write(`${isBad ? '!' : ' '} ${about.padEnd(14)} ${says}\n`);
	};

	const findings = [
		finding('landfall', version),
		finding('Node', node),
		terminalFinding(process),
		languageFinding(environment),
		fileFinding('settings', join(directories.settings, 'config.json')),
		...settings.notices.map((says): Finding => ({about: plain``, says, isBad: true})),
		fileFinding('keys', join(directories.settings, 'credentials.json')),
		fileFinding('journal', journalPath),
		crashFinding(directories.state),
		...windowFindings(journalPath, clock.now(), fingerprint),
		profilesFinding([...profiles.keys()], profile, address !== undefined),
		...networkFindings(environment),
		addressFinding(address),
		keyFinding(key),
	];
	print(findings);
	if (!service) return findings.some(({isBad}) => isBad) ? exitCodes.usage : exitCodes.done;
	const records: LoggedRequest[] = [];
	const client = createClient({
		...service,
		transport: createHttpTransport({clock, environment}),
		policy: createPolicy({clock}),
		clock,
		onRequestEnd: record => records.push(record),
		isReadOnly: () => true,
		userAgent: `landfall/${version}`,
	});
	const answer = await requestFindings(client, records);
	print(answer.findings);
	return answer.exitCode;
}
