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
