import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	comparableAddress,
	curlFor,
	deploymentPath,
	idsIn,
	parseApiKey,
	parseBaseUrl,
	parseRawPath,
	parseRecordUrl,
	projectPath,
} from '../../src/api/endpoint.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';

test.each<[typed: string, url: string]>([
	['https://api.example.com', 'https://api.example.com'],
	['https://api.example.com///', 'https://api.example.com'],
	['  https://api.example.com\n', 'https://api.example.com'],
	['HTTPS://API.Example.COM', 'https://api.example.com'],
	['https://api.example.com:8443', 'https://api.example.com:8443'],
	['https://api.example.com/v1', 'https://api.example.com'],
	['https://api.example.com/v1/projects/', 'https://api.example.com'],
	['https://api.example.com/team/upload', 'https://api.example.com/team/upload'],
	['https://api.example.com/v1/team', 'https://api.example.com/v1/team'],
	['https://api.example.com/a%20b', 'https://api.example.com/a%20b'],
	['https://api.example.com/a/../b', 'https://api.example.com/b'],
	['https://bücher.example', 'https://xn--bcher-kva.example'],
	['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
	['http://localhost:3000/v1', 'http://localhost:3000'],
	['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
	['http://2130706433', 'http://127.0.0.1'],
	['http://[::1]:80', 'http://[::1]'],
	// Without a scheme.
	['127.0.0.1:5800', 'http://127.0.0.1:5800'],
	['127.0.0.1', 'http://127.0.0.1'],
	['LOCALHOST:5800/v1', 'http://localhost:5800'],
	['[::1]:5800', 'http://[::1]:5800'],
	['api.example.com:8443/team', 'https://api.example.com:8443/team'],
	['127.0.0.1.example.com:5800', 'https://127.0.0.1.example.com:5800'],
	['localhost.:5800', 'https://localhost.:5800'],
	['0.0.0.0:5800', 'https://0.0.0.0:5800'],
	['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
])('reads the address %j as %j', {tags: ['fault-163']}, (typed, url) => {
	expect(parseBaseUrl(typed)).toEqual({ok: true, url, host: new URL(url).host});
});

test.each<[reason: RegExp, addresses: readonly string[]]>([
	[/empty/, ['']],
	[/whole address/, ['api.example.com', 'team_s3cret', 's3cret.s3cret.s3cret', 'user:s3cret@127.0.0.1:5800']],
	[/whole address/, ['127.0.0.1:99999', 'https://example.com:99999', 'https:///api.example.com']],
	[/whole address/, ['ftp://127.0.0.1:5800', 'javascript:https://x']],
	[
		/a space, a line break or a backslash/,
		['https://exa mple.com', 'https://exa\nmple.com', 'https://x.com\\evil.example'],
	],
	[/user name/, ['https://user:s3cret@api.example.com']],
	[/before any \?/, ['https://api.example.com?key=s3cret', 'https://api.example.com/#s3cret']],
	[/must begin with https/, ['http://api.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com']],
	[/must begin with https/, ['http://0.0.0.0', 'http://[::ffff:127.0.0.1]', 'http://127.0.0.1..', 'http://127..']],
	[
		/contains \/\/, a semicolon or a needless % code/,
		['/a//b', '/%2f', '/;a=1', '/%3Ba', '/te%61m', '/a%5Cb', '/a%2eb'].map(path => `https://api.example.com${path}`),
	],
	[/before \/v1\/projects/, ['https://api.example.com/v1/projects/prj_1']],
	[/too long/, [`https://${'a'.repeat(3000)}.example`]],
])('rejects for %s, without repeating secrets: %j', {tags: ['fault-73']}, (reason, addresses) => {
	for (const typed of addresses) {
		const parsed = parseBaseUrl(typed);
		expect(parsed, typed).toMatchObject({ok: false, reason: expect.stringMatching(reason)});
		expect(JSON.stringify(parsed)).not.toContain('s3cret');
	}
});

const usableKeys = ['  team_0123456789\n', '~7654321', '!"#$%&/(', 'x'.repeat(10_000)];

test.each(usableKeys)('accepts the API key %j without surrounding blanks', {tags: ['fault-98']}, typed => {
	expect(parseApiKey(typed)).toEqual({ok: true, apiKey: typed.trim()});
});

test.each<[typed: string, reason: RegExp]>([
	['', /empty/],
	[' \n ', /empty/],
	['qzqzqzq', /too short.* 8 characters/],
	['  qzqzqzq\n', /too short/],
	['qzqzqz qzqzqz', /a space/],
	['qzqzqz\nX-Evil: qz', /line break/],
	['"qzqzqzqz"', /in quotation marks\. Leave them out/],
	['“qzqzqzqz”', /in quotation marks/],
	["qzqzqzqz'\n", /in quotation marks/],
	['qzqzqzqz🔑', /a character/],
	['qzqzqz\x00qzqz', /a character/],
	['qzqzqzqzü', /a character/],
])('rejects the API key %j without repeating it', {tags: ['fault-71']}, (typed, reason) => {
	const parsed = parseApiKey(typed);
	expect(parsed).toMatchObject({ok: false, reason: expect.stringMatching(reason)});
	expect(JSON.stringify(parsed)).not.toMatch(/qz|🔑|ü/);
});

const unsendablePath = expect.objectContaining({kind: 'unsendable', details: {phase: 'not-sent'}});

test.each([
	['', 'The id is empty.'],
	['.', 'The id cannot be used in an address.'],
	['..', 'The id cannot be used in an address.'],
	['\ud83d', 'The id cannot be used in an address.'],
	['../../'.repeat(3400), 'The id is too long.'],
])('never requests the id %j', {tags: ['fault-74']}, (id, message) => {
	const unsendable = expect.objectContaining({kind: 'unsendable', message, details: {phase: 'not-sent'}});
	expect(() => projectPath(id)).toThrow(unsendable);
	expect(() => deploymentPath('prj_1', id)).toThrow(unsendable);
	expect(curlFor('https://x', 'prj_1', id)).toBeUndefined();
});

test.each([
	['https://x/team/v1/projects/prj_1', 'prj_1', undefined],
	['https://x/team/v1/projects/a%20b/?limit=3#x', 'a b', undefined],
	['/team/v1/projects/prj_1/deployments//', 'prj_1', undefined],
	['https://x/team/v1/projects/prj_1/deployments/dep_1', 'prj_1', 'dep_1'],
])('finds in the address %s the project %s and the deployment %s', (address, projectId, deploymentId) => {
	expect(parseRecordUrl('https://x/team', address)).toEqual({projectId, deploymentId});
	const own = deploymentId === undefined ? projectPath(projectId) : deploymentPath(projectId, deploymentId);
	expect(curlFor('https://x/team', projectId, deploymentId)).toContain(`https://x/team${own}`);
});

test.each([
	...['https://x/team/v1/projects', 'https://x/team/v1/projects/', 'https://y/team/v1/projects/prj_1'],
	...['https://x/team/v1/projects/prj_1/builds/dep_1', 'https://x/team/v1/projects/%Z', '/v1/projects/prj_1'],
	...['prj_1', 'http://'],
])('finds no record in the address %s', address => {
	expect(parseRecordUrl('https://x/team', address)).toBeUndefined();
});

test('finds ids in any text', () => {
	expect(idsIn('In "prj_A1b2": dep_c3D4.')).toEqual({projectId: 'prj_A1b2', deploymentId: 'dep_c3D4'});
	expect(idsIn('my_prj_1, prj_')).toEqual({projectId: undefined, deploymentId: undefined});
});

test('keeps the requested path for any id', {tags: ['fault-74']}, () => {
	const anyId = fc.oneof(
		anyText(),
		fc.stringMatching(/^[./\\%2eE?#]*$/),
		fc.array(fc.constantFrom('..', '.', '/', '%2e', '\t', '\n')).map(parts => parts.join('')),
	);
	fc.assert(
		fc.property(anyId, id => {
			try {
				const {pathname, search, hash} = new URL(`https://api.example.com${projectPath(id)}/deployments`);
				const [, v1, projects, segment = '', deployments, ...rest] = pathname.split('/');
				expect([v1, projects, deployments, rest, search, hash]).toEqual(['v1', 'projects', 'deployments', [], '', '']);
				expect(decodeURIComponent(segment)).toBe(id);
			} catch (error) {
				expect(error).toEqual(unsendablePath);
			}
		}),
		{numRuns: 1000},
	);
});

test.each([
	['projects', '/v1/projects'],
	['projects?limit=3&cursor=a%2Fb', '/v1/projects?limit=3&cursor=a%2Fb'],
	['v1/projects/prj_1', '/v1/projects/prj_1'],
	['/v1/projects?to=https://x.example/', '/v1/projects?to=https://x.example/'],
	['/v1/health', '/v1/health'],
	["v1/projects/it's%20a%3Ab%C3%A4", "/v1/projects/it's%20a%3Ab%C3%A4"],
])('reads the path %s as %s', (typed, path) => {
	expect(parseRawPath(typed)).toBe(path);
});

test.each([
	...['', '//evil.example/v1', 'https://evil.example/', '/@evil.example/..', '/v1/../admin', 'projects/%2e%2e/admin'],
	...['/V1/projects/prj_1', '/v1//projects/prj_1', '/v1/projects/prj_1/', '/v1/%70rojects/prj_1'],
	...['projects%2Fprj_1', 'projects/prj_%31', 'projects/%Z', 'projects/%FF'],
	...['projects/', '/v1/', '/health', '/x/v1/projects'],
	...['/V1/projects', '/v1\\..\\admin', 'projects#x', 'projects/a b', 'projects/\u202e', 'projects/a\r\nhost: x'],
])('rejects the path %j', typed => {
	expect(parseRawPath(typed)).toBeUndefined();
});

test('keeps any path below the base address', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.webPath(), fc.webUrl()), typed => {
			const path = parseRawPath(typed);
			if (path === undefined) return;
			expect(new URL(`https://api.example/team${path}`).href).toBe(`https://api.example/team${path}`);
		}),
		{numRuns: 500},
	);
});

test.each([
	['http://localhost:80', 'http://127.0.0.1', true],
	['http://localhost:5800', 'http://127.1.2.3:5800', true],
	['http://localhost:5800/team', 'http://[::1]:5800/team/', true],
	['https://api.example.com', 'https://API.example.com.:443/', true],
	['https://api.example.com/team', 'https://api.example.com/%74EAM', true],
	['https://api.example.com', 'http://api.example.com', false],
	['https://api.example.com', 'https://api.example.com:8443', false],
	['https://api.example.com', 'https://api.example.com/team', false],
	['https://api.example.com', 'https://api.example.org', false],
])('takes %s and %s for one address: %j', (one, other, isOne) => {
	expect(comparableAddress(one) === comparableAddress(other)).toBe(isOne);
});
