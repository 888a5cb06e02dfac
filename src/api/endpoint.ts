import {isQuoted, plain, quotedWord, type SafeText, safe} from '../base/text.ts';
import {ApiError, type RequestedThing} from './errors.ts';

type ParsedBaseUrl =
	/** `url`: everything before `/v1`, without a trailing slash. `host`: with the port, and in ASCII, so that homographs are visible. */
	| {readonly ok: true; readonly url: string; readonly host: SafeText}
	/** Never repeats anything that could be a secret. */
	| {readonly ok: false; readonly reason: SafeText};

const rejectedAddress = (reason: SafeText): ParsedBaseUrl => ({ok: false, reason});

/** Adds `http://` for this computer and `https://` for others. For others it requires a port: a lone name may be anything, even a key in the wrong place. */
function addScheme(typed: string): string {
	const [host, port] = /^(?:\[[\da-f:.]+\]|[a-z\d.-]+)(:\d+)?(?![^/])/i.exec(typed) ?? [];
	const local = `http://${typed}`;
	if (host === undefined || !URL.canParse(local)) return typed;
	if (isLoopback(new URL(local).hostname)) return local;
	return port === undefined ? typed : `https://${typed}`;
}

/** Rejects anything doubtful, because the key is sent to this address. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
	const typed = addScheme(text.trim());
	if (typed === '') return rejectedAddress(plain`The address is empty. Write it like https://api.example.com.`);
	if (typed.length > 2048) return rejectedAddress(plain`The address is too long.`);
	if (/[\s\0-\x1f\x7f-\x9f\\]/.test(typed))
		return rejectedAddress(plain`The address contains a space, a line break or a backslash.`);

	const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(typed) ?? [];
	if (!authority || !URL.canParse(typed)) {
		return rejectedAddress(plain`That is not a whole address. Write it like https://api.example.com.`);
	}

	if (authority.includes('@')) return rejectedAddress(plain`The address must not contain a user name or a password.`);
	if (typed.includes('?') || typed.includes('#'))
		return rejectedAddress(plain`The address must end before any ? or #.`);

	const {protocol, hostname, host, origin, pathname} = new URL(typed);
	if (protocol === 'http:' && !isLoopback(hostname)) {
		return rejectedAddress(
			plain`The key would be sent unencrypted: the address must begin with https://, except on this computer.`,
		);
	}

	const path = pathname.replace(/\/+$/, '');
	if (/\/\/|;|%3b|%5c/i.test(path) || needlesslyEncoded.test(path))
		return rejectedAddress(plain`The path of the address contains //, a semicolon or a needless % code.`);
	if (/\/v1\/projects\//.test(path)) return rejectedAddress(plain`The address is only the part before /v1/projects.`);
	return {ok: true, url: origin + path.replace(/\/v1(\/projects)?$/, ''), host: safe(host)};
}

export function addressOrigin(baseUrl: string): string {
	const address = parseBaseUrl(baseUrl);
	return address.ok ? new URL(address.url).origin : '';
}

/** The URL parser has normalized every form of 127.0.0.1. */
const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);

/** Equal for all addresses of one service: all spellings of this computer, and paths that a service may treat alike. */
export function comparableAddress(baseUrl: string): string {
	const url = URL.parse(baseUrl);
	if (!url) return baseUrl;
	const hostname = url.hostname.replace(/\.$/, '');
	const host = isLoopback(hostname) ? 'localhost' : hostname;
	return `${url.protocol}//${host}:${url.port}/${pathIds(url.pathname).join('/').toLowerCase()}`;
}

type ParsedApiKey = {readonly ok: true; readonly apiKey: string} | {readonly ok: false; readonly reason: SafeText};

/** The plan decides who may create keys, not who may use them. */
export const whereKeysComeFrom = plain`You create a team API key in the team settings of your service. Creating keys requires a Pro or Studio plan.`;

/** A shorter key may be part of ordinary words, so it could not be redacted safely. */
const minKeyLength = 8;

/** The interface documents neither a length nor the prefix of live keys, so anything else that fits in a header is accepted. */
export function parseApiKey(text: string): ParsedApiKey {
	const apiKey = text.trim();
	if (/^[\x21-\x7e]+$/.test(apiKey) && apiKey.length >= minKeyLength && !isQuoted(apiKey)) return {ok: true, apiKey};
	return {ok: false, reason: apiKeyProblem(apiKey)};
}

function apiKeyProblem(apiKey: string): SafeText {
	if (apiKey === '') return plain`The API key is empty.`;
	if (isQuoted(apiKey)) return plain`The API key is in quotation marks. Leave them out.`;
	if (apiKey.length < minKeyLength)
		return plain`That is too short for an API key, which has at least ${minKeyLength} characters.`;
	return /\s/.test(apiKey)
		? plain`That does not look like an API key: it contains a space or a line break.`
		: plain`That does not look like an API key: it contains a character that is not allowed in a key.`;
}

const maxPathIdLength = 512;

const anyOrigin = 'http://localhost';

