import {join} from 'node:path';
import {expect, test} from 'vitest';
import {findDirectories} from '../../src/settings/directories.ts';

const onMac = '/Users/ann/Library/Application Support/landfall';

test.each([
	['linux', {}, '/home/ann', '/home/ann/.config/landfall', '/home/ann/.local/state/landfall'],
	['linux', {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}, '/home/ann', '/c/landfall', '/s/landfall'],
	['linux', {XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: ''}, '/h', '/h/.config/landfall', '/h/.local/state/landfall'],
	['freebsd', {}, '/home/ann', '/home/ann/.config/landfall', '/home/ann/.local/state/landfall'],
	['linux', {XDG_CONFIG_HOME: '/x', XDG_STATE_HOME: '/x'}, '/home/ann', '/x/landfall', '/x/landfall/state'],
	['darwin', {}, '/Users/ann', onMac, `${onMac}/state`],
	['darwin', {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}, '/Users/ann', '/c/landfall', '/s/landfall'],
	[
		'win32',
		{APPDATA: String.raw`D:\Roaming`, LOCALAPPDATA: String.raw`\\server\Local`},
		String.raw`C:\Users\ann`,
		String.raw`D:\Roaming\landfall`,
		String.raw`\\server\Local\landfall`,
	],
	[
		'win32',
		{APPDATA: '', LOCALAPPDATA: 'relative', XDG_STATE_HOME: String.raw`D:\State`},
		String.raw`C:\Users\ann`,
		String.raw`C:\Users\ann\AppData\Roaming\landfall`,
		String.raw`D:\State\landfall`,
	],
])('finds settings and state on %s with %o and the home %s', (platform, environment, home, settings, state) => {
	expect(findDirectories(environment, platform, home)).toEqual({settings, state});
});

test.each(['linux', 'darwin', 'win32'])('moves both with LANDFALL_CONFIG_DIR on %s', platform => {
	const LANDFALL_CONFIG_DIR = join(import.meta.dirname, 'elsewhere');
	const both = {settings: LANDFALL_CONFIG_DIR, state: join(LANDFALL_CONFIG_DIR, 'state')};
	expect(findDirectories({LANDFALL_CONFIG_DIR, APPDATA: 'C:\\'}, platform, '/')).toEqual(both);
});
