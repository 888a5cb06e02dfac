import {expect, test} from 'vitest';
import {type Body, open} from './ask.ts';

test('projects with the same name or a name without letters get slugs of their own', () => {
	const {ask} = open({world: 'empty'});
	const slugs = ['docs', 'docs', 'Docs!', '日本'].map(name => ask('POST', '/v1/projects', {name}).body.slug);
	expect(slugs).toEqual(['docs', 'docs-2', 'docs-3', 'project-4']);
});

test('a slug belongs to one project at a time', () => {
	const {ask, projects} = open();
	const [first, second, third] = projects();
	const give = (id: unknown, slug: unknown) => ask('PATCH', `/v1/projects/${id}`, {slug}).status;
	expect(give(first?.id, second?.slug)).toBe(409);
	expect(give(second?.id, 'moved-away')).toBe(200);
	expect(give(third?.id, 'moved-away')).toBe(409);
	expect(give(first?.id, second?.slug)).toBe(200);
	expect(ask('DELETE', `/v1/projects/${third?.id}`).status).toBe(204);
	expect(give(second?.id, third?.slug)).toBe(200);
});

test('paging returns each project once, although some are created and deleted meanwhile', () => {
	const {ask, projects} = open({projects: 40});
	const atFirst = projects().map(({id}) => id);
	const deleted = [atFirst[3], atFirst[12], atFirst[30]];
	const seen: string[] = [];
	let cursor: unknown = '';
	while (cursor !== null) {
		const {body} = ask('GET', `/v1/projects?limit=7&cursor=${cursor}`);
		const rows = body.projects as Body[];
		expect(rows.length).toBeLessThanOrEqual(7);
		seen.push(...rows.map(({id}) => id));
		cursor = body.next_cursor;
		ask('POST', '/v1/projects', {name: 'meanwhile'});
		for (const id of deleted) ask('DELETE', `/v1/projects/${id}`);
	}

	// New projects come first in the list, so none is on a later page.
	expect(seen).toEqual(atFirst.filter(id => seen.slice(0, 7).includes(id) || !deleted.includes(id)));
});
