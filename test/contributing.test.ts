import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {expect, test} from 'vitest';
import {namedPaths, sectionOf, textOf} from './kit/fixtures/documents.ts';

const page = 'CONTRIBUTING.md';
const named = namedPaths(page);

test.each([...new Set([...named, ...namedPaths('docs/architecture.md')])])('%s, named in a guide, exists', path => {
	expect(globSync(path)).toEqual([path]);
});

test('every recipe in CONTRIBUTING.md names a file', () => {
	const recipes = sectionOf(page, '## Recipes').split('\n### ').slice(1);
	expect(recipes).toHaveLength(8);
	for (const recipe of recipes) expect(recipe).toMatch(/`src\/[\w/-]+\.tsx?`/);
});

test('the map in CONTRIBUTING.md explains every folder with code', () => {
	const folders = new Set(globSync('src/*/**/*.{ts,tsx}').map(file => posix.dirname(file)));
	const map = sectionOf(page, '## Map');
	const isExplained = (folder: string) =>
		map.includes(`| \`${folder}\` | `) || map.includes(`| \`${posix.dirname(folder)}\` | One folder for each `);
	expect([...folders].filter(folder => !isExplained(folder))).toEqual([]);
});

test('CONTRIBUTING.md lists every file of the test kit', () => {
	const kit = sectionOf(page, '### The test kit');
	expect(globSync('test/kit/**/*.{ts,tsx}').filter(file => !kit.includes(`| \`${file}\` | `))).toEqual([]);
});

test('CONTRIBUTING.md explains every script that runs tests or benchmarks', () => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	const others = ['start', 'prepack', 'test'];
	const wanted = Object.keys(scripts).filter(name => !others.includes(name));
	expect(wanted.filter(name => !textOf(page).includes(`npm run ${name}\``))).toEqual([]);
});
