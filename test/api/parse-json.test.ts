import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseAsWritten, parseJson} from '../../src/api/parse-json.ts';

const numbers = ['12', '9007199254740993', '1.0', '1e3', '-0', '1E400', '0.1000', '12345678901234567890123'];

test.each(numbers)(
	'the numeric id %s is parsed as the text of its digits, wherever a response has ids',
	{tags: ['fault-89']},
	number => {
		const page = `{"projects": [{"id": "a"}, {"id": ${number}}], "next_cursor": ${number}, "request_id": ${number}}`;
		expect(parseJson(page)).toEqual({
			projects: [{id: 'a'}, {id: number}],
			next_cursor: number,
			request_id: number,
		});
		const record = `{"id": ${number}, "project_id": ${number}, "environment_id": ${number}, "upload_version": 12}`;
		expect(parseJson(record)).toEqual({id: number, project_id: number, environment_id: number, upload_version: 12});
		expect(parseJson(`{"error": {"request_id": ${number}}}`)).toEqual({error: {request_id: number}});
	},
);

test('JSON without numeric ids is parsed like JSON.parse, and invalid JSON is undefined', () => {
	const text = fc.oneof(fc.json({maxDepth: 3}), fc.string());
	fc.assert(
		fc.property(text, text => {
			let expected: unknown;
			try {
				expected = JSON.parse(text);
			} catch {
				expected = undefined;
			}

			expect(parseJson(text)).toEqual(expected);
		}),
	);
	expect(parseJson('{"id": 1')).toBeUndefined();
	const proto = parseJson('{"__proto__": {"id": 7}, "id": 7}');
	expect(Object.getPrototypeOf(proto)).toBe(Object.prototype);
	expect(Object.keys(proto as object)).toEqual(['__proto__', 'id']);
});

test('JSON nested too deep to keep the digits of ids is still parsed', () => {
	const deep = `{"id": 7, "more": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
	expect(parseJson(deep)).toMatchObject({id: 7});
});

test.each(['\\n', '\\"', '\\\\'])('a text of 8 MB of %s is kept', escaped => {
	const text = `{"id":1.0,"log":"${escaped.repeat(4_000_000)}"}`;
	expect(JSON.stringify(parseAsWritten(text)).length).toBe(text.length);
	expect(parseJson(text)).toMatchObject({id: '1.0'});
});
