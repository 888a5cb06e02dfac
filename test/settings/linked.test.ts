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

const acme = {baseUrl: 'https://api.example.com'};
const savedSettings = JSON.stringify({profiles: {acme}});
const otherUserId = 12_345;

type Paths = {
	readonly settings: string;
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
])('reads and writes settings behind %s in place', {tags: ['fault-99']}, async (_name, arrange) => {
	const {settings, dotfiles, link, target} = arrange();
	const before = readlinkSync(link);
	const {ino, mode} = statSync(target);
	const store = openSettings(settings);
	expect([store.problem, [...store.get().profiles]]).toEqual([undefined, [['acme', acme]]]);
	expect(await store.saveProfile('other', acme)).toBeUndefined();
	expect(readlinkSync(link)).toBe(before);
	expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({profiles: {acme, other: acme}});
	// The file is replaced atomically, so no reader finds a partial one.
	expect(statSync(target).ino).not.toBe(ino);
	expect(statSync(target).mode).toBe(mode);
	expect(readdirSync(dotfiles).filter(name => name.includes('tmp'))).toEqual([]);
	expect(openSettings(settings).get().profiles.size).toBe(2);
});

test('leaves broken settings behind their link', {tags: ['fault-99', 'fault-119']}, async () => {
	const {settings, dotfiles, link, target} = linked();
	const text = '{\n\t"profiles": {},\n}';
	writeFileSync(target, text);
	const store = openSettings(settings);
	const sentence = `${link} leads to ${target}, which cannot be understood in line 3, column 1: Expected double-quoted property name.`;
	expect(store.problem).toBe(`The settings were not used: ${sentence}`);
	expect(await store.saveProfile('acme', acme)).toBe(`Settings last only until landfall ends: ${sentence}`);
	expect([readdirSync(settings), readdirSync(dotfiles)]).toEqual([['config.json'], ['landfall.json']]);
	expect([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, text]);
	// A change that did not know the guards must not replace them in the repaired file.
	const mended = JSON.stringify({profiles: {acme: {...acme, isReadOnly: true}}});
	writeFileSync(target, mended);
	await store.changeProfile('acme', {isReadOnly: false});
	expect(readFileSync(target, 'utf8')).toBe(mended);
	expect(openSettings(settings).get().profiles.get('acme')).toEqual({...acme, isReadOnly: true});
});

type UnusableLink = readonly [name: string, to: string | undefined, arrange: (paths: Paths) => void, why: string];

const give = (path: string) => lchownSync(path, otherUserId, otherUserId);

const unusableLinks: readonly UnusableLink[] = [
	['leads to itself', 'config.json', () => {}, 'is a symbolic link that leads in a circle.'],
	['leads to a directory', '../dotfiles', () => {}, 'dotfiles, which is not a file.'],
	['leads into a missing directory', '../away/my.json', () => {}, 'my.json, which does not exist. To begin without'],
	['leads to a missing file', undefined, ({target}) => rmSync(target), 'landfall.json, which does not exist. To begin'],
	[
		'leads to what others can write',
		undefined,
		({target}) => chmodSync(target, 0o666),
		'which can be written by others.',
	],
	[
		'leads into a folder that others can write',
		undefined,
		({dotfiles}) => chmodSync(dotfiles, 0o777),
		'which can be written by others.',
	],
];

const linksOfOthers: readonly UnusableLink[] = [
	['leads to a file of another user', undefined, ({target}) => give(target), 'which belongs to another user.'],
	['belongs to another user', undefined, ({link}) => give(link), 'is a symbolic link that belongs to another user.'],
	[
		'leads through a link of another user',
		'../dotfiles/second.json',
		({dotfiles}) => {
			symlinkSync('landfall.json', join(dotfiles, 'second.json'));
			give(join(dotfiles, 'second.json'));
		},
		'second.json, a symbolic link that belongs to another user.',
	],
];

// Only root may change the owner of a file.
const links = process.getuid?.() === 0 ? [...unusableLinks, ...linksOfOthers] : unusableLinks;

test.each(links)('neither follows nor replaces a link that %s', {tags: ['fault-99']}, async (_, to, arrange, why) => {
	const paths = linked(to);
	arrange(paths);
	const {settings, link, target} = paths;
	const state = () => [readlinkSync(link), statSync(target, {throwIfNoEntry: false})?.mtimeMs];
	const before = state();
	const store = openSettings(settings);
	expect([store.get().profiles.size, store.problem]).toEqual([0, expect.stringContaining(why)]);
	expect(await store.saveProfile('acme', acme)).toContain(why);
	expect(state()).toEqual(before);
});
