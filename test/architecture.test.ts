import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {expect, test} from 'vitest';

/** The folders from which each folder of src may import, besides itself. */
const below: Readonly<Record<string, readonly string[]>> = {
	base: [],
	api: ['base'],
	terminal: ['base'],
	settings: ['base', 'api'],
	sandbox: ['base'],
	model: ['base', 'api'],
	journal: ['base', 'api', 'model'],
	present: ['base', 'api', 'model'],
	state: ['base', 'api', 'model'],
	sync: ['base', 'api', 'model', 'state', 'journal'],
	commands: ['base', 'api', 'model', 'state', 'sync', 'present', 'journal', 'settings'],
	cli: ['base', 'commands'],
	ui: ['base', 'api', 'model', 'state', 'sync', 'present', 'terminal'],
};

/** May import from every folder. */
const assembly = ['main.ts', 'app'];

const files = globSync('src/**/*.{ts,tsx}').toSorted();
const sourceOf = (file: string) => readFileSync(file, 'utf8');
const folderOf = (path: string) => path.split('/')[1] ?? '';

/** The project files that a file imports: statically, as types or dynamically. */
const importsOf = (file: string): readonly string[] =>
	[...sourceOf(file).matchAll(/(?:^|\n)(?:import|export)\s[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
		([, from, later]) => posix.join(posix.dirname(file), from ?? later ?? ''),
	);

test('a file imports only from its own folder and those below', () => {
	for (const file of files) {
		const folder = folderOf(file);
		if (assembly.includes(folder)) continue;
		expect(Object.keys(below), `the import rules for ${folder}`).toContain(folder);
		for (const to of importsOf(file)) {
			if (to === 'package.json') continue;
			const allowed = [folder, ...(below[folder] ?? [])];
			const isAllowed = allowed.some(part => `${to}/`.startsWith(`src/${part}/`));
			expect(isAllowed, `${file} imports ${to}`).toBe(true);
		}
	}
});

test('a name at the top level of a file has one definition in all of src', () => {
	const filesOf = Map.groupBy(
		files.flatMap(file =>
			[...sourceOf(file).matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|type|class) (\w+)/gm)].map(
				([, name = '']) => ({name, file}),
			),
		),
		({name}) => name,
	);
	const shared = [...filesOf].map(([name, found]) => [name, ...new Set(found.map(({file}) => file))]);
	expect(shared.filter(([, ...where]) => where.length > 1)).toEqual([]);
});

/** The parts of the UI, from the bottom up. */
const uiLayers = [
	'themes.ts',
	'contexts.ts',
	'lines',
	'keys',
	'hooks.tsx',
	'components',
	'dialogs',
	'screens',
	'frame',
	'speaker.ts',
	'app.tsx',
];
const layerOf = (file: string) => uiLayers.indexOf(file.split('/')[2] ?? '');

test('a file of the UI imports only from its own layer and those below', () => {
	for (const file of files.filter(file => folderOf(file) === 'ui')) {
		expect(layerOf(file), `the layer of ${file}`).toBeGreaterThanOrEqual(0);
		for (const to of importsOf(file)) {
			if (folderOf(to) !== 'ui') continue;
			expect(layerOf(to), `${file} imports ${to}`).toBeLessThanOrEqual(layerOf(file));
		}
	}
});

test('no imports form a circle, not even of types', () => {
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]) => {
		expect(path, `${[...path, file].join(' imports ')}`).not.toContain(file);
		if (done.has(file) || !file.startsWith('src/')) return;
		for (const to of importsOf(file)) visit(to, [...path, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
});

test.each([
	[
		'imports an HTTP client or a database before it is needed',
		/^import (?!type )[^;]*from 'node:(?:https?|http2|sqlite)'/m,
	],
	['has module-level state', /^(?:export )?(?:let |const \w+[^\n]*= new Weak(?:Map|Set)\b)/m],
])('no file %s', (_what, forbidden) => {
	expect(files.filter(file => forbidden.test(sourceOf(file)))).toEqual([]);
});

test('only components import components, Ink or React, which take long to load', () => {
	const forbidden = /^import (?!type )[^;]*from '(?:\.[^']*\.tsx|ink|react[^']*)'/m;
	const others = files.filter(file => !file.endsWith('.tsx'));
	expect(others.filter(file => forbidden.test(sourceOf(file)))).toEqual([]);
});

test('no test mocks a module', () => {
	const mock = ['vi', 'mock('].join('.');
	expect(globSync('test/**/*.{ts,tsx}').filter(file => sourceOf(file).includes(mock))).toEqual([]);
});
