import {lstatSync, readdirSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type Client, createClient} from '../api/client.ts';
import {parseBaseUrl, whereKeysComeFrom} from '../api/endpoint.ts';
import {ApiError} from '../api/errors.ts';
import {extraCertificatesProblem} from '../api/extra-certificates.ts';
import {createHttpTransport} from '../api/http-transport.ts';
import {eachProjectPage} from '../api/project-pages.ts';
import {type FoundProxy, findProxy} from '../api/proxy.ts';
import {neverAborted, readRetries} from '../api/request.ts';
import type {LoggedRequest} from '../api/transport.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isSystemError} from '../base/files.ts';
import {createRedaction} from '../base/redaction.ts';
import {counted, plain, type SafeText, safe, wordLines} from '../base/text.ts';
import {version} from '../base/version.ts';
import {exitCodeFor} from '../commands/command-error.ts';
import type {service, serviceNamed, Values} from '../commands/options.ts';
import {journalProblemAt} from '../journal/read-only.ts';
import {confirmationFor} from '../model/confirmation.ts';
import {guardsFor, isProtected} from '../model/connection.ts';
import {measuredSkewMs, noticedSkewMs, skewText} from '../model/request-log.ts';
import {readChosenColumns} from '../present/columns.ts';
import {count} from '../present/format.ts';
import {openCredentials} from '../settings/credentials.ts';
import {findDirectories} from '../settings/directories.ts';
import {chosenConnection, openSettings, type SettingsStore} from '../settings/settings.ts';
import {characterLocale, isUtf8Locale} from '../terminal/environment.ts';
import {findKey, type Launch, listProfiles} from './open-service.ts';

type Report = (about: string, says: SafeText, isBad?: boolean) => void;

function reportPath(report: Report, about: string, path: string, describe: (path: string) => SafeText): void {
	try {
		report(about, describe(path));
	} catch (error) {
		if (!isSystemError(error)) throw error;
		report(about, safe(`${path} could not be read (${error.code})`, 300), true);
	}
}

function fileText(path: string): SafeText {
	const isLink = lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink();
	const link = isLink ? ` -> ${readlinkSync(path)}` : '';
	const stats = statSync(path, {throwIfNoEntry: false});
	if (!stats) return safe(`${path}${link}  not there yet`, 300);
	const octal = (stats.mode & 0o777).toString(8).padStart(3, '0');
	// A file's mode means nothing on Windows.
	return safe(`${path}${link}  ${stats.size} B${process.platform === 'win32' ? '' : `, mode ${octal}`}`, 300);
}

function crashText(directory: string): SafeText {
	const names = statSync(directory, {throwIfNoEntry: false}) ? readdirSync(directory) : [];
	const files = names.filter(name => /^crash-.*\.txt$/.test(name)).toSorted();
	const newest = files.at(-1);
	if (newest === undefined) return plain`none`;
	return safe(`${files.length}, the newest ${join(directory, newest)}`, 300);
}

function terminalText({stdin, stdout, env}: NodeJS.Process): SafeText {
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
	return safe(parts.filter(Boolean).join(', '), 300);
}

function languageText(environment: NodeJS.ProcessEnv): SafeText {
	const locale = characterLocale(environment);
	if (!locale) return plain`no locale is set; if symbols look wrong, try --ascii`;
	if (isUtf8Locale(environment, process.platform)) return safe(locale, 300);
	return safe(`${locale}: not UTF-8, so signs are ASCII; LC_ALL=C.UTF-8 changes that`, 300);
}

