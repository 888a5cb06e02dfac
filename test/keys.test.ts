import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {keysDocument} from './kit/fixtures/keys-document.ts';

const path = 'docs/keys.md';

test('docs/keys.md is up to date', () => {
	const generated = keysDocument();
	if (process.env.LANDFALL_KEYS === 'write') writeFileSync(path, generated);
	expect(readFileSync(path, 'utf8'), 'Run npm run keys').toBe(generated);
});
