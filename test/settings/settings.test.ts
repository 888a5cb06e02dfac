import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openSettings as open} from '../../src/settings/settings.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const acme = {baseUrl: 'https://api.example.com'};

function directoryWith(text: string): string {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'config.json'), text);
	return directory;
}

test('windows keep what the others changed, entries that are not valid, and settings of later versions', {
	tags: ['fault-76'],
}, async () => {
	const stored = {...acme, filters: {mine: 'is:watched', broken: 5}, accent: 'pink'};
	const directory = directoryWith(JSON.stringify({sound: 'loud', profiles: {acme: stored, zoo: acme, old: 5}}));
	const [one, other] = [open(directory), open(directory)];
	await one.changeProfile('acme', {isReadOnly: true});
	await one.saveFilter('acme', 'late', 'age>1h');
	await one.removeProfile('zoo');
	await other.saveFilter('acme', 'prod', 'env:prod');
	await other.saveFilter('acme', 'mine', undefined);
	await other.saveFilter('zoo', 'mine', 'is:watched');
	await other.saveProfile('acme', {baseUrl: 'https://new.example.com'});
	const kept = {baseUrl: 'https://new.example.com', isReadOnly: true, accent: 'pink'};
	expect(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'))).toEqual({
		sound: 'loud',
		profiles: {acme: {...kept, filters: {broken: 5, late: 'age>1h', prod: 'env:prod'}}, old: 5},
	});
});

const sentenceOf = (field: string) => `The setting ${field} is not valid and was ignored.`;

const valid = {
	...{apiKeyCommand: ['op', 'read'], isReadOnly: true, isWithoutJournal: true, protects: ['docs*'], maxBulk: 3},
	...{accent: 'red', redeploy: {v: '$VERSION'}, startScreen: 'board', theme: 'monochrome', rpm: 0},
	...{filters: {mine: 'tour'}, environments: {e: 'x'}},
};

test.each<[fields: object, read: string, ...ignored: string[]]>([
	[valid, JSON.stringify(valid)],
	[{isWithoutJournal: 'true', accent: 'pink'}, '{}', 'isWithoutJournal', 'accent'],
	[{startScreen: 'wall', theme: 'pink', rpm: 601}, '{}', 'startScreen', 'theme', 'rpm'],
	[{filters: 5, environments: {e: 5}}, '{}', 'environments.e', 'filters'],
	[{filters: {mine: 5, ok: 'tour'}}, '{"filters": {"ok": "tour"}}', 'filters.mine'],
	[{redeploy: {v: 4}}, '{}', 'redeploy'],
	[{redeploy: ['$VERSION']}, '{}', 'redeploy'],
	// Guards that are not valid were meant to guard.
	[{isReadOnly: 'yes', protects: 'docs'}, '{"isReadOnly": true, "protects": ["*"]}'],
	[{isReadonly: true}, '{}', 'isReadonly'],
	[{maxBulk: '3'}, '{"maxBulk": 1}'],
	[{maxBulk: 0}, '{"maxBulk": 1}'],
	// A command that fails: a stored key is not what the user chose.
	[{apiKeyCommand: 'op read'}, '{"apiKeyCommand": []}'],
	[{apiKeyCommand: ['op', 5]}, '{"apiKeyCommand": []}'],
])('of the profile %j, %s is used and the rest reported', {tags: ['fault-75']}, (fields, read, ...ignored) => {
	const store = open(directoryWith(JSON.stringify({profiles: {a: {...acme, ...fields}}})));
	expect(store.get().profiles.get('a')).toEqual({...acme, ...JSON.parse(read)});
	expect(store.notices).toEqual(ignored.map(field => sentenceOf(`profiles.a.${field}`)));
});

test('other settings that are not valid are reported', {tags: ['fault-75']}, () => {
	const profiles = {a: acme, b: 5, c: {baseUrl: ''}};
	const content = {profiles, lastProfile: 7, theme: '__proto__', columns: ['slug']};
	const store = open(directoryWith(JSON.stringify(content)));
	expect([...store.get().profiles]).toEqual([['a', acme]]);
	const fields = ['profiles.b', 'profiles.c', 'lastProfile', 'theme', 'columns'];
	expect(store.notices).toEqual(fields.map(sentenceOf));
});

test('a start succeeds with any settings file, and no notice contains control characters', () => {
	const directory = temporaryDirectory();
	const profiles = fc.dictionary(anyText(), fc.jsonValue());
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.record({profiles, lastProfile: fc.jsonValue()})), content => {
			writeFileSync(join(directory, 'config.json'), JSON.stringify(content));
			const {problem = '', notices} = open(directory);
			for (const sentence of [problem, ...notices]) expect(sentence).not.toMatch(/\p{Cc}/u);
		}),
	);
});

test.each<[name: string, prepare: (path: string) => void, why: RegExp]>([
	['the directory cannot be created', path => writeFileSync(path, ''), /is in .*landfall, which is not a folder\./],
	[
		'the lock is a link',
		path => {
			mkdirSync(path);
			symlinkSync('/nowhere/at/all', join(path, 'settings.lock'));
		},
		/could not be written \(E\w+\)/,
	],
])(
	'if %s, settings last only until landfall ends, which is reported for each change',
	{tags: ['fault-75', 'fault-77']},
	async (_, prepare, why) => {
		const directory = join(temporaryDirectory(), 'landfall');
		prepare(directory);
		const store = open(directory);
		expect(store.get().profiles).toEqual(new Map());
		const sentence = await store.saveProfile('acme', acme);
		expect(sentence).toMatch(/^Settings last only until landfall ends: /);
		expect(sentence).toMatch(why);
		expect(await store.rememberProfile('acme')).toBe(sentence);
		expect(store.get()).toMatchObject({profiles: new Map([['acme', acme]]), lastProfile: 'acme'});
	},
);

test.each([[[]], [null], ['acme']])('settings whose profiles are %j cannot be used, and are kept', async profiles => {
	const directory = directoryWith(JSON.stringify({profiles}));
	const store = open(directory);
	const why = 'config.json cannot be understood: profiles must be an object.';
	expect([store.problem, await store.saveProfile('acme', acme)]).toEqual([
		expect.stringMatching(why),
		expect.stringMatching(why),
	]);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).toBe(JSON.stringify({profiles}));
});
