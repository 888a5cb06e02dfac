import {
	chmodSync,
	chownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const open = (directory: string) => openCredentials({directory, now: () => noon});
const modeOf = (path: string) => statSync(path).mode & 0o777;
const origin = 'https://api.example.com';
const apiKey = 'lf_secret_0123456789';

/** Creates a directory with a key saved for the profile acme. */
function directoryWithKey() {
	const directory = join(temporaryDirectory(), 'landfall');
	expect(open(directory).save('acme', {origin, apiKey})).toBeUndefined();
	return {directory, path: join(directory, 'credentials.json')};
}

test('a saved key is found again, and only its owner can read it', () => {
	const {directory, path} = directoryWithKey();
	expect(open(directory).read('acme', origin)).toEqual({outcome: 'found', apiKey});
	expect([modeOf(directory), modeOf(path), readdirSync(directory)]).toEqual([
		0o700,
		0o600,
		['credentials.json', 'settings.lock'],
	]);
});

test('a profile without a key has none, even if it is named like a built-in property', () => {
	const {directory} = directoryWithKey();
	const names = ['other', '__proto__', 'constructor', ''];
	expect(names.map(name => open(directory).read(name, origin).outcome)).toEqual(names.map(() => 'none'));
});

test.each([
	['https://api.example.com:8443'],
	['http://api.example.com'],
	['https://api.example.com.evil.example'],
	['https://example.com'],
])('a key saved for another origin is not used for %s', {tags: ['fault-72']}, other => {
	const {directory} = directoryWithKey();
	expect(open(directory).read('acme', other)).toEqual({
		outcome: 'refused',
		reason: `The key stored for acme was saved for ${origin} and is not sent to ${other}. Give a key for that address.`,
	});
});

test('replacing or removing a key does not affect other keys', () => {
	const {directory} = directoryWithKey();
	const credentials = open(directory);
	credentials.save('__proto__', {origin, apiKey: 'second-key'});
	credentials.save('acme', {origin: 'https://other.example', apiKey: 'third-key'});
	expect(credentials.read('acme', 'https://other.example')).toEqual({outcome: 'found', apiKey: 'third-key'});
	expect(credentials.forget('acme')).toBeUndefined();
	expect(credentials.read('acme', 'https://other.example')).toEqual({outcome: 'none'});
	expect(credentials.read('__proto__', origin)).toEqual({outcome: 'found', apiKey: 'second-key'});
});

test('a key that a killed process left in its draft is removed with the next change', () => {
	const directory = temporaryDirectory();
	const credentials = open(directory);
	credentials.save('acme', {origin, apiKey});
	writeFileSync(join(directory, 'credentials.json.4711-5.tmp'), apiKey);
	credentials.forget('acme');
	expect(readdirSync(directory).toSorted()).toEqual(['credentials.json', 'settings.lock']);
});

test.each([0o640, 0o604, 0o660, 0o602])(
	'a credentials file with mode %o is neither read nor overwritten, and the message says how to fix it',
	mode => {
		const {directory, path} = directoryWithKey();
		chmodSync(path, mode);
		const before = readFileSync(path, 'utf8');
		const reason = `The stored keys were not used: ${path} can be read by others. Run: chmod 600 '${path}'`;
		expect(open(directory).read('acme', origin)).toEqual({outcome: 'refused', reason});
		expect([open(directory).save('other', {origin, apiKey}), open(directory).forget('acme')]).toEqual([reason, reason]);
		expect(readFileSync(path, 'utf8')).toBe(before);
	},
);

type Unusable = [name: string, arrange: (path: string) => void, why: string];

/** Only root may change the owner of a file. */
const ofAnotherUser: Unusable = [
	'belongs to another user',
	path => {
		writeFileSync(path, '{}', {mode: 0o600});
		chownSync(path, 12_345, 12_345);
	},
	'belongs to another user',
];

test.each<Unusable>([
	['is a link', path => symlinkSync(directoryWithKey().path, path), 'is a symbolic link'],
	['is a directory', path => mkdirSync(path), 'is not a file'],
	...(process.getuid?.() === 0 ? [ofAnotherUser] : []),
])('a credentials file that %s is not used', {tags: ['fault-78']}, (_name, arrange, why) => {
	const directory = temporaryDirectory();
	arrange(join(directory, 'credentials.json'));
	expect(open(directory).read('acme', origin)).toMatchObject({
		outcome: 'refused',
		reason: expect.stringContaining(why),
	});
});

test.each([`{"acme": {"origin": "${origin}", "apiKey": "${apiKey}"`, `["${apiKey}"]`])(
	'a corrupt credentials file is set aside without quoting it, and the next save starts a new one',
	text => {
		const directory = temporaryDirectory();
		writeFileSync(join(directory, 'credentials.json'), text, {mode: 0o600});
		const credentials = open(directory);
		const name = 'credentials.corrupt-2026-06-01T12-00-00-000Z.json';
		expect(credentials.read('acme', origin)).toEqual({
			outcome: 'refused',
			reason: `The stored keys were not used: ${directory}/credentials.json cannot be understood. It is now called ${name}.`,
		});
		expect(modeOf(join(directory, name))).toBe(0o600);
		expect(credentials.save('acme', {origin, apiKey})).toBeUndefined();
		expect(credentials.read('acme', origin)).toEqual({outcome: 'found', apiKey});
	},
);

test.each([5, null, {}, {origin}, {origin: 5, apiKey}])(
	'the invalid credentials entry %j is rejected without quoting it',
	entry => {
		const directory = temporaryDirectory();
		writeFileSync(join(directory, 'credentials.json'), JSON.stringify({acme: entry}), {mode: 0o600});
		const reason = 'The key stored for acme is not valid. Save it again.';
		expect(open(directory).read('acme', origin)).toEqual({outcome: 'refused', reason});
	},
);

test('if a key cannot be saved, the message does not contain it, and saved keys are kept', () => {
	const blocked = temporaryDirectory();
	writeFileSync(join(blocked, 'file'), '');
	const directory = join(blocked, 'file', 'landfall');
	expect(open(directory).save('acme', {origin, apiKey})).toMatch(
		/^The keys could not be saved: .* could not be written \(ENOTDIR\)\.$/,
	);

	const {directory: intact} = directoryWithKey();
	writeFileSync(join(intact, `credentials.json.${process.pid}-${noon}.tmp`), '');
	expect(open(intact).save('other', {origin, apiKey})).toMatch(
		/^The keys could not be saved: .* could not be written \(EEXIST\)\.$/,
	);
	expect(open(intact).read('acme', origin)).toEqual({outcome: 'found', apiKey});
});
