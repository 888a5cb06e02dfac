import {expect, test} from 'vitest';
import {keysDocument} from './kit/fixtures/keys-document.ts';

test('docs/keys.md is up to date, as npm run keys makes it', async () => {
	await expect(keysDocument()).toMatchFileSnapshot('../docs/keys.md');
});
