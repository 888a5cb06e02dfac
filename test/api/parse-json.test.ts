import {expect, test} from 'vitest';
import {parseAsWritten} from '../../src/api/parse-json.ts';

test.each(['\\n', '\\"', '\\\\'])('a text of 8 MB of %s is kept', escaped => {
	const text = `{"id":1.0,"log":"${escaped.repeat(4_000_000)}"}`;
	expect(JSON.stringify(parseAsWritten(text)).length).toBe(text.length);
});
