import {
	chmodSync,
	lchownSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openSettings} from '../../src/settings/settings.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const open = (directory: string) => openSettings({directory, now: () => noon});
const acme = {baseUrl: 'https://api.example.com'};
const savedSettings = JSON.stringify({profiles: {acme}});
const otherUserId = 12_345;

type Paths = {
	/** The directory where landfall looks for its settings. */
	readonly settings: string;
	/** The directory where the user keeps dotfiles. */
	readonly dotfiles: string;
	readonly link: string;
	readonly target: string;
};

/** Creates a settings directory whose config.json is a link, as dotfile managers do. */
function linked(to?: string): Paths {
	const root = realpathSync(temporaryDirectory());
	const [settings, dotfiles] = [join(root, 'settings'), join(root, 'dotfiles')];
	for (const directory of [settings, dotfiles]) mkdirSync(directory);
	const [link, target] = [join(settings, 'config.json'), join(dotfiles, 'landfall.json')];
	writeFileSync(target, savedSettings);
	symlinkSync(to ?? target, link);
	return {settings, dotfiles, link, target};
}

test.each<[name: string, arrange: () => Paths]>([
	['an absolute link', () => linked()],
	['a relative link', () => linked('../dotfiles/landfall.json')],
	[
		'a chain of links, one of them over a linked directory',
		() => {
			const paths = linked('../stow/dotfiles/second.json');
			symlinkSync('.', join(paths.dotfiles, '..', 'stow'));
			symlinkSync('landfall.json', join(paths.dotfiles, 'second.json'));
			return paths;
		},
	],
])('settings behind %s are read and written in place', {tags: ['fault-99']}, async (_name, arrange) => {
	const {settings, dotfiles, link, target} = arrange();
	const before = readlinkSync(link);
	const inode = statSync(target).ino;
	const store = open(settings);
	expect([store.notices, [...store.get().profiles]]).toEqual([[], [['acme', acme]]]);
	expect(await store.saveProfile('other', acme)).toBeUndefined();
	expect(readlinkSync(link)).toBe(before);
	expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({profiles: {acme, other: acme}});
	// The file is replaced atomically, so no reader finds a partial one.
	expect(statSync(target).ino).not.toBe(inode);
	expect(statSync(target).mode & 0o777).toBe(0o600);
	expect(readdirSync(dotfiles).filter(name => name.includes('tmp'))).toEqual([]);
	expect(open(settings).get().profiles.size).toBe(2);
});

test('a link to a missing settings file is a first start, and saving creates its target', {
	tags: ['fault-99'],
}, async () => {
	const {settings, link, target} = linked();
	rmSync(target);
	const store = open(settings);
	expect([store.notices, store.get().profiles.size]).toEqual([[], 0]);
	expect(await store.saveProfile('acme', acme)).toBeUndefined();
	expect(lstatSync(link).isSymbolicLink()).toBe(true);
	expect([JSON.parse(readFileSync(target, 'utf8')), statSync(target).mode & 0o777]).toEqual([
		{profiles: {acme}},
		0o600,
	]);
});

test('corrupt settings behind a link are set aside next to the link, which stays', {tags: ['fault-99']}, async () => {
	const {settings, dotfiles, link, target} = linked();
	writeFileSync(target, '{');
	const store = open(settings);
	const name = 'config.corrupt-2026-06-01T12-00-00-000Z.json';
	expect(store.notices).toEqual([
		`The settings were not used: ${link} leads to ${target}, which cannot be understood. It is now called ${name}.`,
	]);
	expect([readdirSync(dotfiles), readFileSync(join(settings, name), 'utf8')]).toEqual([[], '{']);
	expect(await store.saveProfile('acme', acme)).toBeUndefined();
	expect(lstatSync(link).isSymbolicLink()).toBe(true);
	expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({profiles: {acme}});
});

type Refusal = readonly [name: string, to: string | undefined, arrange: (paths: Paths) => void, why: RegExp];

const give = (path: string) => lchownSync(path, otherUserId, otherUserId);

const refusals: readonly Refusal[] = [
	['leads to itself', 'config.json', () => {}, /config\.json is a symbolic link that leads in a circle\./],
	['leads to a directory', '../dotfiles', () => {}, /config\.json leads to .*dotfiles, which is not a file\./],
	[
		'leads into a missing directory',
		'../away/landfall.json',
		() => {},
		/config\.json is a symbolic link into a directory that does not exist: .*away\/landfall\.json/,
	],
	[
		'leads to a file that others can write',
		undefined,
		({target}) => chmodSync(target, 0o666),
		/config\.json leads to .*landfall\.json, which can be written by others\. Check .* chmod 600 '.*landfall\.json'/,
	],
];

const otherUsersRefusals: readonly Refusal[] = [
	[
		'leads to a file of another user',
		undefined,
		({target}) => give(target),
		/config\.json leads to .*landfall\.json, which belongs to another user\./,
	],
	[
		'belongs to another user',
		undefined,
		({link}) => give(link),
		/config\.json is a symbolic link that belongs to another user\./,
	],
	[
		'leads through a link of another user',
		'../dotfiles/second.json',
		({dotfiles}) => {
			symlinkSync('landfall.json', join(dotfiles, 'second.json'));
			give(join(dotfiles, 'second.json'));
		},
		/config\.json leads to .*second\.json, a symbolic link that belongs to another user\./,
	],
	[
		'leads to a missing file in a directory of another user',
		undefined,
		({target, dotfiles}) => {
			rmSync(target);
			give(dotfiles);
		},
		/config\.json leads to .*landfall\.json, which does not exist, in a directory of another user\./,
	],
];

// Only root may change the owner of a file.
const testableRefusals = process.getuid?.() === 0 ? [...refusals, ...otherUsersRefusals] : refusals;

test.each(testableRefusals)(
	'a link that %s is neither followed nor replaced',
	{tags: ['fault-99']},
	async (_, to, arrange, why) => {
		const paths = linked(to);
		arrange(paths);
		const {settings, link, target} = paths;
		const before = [readlinkSync(link), statSync(target, {throwIfNoEntry: false})?.mtimeMs];
		const store = open(settings);
		expect(store.get().profiles.size).toBe(0);
		expect(store.notices).toEqual([expect.stringMatching(why)]);
		expect(await store.saveProfile('acme', acme)).toMatch(why);
		expect([readlinkSync(link), statSync(target, {throwIfNoEntry: false})?.mtimeMs]).toEqual(before);
	},
);
