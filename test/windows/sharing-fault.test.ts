import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {findSharingFault} from '../../src/windows/sharing-fault.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const faultIn = (directory: string) => findSharingFault({directory, id: '12345678', process});

test('where windows can meet nothing is found, and nothing is left', async () => {
	const directory = join(temporaryDirectory(), 'windows');
	expect(await faultIn(directory)).toBeUndefined();
	expect(existsSync(directory)).toBe(false);
	mkdirSync(directory);
	expect(await faultIn(directory)).toBeUndefined();
	expect(readdirSync(directory)).toEqual([]);
});

test('a directory that cannot be used is named', async () => {
	const file = join(temporaryDirectory(), 'windows');
	writeFileSync(file, '');
	expect(await faultIn(file)).toContain(file);
	const long = join(temporaryDirectory(), 'x'.repeat(100));
	expect(await faultIn(long)).toContain('too long for a socket');
});
