import {globSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {faultTags} from './kit/faults/fault-tags.ts';
import {namedPaths, textOf} from './kit/fixtures/documents.ts';

const page = 'CONTRIBUTING.md';
const named = namedPaths(page);

test.each([...new Set([...named, ...namedPaths('docs/architecture.md')])])('%s, named in a guide, exists', path => {
	expect(globSync(path)).toEqual([path]);
});

test('CONTRIBUTING.md explains every script that runs tests or benchmarks', () => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	const others = ['start', 'prepack', 'prepublishOnly', 'test'];
	const wanted = Object.keys(scripts).filter(name => !others.includes(name));
	expect(wanted.filter(name => !textOf(page).includes(`npm run ${name}\``))).toEqual([]);
});

test('each row of test/FAULTS.md has a test with its tag, or names the script that proves it', () => {
	const tests = globSync('test/**/*.test.{ts,tsx}').map(textOf).join('');
	const rows = textOf('test/FAULTS.md').split('\n');
	const unproved = faultTags.filter(
		({name}, index) =>
			!new RegExp(`'${name}'|@module-tag ${name}\\n`).test(tests) &&
			!rows.find(row => row.startsWith(`${index + 1}. `))?.includes('(`npm run '),
	);
	expect(faultTags.length).toBeGreaterThan(100);
	expect(unproved).toEqual([]);
});
