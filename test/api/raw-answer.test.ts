import fc from 'fast-check';
import {expect, test} from 'vitest';
import {objectAsSent, rawAnswer, recordsAsSent} from '../../src/api/raw-answer.ts';
import {parseAsWritten} from '../../src/base/parse-json.ts';

const linesOfText = (text: string) =>
	rawAnswer({json: JSON.parse(text), text, status: 200, requestId: undefined}).lines;
const linesOf = (json: unknown) => linesOfText(JSON.stringify(json));

test('pretty-prints a raw record with invisible characters escaped', {tags: ['fault-30']}, () => {
	const plainJson = fc.jsonValue({maxDepth: 5, stringUnit: 'grapheme-ascii'});
	fc.assert(fc.property(plainJson, json => linesOf(json).join('\n') === JSON.stringify(json, null, 2)));
	expect(linesOfText('{"__proto__": {"a": 1}, "b": "x\\u202e\\u009b"}')).toEqual([
		'{',
		'  "__proto__": {',
		'    "a": 1',
		'  },',
		'  "b": "x\\u202e\\u009b"',
		'}',
	]);
});

test.each([
	['a million nested lists', `{"id": ${'['.repeat(1e6)}${']'.repeat(1e6)}}`, 122, /^Too large or .* sent\.\n.*"…"/s],
	['many nested objects', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, 122, /^Too large or .* sent\.\n.*"…"/s],
	['a list of a million numbers', `[${'1,'.repeat(1e6)}1]`, 501, /^\[\n.*\n… 999,503 more lines$/s],
	['too many such numbers', `[${'1.0,'.repeat(4e5)}1]`, 502, /^Too large or .* sent\.\n.*more lines$/s],
	['a list of many lists', `[${'[1],'.repeat(1e4)}1]`, 501, /^\[\n.*\n… 29,503 more lines$/s],
	['a string of a million letters', `["${'x'.repeat(1e6)}"]`, 3, /x{100}…\n/],
])('truncates a raw record of %s', {tags: ['fault-27']}, (_what, json, count, shown) => {
	const lines = linesOfText(json);
	expect(lines.length).toBe(count);
	expect(lines.join('\n')).toMatch(shown);
});

test('finds the records of a list by id, with numbers as sent', () => {
	const list = objectAsSent('{"projects": [{"id": "a", "size": 1.0}, {"id": 7}, null, {}], "a": {}}');
	expect([...recordsAsSent(list, 'projects')].map(each => JSON.stringify(each))).toEqual([
		'["a",{"id":"a","size":1.0}]',
	]);
	expect(recordsAsSent(objectAsSent('{"projects": {}}'), 'projects').size).toBe(0);
	for (const other of ['[]', '1.0', 'null']) expect(objectAsSent(other)).toBeUndefined();
});

test('keeps the digits of numbers', () => {
	const sent = ['9007199254740993', '1.0', '1e3', '-0', '1E400', '0.10', '12345678901234567890', '7'];
	expect(linesOfText(`[${sent.join(', ')}]`)).toEqual([
		'[',
		...sent.map((number, at) => `  ${number}${at < sent.length - 1 ? ',' : ''}`),
		']',
	]);
});

test.each(['\\n', '\\"', '\\\\'])('keeps a text of 8 MB of %s', escaped => {
	const text = `{"id":1.0,"log":"${escaped.repeat(4_000_000)}"}`;
	expect(JSON.stringify(parseAsWritten(text)).length).toBe(text.length);
});
