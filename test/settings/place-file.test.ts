import {readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPlaceFile} from '../../src/settings/place-file.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const open = (directory = temporaryDirectory()) => ({
	directory,
	path: join(directory, 'state', 'places.json'),
	file: createPlaceFile({path: join(directory, 'state', 'places.json')}),
});

test('places are read as they were kept, and only their owner can read them', () => {
	const {file, path, directory} = open();
	expect(file.read('acme')).toBeUndefined();
	file.keep('acme', {query: 'a'});
	file.keep('__proto__', {query: 'b'});
	const again = open(directory).file;
	expect([again.read('acme'), again.read('__proto__')]).toEqual([{query: 'a'}, {query: 'b'}]);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(readdirSync(join(directory, 'state'))).toEqual(['places.json']);
});

test('a place can be moved to another key and deleted', () => {
	const {file} = open();
	file.keep('acme', 1);
	file.rename('acme', 'new');
	expect([file.read('acme'), file.read('new')]).toEqual([undefined, 1]);
	file.rename('new', undefined);
	expect(file.read('new')).toBeUndefined();
});

test('only the fifty newest places are kept', () => {
	const {file, path} = open();
	for (let index = 0; index < 51; index++) file.keep(`p${index}`, index);
	file.keep('p1', 'again');
	expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toHaveLength(50);
	expect([file.read('p0'), file.read('p1')]).toEqual([undefined, 'again']);
});

test.each([
	['is damaged', (path: string) => writeFileSync(path, '{"acme": {"que')],
	['is a list', (path: string) => writeFileSync(path, '[1, 2]')],
	['is a link', (path: string) => symlinkSync('/etc/passwd', path)],
	['can be written by others', (path: string) => writeFileSync(path, '{"acme": 2}', {mode: 0o666, flag: 'w'})],
])('a file that %s counts as empty, and the next place replaces it', (_what, damage) => {
	const {file, path} = open();
	file.keep('other', 1);
	file.rename('other', undefined);
	process.umask(0);
	const spoilt = join(path, '..', 'spoilt.json');
	damage(spoilt);
	const spoiltFile = createPlaceFile({path: spoilt});
	expect(spoiltFile.read('acme')).toBeUndefined();
	spoiltFile.keep('acme', 3);
	expect(spoiltFile.read('acme')).toBe(3);
	process.umask(0o022);
});

test('a place that cannot be kept does no harm', () => {
	const {directory} = open();
	writeFileSync(join(directory, 'state'), 'not a directory');
	const {file} = open(directory);
	file.keep('acme', 1);
	expect(file.read('acme')).toBeUndefined();
});
