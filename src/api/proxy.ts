import {isIP} from 'node:net';
import {plain, type SafeText, safe} from '../base/text.ts';

/** `url` may hold a password, `host` does not. */
export type HttpsProxy = {readonly url: string; readonly host: string};

export type FoundProxy =
	| {readonly ok: true; readonly proxy: HttpsProxy | undefined}
	| {readonly ok: false; readonly reason: SafeText};

/** The first one that is not empty counts, as with curl. */
const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** Node's own parser ignores values it does not understand, and the request would bypass the proxy. */
export function findProxy(baseUrl: string, environment: NodeJS.ProcessEnv): FoundProxy {
	const url = new URL(baseUrl);
	const stated = proxyVariables.map(name => ({name, text: (environment[name] ?? '').trim()}));
	const counting = stated.find(({text}) => text !== '');
	// http is used for this computer only, and a proxy would see the key.
	const isDirect = counting === undefined || url.protocol === 'http:' || isExcluded(url, environment);
	return isDirect ? {ok: true, proxy: undefined} : parseProxy(counting.name, counting.text);
}

function parseProxy(variable: string, text: string): FoundProxy {
	const name = safe(variable);
	const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//.exec(text.toLowerCase()) ?? [];
	if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
		const reason = plain`${name} names a proxy that landfall cannot use, ${safe(scheme, 32)}://: only http:// and https:// work.`;
		return {ok: false, reason};
	}

	const url = URL.parse(scheme === undefined ? `http://${text}` : text);
	if (url && isHostOnly(url)) return {ok: true, proxy: {url: url.href, host: url.host}};
	return {
		ok: false,
		reason: plain`${name} is not the address of a proxy. Write it like http://proxy.example.com:8080. In a user name or password, special characters must be percent-encoded.`,
	};
}

/** An unencoded slash in a password would end the host, and the rest would be taken for a path. */
function isHostOnly({pathname, search, hash, username, password}: URL): boolean {
	if (pathname !== '/' || search !== '' || hash !== '') return false;
	try {
		decodeURIComponent(username + password);
		return true;
	} catch {
		return false;
	}
}

/** NO_PROXY names hosts with their subdomains, addresses, or `*`. Each may have a port. */
function isExcluded({hostname, port}: URL, {no_proxy, NO_PROXY}: NodeJS.ProcessEnv): boolean {
	const host = bareHost(hostname);
	const entries = (no_proxy || NO_PROXY || '').toLowerCase().split(/[\s,]/);
	return entries.some(entry => {
		const isBareIpv6 = !entry.startsWith('[') && /:.*:/.test(entry);
		const [, named = entry, namedPort] = (!isBareIpv6 && /(.*):(\d+)$/.exec(entry)) || [];
		if (namedPort !== undefined && namedPort !== (port || '443')) return false;
		const name = bareHost(named.replace(/^\*?\.(?=.)/, ''));
		return name === '*' || name === host || (isIP(host) === 0 && host.endsWith(`.${name}`));
	});
}

const bareHost = (host: string): string => host.replace(/[[\]]|\.$/g, '');
