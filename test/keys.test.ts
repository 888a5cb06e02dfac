import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {dialogs, screens} from '../src/ui/registry.ts';
import {keyCell, keysDocument} from './kit/fixtures/keys-document.ts';

const path = 'docs/keys.md';

test('docs/keys.md is up to date', () => {
	const generated = keysDocument();
	if (process.env.LANDFALL_KEYS === 'write') writeFileSync(path, generated);
	expect(readFileSync(path, 'utf8'), 'Run npm run keys').toBe(generated);
});

test('docs/keys.md names every key of every screen and dialog', () => {
	const page = readFileSync(path, 'utf8');
	for (const {title, keys} of [...Object.values(screens), ...Object.values(dialogs)]) {
		expect(page).toContain(`### ${title}\n`);
		for (const binding of keys) expect(page).toContain(`| ${keyCell(binding)} | ${binding.label} | `);
	}
});
