import fc from 'fast-check';
import {expect, test} from 'vitest';
import {deploymentPath, parseRawPath, projectPath} from '../../src/api/endpoint.ts';

const refusal = expect.objectContaining({kind: 'refused', details: {phase: 'not-sent'}});

test.each<[id: string, segment: string]>([
	['a/b', 'a%2Fb'],
	['prj_1', 'prj_1'],
	['?x=1', '%3Fx%3D1'],
	['#', '%23'],
	['%2e%2e', '%252e%252e'],
	['..\\', '..%5C'],
	['日本', '%E6%97%A5%E6%9C%AC'],
	['...', '...'],
	[' ', '%20'],
	["it's (a) *~!", "it's%20(a)%20*~!"],
])('the id %j is sent as one encoded segment', {tags: ['fault-74']}, (id, segment) => {
	expect(deploymentPath(id, id)).toBe(`/v1/projects/${segment}/deployments/${segment}`);
});

test.each(['', '.', '..', '\ud83d', 'x'.repeat(513), '../../'.repeat(3400)])(
	'the id %j is never requested',
	{tags: ['fault-74']},
	id => {
		expect(() => projectPath(id)).toThrow(refusal);
		expect(() => deploymentPath('prj_1', id)).toThrow(refusal);
	},
);

test('no id can change the requested path', {tags: ['fault-74']}, () => {
	const anyId = fc.oneof(
		fc.string({unit: 'binary'}),
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
				expect(error).toEqual(refusal);
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