function reportNetwork(report: Report, found: FoundProxy, environment: NodeJS.ProcessEnv): void {
	const {no_proxy, NO_PROXY, NODE_EXTRA_CA_CERTS, NODE_USE_SYSTEM_CA} = environment;
	const except = no_proxy || NO_PROXY;
	if (!found.ok) report('proxy', found.reason, true);
	else report('proxy', safe(`${found.proxy?.host ?? 'none'}${except ? `; NO_PROXY is ${except}` : ''}`, 300));
	const trusted = [
		NODE_EXTRA_CA_CERTS && `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}`,
		NODE_USE_SYSTEM_CA && `NODE_USE_SYSTEM_CA=${NODE_USE_SYSTEM_CA}`,
	];
	report('certificates', safe(trusted.filter(Boolean).join(', ') || 'the ones included in Node', 300));
	const problem = extraCertificatesProblem(NODE_EXTRA_CA_CERTS);
	if (problem) report('', problem, true);
}

function reportProfiles(report: Report, {problem, get}: SettingsStore, selected: string | undefined) {
	const names = [...get().profiles.keys()];
	if (problem && names.length === 0) return report('profiles', plain`unknown`, true);
	const all = names.length === 0 ? 'none' : names.join(', ');
	if (selected === undefined) return report('profiles', safe(all, 300));
	if (names.includes(selected)) return report('profiles', safe(`${all}; ${selected} is selected`, 300));
	report('profiles', safe(`${all}; there is no ${selected}`, 300), true);
}

function reportClock(report: Report, record: LoggedRequest) {
	if (record.ageMs) return report('clock', plain`not known, because a cache on the way answered`);
	const skewMs = measuredSkewMs(record);
	if (skewMs === undefined) return report('clock', plain`the service does not send its time`);
	if (Math.abs(skewMs) < 2000) return report('clock', plain`same as the service's`);
	report('clock', plain`${skewText(skewMs)}; ages use the service's`, Math.abs(skewMs) >= noticedSkewMs);
}

const maxListed = 2000;

/** Sends one harmless read, or as many as counting protected projects takes. The client appends its requests to `records`. Resolves with the exit code. */
async function reportRequest(
	report: Report,
	client: Client,
	records: readonly LoggedRequest[],
	protects: readonly string[],
): Promise<number> {
	let failure: ApiError | undefined;
	let [pages, isWhole] = [0, false];
	const projects: Project[] = [];
	try {
		const read = (query: {readonly limit: number}) => client.listProjects(query, neverAborted, readRetries);
		for await (const {page} of eachProjectPage(read, {limit: protects.length > 0 ? maxListed : 1})) {
			pages++;
			projects.push(...page.projects);
			isWhole = page.nextCursor === undefined;
		}
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		failure = error;
	}

	const last = records.at(-1);
	const requestId = last?.requestId ?? failure?.details.requestId;
	const request = requestId === undefined ? plain`` : plain`, request ${requestId}`;
	const attempt = records.length - Math.max(0, pages - 1);
	const attempts = attempt > 1 ? plain` on attempt ${attempt}` : plain``;
	const answered = plain`answered ${last?.status ?? 0} in ${count(last?.tookMs ?? 0)} ms${attempts}${request}`;
	const failed = failure && plain`${safe(failure.code)}: ${failure.message}${request}`;
	report('service', failed ?? answered, failure !== undefined);
	if (last?.status !== undefined) reportClock(report, last);
	if (!failure) reportProtected(report, protects, projects, isWhole);
	if (!failure) return exitCodes.done;
	// A key that may not list projects is useless here.
	return failure.kind === 'forbidden' ? exitCodes.keyRefused : exitCodeFor(failure);
}

function reportProtected(report: Report, protects: readonly string[], projects: readonly Project[], isWhole: boolean) {
	const all = plain`${isWhole ? plain`` : plain`the first `}${counted(projects.length, 'project')}`;
	for (const [at, pattern] of protects.entries()) {
		const guards = {protects: [pattern], maxBulk: 1};
		const {length} = projects.filter(project => isProtected(guards, confirmationFor(project)));
		report(at === 0 ? 'protects' : '', safe(`${pattern}: ${length || 'none'} of ${all}`, 300), length === 0);
	}
}

