import {describe, expect, test} from 'vitest';
import {findProxy} from '../../src/api/proxy.ts';

const service = 'https://api.example.com';

function proxyOf(environment: Readonly<Record<string, string>>, baseUrl = service): string {
	const found = findProxy(baseUrl, environment);
	return found.ok ? (found.proxy?.host ?? 'none') : found.reason;
}

test.each<[says: string, environment: Readonly<Record<string, string>>, host: string]>([
	['a whole address', {HTTPS_PROXY: 'http://proxy.example:3128'}, 'proxy.example:3128'],
	['an address without a scheme, which means http', {HTTPS_PROXY: '127.0.0.1:8080'}, '127.0.0.1:8080'],
	['a name without a scheme', {HTTPS_PROXY: 'localhost:8080'}, 'localhost:8080'],
	['an IPv6 address', {HTTPS_PROXY: '[::1]:8080'}, '[::1]:8080'],
	['a proxy that is reached over TLS', {HTTPS_PROXY: 'HTTPS://proxy.example:8443/'}, 'proxy.example:8443'],
	['a password', {HTTPS_PROXY: 'user:pa%40ss@proxy.example:3128'}, 'proxy.example:3128'],
	['an address among blanks', {HTTPS_PROXY: ' proxy.example:3128\n'}, 'proxy.example:3128'],
	['the lower case spelling before the other', {HTTPS_PROXY: 'a:1', https_proxy: 'b:2'}, 'b:2'],
	['ALL_PROXY if no other is set', {ALL_PROXY: 'http://all.example:3128'}, 'all.example:3128'],
	['all_proxy as well', {all_proxy: 'all.example:3128'}, 'all.example:3128'],
	['HTTPS_PROXY before ALL_PROXY', {ALL_PROXY: 'socks5://a:1', HTTPS_PROXY: 'b:2'}, 'b:2'],
	['no proxy by an empty variable', {HTTPS_PROXY: '', https_proxy: ' '}, 'none'],
	['no proxy for https by HTTP_PROXY', {HTTP_PROXY: 'http://proxy.example:3128'}, 'none'],
])('reads from the environment %s', {tags: ['fault-146']}, (_says, environment, host) => {
	expect(proxyOf(environment)).toBe(host);
});

const otherSchemes = ['socks', 'socks4', 'socks4a', 'socks5', 'socks5h', 'ftp'];

test.each(otherSchemes)('rejects a %s proxy by its variable', {tags: ['fault-146']}, scheme => {
	for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) {
		expect(proxyOf({[name]: `${scheme}://user:secret@127.0.0.1:1080`})).toBe(
			`${name} names a proxy that landfall cannot use, ${scheme}://: only http:// and https:// work.`,
		);
	}
});

test.each([
	'http://',
	'http://user:secret@',
	'http://user:secret@proxy.example:port',
	'http://user:secret@proxy.example:99999',
	'http://user:se/cret@proxy.example:3128',
	'user:secret://x@proxy.example:3128',
	'http://user:1/secret@proxy.example:3128',
	'http://user:1#secret@proxy.example:3128',
	'http://user:1?secret@proxy.example:3128',
	'user:1\\secret@proxy.example:3128',
	'http://user:secret%@proxy.example:3128',
	'http://user:secret%ff@proxy.example:3128',
	'http://proxy example:3128',
])('rejects the proxy %s without repeating it', {tags: ['fault-146']}, text => {
	expect(proxyOf({HTTPS_PROXY: text})).toBe(
		'HTTPS_PROXY is not the address of a proxy. Write it like http://proxy.example.com:8080. In a user name or password, special characters must be percent-encoded.',
	);
});

describe('NO_PROXY', () => {
	const stated = (list: string, baseUrl?: string) => proxyOf({HTTPS_PROXY: 'proxy:3128', NO_PROXY: list}, baseUrl);

	const ofService = [
		...['api.example.com', 'example.com', '.example.com', '*.example.com', '.api.example.com', 'EXAMPLE.com.', 'com'],
		...['other.example,example.com', 'other.example , example.com', 'other.example example.com', '*'],
		...['other.example,*', 'example.com:443'],
	].map((list): [list: string, baseUrl: string] => [list, service]);

	test.each<[list: string, baseUrl: string]>([
		...ofService,
		['example.com:8443', 'https://api.example.com:8443'],
		['example.com', 'https://api.example.com:8443'],
		['10.1.2.3', 'https://10.1.2.3'],
		['::1', 'https://[::1]'],
		['[::1]:8443', 'https://[::1]:8443'],
	])('%s excludes %s', {tags: ['fault-146']}, (list, baseUrl) => {
		expect(stated(list, baseUrl)).toBe('none');
	});

	test.each([
		['ample.com', service],
		['other.example.com', service],
		['api.example.com.evil.example', service],
		['example.com:8443', service],
		['https://example.com', service],
		['.', service],
		[',', service],
		['', service],
		['2.3', 'https://10.1.2.3'],
		['[::1]:443', 'https://[::1]:8443'],
	])('%s does not exclude %s', {tags: ['fault-146']}, (list, baseUrl) => {
		expect(stated(list, baseUrl)).toBe('proxy:3128');
	});

	test('in lower case wins unless it is empty', () => {
		const both = {HTTPS_PROXY: 'proxy:3128', NO_PROXY: '*'};
		expect(proxyOf({...both, no_proxy: 'other.example'})).toBe('proxy:3128');
		expect(proxyOf({...both, no_proxy: ''})).toBe('none');
	});

	test('excludes a service from an unusable proxy', () => {
		expect(proxyOf({ALL_PROXY: 'socks5://127.0.0.1:1080', NO_PROXY: 'example.com'})).toBe('none');
	});
});

test('uses no proxy for a service on this computer', {tags: ['fault-146']}, () => {
	const environment = {HTTP_PROXY: 'proxy:1', HTTPS_PROXY: 'http://%', ALL_PROXY: 'socks5://proxy:1'};
	expect(proxyOf(environment, 'http://127.0.0.1:8080')).toBe('none');
});
