import {expect, test} from 'vitest';
import {curlForRequest} from '../../src/api/curl.ts';
import {safe} from '../../src/text.ts';

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
