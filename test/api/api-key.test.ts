import {expect, test} from 'vitest';
import {parseApiKey} from '../../src/api/endpoint.ts';

test.each(['team_0123456789', '  team_0123456789\n', 'abcde', '~', '!"#$%&/('])(
	'%j is accepted as an API key, without surrounding white space',
	typed => {
		expect(parseApiKey(typed)).toEqual({ok: true, apiKey: typed.trim()});
	},
);

test('an API key may have any length', {tags: ['fault-98']}, () => {
	for (const length of [1, 7, 8, 512, 513, 10_000]) {
		expect(parseApiKey('x'.repeat(length))).toEqual({ok: true, apiKey: 'x'.repeat(length)});
	}
});

test.each<[typed: string, reason: RegExp]>([
	['', /empty/],
	[' \n ', /empty/],
	['qzqzqz qzqzqz', /a space/],
	['qzqzqz\nX-Evil: qz', /line break/],
	['qzqzqzqz🔑', /a character/],
	['qzqzqz\x00qzqz', /a character/],
	['qzqzqzqzü', /a character/],
])('the API key %j is rejected without repeating it', {tags: ['fault-71']}, (typed, reason) => {
	const parsed = parseApiKey(typed);
	expect(parsed).toMatchObject({ok: false, reason: expect.stringMatching(reason)});
	expect(JSON.stringify(parsed)).not.toMatch(/qz|🔑|ü/);
});
