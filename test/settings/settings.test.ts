import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openSettings} from '../../src/settings/settings.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const acme = {baseUrl: 'https://api.example.com'};

function directoryWith(text: string): string {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'config.json'), text);
	return directory;
}

test('keeps changes of other windows, and fields that it does not know', {tags: ['fault-76']}, async () => {
	const stored = {...acme, filters: {mine: 'is:watched', broken: 5}, accent: 'pink'};
	const directory = directoryWith(JSON.stringify({sound: 'loud', profiles: {acme: stored, zoo: acme, old: 5}}));
	const [one, other] = [openSettings(directory), openSettings(directory)];
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
	...{accent: 'red', deploys: [{name: 'again', body: {v: '$VERSION'}}], startScreen: 'board', rpm: 0, patience: 3},
	...{filters: {mine: 'tour'}, environments: {e: 'x'}},
};

test.each<[fields: object, read: string, ...ignored: string[]]>([
	[valid, JSON.stringify(valid)],
	[{isWithoutJournal: 'true', accent: 'pink'}, '{}', 'isWithoutJournal', 'accent'],
	[{startScreen: 'wall', rpm: 601}, '{}', 'startScreen', 'rpm'],
	[{rpm: 1.5, patience: 0}, '{}', 'rpm', 'patience'],
	[{filters: 5}, '{}', 'filters'],
	// An invalid guard was meant as a guard.
	[{isReadOnly: 'yes', protects: 'docs'}, '{"isReadOnly": true, "protects": ["*"]}'],
	[{maxBulk: '3'}, '{"maxBulk": 1}'],
	[{maxBulk: 0}, '{"maxBulk": 1}'],
	// A command that fails: a stored key is not what the user chose.
	[{apiKeyCommand: 'op read'}, '{"apiKeyCommand": []}'],
	[{apiKeyCommand: ['op', 5]}, '{"apiKeyCommand": []}'],
])('uses of the profile %j only %s, and reports the rest', {tags: ['fault-75']}, (fields, read, ...ignored) => {
	const store = openSettings(directoryWith(JSON.stringify({profiles: {a: {...acme, ...fields}}})));
	expect(store.get().profiles.get('a')).toEqual({...acme, ...JSON.parse(read)});
	expect(store.notices).toEqual(ignored.map(field => sentenceOf(`profiles.a.${field}`)));
});

test('reports other settings that are not valid', {tags: ['fault-75']}, () => {
	const profiles = {a: acme, b: 5};
	const content = {
		profiles,
		lastProfile: 7,
		theme: '__proto__',
		columns: 'slug',
		rules: {bell: 1, command: 'say'},
	};
	const store = openSettings(directoryWith(JSON.stringify(content)));
	expect([...store.get().profiles]).toEqual([['a', acme]]);
	const fields = ['lastProfile', 'theme', 'columns', 'rules.bell', 'rules.command'];
	expect(store.notices).toEqual(fields.map(sentenceOf));
});

const unknownIn = (path: string) => (content: string) => {
	const directory = directoryWith(content);
	return openSettings(directory).problem?.replace(join(directory, 'config.json'), path);
};

test.each<[what: string, content: object | string, problem: string]>([
	[
		'a guard whose name is misspelt',
		`{"profiles": {\n"prod": {"baseUrl": "https://a.example.com",\n"isReadonly": true}}}`,
		'There is no setting isReadonly. Did you mean isReadOnly? Correct profiles.prod.isReadonly in line 3 of PATH.',
	],
	['another one', {profiles: {a: {...acme, readOnly: true}}}, 'There is no setting readOnly. Did you mean isReadOnly?'],
	['a third one', {profiles: {a: {...acme, protect: ['a']}}}, 'There is no setting protect. Did you mean protects?'],
	['a guard beside the profiles', {protects: ['a']}, 'There is no setting protects. It belongs in a profile. Correct'],
	[
		'the theme in a profile',
		{profiles: {a: {...acme, theme: 'monochrome'}}},
		'There is no setting theme. It belongs beside the profiles. Correct profiles.a.theme',
	],
	['a misspelt section', {profils: {}}, 'There is no setting profils. Did you mean profiles?'],
	['a name of JavaScript', '{"__proto__": 5}', 'There is no setting __proto__. Correct __proto__ in line 1 of PATH.'],
	['a rule', {rules: {failuresonly: true}}, 'There is no setting failuresonly. Did you mean failuresOnly?'],
	['a list', {columns: {project: []}}, 'There is no setting project. Did you mean projects?'],
	['a command', {commands: [{confrim: true}]}, 'There is no setting confrim. Did you mean confirm?'],
	[
		'a command of a profile, and more',
		{profiles: {a: {...acme, sound: 1, commands: [{write: true}]}}},
		'There is no setting sound. Correct profiles.a.sound in line 1 of PATH.',
	],
	[
		'a profile without an address',
		{profiles: {a: {isReadOnly: true}}},
		'The profile a has no usable baseUrl. The address is empty. Write it like https://api.example.com. Correct profiles.a',
	],
	['a profile that is none', {profiles: {a: 5}}, 'The value of a is not understood. Correct profiles.a in line 1'],
	...['htps://127.0.0.1:5911', 'api.example.com', 'https://x.example/?a', ' '].map((text): [string, object, string] => [
		`a profile whose address is “${text}”`,
		{profiles: {a: {baseUrl: text, protects: ['a']}}},
		'The profile a has no usable baseUrl. Th',
	]),
	[
		'a guard among the filters',
		`{"profiles": {"a": {"baseUrl": "https://a.example.com",
"filters": {"mine": "tour",
"isReadOnly": true}}}}`,
		'The value of isReadOnly is not understood. Correct profiles.a.filters.isReadOnly in line 3 of PATH.',
	],
	...[
		[[{name: '', body: {}}], 'Each deploy needs a name of at most 40 visible characters.', 0],
		[[{name: 'a\u001b[2J', body: {}}], 'Each deploy needs a name of at most 40 visible characters.', 0],
		[
			[
				{name: 'a', body: {}},
				{name: 'A', body: {}},
			],
			'Two deploys are called A.',
			1,
		],
		[[{name: 'a', body: 5}], 'The body of a must be an object.', 0],
		[[{name: 'a', body: {x: ['$VERSON']}}], 'The body of a has $VERSON. The placeholders are $VERSION and', 0],
		[[{name: 'a', body: {x: 'v$VERSION'}}], 'The body of a has v$VERSION. The placeholders are', 0],
		[[{name: 'a', body: {$ENVIRONMENT: 1}}], 'The body of a has $ENVIRONMENT:. The placeholders are', 0],
		[Array.from({length: 10}, (_, index) => ({name: `${index}`, body: {}})), 'A profile has at most 9 deploys.', 9],
	].map(([deploys, says, at]): [string, object, string] => [
		`the deploys ${JSON.stringify(deploys).slice(0, 60)}`,
		{profiles: {a: {...acme, deploys}}},
		`${says}`.endsWith('.') ? `${says} Correct profiles.a.deploys.${at} in line 1` : `${says}`,
	]),
	[
		'a misspelt field of a deploy',
		{profiles: {a: {...acme, deploys: [{name: 'a', bodyy: {}}]}}},
		'There is no setting bodyy. Did you mean body? Correct profiles.a.deploys.0.bodyy',
	],
	...[
		[{environments: {protects: ['a']}}, 'protects', 'environments.protects'],
		[{filters: {mine: 5}}, 'mine', 'filters.mine'],
		[{filters: ['a']}, 'filters', 'filters'],
		[{commands: {isReadOnly: true}}, 'commands', 'commands'],
		[{protects: [{maxBulk: 1}]}, 'protects', 'protects'],
		[{accent: {isReadOnly: true}}, 'accent', 'accent'],
		[{deploys: ['$VERSION']}, 'deploys', 'deploys'],
		[{isReadOnly: 'false'}, 'isReadOnly', 'isReadOnly'],
		[{protects: 'prod-*'}, 'protects', 'protects'],
		[{maxBulk: '5'}, 'maxBulk', 'maxBulk'],
	].map(([fields, field, at]): [string, object, string] => [
		`in a profile ${JSON.stringify(fields)}`,
		{profiles: {a: {...acme, ...(fields as object)}}},
		`The value of ${field} is not understood. Correct profiles.a.${at} in line 1 of PATH.`,
	]),
	...[
		[{wordMeanings: {isReadOnly: true}}, 'isReadOnly', 'wordMeanings.isReadOnly'],
		[{commands: {isReadOnly: true}}, 'commands', 'commands'],
		[{rules: [{isReadOnly: true}]}, 'rules', 'rules'],
		[{rules: {scope: {isReadOnly: true}}}, 'scope', 'rules.scope'],
		[{theme: {isReadOnly: true}}, 'theme', 'theme'],
		[{columns: {board: [{isReadOnly: true}]}}, 'board', 'columns.board'],
	].map(([content, field, at]): [string, object, string] => [
		JSON.stringify(content),
		content as object,
		`The value of ${field} is not understood. Correct ${at} in line 1 of PATH.`,
	]),
	[
		'several patterns in one text',
		{profiles: {a: {...acme, protects: ['ok-*', 'prod-*,live-*']}}},
		'The pattern “prod-*,live-*” is not understood: each pattern must be a text of its own. Correct profiles.a.protects',
	],
	[
		'a regular expression',
		{profiles: {a: {...acme, protects: ['^prod$']}}},
		'The pattern “^prod$” is not understood: a pattern is a name with *, ?, [a-z], [!a-z] or {a,b} in it. Correct',
	],
])('reports that the guards are unknown with %s', {tags: ['fault-201']}, (_what, content, problem) => {
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	expect(unknownIn('PATH')(text)).toContain(problem);
});

test('allows and keeps remarks everywhere', {tags: ['fault-201']}, async () => {
	const remarks = {$schema: './config.schema.json', '//': 'a note', '//theme': 'pink'};
	const commands = [{...remarks, key: 'X'}];
	const profile = {...remarks, ...acme, filters: {...remarks, mine: 'tour'}, environments: remarks, commands};
	const content = {
		...remarks,
		profiles: {...remarks, acme: profile},
		rules: remarks,
		wordMeanings: remarks,
		columns: remarks,
	};
	const directory = directoryWith(JSON.stringify(content));
	const store = openSettings(directory);
	const {profiles, wordMeanings, columns, rules} = store.get();
	expect([store.problem, store.notices]).toEqual([undefined, []]);
	expect([profiles, wordMeanings.size, columns.size, rules]).toEqual([
		new Map([['acme', {...acme, filters: {mine: 'tour'}, environments: {}}]]),
		0,
		0,
		{},
	]);
	for (const saved of [
		await store.saveRules({failuresOnly: true}, {}),
		await store.saveWordMeanings(new Map([['frozen', 'stopped']])),
		await store.saveFilter('acme', 'mine', undefined),
		await store.saveFilter('acme', 'late', 'age>1h'),
		await store.changeProfile('acme', {isReadOnly: true}),
		await store.renameProfile('acme', 'zoo'),
	]) {
		expect(saved).toBeUndefined();
	}

	expect(JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'))).toEqual({
		...content,
		profiles: {...remarks, zoo: {...profile, filters: {...remarks, late: 'age>1h'}, isReadOnly: true}},
		rules: {...remarks, failuresOnly: true},
		wordMeanings: {...remarks, frozen: 'stopped'},
	});
});

