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
import {userInfo} from 'node:os';
import {join} from 'node:path';
import Conf from 'conf';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {findDirectories} from '../../src/settings/directories.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const open = (directory: string, now = noon) => openSettings({directory, now: () => now});
const modeOf = (path: string) => statSync(path).mode & 0o777;
const acme = {baseUrl: 'https://api.example.com'};

function directoryWith(text: string): string {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'config.json'), text);
	return directory;
}

test('a first start has no profiles and no notices, and writes nothing', () => {
	const directory = temporaryDirectory();
	const {get, notices} = open(directory);
	expect([get(), notices, readdirSync(directory)]).toEqual([
		{profiles: new Map(), lastProfile: undefined, theme: undefined, rules: {}, wordMeanings: new Map()},
		[],
		[],
	]);
});

test('saved settings are available at once and after a restart, readable only by their owner', async () => {
	const directory = join(temporaryDirectory(), 'new', 'landfall');
	const store = open(directory);
	expect(await store.saveProfile('acme.prod', {...acme, isReadOnly: true})).toBeUndefined();
	expect(await store.saveProfile('__proto__', acme)).toBeUndefined();
	expect(await store.rememberProfile('acme.prod')).toBeUndefined();
	for (const {profiles, lastProfile} of [store.get(), open(directory).get()]) {
		expect(lastProfile).toBe('acme.prod');
		expect([...profiles]).toEqual([
			['acme.prod', {...acme, isReadOnly: true}],
			['__proto__', acme],
		]);
	}

	expect([modeOf(directory), modeOf(join(directory, 'config.json'))]).toEqual([0o700, 0o600]);
});

test('saving keeps concurrent changes and settings of later versions', async () => {
	const directory = directoryWith('{"sound": "loud", "profiles": {"old": 5}}');
	const [one, other] = [open(directory), open(directory)];
	await one.saveProfile('one', acme);
	await other.saveProfile('other', acme);
	const saved = JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8'));
	expect(saved).toEqual({sound: 'loud', profiles: {old: 5, one: acme, other: acme}});
});

test.each([
	['nothing', ''],
	['a list', '[1, 2]'],
	['null', 'null'],
	['half an object', '{"profiles": {"a": tru'],
	['thousands of brackets', `{"a": ${'['.repeat(300_000)}`],
])(
	'a settings file that holds %s is set aside, and the next save starts a new one',
	{tags: ['fault-75']},
	async (_what, text) => {
		const directory = directoryWith(text);
		const store = open(directory);
		expect(store.notices).toEqual([
			`The settings were not used: ${directory}/config.json cannot be understood. It is now called config.corrupt-2026-06-01T12-00-00-000Z.json.`,
		]);
		expect(readFileSync(join(directory, 'config.corrupt-2026-06-01T12-00-00-000Z.json'), 'utf8')).toBe(text);
		await store.saveProfile('acme', acme);
		expect(open(directory).get().profiles).toEqual(new Map([['acme', acme]]));
	},
);

test('only the newest three corrupt settings files are kept', {tags: ['fault-75']}, () => {
	const directory = temporaryDirectory();
	for (let day = 1; day <= 5; day++) {
		writeFileSync(join(directory, 'config.json'), '{');
		open(directory, Date.UTC(2026, 0, day)).get();
	}

	const days = readdirSync(directory).map(name => name.slice('config.corrupt-2026-01-'.length).slice(0, 2));
	expect(days.sort()).toEqual(['03', '04', '05']);
});

test.each([
	[{profiles: {a: acme, b: 5, c: {baseUrl: ''}}}, {a: acme}, ['profiles.b', 'profiles.c']],
	[{profiles: []}, {}, ['profiles']],
	[{lastProfile: 7}, {}, ['lastProfile']],
	[{profiles: {a: {...acme, isReadOnly: 'yes'}}}, {a: {...acme, isReadOnly: true}}, []],
	[{profiles: {a: {...acme, accent: 'red'}}}, {a: {...acme, accent: 'red'}}, []],
	[{profiles: {a: {...acme, accent: 'pink'}}}, {a: acme}, ['profiles.a.accent']],
	[{profiles: {a: {...acme, apiKeyCommand: ['op', 'read']}}}, {a: {...acme, apiKeyCommand: ['op', 'read']}}, []],
	// A command that fails: a stored key is not what the user chose.
	[{profiles: {a: {...acme, apiKeyCommand: 'op read'}}}, {a: {...acme, apiKeyCommand: []}}, []],
	[{profiles: {a: {...acme, apiKeyCommand: ['op', 5]}}}, {a: {...acme, apiKeyCommand: []}}, []],
	[{theme: '__proto__'}, {}, ['theme']],
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
			for (const notice of open(directory).notices) expect(notice).not.toMatch(/\p{Cc}/u);
		}),
	);
});

