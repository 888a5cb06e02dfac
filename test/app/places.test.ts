import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createPlaces} from '../../src/app/open-session.ts';
import {type Journal, openJournal} from '../../src/journal/journal.ts';
import type {SavedPlace} from '../../src/model/place.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const placeOf = (query: string): SavedPlace => ({
	screen: 'versions',
	environment: 'env_1',
	open: [{projectId: 'p', name: 'docs', deploymentId: 'd'}],
	project: {id: 'p', line: 3, index: 12},
	row: undefined,
	filter: {query, sort: {by: 'behind', isDescending: false}},
	arrangements: [['activity', {shown: 'all', sort: undefined}]],
	isWhole: true,
	marks: ['p', 'q'],
	isTimeAbsolute: true,
	isDetailsShown: false,
});

let directory: string;
let journal: Journal;

beforeEach(() => {
	directory = temporaryDirectory();
	journal = openJournal({path: join(directory, 'journal.sqlite'), now: () => 0});
});

afterEach(() => journal.close());

const open = () => createPlaces(journal, join(directory, 'journal.sqlite'));
const queryOf = (service: string) => open().read(service)?.filter.query;

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

test('a damaged place, and one of another version, count as none', () => {
	journal.savePlace('acme', '{"screen": ');
	journal.savePlace('zoo', '{"screen": "projects", "format": 99}');
	expect([queryOf('acme'), queryOf('zoo')]).toEqual([undefined, undefined]);
});