export const projectsPath = '/v1/projects';
export const projectPath = (projectId: string): string => `${projectsPath}/${segment(projectId)}`;
export const deploymentsPath = (projectId: string): string => `${projectPath(projectId)}/deployments`;
export const deploymentPath = (projectId: string, deploymentId: string): string =>
	`${deploymentsPath(projectId)}/${segment(deploymentId)}`;

function segment(id: string): string {
	const problem = pathIdProblem(id);
	if (problem) throw new ApiError('E_REFUSED', plain`The id ${problem}.`, {phase: 'not-sent'});
	return encodeURIComponent(id);
}

/** Why an id cannot be one segment of a path, as the end of a sentence about it. */
export function pathIdProblem(id: string): SafeText | undefined {
	if (id === '') return plain`is empty`;
	if (id.length > maxPathIdLength) return plain`is too long`;
	// The URL parser removes the segments `.` and `..`, even when encoded.
	return id === '.' || id === '..' || !id.isWellFormed() ? plain`cannot be used in an address` : undefined;
}

/** Undefined for any other request, although a service may treat it like one of these. Throws `ApiError` for an id that cannot be requested. */
export function documentedWrite(method: string, path: string) {
	const [isBelow, id, deployments] = /^\/v1\/projects(?:\/([^/?]+)(\/deployments)?)?$/.exec(path) ?? [];
	const projectId = pathIds(id ?? '')[0] ?? '';
	if (isBelow === undefined || (id !== undefined && projectPath(projectId) !== `${projectsPath}/${id}`))
		return undefined;
	if (id === undefined) return method === 'POST' ? ({kind: 'create', projectId} as const) : undefined;
	if (deployments !== undefined) return method === 'POST' ? ({kind: 'deploy', projectId} as const) : undefined;
	if (method === 'PATCH') return {kind: 'edit', projectId} as const;
	return method === 'DELETE' ? ({kind: 'delete', projectId} as const) : undefined;
}

export function requestedThing(path: string, cursor?: unknown): RequestedThing {
	const [isKnown, project, deployments, deployment] =
		/^\/v1\/projects(\/[^/?]+)?(\/deployments)?(\/[^/?]+)?(?:\?|$)/.exec(path) ?? [];
	if (!isKnown) return 'path';
	if (deployment) return deployments ? 'deployment' : 'path';
	if (deployments) return 'deployments';
	if (project) return 'project';
	return cursor === undefined ? 'projects' : 'page';
}

const needlesslyEncoded = /%(?:2[ef]|3\d|[46][1-9a-f]|[57][\da])/i;

/**
The path and query of a raw request. Text without a leading slash is taken relative to `/v1/`.

Undefined for a path that the service or the URL parser could read as another one.
*/
export function parseRawPath(typed: string): string | undefined {
	const path = typed.startsWith('/') ? typed : typed.startsWith('v1/') ? `/${typed}` : `/v1/${typed}`;
	const url = URL.parse(path, anyOrigin);
	if (url?.href !== anyOrigin + path || url.hash !== '') return undefined;
	const {pathname} = url;
	const isWhole = /^\/v1(?:\/[^/]+)+$/.test(pathname) && pathIds(pathname).length > 0;
	return isWhole && !needlesslyEncoded.test(pathname) ? path : undefined;
}

export function parseRecordUrl(baseUrl: string, text: string) {
	const url = URL.parse(text, baseUrl);
	const start = `${baseUrl}${projectsPath}/`;
	const address = url && url.origin + url.pathname;
	if (!address?.startsWith(start)) return undefined;
	const [projectId, deployments = 'deployments', deploymentId] = pathIds(address.slice(start.length));
	return projectId && deployments === 'deployments' ? {projectId, deploymentId} : undefined;
}

export const pathSegments = (text: string): readonly string[] => pathIds(URL.parse(text)?.pathname ?? '');

/** Expects both in the form of `comparableAddress`. */
export function isAtOrBelow(link: string, address: string): boolean {
	const base = address.replace(/\/$/, '');
	return /:\/\/[^/]/.test(base) && link.startsWith(base) && /^(?:[/?#]|$)/.test(link.slice(base.length));
}

export const idsIn = (text: string) => ({
	projectId: /\bprj_[a-z\d]+/i.exec(text)?.[0],
	deploymentId: /\bdep_[a-z\d]+/i.exec(text)?.[0],
});

export function idsInLink(text: string) {
	const segments = pathSegments(text);
	const at = segments.lastIndexOf('projects');
	const [, projectId, deployments, deploymentId] = at < 0 ? [] : segments.slice(at);
	return {projectId, deploymentId: deployments === 'deployments' ? deploymentId : undefined};
}

function pathIds(path: string): readonly string[] {
	try {
		return path.split('/').filter(Boolean).map(decodeURIComponent);
	} catch {
		return [];
	}
}

export const curlOf = (url: string): string => `curl -H "Authorization: Bearer $LANDFALL_API_KEY" ${quotedWord(url)}`;

export function curlFor(baseUrl: string, projectId: string, deploymentId: string | undefined): string | undefined {
	try {
		const path = deploymentId === undefined ? projectPath(projectId) : deploymentPath(projectId, deploymentId);
		return curlOf(baseUrl + path);
	} catch {
		return undefined;
	}
}
