import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPlaces} from '../../src/app/open-session.ts';
import {openJournal} from '../../src/journal/journal.ts';
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

function openPlaces() {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path, now: () => 0});
	return {journal, ...createPlaces(journal, path)};
}

test('only the fifty newest places are kept', () => {
	const {keep, read} = openPlaces();
	for (let index = 0; index < 51; index++) keep(`p${index}`, placeOf(`${index}`));
	for (let index = 0; index < 60; index++) keep('p1', placeOf('again'));
	expect(['p0', 'p1', 'p2'].map(each => read(each)?.filter.query)).toEqual([undefined, 'again', '2']);
});

test.each(['{"screen": ', '{"screen": "projects", "format": 99}'])(
	'the damaged or foreign place %s counts as none',
	text => {
		const {journal, read} = openPlaces();
		journal.savePlace('acme', text);
		expect(read('acme')).toBeUndefined();
	},
);
