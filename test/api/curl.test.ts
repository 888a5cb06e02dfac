import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {curlFor, curlForRequest} from '../../src/api/endpoint.ts';
import {safe} from '../../src/base/text.ts';

/** Returns the arguments that a shell passes to curl. */
const wordsOf = (command: string): readonly string[] =>
	execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {encoding: 'utf8', env: {}})
		.trimEnd()
		.split('\n');

test.each([
	['prj_1', 'prj_1'],
	["it's '; echo $(id) #", "it's%20'%3B%20echo%20%24(id)%20%23"],
	["''", "''"],
])('the curl command for id %j requests only that id and contains no key', (id, segment) => {
	const command = curlFor("https://api.example.com/it's", id, undefined) ?? '';
	expect(wordsOf(command)).toEqual([
		'-H',
		'Authorization: Bearer ',
		`https://api.example.com/it's/v1/projects/${segment}`,
	]);
	expect(command).toContain('$LANDFALL_API_KEY');
});

test('an id that cannot be requested has no curl command', () => {
	expect(curlFor('https://api.example.com', '..', undefined)).toBeUndefined();
});

const key = '-H "Authorization: Bearer $LANDFALL_API_KEY"';

test.each([
	['GET', '/v1/projects', `curl ${key} 'https://api.example.com/v1/projects'`],
	['GET', '/v1/projects?limit=9&cursor=…', `curl ${key} 'https://api.example.com/v1/projects?limit=9&cursor=CURSOR'`],
	['DELETE', '/v1/projects/p1', `curl -X DELETE ${key} 'https://api.example.com/v1/projects/p1'`],
	[
		'PATCH',
		'/v1/projects/p1',
		`curl -X PATCH ${key} -H 'Content-Type: application/json' -d @body.json 'https://api.example.com/v1/projects/p1'`,
	],
	['GET', "/v1/projects/it's", `curl ${key} 'https://api.example.com/v1/projects/it'\\''s'`],
] as const)('the curl line of %s %s', (method, path, line) => {
	expect(curlForRequest('https://api.example.com', {method, path: safe(path)})).toBe(line);
});
