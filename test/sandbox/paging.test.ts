import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Body, open} from './ask.ts';

/** Changes between two pages: projects are created or deleted. */
const between = fc.array(
	fc.oneof(
		fc.constant('create' as const),
		fc.nat(200).map(at => ({deleteAt: at})),
	),
	{maxLength: 4},
);

test('paging returns each project once, despite concurrent creations and deletions', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 0, max: 120}),
			fc.integer({min: 1, max: 100}),
			fc.infiniteStream(between),
			(count, limit, meanwhile) => {
				const {ask, projects} = open({projects: count});
				const atFirst = projects().map(({id}) => id);
				const deleted = new Set<string>();
				const seen: string[] = [];
				let cursor: unknown = '';
				while (cursor !== null) {
					const {body} = ask('GET', `/v1/projects?limit=${limit}&cursor=${cursor}`);
					const rows = body.projects as Body[];
					expect(rows.length).toBeLessThanOrEqual(limit);
					seen.push(...rows.map(({id}) => id));
					cursor = body.next_cursor;
					for (const change of meanwhile.next().value) {
						if (change === 'create') ask('POST', '/v1/projects', {name: 'meanwhile'});
						else {
							const id = atFirst[change.deleteAt];
							if (id && ask('DELETE', `/v1/projects/${id}`).status === 204) deleted.add(id);
						}
					}
				}

				expect(new Set(seen).size).toBe(seen.length);
				expect(atFirst.filter(id => !seen.includes(id) && !deleted.has(id))).toEqual([]);
				// New projects come first in the list, so none is on a later page.
				expect(seen.filter(id => !atFirst.includes(id))).toEqual([]);
			},
		),
		{numRuns: 60},
	);
});

test('a page has 50 rows by default, and the last one has no next cursor', () => {
	const {ask} = open({projects: 100});
	const first = ask('GET', '/v1/projects').body;
	expect(first.projects).toHaveLength(50);
	expect(first.next_cursor).toEqual(expect.any(String));
	const last = ask('GET', `/v1/projects?cursor=${first.next_cursor}`).body;
	expect(last.projects).toHaveLength(50);
	expect(last.next_cursor).toBeNull();
});

test('the project list is sorted by creation, newest first', () => {
	const dates = open({projects: 300})
		.projects()
		.map(row => String(row.created_at));
	expect(dates).toEqual(dates.toSorted().toReversed());
});
