import fc from 'fast-check';
import {expect, test} from 'vitest';
import {deploymentPath, projectPath} from '../../../src/api/path.ts';

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
