import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseKeyChanges, readKeysFile} from '../../src/settings/keys-file.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

test('a file names commands with one key, several keys or none, and knows their lines', () => {
	expect(parseKeyChanges('{\n\t"refresh": "F5",\n\t"deploy": ["d", "ctrl+t"],\n\n\t"delete": null\n}\n')).toEqual({
		changes: [
			{id: 'refresh', keys: ['F5'], line: 2},
			{id: 'deploy', keys: ['d', 'ctrl+t'], line: 3},
			{id: 'delete', keys: [], line: 5},
		],
		problems: [],
	});
});

test.each([
	['[]', 1],
	['{\n"refresh": "x"\n"deploy": "y"\n}', 3],
	['{\n// a comment\n"refresh": "x"}', 2],
	['{\n"refresh": ["x",\n', 3],
])('%j is not a JSON object, so nothing is changed and the line is known', (text, line) => {
	const reason = expect.stringMatching(/^[^\n\d]+, so no key was changed$/);
	expect(parseKeyChanges(text)).toEqual({changes: [], problems: [{line, reason}]});
});

test('a value of another kind is reported, and the rest counts', () => {
	const {changes, problems} = parseKeyChanges('{"a": 5,\n"b": {"c": ["d"]},\n"e": ["f", 1],\n"g": "h"}');
	expect(changes).toEqual([{id: 'g', keys: ['h'], line: 4}]);
	expect(problems).toEqual(
		['a', 'b', 'e'].map((id, index) => ({line: index + 1, reason: `${id} needs a key, a list of keys, or null`})),
	);
});

test('whatever JSON.parse accepts as an object of texts is read in the same way', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))), object => {
			const {changes, problems} = parseKeyChanges(JSON.stringify(object, null, 2));
			expect(problems).toEqual([]);
			expect(changes.map(({id, keys}) => [id, keys])).toEqual(
				Object.entries(object).map(([id, keys]) => [id, [keys].flat()]),
			);
		}),
	);
});

test('keys.json is read from the directory of the settings, if only its owner can have written it and it is UTF-8', {
	tags: ['fault-142'],
}, () => {
	const directory = temporaryDirectory();
	expect(readKeysFile(directory)).toEqual({outcome: 'none'});
	writeFileSync(join(directory, 'keys.json'), '{}', {mode: 0o600});
	expect(readKeysFile(directory)).toEqual({outcome: 'read', text: '{}'});
	writeFileSync(join(directory, 'keys.json'), Buffer.from('{"\u00E9": "x"}', 'latin1'));
	expect(readKeysFile(directory)).toEqual({outcome: 'refused', why: 'is not UTF-8 text.'});
	chmodSync(join(directory, 'keys.json'), 0o666);
	expect(readKeysFile(directory).outcome).toBe('refused');
});
