import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseRawPath} from '../../../src/api/path.ts';

test.each([
	['projects', '/v1/projects'],
	['projects?limit=3&cursor=a%2Fb', '/v1/projects?limit=3&cursor=a%2Fb'],
	['v1/projects/prj_1', '/v1/projects/prj_1'],
	['/v1/projects?to=https://x.example/', '/v1/projects?to=https://x.example/'],
	['/health', '/health'],
])('the path %s means %s', (typed, path) => {
	expect(parseRawPath(typed)).toBe(path);
});

test.each([
	[''],
	['//evil.example/v1'],
	['https://evil.example/'],
	['/v1/../admin'],
	['projects/%2e%2e/admin'],
	['projects/./x'],
	['/v1\\..\\admin'],
	['projects#x'],
	['projects?a#b'],
	['projects/a b'],
	['projects/\u202e'],
	['projects/a\r\nhost: x'],
	['/@evil.example/..'],
])('the path %j is refused', typed => {
	expect(parseRawPath(typed)).toBeUndefined();
});

test('no path leads to another host or out of the base address', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.webPath(), fc.webUrl()), typed => {
			const path = parseRawPath(typed);
			if (path === undefined) return;
			expect(new URL(`https://api.example/team${path}`).href).toBe(`https://api.example/team${path}`);
		}),
		{numRuns: 500},
	);
});
