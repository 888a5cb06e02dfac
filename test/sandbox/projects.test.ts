import {expect, test} from 'vitest';
import {open} from './ask.ts';

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
