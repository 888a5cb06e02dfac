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
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const origin = 'https://api.example.com';
const entry = {origin, apiKey: 'lf_secret_0123456789'};
const modeOf = (path: string) => statSync(path).mode & 0o777;
const identityOf = (path: string) => {
	const {ino, mode, mtimeMs} = statSync(path);
	return {ino, mode, mtimeMs};
};

/** What settings and keys have in common. */
type File = {
	readonly name: string;
	readonly unused: string;
	readonly content: string;
	/** Whether a message has the words of JSON.parse, which quote a character. */
	readonly isQuoted: boolean;
	readonly read: (directory: string) => {readonly isFound: boolean; readonly problem: string | undefined};
	readonly save: (directory: string) => Promise<string | undefined>;
};

const settings: File = {
	name: 'config.json',
	unused: 'The settings were not used:',
	content: JSON.stringify({profiles: {acme: {baseUrl: origin}}}),
	isQuoted: true,
	read(directory) {
		const {get, problem} = openSettings(directory);
		return {isFound: get().profiles.has('acme'), problem};
	},
	save: directory => openSettings(directory).saveProfile('acme', {baseUrl: origin}),
};

const credentials: File = {
	name: 'credentials.json',
	unused: 'The stored keys were not used:',
	content: JSON.stringify({acme: entry}),
	isQuoted: false,
	read(directory) {
		const key = openCredentials(directory).read('acme', origin);
		return {isFound: key.outcome === 'found', problem: key.outcome === 'unusable' ? key.reason : undefined};
	},
	save: directory => openCredentials(directory).save('acme', entry),
};

