import fc from 'fast-check';
import {expect, test} from 'vitest';
import {rawRecord} from '../../src/api/raw.ts';

const linesOf = (json: unknown) => rawRecord({json, status: 200, requestId: undefined}, text => text).lines;

test('a record is written as JSON is written to be read, but for what nobody would see', {tags: ['fault-30']}, () => {
	const plainJson = fc.jsonValue({maxDepth: 5, stringUnit: 'grapheme-ascii'});
	fc.assert(fc.property(plainJson, json => linesOf(json).join('\n') === JSON.stringify(json, null, 2)));
	expect(linesOf(JSON.parse('{"__proto__": {"a": 1}, "b": "x\\u202e\\u009b"}'))).toEqual([
		'{',
		'  "__proto__": {',
		'    "a": 1',
		'  },',
		'  "b": "x\\u{202e}\\u{9b}"',
		'}',
	]);
});

test.each([
	['a million lists, one in the other', `{"id": ${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 121, '[ … ]'],
	['a list of a million', `[${'1,'.repeat(1e6)}1]`, 501, '… 999503 more lines'],
	['a text of a million letters', `["${'x'.repeat(1e6)}"]`, 3, `${'x'.repeat(100)}…`],
])('%s is shown as far as it makes sense', {tags: ['fault-27']}, (_what, json, count, part) => {
	const lines = linesOf(JSON.parse(json));
	expect(lines.length).toBe(count);
	expect(lines.join('\n')).toContain(part);
});