test('starts with any settings file, without control characters in notices', () => {
	const directory = temporaryDirectory();
	const profiles = fc.dictionary(anyText(), fc.jsonValue());
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.record({profiles, lastProfile: fc.jsonValue()})), content => {
			writeFileSync(join(directory, 'config.json'), JSON.stringify(content));
			const {problem = '', notices} = openSettings(directory);
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
])('says that settings are not saved when %s', {tags: ['fault-75', 'fault-77']}, async (_, prepare, why) => {
	const directory = join(temporaryDirectory(), 'landfall');
	prepare(directory);
	const store = openSettings(directory);
	expect(store.get().profiles).toEqual(new Map());
	const sentence = await store.saveProfile('acme', acme);
	expect(sentence).toMatch(/^Settings last only until landfall ends: /);
	expect(sentence).toMatch(why);
	expect(await store.rememberProfile('acme')).toBe(sentence);
	expect(store.get()).toMatchObject({profiles: new Map([['acme', acme]]), lastProfile: 'acme'});
});

test.each([[[]], [null], ['acme']])('keeps settings whose profiles are %j, without using them', async profiles => {
	const directory = directoryWith(JSON.stringify({profiles}));
	const store = openSettings(directory);
	const why = 'config.json cannot be understood: profiles must be an object.';
	expect([store.problem, await store.saveProfile('acme', acme)]).toEqual([
		expect.stringMatching(why),
		expect.stringMatching(why),
	]);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).toBe(JSON.stringify({profiles}));
});
