import {expect, test} from 'vitest';
import {keysDocument} from './kit/fixtures/keys-document.ts';

test('docs/keys.md is up to date', async () => {
	await expect(keysDocument()).toMatchFileSnapshot('../docs/keys.md');
});
