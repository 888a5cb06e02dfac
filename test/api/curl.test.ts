import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {curlFor} from '../../src/api/curl.ts';

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
