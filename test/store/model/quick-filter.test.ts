import fc from 'fast-check';
import {expect, test} from 'vitest';
import {quickFilterOf, withNextQuickFilter} from '../../../src/store/model/projects/quick-filter.ts';

test.each([
	['', 'outcome:in-progress', 'in progress'],
	['outcome:in-progress', 'outcome:failed', 'failed'],
	['outcome:failed', 'is:watched', 'watched'],
	['is:watched', '', undefined],
	['docs', 'docs outcome:in-progress', 'in progress'],
	['outcome:failed docs', 'docs is:watched', 'watched'],
	['docs is:watched v>3', 'docs v>3', undefined],
	['outcome:failed,', 'outcome:failed, outcome:in-progress', 'in progress'],
])('the quick filter after %j is %j', (query, next, label) => {
	expect(withNextQuickFilter(query)).toBe(next);
	expect(quickFilterOf(next)).toBe(label);
});

test('four quick filters lead back to what was typed', () => {
	fc.assert(
		fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,6}$/)), words => {
			const query = words.join(' ');
			expect([1, 2, 3, 4].reduce(withNextQuickFilter, query)).toBe(query);
		}),
	);
});
