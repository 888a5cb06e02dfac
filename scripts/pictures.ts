import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startTerminal} from '../test/kit/app/terminal.ts';
import {darkColors, lightColors, type PictureColors, recordFrame, toAnimatedSvg} from './screenshot.ts';

/*
Takes pictures of screens and dialogs of the demo, as SVG, in several sizes: on a dark and a light background, in ASCII, and without colours:

	npm run pictures -- DIRECTORY [NAME…]
*/
const [directory = 'pictures', ...wanted] = process.argv.slice(2);

const openProject = (name: string) => [':', ...`open ${name}`, 'enter'];

/** The keys from the project list to each picture. */
const pictures: Readonly<Record<string, readonly string[]>> = {
	projects: ['down', 'down'],
	filter: ['/', 'e', 'u'],
	sort: ['s'],
	help: ['?'],
	palette: [':'],
	edit: ['e'],
	add: ['a'],
	deploy: ['t'],
	delete: ['D'],
	copy: ['Y'],
	deployments: ['enter', 'down'],
	deployment: ['enter', 'enter'],
	running: [...openProject('knowledge-base-nordwind')],
	'running-details': [...openProject('knowledge-base-nordwind'), 'enter'],
	failed: [...openProject('ticket-shop-willow')],
	'failed-details': [...openProject('ticket-shop-willow'), 'enter'],
	meaning: [...openProject('knowledge-base-nordwind'), 'm'],
	'bulk-deploy': [' ', 'down', ' ', 'down', ' ', 't'],
	'bulk-delete': [' ', 'down', ' ', 'down', ' ', 'D'],
	record: ['i'],
	watch: ['2'],
	activity: ['3'],
	versions: ['4', 'down'],
	wall: [':', 'w', 'a', 'l', 'l', 'enter'],
	requests: ['!'],
	request: ['!', 'enter'],
	notifications: ['W'],
	'quiet-hours': ['W', 'down', 'down', 'enter'],
	profiles: [','],
	rename: [',', 'n'],
	'remove-profile': [',', 'D'],
	connect: [',', 'a'],
	theme: [':', ...'theme', 'enter', 'down', 'down'],
};

/** Profiles as a team has them, for the pictures of dialogs about them. */
const settings = {
	profiles: {
		production: {
			baseUrl: 'https://api.example.com',
			apiKeyCommand: ['op', 'read'],
			protects: ['shop-*'],
			accent: 'red',
		},
		staging: {baseUrl: 'https://staging.example.com', accent: 'green'},
		archive: {baseUrl: 'https://archive.example.com', isReadOnly: true},
	},
};
const settingsDirectory = mkdtempSync(join(tmpdir(), 'landfall-pictures-'));
writeFileSync(join(settingsDirectory, 'config.json'), JSON.stringify(settings), {mode: 0o600});

const sizes = ['80x24', '40x12', '120x35', '200x50'];

type Look = {readonly colors: PictureColors; readonly args?: readonly string[]; readonly env?: Record<string, string>};
const looks: Readonly<Record<string, Look>> = {
	dark: {colors: darkColors},
	light: {colors: lightColors},
	ascii: {colors: darkColors, args: ['--ascii']},
	plain: {colors: lightColors, env: {NO_COLOR: '1'}},
};

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function takePicture(name: string, keys: readonly string[], size: string, look: string) {
	const [columns = 80, rows = 24] = size.split('x').map(Number);
	const {colors = darkColors, args = [], env} = looks[look] ?? {};
	const terminal = startTerminal({
		args: ['--demo', ...args],
		directory: settingsDirectory,
		columns,
		rows,
		background: colors.background,
		env: {COLORTERM: 'truecolor', ...env},
	});
	await terminal.see(/1 of \d+/);
	await pause(2000);
	for (const key of keys) {
		await terminal.press(key);
		await pause(250);
	}

	await pause(1000);
	const svg = toAnimatedSvg([recordFrame(terminal.emulator, 1000, colors)], columns, name, colors);
	writeFileSync(join(directory, `${name}-${size}-${look}.svg`), svg);
	terminal.close();
}

mkdirSync(directory, {recursive: true});
for (const [name, keys] of Object.entries(pictures)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	for (const size of sizes) {
		await Promise.all(Object.keys(looks).map(look => takePicture(name, keys, size, look)));
	}

	console.log(name);
}

rmSync(settingsDirectory, {recursive: true});
process.exit(0);