/** Never prints any part of a key. Reads the selected service. Resolves with the exit code. */
export async function runDoctor(
	options: Values<typeof service> & ReturnType<typeof serviceNamed>,
	{clock, environmentKey}: Pick<Launch, 'clock' | 'environmentKey'>,
): Promise<number> {
	const {env: environment, stdin, stdout, versions, platform, arch} = process;
	let hasBad = false;
	const report: Report = (about, says, isBad = false) => {
		hasBad ||= isBad;
		const indent = ' '.repeat(17);
		const lines = stdout.isTTY ? wordLines(says, (stdout.columns || 80) - indent.length) : [says];
		stdout.write(`${isBad ? '!' : ' '} ${about.padEnd(14)} ${lines.map(line => line.trim()).join(`\n${indent}`)}\n`);
	};

	const directories = findDirectories(environment);
	const settings = openSettings(directories.settings);
	const {profiles} = settings.get();
	const {profile, saved, baseUrl: url} = chosenConnection(options, settings.get());
	const patience = options.patience ?? saved?.patience ?? 1;
	const address = url === undefined ? undefined : parseBaseUrl(url);
	const input = options.isApiKeyFromInput ? stdin : undefined;
	const {apiKeyFile, isProfileFromOption} = options;
	const credentials = openCredentials(directories.settings);
	const sources = {environmentKey, apiKeyFile, input, credentials, profiles, profile, isProfileFromOption};
	const {add, redact} = createRedaction();
	if (environmentKey !== undefined) add(environmentKey);
	const key = address?.ok ? await findKey(address.url, sources, {clock, environment}, redact) : undefined;
	// Without an address, reports the proxy that the environment names for https.
	const found = findProxy(address?.ok ? address.url : 'https://any.invalid', environment);
	const isUsable = found.ok && key?.outcome === 'found';
	const service = address?.ok && isUsable ? {baseUrl: address.url, apiKey: key.apiKey} : undefined;
	const journalPath = join(directories.state, 'journal.sqlite');
	const node = `${versions.node}, OpenSSL ${versions.openssl}, SQLite ${versions.sqlite ?? '?'}, ${platform} ${arch}`;

	report('landfall', safe(version));
	report('Node', safe(node, 300));
	report('terminal', terminalText(process));
	report('characters', languageText(environment));
	reportPath(report, 'settings', join(directories.settings, 'config.json'), fileText);
	const {notices} = readChosenColumns(settings.get().columns);
	if (settings.problem) report('', settings.problem, true);
	for (const notice of [...settings.notices, ...notices]) report('', notice, true);
	reportPath(report, 'keys', join(directories.settings, 'credentials.json'), fileText);
	reportPath(report, 'journal', journalPath, fileText);
	const journalProblem = journalProblemAt(journalPath);
	if (journalProblem) report('', journalProblem, true);
	reportPath(report, 'crash files', directories.state, crashText);
	reportProfiles(report, settings, profile);
	reportNetwork(report, found, environment);
	report('patience', plain`${patience}`);
	if (!address) report('address', plain`none: name one with --base-url, or connect once`);
	else report('address', address.ok ? safe(address.url) : address.reason, !address.ok);
	if (!key) report('key', plain`not checked: no service is given and none was opened before`);
	else if (key.outcome === 'found') report('key', plain`from ${key.source}`);
	else if (key.outcome === 'unusable') report('key', key.reason, true);
	else report('key', plain`there is none for this address. ${whereKeysComeFrom}`, true);

	const ownCode = hasBad ? exitCodes.usage : exitCodes.done;
	if (!service) return ownCode;
	const {guards} = guardsFor(listProfiles(settings, false), {profile, baseUrl: service.baseUrl});
	const records: LoggedRequest[] = [];
	const client = createClient({
		...service,
		transport: createHttpTransport({clock, ...found, patience, extraCertificates: environment.NODE_EXTRA_CA_CERTS}),
		clock,
		onRequestEnd: record => records.push(record),
		userAgent: `landfall/${version}`,
	});
	return (await reportRequest(report, client, records, guards.protects)) || ownCode;
}
