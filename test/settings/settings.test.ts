import {chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openSettings} from '../../src/settings/settings.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const open = openSettings;
const modeOf = (path: string) => statSync(path).mode & 0o777;
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

test.each([
	[{profiles: {a: acme, b: 5, c: {baseUrl: ''}}}, {a: acme}, ['profiles.b', 'profiles.c']],
	[{lastProfile: 7}, {}, ['lastProfile']],
	[{profiles: {a: {...acme, isReadOnly: 'yes'}}}, {a: {...acme, isReadOnly: true}}, []],
	[{profiles: {a: {...acme, isWithoutJournal: true}}}, {a: {...acme, isWithoutJournal: true}}, []],
	[{profiles: {a: {...acme, isWithoutJournal: 'true'}}}, {a: acme}, ['profiles.a.isWithoutJournal']],
	[{profiles: {a: {...acme, accent: 'red'}}}, {a: {...acme, accent: 'red'}}, []],
	[{profiles: {a: {...acme, accent: 'pink'}}}, {a: acme}, ['profiles.a.accent']],
	[{profiles: {a: {...acme, startScreen: 'board'}}}, {a: {...acme, startScreen: 'board'}}, []],
	[{profiles: {a: {...acme, startScreen: 'wall'}}}, {a: acme}, ['profiles.a.startScreen']],
	[{profiles: {a: {...acme, theme: 'monochrome', rpm: 0}}}, {a: {...acme, theme: 'monochrome', rpm: 0}}, []],
	[{profiles: {a: {...acme, theme: 'pink', rpm: 601}}}, {a: acme}, ['profiles.a.theme', 'profiles.a.rpm']],
	[{profiles: {a: {...acme, filters: 5}}}, {a: acme}, ['profiles.a.filters']],
	[
		{profiles: {a: {...acme, filters: {mine: 5, ok: 'tour'}}}},
		{a: {...acme, filters: {ok: 'tour'}}},
		['profiles.a.filters.mine'],
	],
	[{profiles: {a: {...acme, apiKeyCommand: ['op', 'read']}}}, {a: {...acme, apiKeyCommand: ['op', 'read']}}, []],
	[{profiles: {a: {...acme, environments: {e: 'x'}}}}, {a: {...acme, environments: {e: 'x'}}}, []],
	[{profiles: {a: {...acme, environments: {e: 5}}}}, {a: acme}, ['profiles.a.environments.e']],
	[{profiles: {a: {...acme, redeploy: {v: '$VERSION'}}}}, {a: {...acme, redeploy: {v: '$VERSION'}}}, []],
	[{profiles: {a: {...acme, redeploy: {v: 4}}}}, {a: acme}, ['profiles.a.redeploy']],
	[{profiles: {a: {...acme, redeploy: ['$VERSION']}}}, {a: acme}, ['profiles.a.redeploy']],
	// Guards that are not valid were meant to guard.
	[{profiles: {a: {...acme, protects: 'docs'}}}, {a: {...acme, protects: ['*']}}, []],
	[{profiles: {a: {...acme, isReadonly: true}}}, {a: acme}, ['profiles.a.isReadonly']],
	[{profiles: {a: {...acme, maxBulk: 3}}}, {a: {...acme, maxBulk: 3}}, []],
	[{profiles: {a: {...acme, maxBulk: '3'}}}, {a: {...acme, maxBulk: 1}}, []],
	[{profiles: {a: {...acme, maxBulk: 0}}}, {a: {...acme, maxBulk: 1}}, []],
	// A command that fails: a stored key is not what the user chose.
	[{profiles: {a: {...acme, apiKeyCommand: 'op read'}}}, {a: {...acme, apiKeyCommand: []}}, []],
	[{profiles: {a: {...acme, apiKeyCommand: ['op', 5]}}}, {a: {...acme, apiKeyCommand: []}}, []],
	[{theme: '__proto__'}, {}, ['theme']],
	[{columns: ['slug']}, {}, ['columns']],
])('the valid settings in %j are used and the others reported', {tags: ['fault-75']}, (content, profiles, leftOut) => {
	const store = open(directoryWith(JSON.stringify(content)));
	expect(Object.fromEntries(store.get().profiles)).toEqual(profiles);
	expect(store.notices).toEqual(leftOut.map(field => `The setting ${field} is not valid and was ignored.`));
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
	['the directory cannot be created', path => writeFileSync(path, ''), /could not be followed \(ENOTDIR\)/],
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

test('settings readable by others are used as they are, and private once landfall saves them', {
	tags: ['fault-78'],
}, async () => {
	const directory = directoryWith(JSON.stringify({profiles: {acme}}));
	chmodSync(join(directory, 'config.json'), 0o644);
	const store = open(directory);
	expect(store.get().profiles).toEqual(new Map([['acme', acme]]));
	expect(modeOf(join(directory, 'config.json'))).toBe(0o644);
	await store.saveTheme('monochrome');
	expect(open(directory).get().theme).toBe('monochrome');
	expect(modeOf(join(directory, 'config.json'))).toBe(0o600);
});

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
