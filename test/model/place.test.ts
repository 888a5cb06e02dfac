import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parsePlace, type SavedPlace, serializePlace} from '../../src/model/saved-place.ts';

const place: SavedPlace = {
	screen: 'projects',
	open: [{projectId: 'api', name: 'API', deploymentId: 'dep_1'}],
	project: {id: 'api', line: 3, index: 7},
	filter: {query: 'is:failed', sort: {by: 'name', isDescending: false}},
	arrangements: [['board', {shown: 'failed', sort: undefined}]],
	isWhole: true,
	marks: ['web'],
	isTimeAbsolute: false,
};

const unusable = ['{"screen": ', '{"screen": "projects", "format": 5}', '', 'null'];

test.each(unusable)('ignores the damaged or foreign place %s', text => expect(parsePlace(text)).toBeUndefined());

test('ignores a place that has changed since it was written', {tags: ['fault-187']}, () => {
	const text = serializePlace(place);
	expect(parsePlace(text)).toEqual(place);
	fc.assert(
		fc.property(fc.nat(text.length - 1), fc.string({maxLength: 2}), (at, other) => {
			fc.pre(text[at] !== other);
			expect(parsePlace(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
		}),
	);
});
