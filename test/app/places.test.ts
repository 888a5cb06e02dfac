import {chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createPlaces} from '../../src/app/places.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import {parsePlace} from '../../src/store/model/place.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const placeOf = (query: string) => {
	const place = parsePlace({screen: 'projects', query});
	if (!place) throw new Error('The place is not valid.');
	return place;
};

let directory: string;
let journal: Journal;

beforeEach(() => {
	directory = temporaryDirectory();
	journal = openJournal({path: join(directory, 'journal.sqlite'), now: () => 0});
});

afterEach(() => journal.close());

const open = () => createPlaces({journal, directory});
const queryOf = (service: string) => open().read(service)?.query;

test('places are read as they were kept, also by another process, and reading creates nothing', () => {
	expect(queryOf('acme')).toBeUndefined();
	expect(readdirSync(directory)).toEqual([]);
	open().keep('acme', placeOf('a'));
	open().keep('acme', placeOf('b'));
	open().keep('__proto__', placeOf('c'));
	expect([queryOf('acme'), queryOf('__proto__')]).toEqual(['b', 'c']);
	journal.close();
	expect(queryOf('acme')).toBe('b');
});

test('a place follows the name of its profile, and is forgotten with it', () => {
	open().keep('acme host', placeOf('a'));
	journal.rename('acme host', 'new host', {connection: 'acme', newConnection: 'new'});
	expect([queryOf('acme host'), queryOf('new host')]).toEqual([undefined, 'a']);
	journal.forget('new host', 'new');
	expect(queryOf('new host')).toBeUndefined();
});

test('only the fifty newest places are kept', () => {
	for (let index = 0; index < 51; index++) open().keep(`p${index}`, placeOf(`${index}`));
	for (let index = 0; index < 60; index++) open().keep('p1', placeOf('again'));
	expect([queryOf('p0'), queryOf('p1'), queryOf('p2')]).toEqual([undefined, 'again', '2']);
});

test('places that an earlier version kept in a file are read, and moved to the journal with the next one', () => {
	const file = join(directory, 'places.json');
	writeFileSync(file, JSON.stringify({acme: placeOf('earlier'), zoo: placeOf('of the zoo')}), {mode: 0o600});
	expect([queryOf('acme'), queryOf('zoo')]).toEqual(['earlier', 'of the zoo']);
	expect(existsSync(file)).toBe(true);
	open().keep('acme', placeOf('now'));
	expect(existsSync(file)).toBe(false);
	expect([queryOf('acme'), queryOf('zoo')]).toEqual(['now', 'of the zoo']);
});

test('the file stays while the journal cannot be used', () => {
	const file = join(directory, 'places.json');
	writeFileSync(file, JSON.stringify({zoo: placeOf('of the zoo')}), {mode: 0o600});
	const unusable = openJournal({path: join(file, 'journal.sqlite'), now: () => 0});
	createPlaces({journal: unusable, directory}).keep('acme', placeOf('now'));
	expect(unusable.failure()).toBeDefined();
	expect(queryOf('zoo')).toBe('of the zoo');
});

test.each([
	['is damaged', (path: string) => writeFileSync(path, '{"acme": {"que')],
	['is a list', (path: string) => writeFileSync(path, '[1, 2]')],
	['is a link', (path: string) => symlinkSync('/etc/passwd', path)],
	[
		'can be written by others',
		(path: string) => {
			writeFileSync(path, JSON.stringify({acme: placeOf('evil')}));
			chmodSync(path, 0o666);
		},
	],
])('a file that %s counts as empty', (_what, damage) => {
	damage(join(directory, 'places.json'));
	expect(queryOf('acme')).toBeUndefined();
	open().keep('zoo', placeOf('z'));
	expect([queryOf('acme'), queryOf('zoo')]).toEqual([undefined, 'z']);
});

test('a damaged place counts as none', () => {
	journal.savePlace('acme', '{"screen": ');
	journal.savePlace('zoo', '{"screen": "nowhere"}');
	expect([queryOf('acme'), queryOf('zoo')]).toEqual([undefined, undefined]);
});
