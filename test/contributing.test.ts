import {globSync, readFileSync} from 'node:fs';
import {posix} from 'node:path';
import {expect, test} from 'vitest';
import {namedPaths, sectionOf, textOf} from './kit/fixtures/documents.ts';

const page = 'CONTRIBUTING.md';
const named = namedPaths(page);

test.each([...new Set([...named, ...namedPaths('docs/architecture.md')])])('%s, which a guide names, exists', path => {
	expect(globSync(path)).toEqual([path]);
});

test('the recipes name files', () => {
	const recipes = sectionOf(page, '## Recipes').split('\n### ').slice(1);
	expect(recipes).toHaveLength(7);
	for (const recipe of recipes) expect(recipe).toMatch(/`src\/[\w/-]+\.tsx?`/);
});

test('the map explains every folder with code in it', () => {
	const folders = new Set(globSync('src/*/**/*.{ts,tsx}').map(file => posix.dirname(file)));
	const map = sectionOf(page, '## Map');
	expect([...folders].filter(folder => !map.includes(`| \`${folder}\` | `))).toEqual([]);
});

test('the guide lists every file of the test kit', () => {
	const kit = sectionOf(page, '### The test kit');
	expect(globSync('test/kit/**/*.{ts,tsx}').filter(file => !kit.includes(`| \`${file}\` | `))).toEqual([]);
});

test('the guide explains every script that runs tests or measures', () => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	const others = ['start', 'prepack', 'test'];
	const wanted = Object.keys(scripts).filter(name => !others.includes(name));
	expect(wanted.filter(name => !textOf(page).includes(`npm run ${name}\``))).toEqual([]);
});