describe.each([settings, credentials])('$name', ({name, unused, content, isQuoted, read, save}) => {
	test('is saved in a new directory for its owner only', async () => {
		const directory = join(temporaryDirectory(), 'new', 'landfall');
		expect(await save(directory)).toBeUndefined();
		expect(read(directory)).toEqual({isFound: true, problem: undefined});
		expect([modeOf(directory), modeOf(join(directory, name))]).toEqual([0o700, 0o600]);
		expect(readdirSync(directory)).toEqual([name, 'settings.lock']);
	});

	test('is not written when nothing changes', {tags: ['fault-184']}, async () => {
		const directory = temporaryDirectory();
		writeFileSync(join(directory, name), JSON.stringify(JSON.parse(content), undefined, 4), {mode: 0o600});
		const before = identityOf(join(directory, name));
		expect(await save(directory)).toBeUndefined();
		expect([identityOf(join(directory, name)), readdirSync(directory)]).toEqual([before, [name]]);
	});

	test.each([
		['nothing', '', 'line 1, column 1', 'Unexpected end of JSON input'],
		['null', 'null', 'line 1, column 1', '{ is missing'],
		['half an object', content.slice(0, -1), `line 1, column ${content.length}`, "Expected ',' or '}' after property"],
		['a comma too many', '{\n\t"a": {\n\t\t"b": "c",\n\t}\n}', 'line 4, column 2', 'Expected double-quoted property'],
		['a word without quotes', '\uFEFF{"a":\r\n  Zebra}', 'line 2, column 3', "Unexpected token 'Z'"],
		[
			'a name twice',
			'{\n"a": 1, "b": {"a": [{"c": 1}, {"c": 2}], "d": "a"},\n\t"\\u0061": 2}',
			'line 3, column 2',
			'"\\u0061" is there twice',
		],
		['many brackets', `{"a": ${'['.repeat(300_000)}`, 'line 1, column 106', 'nests deeper than 100 levels'],
		[
			'many pairs of brackets',
			`{\n\t"[\\"[": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
			'line 2, column 109',
			'nests deeper than 100 levels',
		],
	])(
		'with %s stays as it is, and the message says where it is broken',
		{tags: ['fault-75', 'fault-119', 'fault-182']},
		async (_what, text, where, problem) => {
			const directory = temporaryDirectory();
			writeFileSync(join(directory, name), text, {mode: 0o640});
			if (name === 'credentials.json') chmodSync(join(directory, name), 0o600);
			const before = identityOf(join(directory, name));
			const sentence = `${directory}/${name} cannot be understood in ${where}${isQuoted ? `: ${problem}` : '.'}`;
			expect(read(directory)).toEqual({isFound: false, problem: expect.stringContaining(`${unused} ${sentence}`)});
			expect(await save(directory)).toContain(sentence);
			expect(identityOf(join(directory, name))).toEqual(before);
			expect([readFileSync(join(directory, name), 'utf8'), readdirSync(directory)]).toEqual([text, [name]]);
		},
	);
});

test('keeps numbers, the mode of the file and its neighbours', {tags: ['fault-184']}, async () => {
	const directory = temporaryDirectory();
	const path = join(directory, 'config.json');
	const draft = `${path}.tmp-1764357000a1b2c3`;
	writeFileSync(path, '{"top": -0, "profiles": {"acme": {"deploys": [{"a": [1.0, 1e2, 12345678901234567890]}]}}}');
	writeFileSync(draft, 'of another program');
	chmodSync(path, 0o640);
	expect(await settings.save(directory)).toBeUndefined();
	const saved = `{"top":-0,"profiles":{"acme":{"deploys":[{"a":[1.0,1e2,12345678901234567890]}],"baseUrl":"${origin}"}}}`;
	expect(readFileSync(path, 'utf8').replaceAll(/\s/g, '')).toBe(saved);
	expect([modeOf(path), readFileSync(draft, 'utf8')]).toEqual([0o640, 'of another program']);
});

type Unusable = readonly [name: string, file: File, arrange: (path: string, content: string) => void, why: string];

const withMode = (mode: number) => (path: string, content: string) => {
	writeFileSync(path, content);
	chmodSync(path, mode);
};
const ofAnotherUser = (path: string, content: string) => {
	writeFileSync(path, content, {mode: 0o600});
	chownSync(path, 12_345, 12_345);
};
const asLink = (path: string, content: string) => {
	writeFileSync(`${path}.own`, content, {mode: 0o600});
	symlinkSync(`${path}.own`, path);
};
const inFolder = (spoil: (folder: string) => void) => (path: string, content: string) => {
	writeFileSync(path, content, {mode: 0o600});
	spoil(dirname(path));
};
const tooLarge = ' '.repeat(1_100_000);
const files = [settings, credentials];

test.each<Unusable>([
	...files.flatMap((file): Unusable[] => [
		[`${file.name} that is a directory`, file, path => mkdirSync(path), 'is not a file.'],
		[
			`${file.name} that is too large`,
			file,
			path => writeFileSync(path, tooLarge, {mode: 0o600}),
			'is too large to be',
		],
		...[0o770, 0o777].map((mode): Unusable => {
			const why = "is in FOLDER, which can be written by others. Check its contents, then run: chmod go-w 'FOLDER'";
			return [
				`${file.name} in a folder with the mode ${mode.toString(8)}`,
				file,
				inFolder(folder => chmodSync(folder, mode)),
				why,
			];
		}),
		// Only root may change the owner of a file.
		...(process.getuid?.() === 0
			? ([
					[`${file.name} of another user`, file, ofAnotherUser, 'belongs to another user. If that'],
					[
						`${file.name} in a folder of another user`,
						file,
						inFolder(folder => chownSync(folder, 12_345, 12_345)),
						'is in FOLDER, which belongs to another user. If that',
					],
				] as const)
			: []),
	]),
	...[0o620, 0o602].map((mode): Unusable => {
		const why = "can be written by others. Check its contents, then run: chmod go-w 'PATH'";
		return [`config.json with the mode ${mode.toString(8)}`, settings, withMode(mode), why];
	}),
	...[0o640, 0o604, 0o602].map((mode): Unusable => {
		const why = "can be read by others. Run: chmod 600 'PATH'";
		return [`credentials.json with the mode ${mode.toString(8)}`, credentials, withMode(mode), why];
	}),
	['credentials.json that is a link', credentials, asLink, 'is a symbolic link. Put the file itself there.'],
])('neither uses nor overwrites %s', {tags: ['fault-78', 'fault-180']}, async (_name, file, arrange, why) => {
	const directory = temporaryDirectory();
	const path = join(directory, file.name);
	arrange(path, file.content);
	const before = identityOf(path);
	const sentence = `${path} ${why.replace('PATH', path).replaceAll('FOLDER', directory)}`;
	expect(file.read(directory)).toEqual({
		isFound: false,
		problem: expect.stringContaining(`${file.unused} ${sentence}`),
	});
	expect(await file.save(directory)).toContain(sentence);
	expect(identityOf(path)).toEqual(before);
});
