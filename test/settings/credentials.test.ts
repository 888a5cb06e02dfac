import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const origin = 'https://api.example.com';
const apiKey = 'lf_secret_0123456789';

function createKeys(acme: unknown = {origin, apiKey}) {
	const directory = temporaryDirectory();
	const path = join(directory, 'credentials.json');
	writeFileSync(path, JSON.stringify({acme}), {mode: 0o600});
	return {path, keys: openCredentials(directory)};
}

test('finds no key for a profile without one, even named like a built-in property', () => {
	const {keys} = createKeys();
	const names = ['other', '__proto__', 'constructor', ''];
	expect(names.map(name => keys.read(name, origin).outcome)).toEqual(names.map(() => 'none'));
});

test.each([
	['https://api.example.com:8443'],
	['http://api.example.com'],
	['https://api.example.com.evil.example'],
	['https://example.com'],
])('does not send a key of another origin to %s', {tags: ['fault-72']}, other => {
	expect(createKeys().keys.read('acme', other)).toEqual({
		outcome: 'unusable',
		reason: `The key stored for acme was saved for ${origin} and is not sent to ${other}. Give a key for that address.`,
		isElsewhere: true,
	});
});

test.each(['__proto__', 'a.b'])('keeps the key of %s when another is replaced or removed', async other => {
	const {keys} = createKeys();
	await keys.save(other, {origin, apiKey: 'second-key'});
	await keys.save('acme', {origin: 'https://other.example', apiKey: 'third-key'});
	expect(keys.read('acme', 'https://other.example')).toEqual({outcome: 'found', apiKey: 'third-key'});
	expect(await keys.forget('acme')).toBeUndefined();
	expect(keys.read('acme', 'https://other.example')).toEqual({outcome: 'none'});
	expect(keys.read(other, origin)).toEqual({outcome: 'found', apiKey: 'second-key'});
});

test('keeps no key for a profile with the reserved name', async () => {
	const {keys, path} = createKeys();
	const before = readFileSync(path, 'utf8');
	const sentence = 'No key can be kept for a profile named __internal__: choose another name.';
	expect(await keys.save('__internal__', {origin, apiKey})).toBe(sentence);
	expect(readFileSync(path, 'utf8')).toBe(before);
});

test.each([5, null, {}, {origin}, {origin: 5, apiKey}])('rejects the invalid entry %j without quoting it', entry => {
	const reason = 'The key stored for acme is not valid. Save it again.';
	expect(createKeys(entry).keys.read('acme', origin)).toEqual({outcome: 'unusable', reason});
});
