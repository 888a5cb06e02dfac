import {globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {exitCodes} from '../src/base/exit-codes.ts';
import {allOptions} from '../src/cli/command-table.ts';
import {labelOf} from '../src/model/commands.ts';
import {readCustomCommands} from '../src/model/custom-command.ts';
import {rulesFrom} from '../src/model/notification-rules.ts';
import {commonWords, outcomeNames, wordMeaningsFrom} from '../src/model/status-words.ts';
import {openSettings} from '../src/settings/settings.ts';
import {endingSignals} from '../src/terminal/screen-modes.ts';
import {scopes} from '../src/ui/app.tsx';
import {always, anywhere} from '../src/ui/keys/common-keys.ts';
import {customize} from '../src/ui/keys/custom-keys.ts';
import {faultTags} from './kit/faults/fault-tags.ts';
import {brokenLinks, namedPaths, pages, sectionOf, textOf} from './kit/fixtures/documents.ts';
import {keyCell} from './kit/fixtures/keys-document.ts';
import {temporaryDirectory} from './kit/fixtures/temporary-directory.ts';

/** The cells of a section's table, without its head. */
const rowsOf = (page: string, section: string): ReadonlyArray<readonly string[]> =>
	sectionOf(page, section)
		.split('\n')
		.filter(line => line.startsWith('| '))
		.slice(2)
		.map(line => line.slice(2, -2).split(' | '));

test('each key in the README is bound to its description', () => {
	const bound = [...scopes.screens.projects.keys, ...anywhere, ...always].map(({id}) => [keyCell(id), labelOf(id)]);
	const rows = rowsOf('README.md', '## Keys');
	expect(rows).toHaveLength(10);
	for (const row of rows) expect(bound).toContainEqual(row);
});

test('docs/commands.md explains every exit code', () => {
	const sources = globSync('src/**/*.ts').map(file => readFileSync(file, 'utf8'));
	const used = Object.entries(exitCodes).filter(([name]) => sources.some(text => text.includes(`exitCodes.${name}`)));
	const listed = rowsOf('docs/commands.md', '## Exit codes').map(([code = '']) => code);
	const signals = Object.values(endingSignals);
	expect(listed.at(-1)).toBe(`${Math.min(...signals)}–${Math.max(...signals)}`);
	const codes = used.map(([, code]) => code).filter(code => code < 128);
	expect(listed.slice(0, -1).map(Number)).toEqual([...codes, exitCodes.bug].toSorted((a, b) => a - b));
});

/** Other pages also name options of scripts, or of earlier versions. */
const userPages = pages.filter(page => !['CONTRIBUTING.md', 'CHANGELOG.md'].includes(page));

test.each(userPages)('%s names only options that exist', page => {
	const ofOthers = ['global', 'unbuffered', 'no-experimental-sqlite', 'permission', 'allow-child-process', 'update'];
	const known = new Set<string>([...allOptions.map(({name}) => name), 'help', 'version', ...ofOthers]);
	const named = [...textOf(page).matchAll(/--([a-z][a-z-]+)/g)].map(([, name = '']) => name);
	expect(named.filter(name => !known.has(name))).toEqual([]);
});

test.each(pages)('%s names only scripts that exist', page => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	const named = [...textOf(page).matchAll(/npm run ([a-zA-Z-]+)/g)].map(([, name = '']) => name);
	expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([]);
});

test.each(pages)('every file that %s links to exists', page => {
	expect(brokenLinks(page)).toEqual([]);
});

test('docs/watching.md lists the status words that landfall knows', () => {
	const listed = rowsOf('docs/watching.md', '## Status words').map(([name, words = '', own = '']) => {
		const [how, ...others] = own.split(' ');
		const inProjects = {the: words.split(' '), also: [...words.split(' '), ...others], only: others}[how ?? ''];
		return [name, words.split(' '), inProjects];
	});
	const {deployment, project} = commonWords;
	const known = (['waiting', 'running', 'good', 'bad', 'stopped'] as const).map(outcome => [
		outcomeNames[outcome],
		deployment[outcome]?.split(' '),
		project[outcome]?.split(' '),
	]);
	expect(listed).toEqual(known);
});

test('docs/settings.md names every variable that other programs get', () => {
	const names = [...readFileSync('src/model/custom-command.ts', 'utf8').matchAll(/'(LANDFALL_[A-Z_]+)'/g)];
	expect(names.length).toBeGreaterThan(0);
	for (const [, name] of names) expect(textOf('docs/settings.md')).toContain(`\`${name}\``);
});

test('the custom commands in the README are valid', () => {
	const [, json = ''] = /```json\n(\{\n {2}"commands".*?)```/s.exec(textOf('README.md')) ?? [];
	const written = JSON.parse(json).commands.map((value: unknown) => ({value, line: 1, profile: undefined}));
	const {customCommands, problems} = readCustomCommands(written);
	expect(problems).toEqual([]);
	expect(customize(scopes, [], customCommands).ownProblems).toEqual([]);
});

test('the example settings in docs/settings.md are valid', () => {
	const [, json = ''] = /```json\n(.*?)```/s.exec(textOf('docs/settings.md')) ?? [];
	const example = JSON.parse(json);
	const directory = join(temporaryDirectory(), 'settings');
	mkdirSync(directory);
	writeFileSync(join(directory, 'config.json'), json, {mode: 0o600});
	const {get, notices} = openSettings(directory);
	expect(notices).toEqual([]);
	const {profiles, lastProfile, rules, wordMeanings} = get();
	expect(lastProfile).toBe(example.lastProfile);
	expect(Object.fromEntries(profiles)).toMatchObject({production: {protects: ['prod-*'], maxBulk: 5}});
	expect(rulesFrom(rules)).toEqual(example.rules);
	expect(Object.fromEntries(wordMeaningsFrom(wordMeanings))).toEqual(example.wordMeanings);
});

const page = 'CONTRIBUTING.md';
const named = namedPaths(page);

test.each([...new Set([...named, ...namedPaths('docs/architecture.md')])])('%s, named in a guide, exists', path => {
	expect(globSync(path)).toEqual([path]);
});

test('CONTRIBUTING.md explains every script, ten at most', () => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	const explained = rowsOf(page, '## Run, debug, test').map(([command = '']) => /[a-zA-Z]+(?=`)/.exec(command)?.[0]);
	expect(explained).toEqual(Object.keys(scripts));
	expect(explained.length).toBeLessThanOrEqual(10);
});

test('each tag in test/FAULTS.md is in a test, or names the script that proves it', () => {
	const tests = globSync('test/**/*.test.{ts,tsx}').map(textOf).join('');
	const unproved = faultTags.filter(
		({name, description}) =>
			!new RegExp(`'${name}'|@module-tag ${name}\\n`).test(tests) && !/\(`(?:npm run |scripts\/)/.test(description),
	);
	expect(faultTags.length).toBeGreaterThan(100);
	expect(unproved).toEqual([]);
});