test.each<[name: string, prepare: (path: string) => void, why: RegExp]>([
	['the directory cannot be created', path => writeFileSync(path, ''), /could not be written \(E\w+\)/],
	[
		'the file is a directory',
		path => mkdirSync(join(path, 'config.json'), {recursive: true}),
		/config\.json is not a file/,
	],
	[
		'the lock is a link',
		path => {
			mkdirSync(path);
			symlinkSync('/nowhere/at/all', join(path, 'settings.lock'));
		},
		/could not be written \(E\w+\)/,
	],
	[
		'the file is too large to be a settings file',
		path => {
			mkdirSync(path);
			writeFileSync(join(path, 'config.json'), `{"profiles": {}, "x": "${'x'.repeat(10_000_000)}"}`);
		},
		/config\.json is too large to be a settings file/,
	],
])(
	'if %s, settings last only until landfall ends, which is reported once',
	{tags: ['fault-75', 'fault-77']},
	async (_, prepare, why) => {
		const directory = join(temporaryDirectory(), 'landfall');
		prepare(directory);
		const store = open(directory);
		expect(store.get().profiles).toEqual(new Map());
		const sentence = await store.saveProfile('acme', acme);
		expect(sentence).toMatch(/^Settings last only until landfall ends: /);
		expect(sentence).toMatch(why);
		expect(await store.rememberProfile('acme')).toBeUndefined();
		expect(store.get()).toMatchObject({profiles: new Map([['acme', acme]]), lastProfile: 'acme'});
	},
);

// Only root may change the owner of a file.
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
	'a settings file of another user is neither used nor overwritten',
	{
		tags: ['fault-78'],
	},
	async () => {
		const directory = directoryWith('{"profiles": {"theirs": {"baseUrl": "https://evil.example"}}}');
		chownSync(join(directory, 'config.json'), 12_345, 12_345);
		const store = open(directory);
		expect(store.get().profiles).toEqual(new Map());
		expect(store.notices).toEqual([`The settings were not used: ${directory}/config.json belongs to another user.`]);
		expect(await store.saveProfile('acme', acme)).toMatch(/belongs to another user/);
		expect(readFileSync(join(directory, 'config.json'), 'utf8')).toContain('theirs');
	},
);

test('settings readable by others are made private', {tags: ['fault-78']}, () => {
	const directory = directoryWith(JSON.stringify({profiles: {acme}}));
	chmodSync(join(directory, 'config.json'), 0o644);
	expect(open(directory).get().profiles).toEqual(new Map([['acme', acme]]));
	expect(modeOf(join(directory, 'config.json'))).toBe(0o600);
});

test('settings writable by others are not used, not even their command', {
	tags: ['fault-78'],
}, async () => {
	for (const mode of [0o666, 0o620, 0o602]) {
		const directory = directoryWith('{"rules": {"command": ["evil"]}}');
		chmodSync(join(directory, 'config.json'), mode);
		const store = open(directory);
		expect(store.get().rules).toEqual({});
		expect(store.notices).toEqual([
			expect.stringMatching(/config\.json can be written by others\. Check its contents/),
		]);
		expect(await store.saveProfile('acme', acme)).toMatch(/can be written by others/);
		expect(modeOf(join(directory, 'config.json'))).toBe(mode);
	}
});

test('settings are stored where conf would put them, or in LANDFALL_CONFIG_DIR', () => {
	const {path} = new Conf({projectName: 'landfall', projectSuffix: ''});
	expect(join(findDirectories(process.env).settings, 'config.json')).toBe(path);
	expect(findDirectories({XDG_CONFIG_HOME: './x', XDG_STATE_HOME: 'x'})).toEqual(findDirectories({}));
	expect(findDirectories({LANDFALL_CONFIG_DIR: '/x'})).toEqual({settings: '/x', state: '/x/state'});
});

test('settings are never looked for in the current directory, even if HOME is there', () => {
	const {HOME} = process.env;
	try {
		process.env.HOME = 'here';
		expect(findDirectories({}, 'linux').settings).toBe(join(userInfo().homedir, '.config/landfall'));
	} finally {
		process.env.HOME = HOME;
	}
});

test('notification rules, word classifications and the theme are saved with the other settings', async () => {
	const directory = temporaryDirectory();
	const store = open(directory);
	await store.saveProfile('acme', acme);
	await store.saveRules({scope: 'any', command: ['say', 'a b']}, {});
	const wordMeanings = new Map([
		['went. bad', 'bad'],
		['__proto__', 'good'],
		['constructor', 'stopped'],
	]);
	await store.saveWordMeanings(wordMeanings);
	expect(await store.saveTheme('color-blind')).toBeUndefined();
	expect(open(directory).get()).toEqual({
		theme: 'color-blind',
		profiles: new Map([['acme', acme]]),
		lastProfile: undefined,
		rules: {scope: 'any', command: ['say', 'a b']},
		wordMeanings,
	});
});
