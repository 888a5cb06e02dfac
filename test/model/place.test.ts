import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parsePlace, type SavedPlace} from '../../src/model/place.ts';

const place: SavedPlace = {
	screen: 'versions',
	environment: 'env_1',
	open: [{projectId: 'p', name: 'docs', deploymentId: 'd'}],
	project: {id: 'p', line: 3, index: 12},
	row: {id: 'd', line: 0},
	query: 'outcome:failed',
	sort: {by: 'behind', isDescending: false},
	arrangements: [
		{list: 'deployments', shown: 'failed', sort: {by: 'took', isDescending: true}},
		{list: 'activity', shown: 'all', sort: undefined},
	],
	isWhole: true,
	marks: ['p', 'q'],
	isTimeAbsolute: true,
	isPreviewFlipped: true,
};

test('a place that was stored is read as it was', () => {
	expect(parsePlace(JSON.parse(JSON.stringify(place)))).toEqual(place);
});

test('whatever is stored, what is read is a place that can be stored and read again, or nothing', () => {
	const stored = fc.oneof(
		fc.jsonValue(),
		fc.record(
			Object.fromEntries(
				Object.entries(place).map(([field, value]) => [field, fc.oneof(fc.constant(value), fc.jsonValue())]),
			),
			{requiredKeys: []},
		),
	);
	fc.assert(
		fc.property(stored, value => {
			const read = parsePlace(value);
			expect(read && parsePlace(JSON.parse(JSON.stringify(read)))).toEqual(read);
		}),
	);
});

test.each<[what: string, stored: object, read: object]>([
	['a screen of a later version', {...place, screen: 'health'}, {}],
	['an unknown column to sort by', {...place, sort: {by: '__proto__'}}, {sort: undefined}],
	['a negative line', {...place, project: {id: 'p', line: -1, index: 1}}, {project: undefined}],
	['marks that are not ids', {...place, marks: [1, 'p', null]}, {marks: ['p']}],
	[
		'an unknown list, column or selection',
		{
			...place,
			arrangements: [
				{list: 'projects', shown: 'failed'},
				{list: 'board', shown: 'odd', sort: {by: 'took'}},
			],
		},
		{arrangements: [{list: 'board', shown: 'all', sort: undefined}]},
	],
	['a very long query', {...place, query: 'x'.repeat(1001)}, {query: ''}],
	['records without a project', {...place, open: [{deploymentId: 'd'}, 5]}, {open: []}],
])('%s is left out', (_what, stored, read) => {
	const parsed = parsePlace(stored);
	if (Object.keys(read).length === 0) expect(parsed).toBeUndefined();
	else expect(parsed).toMatchObject(read);
});
